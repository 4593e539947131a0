internal import CPixman

/// The pixels of a surface while something draws on them.
///
/// Valid only inside `Surface.withTarget`, which owns the memory.
package struct PixelTarget: ~Copyable {
  /// The pixels, premultiplied ARGB32, row-major, without gaps.
  package let pixels: UnsafeMutablePointer<UInt32>
  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  let image: OpaquePointer?

  init(pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) {
    self.pixels = pixels
    self.width = width
    self.height = height
    // Without an image, which takes lack of memory, nothing is composited; fills still work.
    self.image = pixman_image_create_bits_no_clear(
      PIXMAN_a8r8g8b8, Int32(width), Int32(height), pixels, Int32(width * 4))
  }

  deinit { if let image { pixman_image_unref(image) } }

  /// Puts `image` over the pixels with its top-left corner at `x`, `y`, clipped to the target.
  ///
  /// `alpha` multiplies the image's own.
  package borrowing func composite(_ image: PixelImage, x: Int, y: Int, alpha: UInt8 = 255) {
    guard abs(x) < 1 << 20, abs(y) < 1 << 20, alpha > 0, let target = self.image else { return }
    var color = pixman_color_t(red: 0, green: 0, blue: 0, alpha: UInt16(alpha) * 257)
    let mask = alpha == 255 ? nil : pixman_image_create_solid_fill(&color)
    defer { if let mask { pixman_image_unref(mask) } }
    pixman_image_composite32(
      PIXMAN_OP_OVER, image.handle, mask, target, 0, 0, 0, 0, Int32(x), Int32(y),
      Int32(image.width), Int32(image.height))
  }
}
