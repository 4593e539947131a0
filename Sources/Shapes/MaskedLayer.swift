package import GalleyHandles
import GalleyPrimitives

/// Pixels of a picture, and the layers above them, which masks clip.
///
/// Compositing only reads finished pixels row by row, so it can run on any thread.
package struct LayeredPicture: Sendable {
  /// The pixels below the layers.
  package let pixels: Picture
  /// The column of the whole picture at which the pixels begin.
  let left: Int
  /// The pixel row of the whole picture at which the pixels begin.
  let top: Int
  /// The layers above the pixels, bottom to top.
  package let layers: [MaskedLayer]

  package init(pixels: Picture, left: Int, top: Int, layers: [MaskedLayer]) {
    self.pixels = pixels
    self.left = left
    self.top = top
    self.layers = layers
  }

  /// Wraps pixel rows of a picture, from row `top` on, that no mask clips.
  package init(_ pixels: Picture, top: Int) {
    self.init(pixels: pixels, left: 0, top: top, layers: [])
  }

  /// The pixel rows, from the top of the whole picture.
  package var rows: Range<Int> { top..<top + pixels.size.height }

  /// The bytes of the pixels and all layers.
  package var byteCount: Int {
    layers.reduce(4 * pixels.size.width * pixels.size.height) { $0 + $1.content.byteCount }
  }

  /// The number of device pixels to blend when all layers are composited.
  package var maskedPixelCount: Int { layers.reduce(0) { $0 + $1.pixelCount } }

  /// Composites some rows, counted from the top of the whole picture.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - opacity: The opacity of the rows over `ground`.
  ///   - ground: The opaque pixels below those rows; empty if the rows are opaque.
  ///   - pool: The pool that provides the memory.
  /// - Returns: The rows; `nil` if memory runs out.
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

  /// Writes a composited row to the pixels from `row` on.
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

/// The flattened surface of a group, with the mask that clips it.
package struct MaskedLayer: Sendable {
  let shape: RoundedShape
  /// The opacity, 0…255; 255 hides everything below.
  let opacity: UInt32
  let content: LayeredPicture

  package init(shape: RoundedShape, opacity: UInt32, content: LayeredPicture) {
    self.shape = shape
    self.opacity = opacity
    self.content = content
  }

  /// The pixel rows that the layer covers, from the top of the whole picture.
  package var rows: Range<Int> { content.rows }

  /// The number of device pixels of this layer and of the layers on it.
  var pixelCount: Int {
    content.pixels.size.width * content.pixels.size.height + content.maskedPixelCount
  }

  /// Composites the layer over a target whose first row is row `top` of the picture.
  package func composite(onto target: borrowing PixelTarget, top: Int) {
    for y in rows.clamped(to: top..<top + target.height) {
      composite(row: y, over: target.pixels + (y - top) * target.width, left: 0)
    }
  }

  /// Composites row `y` of the picture over `row`, which begins with column `left` of the picture.
  ///
  /// This is the off-screen pass of a mask: the row is composited alone, clipped, and then blended.
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
