internal import CSPNG
import GalleyHandles
internal import GalleyPrimitives

/// Decodes PNG through libspng.
enum PNGReader {
  /// The size in IHDR, the first chunk.
  static func size(_ bytes: [UInt8]) throws(ImageError.Cause) -> PixelSize {
    guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw .damaged("no IHDR chunk")
    }
    func number(_ offset: Int) -> Int {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return PixelSize(width: number(16), height: number(20))
  }

  /// Whether the rows come in seven passes, so that the picture is decoded as a whole.
  static func isInterlaced(_ bytes: [UInt8]) -> Bool { bytes.count > 28 && bytes[28] != 0 }

  /// Decodes the picture; of a large one, whole squares are averaged while its rows are read.
  static func decode(
    _ bytes: [UInt8], _ size: PixelSize, atLeast drawn: PixelSize,
    edgeLimit: Int = ImageReader.edgeLimit
  ) throws(ImageError.Cause) -> DecodedImage {
    if bytes.count >= InflatedPNG.leastFileSize,
      let image = try? decode(
        bytes, size, atLeast: drawn, edgeLimit: edgeLimit, isInflated: true)
    {
      return image
    }
    do {
      return try decode(bytes, size, atLeast: drawn, edgeLimit: edgeLimit, isInflated: false)
    } catch {
      // A colour profile or a text is above the limit, and the picture may be sound.
      guard error == damage(Int32(SPNG_ECHUNK_LIMITS.rawValue)) else { throw error }
      return try decode(
        withoutNotes(bytes), size, atLeast: drawn, edgeLimit: edgeLimit, isInflated: false)
    }
  }

  /// The file without its colour profile and its texts, which may be compressed.
  ///
  /// - SeeAlso: PNG (Third Edition), 5.3.
  private static func withoutNotes(_ bytes: [UInt8]) -> [UInt8] {
    var kept = Array(bytes.prefix(8))
    var index = 8
    while index + 12 <= bytes.count {
      let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = min(bytes.count, index + 12 + length)
      let type = bytes[index + 4..<index + 8]
      if !["iCCP", "tEXt", "zTXt", "iTXt"].contains(where: { type.elementsEqual($0.utf8) }) {
        kept += bytes[index..<end]
      }
      index = end
    }
    return kept
  }

  /// Decodes the picture, with pixels that libspng's zlib inflates, or that are inflated before it reads them.
  static func decode(
    _ bytes: [UInt8], _ size: PixelSize, atLeast drawn: PixelSize, edgeLimit: Int, isInflated: Bool
  ) throws(ImageError.Cause) -> DecodedImage {
    // The stream of inflated pixels has compared their checksum.
    let flags = isInflated ? Int32(SPNG_CTX_IGNORE_ADLER32.rawValue) : 0
    guard let context = spng_ctx_new(flags) else { throw .outOfMemory }
    defer { spng_ctx_free(context) }
    // A second check of the limits, by the decoder itself; text and colour profiles stay small.
    spng_set_image_limits(context, UInt32(edgeLimit), UInt32(edgeLimit))
    spng_set_chunk_limits(context, ColorProfiles.byteLimit, 8 << 20)
    let block = isInterlaced(bytes) ? 1 : ImageReader.divisor(size, atLeast: drawn)
    // A small picture takes little memory, and its pixels are averaged when it is scaled.
    let isWhole = block == 1 || size.width * size.height <= 1 << 20
    var result = Result<PixelImage, ImageError.Cause>.failure(.outOfMemory)
    var profile: [UInt8]?
    bytes.withUnsafeBufferPointer { buffer in
      let stream = isInflated ? InflatedPNG(buffer) : nil
      let code =
        stream?.connect(to: context)
        ?? spng_set_png_buffer(context, buffer.baseAddress, buffer.count)
      guard code == 0 else { return result = .failure(damage(code)) }
      withExtendedLifetime(stream) {
        result =
          isWhole
          ? whole(context, size)
          : averaged(context, size, block: min(block, RowAverager.blockLimit))
        profile = Self.profile(of: context)
      }
    }
    return DecodedImage(image: try result.get(), profile: profile)
  }

  private static func whole(
    _ context: OpaquePointer, _ size: PixelSize
  ) -> Result<PixelImage, ImageError.Cause> {
    guard let image = PixelImage(width: size.width, height: size.height) else {
      return .failure(.outOfMemory)
    }
    let code = spng_decode_image(
      context, image.pixels, image.byteCount, Int32(SPNG_FMT_RGBA8.rawValue),
      Int32(SPNG_DECODE_TRNS.rawValue))
    guard code == 0 else { return .failure(damage(code)) }
    premultiply(image.pixels, count: image.width * image.height)
    return .success(image)
  }

  private static func averaged(
    _ context: OpaquePointer, _ size: PixelSize, block: Int
  ) -> Result<PixelImage, ImageError.Cause> {
    // Rows of bytes in three channels are not converted.
    let isPlain = isPlainRGB(context)
    guard var averager = RowAverager(size, block: block, channels: isPlain ? 3 : 4) else {
      return .failure(.outOfMemory)
    }
    let format = isPlain ? SPNG_FMT_RGB8 : SPNG_FMT_RGBA8
    let flags = isPlain ? 0 : SPNG_DECODE_TRNS.rawValue
    var code = spng_decode_image(
      context, nil, 0, Int32(format.rawValue),
      Int32(flags | SPNG_DECODE_PROGRESSIVE.rawValue))
    guard code == 0 else { return .failure(damage(code)) }
    let isOpaque = isOpaque(context)
    var row = [UInt32](repeating: 0, count: size.width)
    let rowSize = (isPlain ? 3 : 4) * size.width
    for _ in 0..<size.height {
      code = row.withUnsafeMutableBytes { spng_decode_row(context, $0.baseAddress, rowSize) }
      guard code == 0 || code == Int32(SPNG_EOI.rawValue) else { return .failure(damage(code)) }
      row.withUnsafeMutableBufferPointer { row in
        guard let start = row.baseAddress else { return }
        // Without alpha, the order of the colours is mended once at the end.
        if !isOpaque { premultiply(start, count: row.count) }
        averager.append(start)
      }
    }
    guard code == Int32(SPNG_EOI.rawValue) else { return .failure(damage(code)) }
    let image = averager.image
    if isOpaque, !isPlain { premultiply(image.pixels, count: image.width * image.height) }
    return .success(image)
  }

  /// Whether pixels are three bytes, and all opaque.
  private static func isPlainRGB(_ context: OpaquePointer) -> Bool {
    var header = spng_ihdr()
    guard spng_get_ihdr(context, &header) == 0, header.bit_depth == 8,
      UInt32(header.color_type) == SPNG_COLOR_TYPE_TRUECOLOR.rawValue
    else { return false }
    return isOpaque(context)
  }

  private static func isOpaque(_ context: OpaquePointer) -> Bool {
    var header = spng_ihdr()
    var transparency = spng_trns()
    let types = [SPNG_COLOR_TYPE_GRAYSCALE, SPNG_COLOR_TYPE_TRUECOLOR, SPNG_COLOR_TYPE_INDEXED]
    return spng_get_ihdr(context, &header) == 0
      && types.contains { $0.rawValue == UInt32(header.color_type) }
      && spng_get_trns(context, &transparency) != 0
  }

  private static func profile(of context: OpaquePointer) -> [UInt8]? {
    var chunk = spng_iccp()
    guard spng_get_iccp(context, &chunk) == 0, let start = chunk.profile,
      chunk.profile_len <= ColorProfiles.byteLimit
    else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: chunk.profile_len))
  }

  private static func damage(_ code: Int32) -> ImageError.Cause {
    .damaged(String(cString: spng_strerror(code)))
  }
}
