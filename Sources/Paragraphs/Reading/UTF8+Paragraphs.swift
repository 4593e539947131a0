/// The UTF-8 bytes of a text.
extension UnsafeBufferPointer<UInt8> {
  /// The paragraph that starts at `start`, and the start of the next one.
  ///
  /// A paragraph ends at a line feed, a carriage return, both together, U+2029, or the line separator U+2028.
  ///
  /// - Returns: the paragraph without its terminator, and the next one's start; `nil` after the last.
  /// - Complexity: O(paragraph).
  func paragraph(from start: Int) -> (paragraph: Range<Int>, next: Int?) {
    var index = start
    while index < count {
      switch self[index] {
      case 0x0A:
        return (start..<index, index + 1)
      case 0x0D:
        let isPair = index + 1 < count && self[index + 1] == 0x0A
        return (start..<index, index + (isPair ? 2 : 1))
      case 0xE2 where index + 2 < count && self[index + 1] == 0x80:
        if self[index + 2] == 0xA8 || self[index + 2] == 0xA9 { return (start..<index, index + 3) }
        index += 3
      default:
        index += 1
      }
    }
    return (start..<count, nil)
  }

  /// Whether the rest of a text, from a byte on, has only spaces, tabs and line breaks.
  ///
  /// - Complexity: O(blank characters).
  package func isBlank(from start: Int) -> Bool {
    var index = start
    while index < count {
      switch self[index] {
      case 0x09, 0x0A, 0x0D, 0x20:
        index += 1
      case 0xE2 where index + 2 < count && self[index + 1] == 0x80:
        guard self[index + 2] == 0xA8 || self[index + 2] == 0xA9 else { return false }
        index += 3
      default:
        return false
      }
    }
    return true
  }

  /// The range of a text that is hidden if its lines end at a byte; `nil` if the rest is blank.
  ///
  /// - Complexity: O(blank characters).
  package func hiddenRange(from end: Int) -> Range<Int>? {
    isBlank(from: end) ? nil : end..<count
  }
}
