internal import CSPNG

/// A PNG as the second decoder, libspng, sees it: 8-bit RGB.
struct DecodedFrame: Equatable {
  var width: Int
  var height: Int
  var pixels: [UInt8]

  struct DecodingError: Error, CustomStringConvertible {
    var code: Int32
    var description: String { String(cString: spng_strerror(code)) }
  }

  init(_ file: [UInt8]) throws {
    guard let context = spng_ctx_new(0) else { throw DecodingError(code: 2) }
    defer { spng_ctx_free(context) }
    var header = spng_ihdr()
    var pixels: [UInt8] = []
    let code = file.withUnsafeBytes { bytes in
      spng_set_image_limits(context, UInt32(Int32.max), UInt32(Int32.max))
      spng_set_png_buffer(context, bytes.baseAddress, bytes.count)
      var count = 0
      var code = spng_get_ihdr(context, &header)
      if code == 0 {
        code = spng_decoded_image_size(context, Int32(SPNG_FMT_RGB8.rawValue), &count)
      }
      if code == 0 {
        pixels = Array(repeating: 0, count: count)
        code = spng_decode_image(context, &pixels, count, Int32(SPNG_FMT_RGB8.rawValue), 0)
      }
      return code
    }
    guard code == 0 else { throw DecodingError(code: code) }
    width = Int(header.width)
    height = Int(header.height)
    self.pixels = pixels
  }

  /// Some pixel rows.
  func rows(_ rows: Range<Int>) -> ArraySlice<UInt8> {
    pixels[rows.lowerBound * 3 * width..<rows.upperBound * 3 * width]
  }

  /// The colour of a pixel as 0xRRGGBB.
  func color(x: Int, y: Int) -> UInt32 {
    pixels[(y * width + x) * 3..<(y * width + x) * 3 + 3].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
