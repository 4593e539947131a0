internal import CCairo
internal import CPixman
package import GalleyPrimitives
internal import Glibc

/// An image in memory: premultiplied ARGB32 pixels, row-major, without gaps.
///
/// Owned by one worker, as everything that Cairo or pixman may touch.
package final class PixelImage {
  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The pixels; they live as long as the image, which a variable has to hold while they are read.
  package let pixels: UnsafeMutablePointer<UInt32>
  let handle: OpaquePointer

  /// The longest edge, in pixels: that of Cairo.
  package static let edgeLimit = 32_767

  /// An image of transparent pixels; `nil` for lack of memory or an edge outside 1...32,767.
  package init?(width: Int, height: Int) {
    guard (1...Self.edgeLimit).contains(width), (1...Self.edgeLimit).contains(height),
      let memory = calloc(width * height, 4)
    else { return nil }
    pixels = memory.bindMemory(to: UInt32.self, capacity: width * height)
    guard
      let handle = pixman_image_create_bits_no_clear(
        PIXMAN_a8r8g8b8, Int32(width), Int32(height), pixels, Int32(width * 4))
    else {
      free(memory)
      return nil
    }
    self.handle = handle
    self.width = width
    self.height = height
  }

  deinit {
    pixman_image_unref(handle)
    free(pixels)
  }

  /// The bytes of the pixels.
  package var byteCount: Int { width * height * 4 }

  /// How pixels beyond the image's edges look to the filter.
  package enum Edge {
    /// Like the nearest pixel within: for a photograph, whose edge must not fade.
    case padded
    /// Transparent: for a shape that stands alone.
    case transparent
  }

  /// The part of this image at `source`, in pixels, drawn to fill an image of `size`.
  ///
  /// - Returns: `nil` for lack of memory, or if a number is not finite or out of bounds.
  /// - Complexity: O(source pixels + drawn pixels).
  package func scaled(_ source: Rect, to size: PixelSize, edge: Edge) -> PixelImage? {
    let bound = 65_536.0
    // Cairo 1.16 hangs on huge numbers and aborts on NaN.
    guard source.width > 0, source.height > 0, source.width < bound, source.height < bound,
      abs(source.minX) < bound, abs(source.minY) < bound,
      let drawn = PixelImage(width: size.width, height: size.height),
      let from = wrapped(), let to = drawn.wrapped(),
      let context = cairo_create(to)
    else { return nil }
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(to)
      cairo_surface_destroy(from)
    }
    cairo_set_source_surface(context, from, 0, 0)
    let pattern = cairo_get_source(context)
    var matrix = cairo_matrix_t(
      xx: source.width / Double(size.width), yx: 0, xy: 0,
      yy: source.height / Double(size.height), x0: source.minX, y0: source.minY)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
    cairo_pattern_set_extend(pattern, edge == .padded ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    cairo_paint(context)
    guard cairo_status(context) == CAIRO_STATUS_SUCCESS else { return nil }
    cairo_surface_flush(to)
    return drawn
  }

  func wrapped() -> OpaquePointer? {
    let bytes = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
    return cairo_image_surface_create_for_data(
      bytes, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4))
  }
}
