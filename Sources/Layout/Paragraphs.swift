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

  /// The direction of a paragraph whose style may name one.
  mutating func direction(of paragraph: Range<Int>, style: ParagraphStyle) -> BaseDirection {
    if let named = style.direction { return named == .rightToLeft ? .rightToLeft : .leftToRight }
    if let fixed { return fixed }
    let own = fonts.baseDirection(of: UnsafeBufferPointer(rebasing: text[paragraph]))
    let direction = own ?? last ?? fonts.baseDirection(of: text) ?? .leftToRight
    last = direction
    return direction
  }
}

extension FontRequest {
  init(_ font: Font) {
    self.init(
      family: font.family, size: font.size, weight: min(1_000, max(100, font.weight)),
      isItalic: font.isItalic)
  }
}

/// What each stretch of a paragraph is set in, as offsets into the paragraph; runs of one font and
/// language are one stretch.
///
/// - Complexity: O(log runs + runs of the paragraph).
func itemizerAttributes(of text: AttributedText, in paragraph: Range<Int>) -> [ItemizerAttributes] {
  var result: [ItemizerAttributes] = []
  var last: TextAttributes?
  for run in text.runs[text.runIndex(at: paragraph.lowerBound)...] {
    guard run.range.lowerBound < paragraph.upperBound || result.isEmpty else { break }
    let shared = run.range.clamped(to: paragraph)
    let end = max(0, shared.upperBound - paragraph.lowerBound)
    let attributes = run.attributes
    if let last, attributes.isItemized(with: last) {
      result[result.count - 1].bytes = result[result.count - 1].bytes.lowerBound..<end
    } else {
      result.append(
        ItemizerAttributes(
          bytes: shared.lowerBound - paragraph.lowerBound..<end,
          font: FontRequest(attributes.font),
          language: LanguageTag.canonical(attributes.language)))
    }
    last = attributes
  }
  return result
}

extension TextAttributes {
  /// Whether text of these attributes and of others is cut into items together: attributes that do not
  /// change glyphs do not part what is shaped together.
  fileprivate func isItemized(with other: TextAttributes) -> Bool {
    guard font == other.font, language == other.language else { return false }
    guard !isPlain || !other.isPlain else { return true }
    return kern == other.kern && baselineOffset == other.baselineOffset && attachment == nil
      && other.attachment == nil
  }
}

extension AttributedText {
  /// The style of the paragraph that starts at a byte.
  func paragraphStyle(at start: Int) -> ParagraphStyle {
    attributes(at: start).paragraphStyle ?? paragraphStyle
  }
}
