import GalleyHandles
import GalleyParagraphs
import GalleyText

/// A position in a text that is being laid out: the open paragraph, and the paragraphs after it.
struct TextCursor {
  /// A shaped paragraph and the start of its next line.
  struct Open {
    var paragraph: ShapedParagraph
    var scalar = 0
  }

  private var reader: ParagraphReader
  private let textEnd: Int
  /// The current paragraph; `nil` at the text's end.
  private(set) var open: Open?

  /// The start of `text`, whose bytes are `bytes`.
  init(
    _ text: AttributedText, _ bytes: UnsafeBufferPointer<UInt8>, isVertical: Bool,
    fonts: FontEnvironment
  ) {
    reader = ParagraphReader(text, bytes, isVertical: isVertical, fonts: fonts)
    textEnd = bytes.count
    open = reader.next().map { Open(paragraph: $0) }
  }

  /// The UTF-8 offset at which the next line starts; after the last line, the text's end.
  var offset: Int { open.map { $0.paragraph.byte(ofScalar: $0.scalar) } ?? textEnd }

  /// The work for all paragraphs up to the current one.
  var steps: LayoutSteps { reader.steps }

  /// This position, with the rest of the text shaped for lines of the other direction.
  ///
  /// - Complexity: O(paragraph).
  func turned(isVertical: Bool) -> TextCursor {
    guard let open, open.paragraph.isVertical != isVertical else { return self }
    var result = self
    result.reader.restart(at: open.paragraph.range.lowerBound, isVertical: isVertical)
    result.open = result.reader.next().map { Open(paragraph: $0, scalar: open.scalar) }
    return result
  }

  /// Moves to the line that starts at `scalar`, or to the next paragraph.
  mutating func advance(to scalar: Int) {
    guard let paragraph = open?.paragraph else { return }
    if scalar < paragraph.scalarCount {
      open?.scalar = scalar
    } else {
      open = reader.next().map { Open(paragraph: $0) }
    }
  }
}
