public import GalleyElements
public import GalleyHandles
public import GalleyPNG
public import GalleyPrimitives
public import GalleyRaster

extension Image {
  /// Draws an image of `size` layout units, now.
  ///
  /// Its pixels are its identity: a drawing that is equal to an earlier one shares its place in all caches. Keep the
  /// image for many cells, since each call draws.
  ///
  /// - Parameters:
  ///   - size: The extent, in layout units.
  ///   - scale: The device pixels per layout unit; that of the cells is sharpest.
  ///   - background: The colour below all items.
  ///   - draw: Returns the items, from the top-left corner.
  /// - Throws: An error of `draw`, ``/GalleyRaster/RasterError``, ``/GalleyPNG/PNGError``.
  public init(
    size: Size, scale: Double = 2, background: Color = .clear,
    drawing draw: () throws -> DisplayList
  ) throws {
    try self.init(
      draw().picture(size: size, scale: scale, background: background), scale: scale)
    content.size = size
  }

  /// Makes an image of a picture, which it keeps as a PNG.
  ///
  /// As ``init(size:scale:background:drawing:)``, it is hashable and codable, and equal pixels are one image in all
  /// caches.
  ///
  /// - Parameters:
  ///   - picture: The pixels, of a cell or a text for instance.
  ///   - scale: The pixels per layout unit.
  /// - Throws: ``/GalleyPNG/PNGError``.
  /// - Complexity: O(pixels).
  public init(_ picture: Picture, scale: Double = 2) throws(PNGError) {
    let size = Size(
      width: Double(picture.size.width) / scale, height: Double(picture.size.height) / scale)
    self.init(bytes: try picture.png(scale: scale), size: size)
  }
}
