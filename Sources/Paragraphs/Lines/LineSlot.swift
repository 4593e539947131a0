/// The position of a line that the builder does not stack itself; in Pango units.
package struct LineSlot {
  /// The start of the line's stretch, from the left of the container's inside.
  package var left: Int
  /// The length of the stretch; `nil` for no limit.
  package var width: Int?
  /// From the inside's top to the baseline.
  package var baseline: Int
  /// The text row.
  package var row: Int
  /// The line's ascent and descent, if its fonts do not decide them.
  package var extents: (ascent: Int32, descent: Int32)?

  package init(
    left: Int, width: Int?, baseline: Int, row: Int, extents: (ascent: Int32, descent: Int32)?
  ) {
    self.left = left
    self.width = width
    self.baseline = baseline
    self.row = row
    self.extents = extents
  }
}
