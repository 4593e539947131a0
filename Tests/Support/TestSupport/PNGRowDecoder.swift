internal import CSPNG

/// An error of libspng.
package struct PNGDecodingError: Error, CustomStringConvertible {
  package var code: Int32
  package var description: String { String(cString: spng_strerror(code)) }
}

/// Decodes a PNG row by row, to 8-bit channels, with libspng, which shares no code with the encoder.
///
/// The size limits of libspng are raised. A critical chunk with a wrong CRC is an error.
package final class PNGRowDecoder {
  private let context: OpaquePointer
  private let source: Source
  package let width: Int
  package let height: Int
  /// The color type of the PNG format: 0 for grey, 2 for RGB, 6 for RGBA.
  package let colorType: UInt8
  /// The bits of a channel in the file.
  package let bitDepth: UInt8

  /// Hands bytes to libspng on demand, so that a file need not be in memory.
  private final class Source {
    let read: (UnsafeMutableRawBufferPointer) -> Bool
    init(_ read: @escaping (UnsafeMutableRawBufferPointer) -> Bool) { self.read = read }
  }

  /// Makes a decoder of the bytes that `read` writes to its buffer.
  ///
  /// `read` fills the buffer, or returns false if the file has too few bytes.
  package init(_ read: @escaping (UnsafeMutableRawBufferPointer) -> Bool) throws(PNGDecodingError) {
    guard let context = spng_ctx_new(0) else { throw PNGDecodingError(code: 2) }
    let source = Source(read)
    var header = spng_ihdr()
    let code = Self.start(context, source, &header)
    guard code == 0 else {
      spng_ctx_free(context)
      throw PNGDecodingError(code: code)
    }
    self.context = context
    self.source = source
    width = Int(header.width)
    height = Int(header.height)
    colorType = header.color_type
    bitDepth = header.bit_depth
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
        context, nil, 0,
        Int32(header.color_type == 0 ? SPNG_FMT_G8.rawValue : SPNG_FMT_RAW.rawValue),
        Int32(SPNG_DECODE_PROGRESSIVE.rawValue))
    }
    return code
  }

  deinit { spng_ctx_free(context) }

  package var bytesPerPixel: Int { colorType == 0 ? 1 : colorType == 2 ? 3 : 4 }

  /// Decodes the next row into `row`; returns false for the last row.
  package func next(_ row: inout [UInt8]) throws(PNGDecodingError) -> Bool {
    let code = row.withUnsafeMutableBytes { spng_decode_row(context, $0.baseAddress, $0.count) }
    if code == Int32(SPNG_EOI.rawValue) { return false }
    guard code == 0 else { throw PNGDecodingError(code: code) }
    return true
  }

  /// The rendering intent of the sRGB chunk, and the density in pixels per metre.
  package func metadata() -> (intent: UInt8, perMetreX: UInt32, perMetreY: UInt32, unit: UInt8)? {
    var intent: UInt8 = 0
    var density = spng_phys()
    guard spng_get_srgb(context, &intent) == 0, spng_get_phys(context, &density) == 0 else {
      return nil
    }
    return (intent, density.ppu_x, density.ppu_y, density.unit_specifier)
  }
}
