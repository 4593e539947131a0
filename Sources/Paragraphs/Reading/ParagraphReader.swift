import GalleyFonts
import GalleyHandles
package import GalleyText

/// Itemizes and shapes the paragraphs of a text, one after the other.
package struct ParagraphReader: IteratorProtocol {
  private let text: AttributedText
  private let bytes: UnsafeBufferPointer<UInt8>
  private let fonts: FontEnvironment
  private var isVertical: Bool
  /// Whether the paragraphs are laid out repeatedly.
  private let isKept: Bool
  private var directions: BaseDirections
  /// The start of the next paragraph; `nil` after the last one.
  private var start: Int? = 0
  /// The work so far.
  package private(set) var steps = LayoutSteps()

  /// Reads the paragraphs of `text`, whose bytes are `bytes`.
  package init(
    _ text: AttributedText, _ bytes: UnsafeBufferPointer<UInt8>, isVertical: Bool = false,
    isKept: Bool = false, fonts: FontEnvironment
  ) {
    self.text = text
    self.bytes = bytes
    self.fonts = fonts
    self.isVertical = isVertical
    self.isKept = isKept
    directions = BaseDirections(bytes, style: text.paragraphStyle, rules: fonts.rules)
  }

  /// Continues with the paragraph that starts at a byte, for lines of another direction.
  package mutating func restart(at start: Int, isVertical: Bool) {
    self.start = start
    self.isVertical = isVertical
  }

  /// The next paragraph; `nil` after the last one.
  ///
  /// - Complexity: O(paragraph).
  package mutating func next() -> ShapedParagraph? {
    guard let start else { return nil }
    let (range, next) = bytes.paragraph(from: start)
    self.start = next
    let itemized = itemize(range)
    return shape(itemized)
  }

  private mutating func itemize(_ range: Range<Int>) -> ItemizedParagraph {
    let style = text.paragraphStyle(at: range.lowerBound)
    let letters = isVertical ? text.uprightLetters(in: range, of: bytes) : nil
    var settings = ParagraphSettings(style)
    // A line separator ends a line, but no paragraph.
    settings.isContinuation =
      bytes.terminatorLength(before: range.lowerBound) == 3 && bytes[range.lowerBound - 1] == 0xA8
    settings.startsLongLines = fonts.rules == .reader
    return ItemizedParagraph(
      range, of: text, bytes,
      direction: directions.direction(of: range, style: style, upright: letters),
      settings: settings, isVertical: isVertical, upright: letters, fonts: fonts)
  }

  private mutating func shape(_ paragraph: consuming ItemizedParagraph) -> ShapedParagraph {
    ShapedParagraph(paragraph, isKept: isKept, fonts: fonts, steps: &steps)
  }
}
