/// A line without a position: its extents, in Pango units, and the source of its glyphs.
package struct MeasuredLine {
  package var scalars: Range<Int>
  /// Whether the paragraph continues after the line.
  package var isWrapped: Bool
  package var extents = LineExtents()
  /// The number of its pieces; `nil` if the line has other glyphs than the paragraph's own, or a piece
  /// without width, which may show nothing.
  package var pieceCount: Int?
  /// `nil` if the glyphs are the paragraph's own.
  package var glyphs: LineGlyphs?

  init(scalars: Range<Int>, isWrapped: Bool) {
    self.scalars = scalars
    self.isWrapped = isWrapped
  }

  package init(_ line: ComposedLine, isWrapped: Bool, glyphs: LineGlyphs) {
    self.init(scalars: line.scalars, isWrapped: isWrapped)
    extents = LineExtents(
      ascent: line.ascent, descent: line.descent, advance: line.advance,
      trailingWhitespace: line.trailingWhitespace)
    self.glyphs = glyphs
  }
}

/// The source of a line's glyphs.
package indirect enum LineGlyphs: Sendable {
  /// Composed: its ends were shaped again, or attributes or tabs change its glyphs.
  case composed(ComposedLine)
  /// Those of a truncated row, which is a text of its own.
  case truncated(TruncatedRow)
}
