import GalleyDocuments

/// Resolves the references of XML: characters by number, the five names of XML, and those of HTML.
///
/// Anything else after `&` is text, as feed readers take it.
package enum XMLReferences {
  /// The largest length of a reference between `&` and `;`.
  private static let longest = 32

  /// A text with its references resolved.
  ///
  /// - Complexity: O(bytes).
  package static func resolved(_ bytes: [UInt8]) -> [UInt8] {
    guard var ampersand = bytes.firstIndex(of: UInt8(ascii: "&")) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var start = 0
    while true {
      result += bytes[start..<ampersand]
      let name = bytes[(ampersand + 1)...].prefix(longest).prefix { $0 != UInt8(ascii: ";") }
      let isClosed = name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
      if isClosed, let scalar = scalar(String(decoding: name, as: UTF8.self)) {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        start = name.endIndex + 1
      } else {
        result.append(UInt8(ascii: "&"))
        start = ampersand + 1
      }
      guard let next = bytes[start...].firstIndex(of: UInt8(ascii: "&")) else { break }
      ampersand = next
    }
    return result + bytes[start...]
  }

  private static func scalar(_ name: String) -> UnicodeScalar? {
    guard name.hasPrefix("#") else {
      return name == "apos" ? "'" : HTMLReader.scalar(named: name).flatMap { UnicodeScalar($0) }
    }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number else { return nil }
    switch number {
    case 0x80...0x9F: return windows1252[Int(number) - 0x80]
    case 0x20..., 0x09, 0x0A, 0x0D: return UnicodeScalar(number) ?? "\u{FFFD}"
    default: return "\u{FFFD}"
    }
  }

  /// The characters that references to C1 controls mean, as web pages take them.
  private static let windows1252: [UnicodeScalar] = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
