internal import CSPNG

/// An error of the second decoder, libspng.
struct DecodingError: Error, CustomStringConvertible {
  var code: Int32
  var description: String { String(cString: spng_strerror(code)) }
}

/// Decodes a PNG row by row with libspng, with raised size limits.
///
/// Critical chunks with a wrong CRC are an error.
final class RowDecoder {
  private let context: OpaquePointer
  private let source: Source
  let width: Int
  let height: Int
  let colorType: UInt8

  /// Hands bytes to libspng on demand, so that a file need not be in memory.
  private final class Source {
    let read: (UnsafeMutableRawBufferPointer) -> Bool
    init(_ read: @escaping (UnsafeMutableRawBufferPointer) -> Bool) { self.read = read }
  }

  /// Makes a decoder of the bytes that `read` writes to the buffer; `read` returns false at the
  /// end.
  init(_ read: @escaping (UnsafeMutableRawBufferPointer) -> Bool) throws(DecodingError) {
    guard let context = spng_ctx_new(0) else { throw DecodingError(code: 2) }
    let source = Source(read)
    var header = spng_ihdr()
    let code = Self.start(context, source, &header)
    guard code == 0 else {
      spng_ctx_free(context)
      throw DecodingError(code: code)
    }
    self.context = context
    self.source = source
    width = Int(header.width)
    height = Int(header.height)
    colorType = header.color_type
  }

  private static func start(
    _ context: OpaquePointer, _ source: Source, _ header: inout spng_ihdr
  ) -> Int32 {
    spng_set_image_limits(context, UInt32(Int32.max), UInt32(Int32.max))
    // The decoder owns the source and outlives each call.
    var code = spng_set_png_stream(
      context,
      { _, user, target, count in
        guard let user, let target else { return Int32(SPNG_IO_ERROR.rawValue) }
        let source = Unmanaged<Source>.fromOpaque(user).takeUnretainedValue()
        let buffer = UnsafeMutableRawBufferPointer(start: target, count: count)
        return source.read(buffer) ? 0 : Int32(SPNG_IO_EOF.rawValue)
      }, Unmanaged.passUnretained(source).toOpaque())
    if code == 0 { code = spng_get_ihdr(context, &header) }
    if code == 0 {
      code = spng_decode_image(
        context, nil, 0, Int32(SPNG_FMT_RAW.rawValue), Int32(SPNG_DECODE_PROGRESSIVE.rawValue))
    }
    return code
  }

  deinit { spng_ctx_free(context) }

  var bytesPerPixel: Int { colorType == 2 ? 3 : 4 }

  /// Decodes the next row into `row`; false after the last.
  func next(_ row: inout [UInt8]) throws(DecodingError) -> Bool {
    let code = row.withUnsafeMutableBytes { spng_decode_row(context, $0.baseAddress, $0.count) }
    if code == Int32(SPNG_EOI.rawValue) { return false }
    guard code == 0 else { throw DecodingError(code: code) }
    return true
  }

  /// The rendering intent of the sRGB chunk, and the density in pixels per metre.
  func metadata() -> (intent: UInt8, perMetreX: UInt32, perMetreY: UInt32, unit: UInt8)? {
    var intent: UInt8 = 0
    var density = spng_phys()
    guard spng_get_srgb(context, &intent) == 0, spng_get_phys(context, &density) == 0 else {
      return nil
    }
    return (intent, density.ppu_x, density.ppu_y, density.unit_specifier)
  }
}

/// Decodes a whole PNG with the second decoder.
struct DecodedPNG: Equatable {
  var width: Int
  var height: Int
  var colorType: UInt8
  var pixels: [UInt8]

  init(_ bytes: [UInt8]) throws {
    var position = 0
    let decoder = try RowDecoder { buffer in
      guard position + buffer.count <= bytes.count else { return false }
      buffer.copyBytes(from: bytes[position..<position + buffer.count])
      position += buffer.count
      return true
    }
    width = decoder.width
    height = decoder.height
    colorType = decoder.colorType
    pixels = []
    var row = [UInt8](repeating: 0, count: width * decoder.bytesPerPixel)
    for index in 0..<height {
      let hasMore = try decoder.next(&row)
      pixels += row
      if !hasMore && index + 1 < height { throw DecodingError(code: -1) }
    }
  }
}
