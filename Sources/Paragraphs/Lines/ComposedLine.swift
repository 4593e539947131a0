package import GalleyHandles

/// The part of an item on a line, with its glyphs.
package struct LinePiece {
  package var item: Int
  package var scalars: Range<Int>
  /// Indices into the paragraph's glyphs or, if `isReshaped`, into the line's own.
  package var glyphs: Range<Int>
  package var isReshaped: Bool
  /// The distance by which the piece is raised, in Pango units.
  package var rise: Int32 = 0
  /// The glyphs, at one end of the piece, of spaces that hang at the line's end: they have no advance and are not
  /// placed.
  package var hanging = 0..<0

  /// The glyphs that have an advance.
  package var shown: Range<Int> {
    guard !hanging.isEmpty else { return glyphs }
    return hanging.lowerBound == glyphs.lowerBound
      ? hanging.upperBound..<glyphs.upperBound : glyphs.lowerBound..<hanging.lowerBound
  }
}

/// A line of glyphs without a position: its pieces from left to right and their extents, in Pango units.
package struct ComposedLine {
  package var scalars: Range<Int>
  package var pieces: [LinePiece] = []
  package var ownGlyphs: [ShapedGlyph] = []
  package var ascent: Int32 = 0
  package var descent: Int32 = 0
  package var advance = 0
  /// The part of `advance` that is white space at the line's end.
  var trailingWhitespace = 0
  /// The advance of the punctuation that hangs at each edge, which is not in `advance`.
  package var hang = (left: 0, right: 0)
  /// The space beside letters of annotated stretches that are divided at the line's ends, by the letters' bytes; in place
  /// of that of the paragraph.
  package var rubyMargins: [Int: (left: Int, right: Int)] = [:]

  package init(scalars: Range<Int>) { self.scalars = scalars }

  package func glyph(_ index: Int, of piece: LinePiece, in paragraph: ShapedParagraph)
    -> ShapedGlyph
  {
    piece.isReshaped ? ownGlyphs[index] : paragraph.glyphs[index]
  }
}
