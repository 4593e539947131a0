import GalleyCellRendering
public import GalleyCells
public import GalleyHandles
public import GalleyLayout
public import GalleyPrimitives
import GalleyRaster

extension TextLayout {
  /// Draws the layout, as large as its bounding size.
  ///
  /// Each call opens the fonts again; a ``/Galley/PictureRenderer`` keeps them.
  ///
  /// - Parameters:
  ///   - scale: The device pixels per layout unit.
  ///   - background: The colour below the text; by default the picture is transparent.
  /// - Returns: The picture.
  /// - Throws: ``GalleyRaster/RasterError``.
  public func picture(scale: Double = 1, background: Color = .clear) throws -> Picture {
    try DisplayList(bounding: self)
      .picture(size: boundingSize, scale: scale, background: background)
  }
}

extension DisplayList {
  /// A list that draws a text onto a picture of its bounding size.
  ///
  /// Vertical lines start at the right side of their container, which may be wider than the picture.
  init(bounding layout: TextLayout) {
    let container = layout.container
    var origin = Point.zero
    if container.isVertical, !container.startsAtLeft, container.path == nil,
      container.size.width.isFinite
    {
      origin.x = layout.boundingSize.width - container.size.width
    }
    self.init([.text(layout, origin: origin)])
  }
}

extension CellLayout {
  /// Draws the cell at its scale.
  ///
  /// Each call opens the fonts again; a ``/Galley/PictureRenderer`` keeps them.
  ///
  /// - Parameters:
  ///   - theme: The colours of a built-in card, and that of the page below a cell.
  ///   - assets: The folder of images; `nil` for none.
  /// - Returns: The picture.
  /// - Throws: ``GalleyRaster/RasterError``, ``/GalleyImages/ImageError`` if the folder cannot be opened.
  public func picture(theme: Theme = .light, assets: String? = nil) throws -> Picture {
    let page = theme.pageColor.over(.white)
    return try displayList(theme: theme, page: page)
      .picture(size: size, scale: scale, background: page, assets: assets)
  }
}
