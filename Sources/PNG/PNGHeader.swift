/// The bytes before and after a PNG's strips.
///
/// Before them: signature, IHDR, sRGB (perceptual), pHYs, and an IDAT with the two header bytes of
/// the zlib stream.
struct PNGHeader: Hashable, Sendable {
  /// Pixels per row.
  var width: Int
  /// Pixel rows.
  var rowCount: Int
  /// The colour type.
  var colorType: PNGColorType
  /// Device pixels per layout unit.
  var scale: Double

  /// The maximum width; libpng refuses more by default.
  static let maximumWidth = 1_000_000
  /// The limit of the format.
  static let maximumRowCount = Int(Int32.max)
  /// The range of the IHDR chunk in ``bytes``.
  static let imageHeaderRange = 8..<33

  /// Checks that a PNG may have this size.
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
    // The bytes announce deflate with a window of 32 KiB; the level is only a hint and says
    // "fastest".
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
    payload += [UInt8(colorType.bitDepth), colorType.code, 0, 0, 0]
    var bytes: [UInt8] = []
    Chunk.append(Chunk.code("IHDR"), payload, to: &bytes)
    return bytes
  }

  /// The density in CSS units, 1/96 inch per layout unit: 3,780 pixels per metre at scale 1.
  private var pixelsPerMetre: UInt32 {
    guard scale > 0, scale < 1000 else { return 3780 }
    return UInt32(scale * 96 / 0.0254 + 0.5)
  }

  /// Returns the file's bytes after the last strip: an empty final block, and the checksum of all
  /// raw bytes.
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
