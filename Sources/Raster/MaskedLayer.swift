package import GalleyHandles
import GalleyPrimitives

/// Pixels of a picture, and what lies above them cut by masks.
///
/// It can be composited on any thread, row by row: nothing is drawn any more.
package struct LayeredPicture: Sendable {
  /// What lies below.
  package let pixels: Picture
  /// The column of the whole picture that the pixels begin with.
  let left: Int
  /// The pixel row of the whole picture that the pixels begin with.
  let top: Int
  /// What lies above, from below.
  package let layers: [MaskedLayer]

  init(pixels: Picture, left: Int, top: Int, layers: [MaskedLayer]) {
    self.pixels = pixels
    self.left = left
    self.top = top
    self.layers = layers
  }

  /// Pixel rows of a picture, from row `top` on, that no mask cuts.
  package init(_ pixels: Picture, top: Int) {
    self.init(pixels: pixels, left: 0, top: top, layers: [])
  }

  /// The pixel rows, from the top of the whole picture.
  package var rows: Range<Int> { top..<top + pixels.size.height }

  /// The bytes of all its pixels.
  package var byteCount: Int {
    layers.reduce(4 * pixels.size.width * pixels.size.height) { $0 + $1.content.byteCount }
  }

  /// The device pixels that compositing all of it has to mix.
  package var maskedPixelCount: Int { layers.reduce(0) { $0 + $1.pixelCount } }

  /// The composited pixels of some rows, counted from the top of the whole picture.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - opacity: How opaque they lie over `ground`.
  ///   - ground: The opaque pixels of those rows that are seen through them; none where they are opaque.
  ///   - pool: Where the memory comes from.
  /// - Returns: `nil` for lack of memory.
  /// - Complexity: O(pixels of the rows and of the layers on them).
  package func composited(
    _ rows: Range<Int>, opacity: UInt8 = 255, over ground: [UInt32] = [], pool: SurfacePool
  ) -> Picture? {
    let rows = rows.clamped(to: self.rows)
    guard
      var surface = Surface(
        PixelSize(width: pixels.size.width, height: rows.count), pool: pool)
    else { return nil }
    surface.isOpaque = pixels.isOpaque
    surface.withTarget { target in
      for (index, y) in rows.enumerated() {
        let row = target.pixels + index * target.width
        composite(row: y, into: row)
        guard opacity < 255 else { continue }
        for x in 0..<target.width {
          row[x] = PixelMath.mix(
            row[x], UInt32(opacity), ground[index * target.width + x], 255 - UInt32(opacity))
        }
      }
    }
    return surface.freeze()
  }

  /// Puts a row's pixels in the place of those from `row` on.
  fileprivate func composite(row y: Int, into row: UnsafeMutablePointer<UInt32>) {
    let width = pixels.size.width
    pixels.withPixels { bytes, _ in
      bytes.withUnsafeBytes { bytes in
        guard let start = bytes.bindMemory(to: UInt32.self).baseAddress else { return }
        row.update(from: start + (y - top) * width, count: width)
      }
    }
    for layer in layers { layer.composite(row: y, over: row, left: left) }
  }
}

/// What a group was flattened to, and the mask that cuts it.
package struct MaskedLayer: Sendable {
  let shape: RoundedShape
  /// 255 for a layer that hides what it covers.
  let opacity: UInt32
  let content: LayeredPicture

  /// The pixel rows that it covers, from the top of the whole picture.
  package var rows: Range<Int> { content.rows }

  /// The device pixels that it and the layers on it have.
  var pixelCount: Int {
    content.pixels.size.width * content.pixels.size.height + content.maskedPixelCount
  }

  /// Puts the layer over a target, the first of whose rows is row `top` of the picture.
  func composite(onto target: borrowing PixelTarget, top: Int) {
    for y in rows.clamped(to: top..<top + target.height) {
      composite(row: y, over: target.pixels + (y - top) * target.width, left: 0)
    }
  }

  /// Puts row `y` of the picture over `row`, which begins with column `left` of the picture.
  ///
  /// The off-screen pass of a mask: the row is composited by itself, cut, and put over the rest.
  fileprivate func composite(row y: Int, over row: UnsafeMutablePointer<UInt32>, left: Int) {
    guard rows.contains(y) else { return }
    let width = content.pixels.size.width
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { buffer in
      guard let own = buffer.baseAddress else { return }
      content.composite(row: y, into: own)
      shape.forEachCut(row: y, in: content.left..<content.left + width) { x, coverage in
        own[x - content.left] = PixelMath.multiply(own[x - content.left], by: coverage)
      }
      let target = row + (content.left - left)
      for column in 0..<width {
        let pixel = opacity == 255 ? own[column] : PixelMath.multiply(own[column], by: opacity)
        target[column] = pixel >> 24 == 255 ? pixel : PixelMath.over(pixel, target[column])
      }
    }
  }
}
