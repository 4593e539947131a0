/// What stands before a PNG's strips, and what stands after them.
///
/// Signature, IHDR, sRGB (perceptual), pHYs, and an IDAT of the zlib stream's two bytes.
struct PNGHeader: Hashable, Sendable {
  /// Pixels a row.
  var width: Int
  /// Pixel rows.
  var rowCount: Int
  /// What the pixels hold.
  var colorType: PNGColorType
  /// Device pixels per layout unit.
  var scale: Double

  /// The widest row; libpng refuses more unless it is told otherwise.
  static let maximumWidth = 1_000_000
  /// The format's limit.
  static let maximumRowCount = Int(Int32.max)
  /// Where the IHDR chunk stands in ``bytes``.
  static let imageHeaderRange = 8..<33

  /// Checks that a PNG can have this size.
  ///
  /// - Throws: ``PNGError/unsupportedSize(width:rowCount:)``.
  func validate() throws(PNGError) {
    guard 1...Self.maximumWidth ~= width, 1...Self.maximumRowCount ~= rowCount else {
      throw .unsupportedSize(width: width, rowCount: rowCount)
    }
  }

  /// The file's bytes up to the first strip.
  var bytes: [UInt8] {
    var bytes = preamble
    // Deflate with a window of 32 KiB; the level is only a hint, and says "fastest".
    Chunk.append(Chunk.imageData, [0x78, 0x01], to: &bytes)
    return bytes
  }

  /// The file's bytes up to the first IDAT.
  var preamble: [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes.reserveCapacity(96)
    bytes += imageHeader
    Chunk.append(Chunk.code("sRGB"), [0], to: &bytes)
    var density: [UInt8] = []
    density.append(bigEndian: pixelsPerMetre)
    density.append(bigEndian: pixelsPerMetre)
    density.append(1)
    Chunk.append(Chunk.code("pHYs"), density, to: &bytes)
    return bytes
  }

  /// The IHDR chunk alone.
  var imageHeader: [UInt8] {
    var payload: [UInt8] = []
    payload.append(bigEndian: UInt32(width))
    payload.append(bigEndian: UInt32(rowCount))
    payload += [8, colorType.rawValue, 0, 0, 0]
    var bytes: [UInt8] = []
    Chunk.append(Chunk.code("IHDR"), payload, to: &bytes)
    return bytes
  }

  /// A layout unit is 1/96 inch, as CSS has it: 3,780 pixels a metre at scale 1.
  private var pixelsPerMetre: UInt32 {
    guard scale > 0, scale < 1000 else { return 3780 }
    return UInt32(scale * 96 / 0.0254 + 0.5)
  }

  /// The file's bytes after the last strip: an empty final block, the checksum of all raw bytes.
  static func trailer(_ adler: Adler32) -> [UInt8] {
    var payload: [UInt8] = [0x03, 0x00]
    payload.append(bigEndian: adler.value)
    var bytes: [UInt8] = []
    Chunk.append(Chunk.imageData, payload, to: &bytes)
    return bytes + end
  }

  /// The IEND chunk.
  static var end: [UInt8] {
    var bytes: [UInt8] = []
    Chunk.append(Chunk.code("IEND"), [], to: &bytes)
    return bytes
  }
}
