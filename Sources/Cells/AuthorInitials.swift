package import GalleyPrimitives

/// The letters and the colour that stand for an author without a picture.
package enum AuthorInitials {
  /// Returns the first characters of a name's first and last words, in capitals.
  ///
  /// In a script without capitals, only the first character is used, because such letters may join
  /// or be wide. Of a path such as `/u/ada`, which forums write for a user, the last name counts.
  ///
  /// - Complexity: O(name).
  package static func text(of name: String) -> String {
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
    return colors.isEmpty ? theme.time.color : colors[hash(name) % colors.count]
  }

  /// Returns a number that is the same for the same name on each machine (FNV-1a).
  private static func hash(_ name: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % 1_000_003)
  }
}
