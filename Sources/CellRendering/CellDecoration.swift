package import GalleyCells
package import GalleyPrimitives
package import GalleyRaster

/// Items that are drawn over the parts of each cell.
///
/// Rendering adds none; a bench adds round discs.
package struct CellDecoration: Sendable {
  /// Returns the items of a cell.
  package var items: @Sendable (CellLayout, Theme) -> [DisplayItem]
  /// Returns the rectangles of those items that masks clip when a frame is composited.
  package var maskedRects: @Sendable (CellLayout) -> [Rect]

  /// Makes a decoration.
  package init(
    items: @escaping @Sendable (CellLayout, Theme) -> [DisplayItem],
    maskedRects: @escaping @Sendable (CellLayout) -> [Rect]
  ) {
    self.items = items
    self.maskedRects = maskedRects
  }
}
