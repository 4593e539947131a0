package import GalleyFrames
package import GalleyHandles
package import GalleyPNG
import GalleyPrimitives
package import GalleyShapes

/// A picture with its identifier: pixels, and their strip after the first encoding.
package final class RowPicture: Sendable {
  package let id: PictureID
  /// The pixels, and the layers that masks clip when a frame is composited.
  package let layered: LayeredPicture
  private let known: Monitor<Strip?>

  init(_ id: PictureID, _ layered: LayeredPicture, strip: Strip? = nil) {
    precondition(layered.rows == id.rows, "a picture of other rows")
    self.id = id
    self.layered = layered
    known = Monitor(strip)
  }

  /// The pixels below all masks.
  package var pixels: Picture { layered.pixels }

  /// The bytes of its pixels, including masked layers.
  package var byteCount: Int { layered.byteCount }

  /// Returns the strip of the whole picture, which is encoded at the first call.
  package func strip(with encoder: StripEncoder) -> Strip {
    if let strip = known.withLock({ $0 }) { return strip }
    let strip = self.strip(of: 0..<id.rows.count, with: encoder)
    known.withLock { $0 = strip }
    return strip
  }

  /// Encodes some pixel rows, counted from the picture's top.
  package func strip(of rows: Range<Int>, with encoder: StripEncoder) -> Strip {
    pixels.encoded(rows, with: encoder)
  }
}
