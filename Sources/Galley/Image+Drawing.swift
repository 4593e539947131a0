public import GalleyElements
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
    let picture = try draw().picture(size: size, scale: scale, background: background)
    self.init(bytes: try picture.png(scale: scale), size: size)
  }
}
