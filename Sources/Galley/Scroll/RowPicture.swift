import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRaster

/// Names a picture that frames are made of: a row's whole, or a part of one that is very high.
struct PictureID: Hashable, Sendable {
  /// All that the row's pixels depend on.
  var key: ContentKey
  /// The pixel rows, from the row's top.
  var rows: Range<Int>

  /// The most pixel rows of a picture: a row of any height costs no more memory than is seen of it.
  static let maximumRowCount = 1024

  /// Hashes the key alone, which is quick: the pictures of one row are few.
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The pictures that hold some pixel rows of a row of `height`.
  static func covering(_ rows: Range<Int>, of key: ContentKey, height: Int) -> Parts {
    let rows = rows.clamped(to: 0..<height)
    let numbers =
      rows.isEmpty
      ? 0..<0
      : rows.lowerBound / maximumRowCount..<(rows.upperBound - 1) / maximumRowCount + 1
    return Parts(key: key, height: height, indices: numbers)
  }

  /// Neighbouring pictures of one row.
  struct Parts: RandomAccessCollection {
    let key: ContentKey
    let height: Int
    let indices: Range<Int>

    var startIndex: Int { indices.lowerBound }
    var endIndex: Int { indices.upperBound }

    subscript(number: Int) -> PictureID {
      let first = number * PictureID.maximumRowCount
      return PictureID(
        key: key, rows: first..<Swift.min(first + PictureID.maximumRowCount, height))
    }
  }
}

/// A picture with the name of what it shows: pixels, and their strip once somebody has encoded them.
final class RowPicture: Sendable {
  let id: PictureID
  /// The pixels, and what masks cut when a frame is composited.
  let layered: LayeredPicture
  private let known: Monitor<Strip?>

  init(_ id: PictureID, _ layered: LayeredPicture, strip: Strip? = nil) {
    precondition(layered.rows == id.rows, "a picture of other rows")
    self.id = id
    self.layered = layered
    known = Monitor(strip)
  }

  /// The pixels that lie below all masks.
  var pixels: Picture { layered.pixels }

  /// The bytes of its pixels, masked ones included.
  var byteCount: Int { layered.byteCount }

  /// The strip of the whole picture.
  func strip(with encoder: StripEncoder) -> Strip {
    if let strip = known.withLock({ $0 }) { return strip }
    let strip = self.strip(of: 0..<id.rows.count, with: encoder)
    known.withLock { $0 = strip }
    return strip
  }

  /// The strip of some pixel rows, from the picture's top.
  func strip(of rows: Range<Int>, with encoder: StripEncoder) -> Strip {
    pixels.encoded(rows, with: encoder)
  }
}

extension Picture {
  /// The strip of some pixel rows.
  func encoded(_ rows: Range<Int>, with encoder: StripEncoder) -> Strip {
    withPixels { bytes, stride in
      bytes.withUnsafeBytes {
        encoder.encode($0, stride: stride, width: size.width, rows: rows)
      }
    }
  }
}
