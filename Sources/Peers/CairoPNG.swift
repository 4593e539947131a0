internal import CCairo

/// How many bytes Cairo's own PNG writer makes of pixels, natively endian RGB24; `nil` if it fails.
///
/// The peer of the encoder of strips.
package func cairoPNGByteCount(
  _ pixels: UnsafeMutableRawBufferPointer, stride: Int, width: Int, rowCount: Int
) -> Int? {
  let surface = cairo_image_surface_create_for_data(
    pixels.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, Int32(width),
    Int32(rowCount), Int32(stride))
  defer { cairo_surface_destroy(surface) }
  var count = 0
  let status = withUnsafeMutablePointer(to: &count) { count in
    cairo_surface_write_to_png_stream(
      surface,
      { user, _, length in
        user?.assumingMemoryBound(to: Int.self).pointee += Int(length)
        return CAIRO_STATUS_SUCCESS
      }, count)
  }
  return status == CAIRO_STATUS_SUCCESS ? count : nil
}
