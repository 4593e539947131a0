import GalleyPrimitives
import GalleyRaster

extension Painter {
  /// Draws a display list in bands, each of which `encoder` takes before the next, and returns the file.
  ///
  /// - Throws: ``GalleyRaster/RasterError``, ``GalleyPNG/PNGError``.
  /// - Complexity: O(pixels); memory for one band.
  func png(
    of list: DisplayList, size: PixelSize, scale: Double, background: Color,
    with encoder: PNGRowEncoder
  ) throws -> [UInt8] {
    for band in Self.bands(of: size) {
      var surface = try makeSurface(PixelSize(width: size.width, height: band.count))
      try draw(list, rows: band, scale: scale, background: background, into: &surface)
      surface.withPixels { bytes, stride in
        bytes.withUnsafeBytes { encoder.append($0, stride: stride, rowCount: band.count) }
      }
    }
    return try encoder.finish(scale: scale)
  }
}
