import GalleyHandles
import GalleyParagraphs
import GalleyText

/// A line with its position, whose glyphs are not placed: the source of its glyphs.
struct UnplacedLine: Sendable {
  let paragraph: ShapedParagraph
  let scalars: Range<Int>
  let isWrapped: Bool
  /// The source of its glyphs; `nil` if they are the paragraph's own.
  let glyphs: LineGlyphs?
  /// The extra advances of a justified line.
  let stretch: Justification?

  /// Finds the line's pieces.
  func compose(into line: inout ComposedLine) {
    switch glyphs {
    case nil: paragraph.compose(scalars, isWrapped: isWrapped, into: &line)
    case .composed(let composed): line = composed
    case .truncated(let row): line = row.line
    }
  }

  /// Whether a character of it may have no glyph in any font.
  var mayMissGlyphs: Bool {
    guard case .composed(let line) = glyphs else { return paragraph.hasMissingGlyphs }
    return paragraph.hasMissingGlyphs
      || line.ownGlyphs.contains { $0.id & ShapedGlyph.missing != 0 }
  }

  /// The approximate number of its glyphs.
  var glyphCount: Int {
    switch glyphs {
    case nil: scalars.count
    case .composed(let line): line.pieces.reduce(0) { $0 + $1.glyphs.count }
    case .truncated(let row): row.paragraph.glyphs.count
    }
  }

  /// The number of its glyph runs, if attributes do not split them.
  ///
  /// - Complexity: O(glyphs of the line).
  func runCount(attributes: TextAttributes) -> Int {
    var composed = ComposedLine(scalars: 0..<0)
    compose(into: &composed)
    return composed.pieces.count { piece in
      var pen = 0
      for index in piece.shown {
        let glyph = composed.glyph(index, of: piece, in: paragraph)
        if glyph.id != ShapedGlyph.invisible { return true }
        pen += Int(glyph.advance)
      }
      return pen > 0 && !attributes.isPlain
    }
  }
}

extension UnplacedLine {
  init(_ line: MeasuredLine, of paragraph: ShapedParagraph, stretch: Justification?) {
    self.init(
      paragraph: paragraph, scalars: line.scalars, isWrapped: line.isWrapped, glyphs: line.glyphs,
      stretch: stretch)
  }

  /// The line of a paragraph's own glyphs with some bytes of the text.
  init(_ bytes: Range<Int>, of paragraph: ShapedParagraph) {
    let start = paragraph.scalar(at: bytes.lowerBound)
    let end = paragraph.scalar(at: bytes.upperBound)
    self.init(
      paragraph: paragraph, scalars: start..<end, isWrapped: end < paragraph.scalarCount,
      glyphs: nil, stretch: nil)
  }
}
