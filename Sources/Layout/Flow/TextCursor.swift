import GalleyHandles
import GalleyText

/// A position in a text that is being laid out: the open paragraph, and the paragraphs after it.
struct TextCursor {
  /// A shaped paragraph and the start of its next line.
  struct Open {
    var paragraph: ShapedParagraph
    var composer: LineComposer
    var scalar = 0
    var isLast: Bool
  }

  private let text: AttributedText
  private let bytes: UnsafeBufferPointer<UInt8>
  private let fonts: FontEnvironment
  private let isVertical: Bool
  private var directions: BaseDirections
  private var next: Int? = 0
  /// The current paragraph; `nil` at the text's end.
  var open: Open?
  private(set) var steps = LayoutSteps()

  init(
    _ text: AttributedText, bytes: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment,
    isVertical: Bool
  ) {
    self.text = text
    self.bytes = bytes
    self.fonts = fonts
    self.isVertical = isVertical
    directions = BaseDirections(bytes, style: text.paragraphStyle, fonts: fonts)
    advance()
  }

  /// The UTF-8 offset at which the next line starts; after the last line, the text's end.
  var offset: Int {
    guard let open else { return bytes.count }
    return open.paragraph.range.lowerBound
      + (open.paragraph.offsets.isEmpty ? 0 : Int(open.paragraph.offsets[open.scalar]))
  }

  /// Moves to the line that starts at `scalar`, or to the next paragraph.
  mutating func advance(to scalar: Int) {
    guard var current = open else { return }
    current.scalar = scalar
    if scalar < current.paragraph.scalarCount {
      open = current
    } else {
      advance()
    }
  }

  private mutating func advance() {
    if let open { count(open) }
    guard let start = next else {
      open = nil
      return
    }
    let (range, following) = paragraphEnd(in: bytes, from: start)
    next = following
    let style = text.paragraphStyle(at: range.lowerBound)
    let paragraph = ShapedParagraph(
      bytes, range: range, attributes: itemizerAttributes(of: text, in: range),
      direction: directions.direction(of: range, style: style),
      settings: ParagraphSettings(style), features: ParagraphFeatures(of: text, in: range),
      isVertical: isVertical, fonts: fonts, steps: &steps)
    let text = UnsafeBufferPointer(rebasing: bytes[range])
    open = Open(
      paragraph: paragraph, composer: LineComposer(paragraph, text: text, fonts: fonts),
      isLast: following == nil)
  }

  /// Adds the work of a paragraph's composer to the steps.
  private mutating func count(_ open: Open) {
    steps.glyphsShaped += open.composer.glyphsShaped
  }

  /// The work for all paragraphs up to the current one.
  var totalSteps: LayoutSteps {
    var result = self
    if let open { result.count(open) }
    return result.steps
  }
}
