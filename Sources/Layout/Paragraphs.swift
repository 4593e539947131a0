import GalleyHandles
import GalleyText

/// Finds the end of the paragraph that starts at `start`, and where the next one starts.
///
/// A paragraph ends at a line feed, a carriage return, both together, or U+2029; and a line at
/// U+2028, which is taken for a paragraph's end too.
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

/// Decides which way each paragraph reads.
///
/// One without strong characters reads as the one before it, and the first of them as the whole
/// text does: so Pango decides too.
struct BaseDirections {
  private let text: UnsafeBufferPointer<UInt8>
  private let fonts: FontEnvironment
  private let fixed: BaseDirection?
  private var last: BaseDirection?

  init(
    _ text: UnsafeBufferPointer<UInt8>, style: ParagraphStyle, fonts: FontEnvironment
  ) {
    self.text = text
    self.fonts = fonts
    fixed = style.direction.map { $0 == .rightToLeft ? .rightToLeft : .leftToRight }
  }

  mutating func direction(of paragraph: Range<Int>) -> BaseDirection {
    if let fixed { return fixed }
    let own = fonts.baseDirection(of: UnsafeBufferPointer(rebasing: text[paragraph]))
    let direction = own ?? last ?? fonts.baseDirection(of: text) ?? .leftToRight
    last = direction
    return direction
  }
}

/// The language of text that names none.
private let defaultLanguage = "en"

/// What each stretch of a paragraph is set in, as offsets into the paragraph.
///
/// - Complexity: O(log runs + stretches).
func itemizerAttributes(of text: AttributedText, in paragraph: Range<Int>) -> [ItemizerAttributes] {
  func attributes(_ run: AttributeRun, _ bytes: Range<Int>) -> ItemizerAttributes {
    let font = run.attributes.font
    return ItemizerAttributes(
      bytes: bytes,
      font: FontRequest(
        family: font.family, size: font.size, weight: font.weight, isItalic: font.isItalic),
      language: run.attributes.language ?? defaultLanguage)
  }
  var low = 0
  var high = text.runs.count
  while low < high {
    let middle = (low + high) / 2
    if text.runs[middle].range.upperBound <= paragraph.lowerBound {
      low = middle + 1
    } else {
      high = middle
    }
  }
  var result: [ItemizerAttributes] = []
  for run in text.runs[low...] {
    guard run.range.lowerBound < paragraph.upperBound || result.isEmpty else { break }
    let shared = run.range.clamped(to: paragraph)
    result.append(
      attributes(
        run, shared.lowerBound - paragraph.lowerBound..<shared.upperBound - paragraph.lowerBound))
  }
  // The empty paragraph at the text's end looks as the text before it does.
  if result.isEmpty, let last = text.runs.last { result.append(attributes(last, 0..<0)) }
  return result
}
