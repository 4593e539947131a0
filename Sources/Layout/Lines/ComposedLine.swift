import GalleyHandles

/// The part of an item on a line, with its glyphs.
struct LinePiece {
  var item: Int
  var scalars: Range<Int>
  /// Indices into the paragraph's glyphs or, if `isReshaped`, into the line's own.
  var glyphs: Range<Int>
  var isReshaped: Bool
  /// The distance by which the piece is raised, in Pango units.
  var rise: Int32 = 0
  /// The glyph of a space that hangs at the line's end: it has no advance and is not placed.
  var hangingGlyph: Int?
}

/// A line of glyphs without a position: its pieces from left to right and their extents, in Pango units.
struct ComposedLine {
  var scalars: Range<Int>
  var pieces: [LinePiece] = []
  var ownGlyphs: [ShapedGlyph] = []
  var ascent: Int32 = 0
  var descent: Int32 = 0
  var advance = 0
  /// The part of `advance` that is white space at the line's end.
  var trailingWhitespace = 0
  /// The advance of the punctuation that hangs at each edge, which is not in `advance`.
  var hang = (left: 0, right: 0)

  init(scalars: Range<Int>) { self.scalars = scalars }

  func glyph(_ index: Int, of piece: LinePiece, in paragraph: ShapedParagraph) -> ShapedGlyph {
    piece.isReshaped ? ownGlyphs[index] : paragraph.glyphs[index]
  }
}
