import GalleyHandles
import GalleyText

/// A ruby annotation after shaping: one line of small glyphs, in Pango units.
struct ShapedRuby {
  /// The annotated bytes, from the paragraph's start.
  var bytes: Range<Int>
  /// The small text's glyphs, item by item from left to right.
  private(set) var pieces: [(font: Int, level: UInt8, glyphs: [ShapedGlyph])] = []
  private(set) var advance = 0
  /// Layout units per em.
  let size: Double
  /// From the stretch's baseline up to the annotation's, y down: negative above it.
  let baseline: Int32
  /// The extent of the annotation above the stretch's baseline; 0 for one below the stretch.
  let top: Int32
  /// The extent of the annotation below the stretch's baseline; 0 for one above the stretch.
  let bottom: Int32

  /// The extents of the stretch's and the annotation's letters, in ems: the ideographic box.
  ///
  /// The fonts' own extents include marks, and would put the annotation too far away.
  private static let (ascent, descent) = (0.88, 0.12)
  /// The descent of Latin letters, in ems.
  private static let tail = 0.24

  /// - Complexity: O(annotation).
  init(
    _ ruby: RubyAnnotation, of attributes: TextAttributes, bytes: Range<Int>, fonts: FontEnvironment
  ) {
    self.bytes = bytes
    let em = attributes.font.size
    let size = max(1, em * ruby.sizeFactor)
    self.size = size
    func units(_ length: Double) -> Int32 { Int32((length * 1024).rounded()) }
    let rise = attributes.baselineOffset
    switch ruby.position {
    case .above:
      baseline = -units(Self.ascent * em + Self.descent * size + rise)
      top = units(Self.ascent * em + size)
      bottom = 0
    case .below:
      baseline = units(Self.tail * em + Self.ascent * size - rise)
      top = 0
      bottom = units(Self.tail * em + size)
    }
    var font = attributes.font
    font.size = size
    let line = String(ruby.text.map { $0.isNewline ? " " : $0 })
    let text = AttributedText(
      line, attributes: TextAttributes(font: font, language: attributes.language))
    shape(text, fonts: fonts)
  }

  private mutating func shape(_ text: AttributedText, fonts: FontEnvironment) {
    var string = text.string
    string.withUTF8 { bytes in
      var steps = LayoutSteps()
      let itemized = ItemizedParagraph(
        0..<bytes.count, of: text, bytes,
        direction: BaseDirection(of: bytes) ?? .leftToRight,
        settings: ParagraphSettings(ParagraphStyle()), fonts: fonts)
      let paragraph = ShapedParagraph(itemized, fonts: fonts, steps: &steps)
      var composer = LineComposer(paragraph, text: bytes, fonts: fonts)
      let line = composer.composedLine(0..<paragraph.scalarCount, isWrapped: false)
      for piece in line.pieces {
        let item = paragraph.items[piece.item]
        let glyphs = piece.glyphs.map { line.glyph($0, of: piece, in: paragraph) }
        pieces.append((item.font, item.level, glyphs))
      }
      advance = line.advance
    }
  }
}
