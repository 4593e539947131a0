/// Texts in quotation marks of YAML, TOML and JSON.
extension String {
  /// This text without the quotation marks around it, and with escapes resolved.
  var unquoted: String {
    guard let quote = first, quote == "\"" || quote == "'" else { return self }
    var text = ""
    var rest = dropFirst()
    while let character = rest.popFirst() {
      if character == quote {
        guard quote == "'", rest.first == "'" else { break }
        rest.removeFirst()
        text.append("'")
      } else if character == "\\", quote == "\"", let next = rest.popFirst() {
        text += Self.escaped(next, &rest)
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// The text of an escape of YAML, TOML or JSON that begins with `name`; its digits are those that `rest` begins with.
  private static func escaped(_ name: Character, _ rest: inout Substring) -> String {
    switch name {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "x", "u", "U":
      let digits = rest.prefix(name == "x" ? 2 : name == "u" ? 4 : 8)
      guard let number = UInt32(digits, radix: 16) else { return String(name) }
      rest = rest.dropFirst(digits.count)
      if let scalar = UnicodeScalar(number) { return String(Character(scalar)) }
      // JSON writes a character beyond the first 65,536 as two numbers.
      let low = rest.hasPrefix("\\u") ? UInt32(rest.dropFirst(2).prefix(4), radix: 16) : nil
      guard (0xD800..<0xDC00).contains(number), let low, (0xDC00..<0xE000).contains(low),
        let scalar = UnicodeScalar(0x10000 + (number - 0xD800) << 10 + (low - 0xDC00))
      else { return "\u{FFFD}" }
      rest = rest.dropFirst(6)
      return String(Character(scalar))
    default: return String(name)
    }
  }
}
