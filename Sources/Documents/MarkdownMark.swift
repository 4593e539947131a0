/// What begins a quotation, an element of a list or a footnote.
struct MarkdownMark {
  /// The place of the sign that a backslash makes text.
  let sign: Int
  /// The place behind all of it.
  let end: Int

  /// `nil` if none begins at a place.
  init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: ">"): (sign, end) = (start, start + 1)
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      guard Self.isBlank(bytes, at: start + 1) else { return nil }
      (sign, end) = (start, start + 1)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let digits = bytes[start...].prefix(9).prefix { (0x30...0x39).contains($0) }
      guard bytes.has(".", at: digits.endIndex) || bytes.has(")", at: digits.endIndex),
        Self.isBlank(bytes, at: digits.endIndex + 1)
      else { return nil }
      (sign, end) = (digits.endIndex, digits.endIndex + 1)
    case UInt8(ascii: "["):
      guard let label = FootnoteBrackets.definitionLabelEnd(in: bytes, from: start + 1) else {
        return nil
      }
      (sign, end) = (start, label + 2)
    default: return nil
    }
  }

  private static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index >= bytes.count || [9, 10, 13, 32].contains(bytes[index])
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a sign of ASCII is at a place.
  func has(_ sign: StaticString, at index: Int) -> Bool {
    guard index >= 0, index + sign.utf8CodeUnitCount <= count else { return false }
    return (0..<sign.utf8CodeUnitCount).allSatisfy { self[index + $0] == sign.utf8Start[$0] }
  }
}
