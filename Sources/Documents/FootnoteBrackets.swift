/// Brackets that cmark-gfm takes for footnotes although they are none.
///
/// Version 0.29.0.gfm.6 of Debian 12 takes a `^` behind a bracket for a footnote also if it is escaped, or an entity. It then reads
/// as many bytes of the text of that `^` as the bracket has in the source, which end elsewhere or in freed memory. A bracket that goes on over a line's end
/// loses its rest. A label of a footnote has no blanks and no brackets.
enum FootnoteBrackets {
  /// Whether a text has a definition of a footnote, without which a footnote stays text.
  ///
  /// - Complexity: O(bytes).
  static func areThere(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = bytes.startIndex
    while let start = nextBracket(in: bytes, from: index) {
      if let end = labelEnd(in: bytes, from: start + 1), end + 1 < bytes.count,
        bytes[end + 1] == UInt8(ascii: ":")
      {
        return true
      }
      index = start + 1
    }
    return false
  }

  /// The text with a backslash before each bracket that looks like a footnote and is none; `nil` if there is no such one.
  ///
  /// - Complexity: O(bytes).
  static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var index = bytes.startIndex
    var copied = bytes.startIndex
    while let start = nextBracket(in: bytes, from: index) {
      index = start + 1
      let isOther =
        hasHat(in: bytes, at: start + 1)
        || bytes.has("^", at: start + 1) && labelEnd(in: bytes, from: start + 1) == nil
      // A backslash before the bracket makes it text already, unless another one makes text of that.
      let backslashes = bytes[..<start].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      guard isOther, backslashes.isMultiple(of: 2) else { continue }
      result += bytes[copied..<start]
      result.append(UInt8(ascii: "\\"))
      copied = start
    }
    return result.isEmpty ? nil : result + bytes[copied...]
  }

  private static func nextBracket(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    bytes[start...].firstIndex(of: UInt8(ascii: "["))
  }

  /// Whether a `^` that is escaped, or an entity, is at a place.
  private static func hasHat(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    if bytes.has("\\^", at: start) || bytes.has("&Hat;", at: start) { return true }
    guard bytes.has("&#", at: start) else { return false }
    let isHexadecimal = bytes.has("x", at: start + 2) || bytes.has("X", at: start + 2)
    var index = start + (isHexadecimal ? 3 : 2)
    while bytes.has("0", at: index) { index += 1 }
    return isHexadecimal
      ? bytes.has("5e;", at: index) || bytes.has("5E;", at: index) : bytes.has("94;", at: index)
  }

  /// The bracket that ends a label that begins with a `^` at `start`; `nil` if no label of a footnote is there.
  static func labelEnd(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard bytes.has("^", at: start) else { return nil }
    let label = bytes[(start + 1)...]
    guard
      let end = label.firstIndex(where: {
        $0 <= 0x20 || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]")
      }),
      end > label.startIndex, bytes[end] == UInt8(ascii: "]")
    else { return nil }
    return end
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a sign of ASCII is at a place.
  func has(_ sign: StaticString, at index: Int) -> Bool {
    guard index >= 0, index + sign.utf8CodeUnitCount <= count else { return false }
    return (0..<sign.utf8CodeUnitCount).allSatisfy { self[index + $0] == sign.utf8Start[$0] }
  }
}
