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

  /// Puts rows of `image` over the pixels, clipped to the target; the image's top-left corner,
  /// whether or not among them, falls on `x`, `y`.
  ///
  /// `alpha` multiplies the image's own.
  package borrowing func composite(
    _ image: PixelImage, rows: Range<Int>, x: Int, y: Int, alpha: UInt8 = 255
  ) {
    let rows = rows.clamped(to: 0..<image.height)
    guard abs(x) < 1 << 20, abs(y) < 1 << 20, alpha > 0, !rows.isEmpty,
      let target = self.image
    else { return }
    var color = pixman_color_t(red: 0, green: 0, blue: 0, alpha: UInt16(alpha) * 257)
    let mask = alpha == 255 ? nil : pixman_image_create_solid_fill(&color)
    defer { if let mask { pixman_image_unref(mask) } }
    pixman_image_composite32(
      PIXMAN_OP_OVER, image.handle, mask, target, 0, Int32(rows.lowerBound), 0, 0, Int32(x),
      Int32(y + rows.lowerBound), Int32(image.width), Int32(rows.count))
  }

  /// Puts rows of `image` in the pixels' place, as ``composite(_:rows:x:y:alpha:)`` does where
  /// they are opaque, and faster.
  package borrowing func copy(_ image: PixelImage, rows: Range<Int>, x: Int, y: Int) {
    guard abs(x) < 1 << 20, abs(y) < 1 << 20 else { return }
    let left = max(0, x)
    let count = min(width, x + image.width) - left
    guard count > 0 else { return }
    for row in rows.clamped(to: 0..<image.height) where y + row >= 0 && y + row < height {
      (pixels + (y + row) * width + left)
        .update(from: image.pixels + row * image.width + left - x, count: count)
    }
  }
}
