/// The position of a line that the builder does not stack itself; in Pango units.
struct LineSlot {
  /// The start of the line's stretch, from the left of the container's inside.
  var left: Int
  /// The length of the stretch; `nil` for no limit.
  var width: Int?
  /// From the inside's top to the baseline.
  var baseline: Int
  /// The text row.
  var row: Int
  /// The line's ascent and descent, if its fonts do not decide them.
  var extents: (ascent: Int32, descent: Int32)?
}
