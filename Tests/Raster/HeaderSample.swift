import GalleyPrimitives

/// The first bytes of images that have no pixels.
enum HeaderSample: CaseIterable, Sendable {
  case png, interlacedPNG, gif, losslessWebP, progressiveJPEG

  /// The header of an image of `size`.
  func bytes(_ size: PixelSize) -> [UInt8] {
    switch self {
    case .png: Self.pngHeader(size, isInterlaced: false)
    case .interlacedPNG: Self.pngHeader(size, isInterlaced: true)
    case .gif: Self.gifHeader(size)
    case .losslessWebP: Self.webPHeader(size)
    case .progressiveJPEG: ScannedJPEG(width: size.width, height: size.height, scanCount: 2).bytes
    }
  }

  /// The words for an image that is decoded as a whole; `nil` for one that is read by rows.
  var wholeName: String? {
    switch self {
    case .png: nil
    case .interlacedPNG: "an interlaced PNG"
    case .gif: "a GIF"
    case .losslessWebP: "a lossless WebP"
    case .progressiveJPEG: "a progressive JPEG"
    }
  }

  private static func pngHeader(_ size: PixelSize, isInterlaced: Bool) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += big(13, 4)
    bytes += Array("IHDR".utf8)
    bytes += big(size.width, 4)
    bytes += big(size.height, 4)
    // Eight bits of each of three colours; no reader compares the checksum of a header.
    bytes += [8, 2, 0, 0, isInterlaced ? 1 : 0]
    bytes += [0, 0, 0, 0]
    return bytes
  }

  private static func gifHeader(_ size: PixelSize) -> [UInt8] {
    var bytes = Array("GIF89a".utf8)
    bytes += little(size.width, 2)
    bytes += little(size.height, 2)
    bytes += [0, 0, 0]
    return bytes
  }

  private static func webPHeader(_ size: PixelSize) -> [UInt8] {
    // A mark, 14 bits of each edge less 1, and the beginning of a stream.
    var chunk: [UInt8] = [0x2F]
    chunk += little((size.height - 1) << 14 | (size.width - 1), 4)
    chunk += [UInt8](repeating: 0, count: 15)
    var bytes = Array("RIFF".utf8)
    bytes += little(12 + chunk.count, 4)
    bytes += Array("WEBPVP8L".utf8)
    bytes += little(chunk.count, 4)
    return bytes + chunk
  }
}

/// `value` in `count` bytes, the lowest first.
func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }
