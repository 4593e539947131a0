import GalleyPrimitives

/// Texts in quotation marks of YAML, TOML and JSON, whose signs may have marks on them.
extension String {
  /// This text without the quotation marks around it, and with escapes resolved.
  ///
  /// - Complexity: O(bytes).
  var unquoted: String {
    var rest = unicodeScalars[...]
    return Self.popQuoted(&rest)?.text ?? self
  }

  /// This text without the quotation marks around it, if nothing but a comment follows the closing one; else `nil`.
  ///
  /// - Complexity: O(bytes).
  var wholeUnquoted: String? {
    var rest = unicodeScalars[...]
    guard let quoted = Self.popQuoted(&rest), quoted.isClosed else { return nil }
    let next = rest.drop(while: \.properties.isWhitespace)
    return next.isEmpty || next.first == "#" && next.startIndex > rest.startIndex
      ? quoted.text : nil
  }

  /// Removes the text in quotation marks with which `rest` begins, and returns it with escapes resolved; `nil` for another
  /// text.
  ///
  /// - Returns: The text, and whether its closing mark was found.
  /// - Complexity: O(bytes removed).
  static func popQuoted(
    _ rest: inout Substring.UnicodeScalarView
  ) -> (text: String, isClosed: Bool)? {
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    rest.removeFirst()
    var text = UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote {
        guard quote == "'", rest.first == "'" else { return (String(text).streamSafe, true) }
        rest.removeFirst()
        text.append("'")
      } else if scalar == "\\", quote == "\"", let next = rest.popFirst() {
        text.append(Self.escaped(next, &rest))
      } else {
        text.append(scalar)
      }
    }
    return (String(text).streamSafe, false)
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
    let mark: Unicode.Scalar = self == .basic ? "\"" : "'"
    var rest = text.unicodeScalars[...]
    while let place = rest.firstIndex(where: { $0 == mark || $0 == "\\" && self == .basic }) {
      if text[place...].hasPrefix(bytes: sign) {
        // Up to two marks before the three are of the text.
        let count = rest[place...].prefix(5).prefix { $0 == mark }.count
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
