/// The extents of a line, in Pango units.
package struct LineExtents: BitwiseCopyable, Sendable {
  package var ascent: Int32 = 0
  package var descent: Int32 = 0
  /// The inline advance, white space at the line's end included, except a space that hangs.
  package var advance = 0
  /// The part of `advance` that is white space at the line's end.
  package var trailingWhitespace = 0
}
