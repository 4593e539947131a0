/// The extents of a line, in Pango units.
struct LineExtents: BitwiseCopyable, Sendable {
  var ascent: Int32 = 0
  var descent: Int32 = 0
  /// The inline advance, white space at the line's end included, except a space that hangs.
  var advance = 0
  /// The part of `advance` that is white space at the line's end.
  var trailingWhitespace = 0
}
