package import GalleyHandles
import GalleyText

/// A ruby annotation or an emphasis mark after shaping: one line of small glyphs, in Pango units.
package struct ShapedRuby {
  /// The glyphs of an item.
  package struct Piece {
    package var font: Int
    package var level: UInt8
    /// Whether the item lies on its side in vertical text.
    package var isTurned: Bool
    /// The distance by which it is raised.
    package var rise: Int32
    package var glyphs: [ShapedGlyph]
  }

  /// The annotated bytes, from the paragraph's start.
  package var bytes: Range<Int>
  /// The small text's glyphs, item by item from left to right.
  package private(set) var pieces: [Piece] = []
  package private(set) var advance = 0
  /// Whether it is read from the right.
  private var isRightToLeft = false
  /// Layout units per em.
  package let size: Double
  /// From the stretch's baseline up to the annotation's, y down: negative above it.
  package let baseline: Int32
  /// The extent of the annotation above the stretch's baseline; 0 for one below the stretch.
  let top: Int32
  /// The extent of the annotation below the stretch's baseline; 0 for one above the stretch.
  let bottom: Int32

  /// Shapes an annotation that is a `distance`, in layout units, beyond its usual place.
  ///
  /// - Complexity: O(annotation).
  init(
    _ ruby: RubyAnnotation, of attributes: TextAttributes, bytes: Range<Int>, isVertical: Bool,
    distance: Double = 0, fonts: FontEnvironment
  ) {
    self.bytes = bytes
    let size = ruby.size(em: attributes.font.size)
    self.size = size
    let place = AnnotationPlace(
      ruby.position, size: size, em: attributes.font.size, distance: distance,
      isVertical: isVertical)
    func units(_ length: Double) -> Int32 { Int32((length * 1024).rounded()) }
    let rise = attributes.baselineOffset
    switch ruby.position {
    case .above:
      baseline = -units(place.baseline + rise)
      (top, bottom) = (units(place.reach), 0)
    case .below:
      baseline = units(place.baseline - rise)
      (top, bottom) = (0, units(place.reach))
    }
    var font = attributes.font
    font.size = size
    let line = String(ruby.text.map { $0.isNewline ? " " : $0 })
    let text = AttributedText(
      line, attributes: TextAttributes(font: font, language: attributes.language))
    shape(text, isVertical: isVertical, fonts: fonts)
  }

  private mutating func shape(_ text: AttributedText, isVertical: Bool, fonts: FontEnvironment) {
    var string = text.string
    string.withUTF8 { bytes in
      var steps = LayoutSteps()
      let direction = BaseDirection(of: bytes) ?? .leftToRight
      isRightToLeft = direction == .rightToLeft
      let itemized = ItemizedParagraph(
        0..<bytes.count, of: text, bytes, direction: direction,
        settings: ParagraphSettings(ParagraphStyle()), isVertical: isVertical, fonts: fonts)
      let paragraph = ShapedParagraph(itemized, fonts: fonts, steps: &steps)
      var composer = LineComposer(paragraph, text: bytes, fonts: fonts)
      let line = composer.composedLine(0..<paragraph.scalarCount, isWrapped: false)
      for piece in line.pieces {
        let item = paragraph.items[piece.item]
        let glyphs = piece.glyphs.map { line.glyph($0, of: piece, in: paragraph) }
        pieces.append(
          Piece(
            font: item.font, level: item.level, isTurned: isVertical && !item.isUpright,
            rise: isVertical ? piece.rise : 0, glyphs: glyphs))
      }
      advance = line.advance
    }
  }

  /// The clusters of the annotation whose middles are in a part of it, for a part of a stretch that lines divide.
  ///
  /// - Parameter part: Shares of its advance in reading order, 0 to 1.
  /// - Returns: An annotation of these clusters.
  /// - Complexity: O(annotation).
  package func part(_ part: Range<Double>) -> ShapedRuby {
    let (first, last) = (Double(advance) * part.lowerBound, Double(advance) * part.upperBound)
    let own =
      isRightToLeft ? Double(advance) - last..<Double(advance) - first : first..<last
    var (result, pen) = (self, 0.0)
    (result.pieces, result.advance) = ([], 0)
    for piece in pieces {
      var kept = piece
      kept.glyphs = []
      var rest = piece.glyphs[...]
      while let cluster = rest.first?.cluster {
        let glyphs = rest.prefix { $0.cluster == cluster }
        rest = rest.dropFirst(glyphs.count)
        let width = glyphs.reduce(0) { $0 + Int($1.advance) }
        if own.contains(pen + Double(width) / 2) {
          kept.glyphs += glyphs
          result.advance += width
        }
        pen += Double(width)
      }
      if !kept.glyphs.isEmpty { result.pieces.append(kept) }
    }
    return result
  }
}
