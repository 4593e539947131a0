internal import CHEIF
import GalleyHandles
internal import GalleyPrimitives

/// Decodes HEIF and AVIF through libheif, which is loaded at the first such image.
enum HEIFReader {
  /// The functions of the library; `nil` if it is not installed.
  private static let functions: galley_heif_functions? = {
    var functions = galley_heif_functions()
    return galley_heif_load(&functions) ? functions : nil
  }()

  /// The name of the format if `bytes` begin as such a file; `nil` for any other.
  static func formatName(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    let end = min(bytes.count, max(16, bytes[..<4].reduce(0) { $0 << 8 | Int($1) }), 256)
    // The major brand, a version, and the brands that it is compatible with.
    var brands: [String] = []
    for start in stride(from: 8, to: end - 3, by: 4) where start != 12 {
      brands.append(String(decoding: bytes[start..<start + 4], as: UTF8.self))
    }
    if brands.contains(where: ["avif", "avis"].contains) { return "an AVIF image" }
    let known = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    return brands.contains(where: known.contains) ? "an HEIF image" : nil
  }

  /// The extent as it is shown: the library turns the picture itself.
  static func size(_ bytes: [UInt8]) throws(ImageError.Cause) -> PixelSize {
    try withPicture(bytes) { _, picture in
      .success(PixelSize(width: Int(picture.width), height: Int(picture.height)))
    }
  }

  static func decode(
    _ bytes: [UInt8], _ size: PixelSize, atLeast drawn: PixelSize
  ) throws(ImageError.Cause) -> DecodedImage {
    try withPicture(bytes) { heif, picture in
      guard galley_heif_decode(heif, &picture) else { return .failure(.damaged(message(picture))) }
      guard let planes = HEIFPlanes(heif, picture) else {
        return .failure(.damaged("its colours and its transparency have different sizes"))
      }
      let decoded = planes.size
      let block = min(RowAverager.blockLimit, ImageReader.divisor(decoded, atLeast: drawn))
      guard var averager = RowAverager(decoded, block: block) else { return .failure(.outOfMemory) }
      let isStraight = planes.hasAlpha && !picture.is_premultiplied
      var row = [UInt32](repeating: 0, count: decoded.width)
      for y in 0..<decoded.height {
        row.withUnsafeMutableBufferPointer { row in
          guard let start = row.baseAddress else { return }
          planes.write(y, to: start, isRGBA: isStraight)
          if isStraight { premultiply(start, count: row.count) }
          averager.append(start)
        }
      }
      return .success(DecodedImage(image: averager.image, profile: profile(heif, picture)))
    }
  }

  private static func withPicture<Value>(
    _ bytes: [UInt8],
    _ body: (UnsafePointer<galley_heif_functions>, inout galley_heif_picture) -> Result<
      Value, ImageError.Cause
    >
  ) throws(ImageError.Cause) -> Value {
    guard var functions = Self.functions else {
      throw .unread((formatName(bytes) ?? "an HEIF image") + ", which needs the library libheif")
    }
    let work = try HEIFWork(of: HEIFItems(bytes))
    let result = bytes.withUnsafeBytes { buffer -> Result<Value, ImageError.Cause> in
      withUnsafePointer(to: &functions) { heif -> Result<Value, ImageError.Cause> in
        var picture = galley_heif_picture()
        defer { galley_heif_close(heif, &picture) }
        guard let start = buffer.baseAddress,
          galley_heif_open(heif, &picture, start, buffer.count, Int32(ImageReader.edgeLimit))
        else { return .failure(.damaged(message(picture))) }
        let shown = PixelSize(width: Int(picture.width), height: Int(picture.height))
        do throws(ImageError.Cause) {
          try work.check(shown: shown, byteCount: bytes.count)
        } catch { return .failure(error) }
        return body(heif, &picture)
      }
    }
    return try result.get()
  }

  private static func profile(
    _ heif: UnsafePointer<galley_heif_functions>, _ picture: galley_heif_picture
  ) -> [UInt8]? {
    var picture = picture
    let count = galley_heif_profile_size(heif, &picture)
    guard count > 0, count <= ColorProfiles.byteLimit else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let isRead = bytes.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { galley_heif_profile(heif, &picture, $0) } ?? false
    }
    return isRead ? bytes : nil
  }

  private static func message(_ picture: galley_heif_picture) -> String {
    withUnsafeBytes(of: picture.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }, as: UTF8.self)
    }
  }
}
