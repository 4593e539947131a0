package import GalleyPrimitives

/// The letters and the colour that stand for an author without a picture.
package enum AuthorInitials {
  /// Returns the first characters of a name's first and last words, in capitals.
  ///
  /// In a script without capitals, only the first character is used, because such letters may join
  /// or be wide. Of a path such as `/u/ada`, which forums write for a user, the last name counts. Codes of custom emoji,
  /// such as `:blob:`, count only in a name that has nothing else. An account that shared or likes the post, behind `↻` or
  /// `♥`, does not count.
  ///
  /// - Complexity: O(name).
  package static func text(of name: String) -> String {
    var name = name
    return name.withUTF8(plainText) ?? generalText(of: name)
  }

  /// Whether a name has no initials.
  ///
  /// - Complexity: O(name), a fraction of ``text(of:)``.
  package static func areEmpty(of name: String) -> Bool {
    var name = name
    let isBlank = name.withUTF8 { isPlain($0) ? $0.allSatisfy(\.isSpace) : nil }
    return isBlank ?? generalText(of: name).isEmpty
  }

  /// Whether a name is ASCII without a slash and a colon.
  private static func isPlain(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
  }

  /// The initials of a plain name; `nil` for any other.
  ///
  /// Properties of characters cost 5,000 instructions a name.
  private static func plainText(of name: UnsafeBufferPointer<UInt8>) -> String? {
    guard isPlain(name) else { return nil }
    guard let start = name.firstIndex(where: { !$0.isSpace }) else { return "" }
    let end = name[start...].firstIndex(where: \.isSpace) ?? name.endIndex
    let word = name[start..<end]
    let first = word.first { $0.isLetter || $0.isDigit } ?? word[start]
    guard first.isLetter, let lastEnd = name[end...].lastIndex(where: { !$0.isSpace }) else {
      return String(UnicodeScalar(first.capital))
    }
    let gap = name[..<lastEnd].lastIndex(where: \.isSpace) ?? end
    let last = name[gap...lastEnd].first(where: \.isLetter)
    return String(unsafeUninitializedCapacity: 2) { bytes in
      bytes[0] = first.capital
      guard let last else { return 1 }
      bytes[1] = last.capital
      return 2
    }
  }

  /// The initials of any name.
  package static func generalText(of name: String) -> String {
    let name = withoutCodes(withoutSharer(name))
    let words = own(name).drop(while: \.isWhitespace)
    let firstWord = words.prefix { !$0.isWhitespace }
    guard let first = firstWord.first(where: { $0.isLetter || $0.isNumber }) ?? firstWord.first
    else { return "" }
    // The last word is searched only after a cased first letter, so most names are scanned only
    // once.
    guard first.isCased,
      let lastWord = words[firstWord.endIndex...].split(whereSeparator: \.isWhitespace).last,
      let last = lastWord.first(where: \.isLetter), last.isCased
    else { return first.uppercased() }
    return first.uppercased() + last.uppercased()
  }

  /// The name without the codes of custom emoji, or all of it if it has no other letters.
  ///
  /// A code is a word of ASCII letters, digits and `_` between colons.
  ///
  /// - Complexity: O(name).
  private static func withoutCodes(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: ":")) else { return name }
    let colon = UInt8(ascii: ":")
    var kept: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let start = rest.firstIndex(of: colon) {
      kept += rest[..<start]
      let word = rest[(start + 1)...].prefix {
        $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_")
      }
      if !word.isEmpty, word.endIndex < rest.endIndex, rest[word.endIndex] == colon {
        rest = rest[(word.endIndex + 1)...]
      } else {
        kept += rest[start..<word.endIndex]
        rest = rest[word.endIndex...]
      }
    }
    let plain = String(decoding: kept + rest, as: UTF8.self)
    return plain.contains { $0.isLetter || $0.isNumber } ? plain : name
  }

  /// The name without the account behind it that shared or likes the post.
  ///
  /// - Complexity: O(name).
  private static func withoutSharer(_ name: String) -> String {
    // Comparing bytes takes a hundredth of the time of comparing characters.
    let bytes = Array(name.utf8)
    guard bytes.count > 5, bytes.contains(0xE2) else { return name }
    for start in 0..<bytes.count - 4 where bytes[start] == 0x20 && bytes[start + 1] == 0xE2 {
      switch (bytes[start + 2], bytes[start + 3], bytes[start + 4]) {
      // U+21BB and U+2665.
      case (0x86, 0xBB, 0x20), (0x99, 0xA5, 0x20):
        return String(decoding: bytes[..<start], as: UTF8.self)
      default: continue
      }
    }
    return name
  }

  /// The name without the prefixes `/u/`, `u/`, `/user/` and `user/`, and without slashes before it.
  private static func own(_ name: String) -> Substring {
    let slash = UInt8(ascii: "/")
    guard name.utf8.prefix(8).contains(slash) else { return name[...] }
    var rest = name.drop(while: \.isWhitespace).drop { $0 == "/" }
    for prefix in ["u/", "user/"] where rest.prefix(8).lowercased().hasPrefix(prefix) {
      let name = rest.dropFirst(prefix.count).drop { $0 == "/" }
      if !name.isEmpty { rest = name }
    }
    return rest
  }

  /// The colour of the theme that an author always has.
  ///
  /// - Complexity: O(name).
  package static func color(of name: String, in theme: Theme) -> Color {
    let colors = theme.initialsColors
    return colors.isEmpty ? theme.time.color : colors[hash(withoutSharer(name)) % colors.count]
  }

  /// Returns a number that is the same for the same name on each machine (FNV-1a).
  private static func hash(_ name: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % 1_000_003)
  }
}

extension UInt8 {
  /// Whether a byte of ASCII is white space.
  fileprivate var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
  fileprivate var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }
  fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
  fileprivate var capital: UInt8 { 0x61...0x7A ~= self ? self - 0x20 : self }
}
