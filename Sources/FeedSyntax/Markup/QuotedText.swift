import GalleyPrimitives

/// Texts in quotation marks of YAML, TOML and JSON, whose signs may have marks on them.
extension String {
  /// This text without the quotation marks around it, and with escapes resolved.
  ///
  /// - Complexity: O(bytes).
  var unquoted: String {
    guard let quote = unicodeScalars.first, quote == "\"" || quote == "'" else { return self }
    var text = UnicodeScalarView()
    var rest = unicodeScalars.dropFirst()
    while let scalar = rest.popFirst() {
      if scalar == quote {
        guard quote == "'", rest.first == "'" else { break }
        rest.removeFirst()
        text.append("'")
      } else if scalar == "\\", quote == "\"", let next = rest.popFirst() {
        text.append(Self.escaped(next, &rest))
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// Escapes of one letter, of YAML 1.2 and among them those of TOML and JSON.
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "n": "\n", "v": "\u{B}",
    "f": "\u{C}", "r": "\r", "e": "\u{1B}",
    "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
  ]

  /// The scalar of an escape that begins with `name`; its digits are those that `rest` begins with.
  private static func escaped(
    _ name: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
  ) -> Unicode.Scalar {
    guard name == "x" || name == "u" || name == "U" else { return escapes[name] ?? name }
    let count = name == "x" ? 2 : name == "u" ? 4 : 8
    guard let number = number(of: rest.prefix(count), count) else { return name }
    rest = rest.dropFirst(count)
    if let scalar = UnicodeScalar(number) { return scalar }
    // JSON writes a scalar beyond the first 65,536 as two numbers.
    let low =
      rest.starts(with: "\\u".unicodeScalars)
      ? Self.number(of: rest.dropFirst(2).prefix(4), 4) : nil
    guard (0xD800..<0xDC00).contains(number), let low, (0xDC00..<0xE000).contains(low),
      let scalar = UnicodeScalar(0x10000 + (number - 0xD800) << 10 + (low - 0xDC00))
    else { return "\u{FFFD}" }
    rest = rest.dropFirst(6)
    return scalar
  }

  /// The number of `count` hexadecimal digits; `nil` for other signs.
  private static func number(of digits: Substring.UnicodeScalarView, _ count: Int) -> UInt32? {
    guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    return UInt32(Substring(digits), radix: 16)
  }
}

/// The three quotation marks around a text of several lines of TOML.
enum MultilineQuote: CaseIterable {
  case basic, literal

  var sign: String { self == .basic ? "\"\"\"" : "'''" }

  /// The place of the three marks that end a text; `nil` without them.
  ///
  /// - Complexity: O(bytes).
  func end(of text: String) -> String.Index? {
    guard self == .basic else { return text.firstRange(bytes: sign)?.lowerBound }
    var rest = text.unicodeScalars[...]
    while let place = rest.firstIndex(where: { $0 == "\\" || $0 == "\"" }) {
      if text[place...].hasPrefix(bytes: sign) {
        // Up to two marks before the three are of the text.
        let count = min(5, text[place...].utf8.prefix { $0 == UInt8(ascii: "\"") }.count)
        return text.utf8.index(place, offsetBy: count - 3)
      }
      // A mark behind a backslash is one of the text.
      rest = rest[place...].dropFirst(rest[place] == "\\" ? 2 : 1)
    }
    return nil
  }

  /// A text in the quotation marks of one line.
  ///
  /// In a basic one, escapes stay, and a backslash at the end of a line joins it with the next one.
  func onOneLine(_ text: Substring) -> String {
    guard self == .basic else { return String(text).json }
    var result = "\""
    var rest = text.unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\n": result += "\\n"
      case "\"": result += "\\\""
      case "\\":
        let joined = rest.drop { $0.properties.isWhitespace }
        if rest[..<joined.startIndex].contains("\n") {
          rest = joined
        } else {
          result += "\\"
          if let next = rest.popFirst() { result.unicodeScalars.append(next) }
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension String {
  /// A text of YAML with the indented lines below it: a line's end is a blank, and an empty line is a newline.
  ///
  /// - Complexity: O(bytes).
  func continued(by lines: [Substring]) -> String {
    var quote = OpenQuote(self)
    guard !hasPrefix(bytes: "["), !hasPrefix(bytes: "{"), quote != nil || !contains(bytes: " #")
    else { return self }
    var text = self
    var breakCount = 0
    for line in lines where quote?.isClosed != true {
      let words = line.trimmingBlanks
      if words.isEmpty {
        breakCount += 1
        continue
      }
      guard line.unicodeScalars.first?.properties.isWhitespace == true,
        quote != nil || !words.hasPrefix(bytes: "#")
      else { break }
      text += breakCount > 0 ? String(repeating: "\n", count: breakCount) : " "
      text += words
      breakCount = 0
      quote?.take(words)
    }
    return text
  }
}

/// A text in quotation marks of YAML, whose end is looked for line by line.
private struct OpenQuote {
  private let quote: Unicode.Scalar
  private(set) var isClosed = false

  /// `nil` for a text that begins with no quotation mark.
  init?(_ text: String) {
    guard let quote = text.unicodeScalars.first, quote == "\"" || quote == "'" else { return nil }
    self.quote = quote
    take(String(text.unicodeScalars.dropFirst()))
  }

  /// A doubled apostrophe opens the text again.
  mutating func take(_ text: String) {
    var isEscaped = false
    for scalar in text.unicodeScalars where quote == "'" || !isClosed {
      if isEscaped {
        isEscaped = false
      } else {
        if scalar == quote { isClosed.toggle() }
        isEscaped = scalar == "\\" && quote == "\""
      }
    }
  }
}
