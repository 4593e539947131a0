import GalleyCompression
import GalleyFiles
import GalleyHandles
public import GalleyPrimitives

/// Encodes a card picture or a page as one closed stream, as profile small requires.
///
/// It holds the raw rows of the whole picture, so it does not suit a feed of any height. Not
/// `Sendable`: each worker has its own encoder, which reuses its memory from picture to picture.
public final class WholePictureEncoder {
  /// The colour type.
  public let colorType: PNGColorType
  /// Pixels per row.
  public let width: Int
  /// The number of pixel rows so far.
  public private(set) var rowCount = 0

  private let deflater = WholeDeflater()
  private let maximumPayload: Int
  private var raw = RawRows()
  private var output = Scratch()

  /// Makes an encoder of pictures `width` pixels wide.
  ///
  /// - Precondition: `width` is 1 to 1,000,000.
  public convenience init(width: Int, colorType: PNGColorType = .rgb) {
    self.init(width: width, colorType: colorType, maximumPayload: Chunk.maximumPayload)
  }

  /// Makes an encoder that begins a new chunk after `maximumPayload` bytes.
  init(width: Int, colorType: PNGColorType, maximumPayload: Int) {
    precondition(1...PNGHeader.maximumWidth ~= width, "no such row")
    self.width = width
    self.colorType = colorType
    self.maximumPayload = maximumPayload
  }

  /// Appends rows of native-endian premultiplied ARGB32 or RGB24 pixels, as ``StripEncoder`` does.
  ///
  /// - Precondition: `pixels` holds these rows.
  public func append(_ pixels: UnsafeRawBufferPointer, stride: Int, rows: Range<Int>) {
    precondition(
      rows.isEmpty
        || rows.lowerBound >= 0 && stride >= 4 * width
          && (rows.upperBound - 1) * stride + 4 * width <= pixels.count,
      "rows outside the pixels")
    raw.append(pixels, stride: stride, width: width, rows: rows, as: colorType)
    rowCount += rows.count
  }

  /// Appends `count` rows of one colour.
  ///
  /// - Precondition: `count` is not negative.
  public func append(repeating color: Color, rowCount count: Int) {
    precondition(count >= 0, "no such rows")
    raw.append(
      repeating: [UInt32](repeating: color.premultipliedPixel, count: width), rowCount: count,
      as: colorType)
    rowCount += count
  }

  /// Returns the PNG of the rows so far, and starts an empty picture.
  ///
  /// - Parameter scale: device pixels per layout unit, which is 1/96 inch; stored as the pixel
  ///   density.
  /// - Returns: the file's bytes.
  /// - Throws: ``PNGError/unsupportedSize(width:rowCount:)`` for no rows, or for 2³¹ rows and more.
  /// - Complexity: O(pixels), about 6 ms per megapixel of text.
  public func finish(scale: Double) throws(PNGError) -> [UInt8] {
    let header = PNGHeader(width: width, rowCount: rowCount, colorType: colorType, scale: scale)
    defer {
      raw.removeAll()
      rowCount = 0
    }
    try header.validate()
    output.reserve(deflater.bound(raw.byteCount))
    let count = deflater.deflate(raw.bytes, into: output.bytes)
    var bytes = header.preamble
    let end = PNGHeader.end
    bytes.reserveCapacity(
      bytes.count + count + (count / maximumPayload + 1) * Chunk.overhead + end.count)
    for start in stride(from: 0, to: count, by: maximumPayload) {
      let payload = output.bytes[start..<min(start + maximumPayload, count)]
      Chunk.append(Chunk.imageData, UnsafeRawBufferPointer(rebasing: payload), to: &bytes)
    }
    return bytes + end
  }
}

/// Writes the bytes of a picture to a file, atomically.
///
/// With `durable`, waits until the file is on the disk.
///
/// - Throws: ``PNGError/cannotCreate(path:errno:)``, ``PNGError/writeFailed(path:errno:)``.
public func writePicture(_ bytes: [UInt8], to path: String, durable: Bool = false) throws(PNGError)
{
  try writeFile(path, durable: durable) { file throws(FileError) in try file.write(bytes) }
}

/// Writes the bytes of a picture to an open descriptor, which stays open, called `name` in messages.
///
/// - Throws: ``PNGError/writeFailed(path:errno:)``.
package func writePicture(
  _ bytes: [UInt8], spoolingTo descriptor: Int32, named name: String
) throws(PNGError) {
  try withPNGErrors { () throws(FileError) in
    var file = try AtomicFile(spoolingTo: descriptor, named: name)
    try file.write(bytes)
    try file.commit(durable: false)
  }
}
