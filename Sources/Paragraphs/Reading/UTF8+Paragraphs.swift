import GalleyPrimitives

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

  /// The length of the end of a paragraph or line that is right before a byte; 0 if there is none.
  func terminatorLength(before end: Int) -> Int {
    guard end > 0 else { return 0 }
    switch self[end - 1] {
    case 0x0A, 0x0D: return 1
    case 0xA8, 0xA9: return end > 2 && self[end - 2] == 0x80 && self[end - 3] == 0xE2 ? 3 : 0
    default: return 0
    }
  }

  /// Whether the rest of a text, from a byte on, has only spaces, tabs and line breaks; a no-break space is
  /// none.
  ///
  /// - Complexity: O(blank characters).
  package func isBlank(from start: Int) -> Bool {
    var index = start
    while index < count {
      switch scalar(at: index) {
      case 0x09, 0x0A, 0x0D, 0x20, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x205F, 0x3000:
        index += utf8Width(self[index])
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
