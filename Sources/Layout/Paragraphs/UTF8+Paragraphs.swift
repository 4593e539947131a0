import GalleyHandles
import GalleyText

/// Finds the end of the paragraph that starts at `start`, and the start of the next one.
///
/// A paragraph ends at a line feed, a carriage return, both together, U+2029, or the line separator U+2028.
///
/// - Returns: the paragraph without its terminator, and the next one's start; `nil` after the last.
/// - Complexity: O(paragraph).
func paragraphEnd(
  in text: UnsafeBufferPointer<UInt8>, from start: Int
) -> (paragraph: Range<Int>, next: Int?) {
  var index = start
  while index < text.count {
    switch text[index] {
    case 0x0A:
      return (start..<index, index + 1)
    case 0x0D:
      let isPair = index + 1 < text.count && text[index + 1] == 0x0A
      return (start..<index, index + (isPair ? 2 : 1))
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80:
      if text[index + 2] == 0xA8 || text[index + 2] == 0xA9 { return (start..<index, index + 3) }
      index += 3
    default:
      index += 1
    }
  }
  return (start..<text.count, nil)
}

/// Whether the rest of a text, from a byte on, has only spaces, tabs and line breaks.
///
/// - Complexity: O(blank characters).
func isBlank(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
  var index = start
  while index < text.count {
    switch text[index] {
    case 0x09, 0x0A, 0x0D, 0x20:
      index += 1
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80:
      guard text[index + 2] == 0xA8 || text[index + 2] == 0xA9 else { return false }
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
func hiddenRange(of text: UnsafeBufferPointer<UInt8>, from end: Int) -> Range<Int>? {
  isBlank(text, from: end) ? nil : end..<text.count
}
