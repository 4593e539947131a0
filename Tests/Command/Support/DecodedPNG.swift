internal import CSPNG

/// A PNG as a second decoder, libspng, sees it; critical chunks with a wrong CRC are an error.
struct DecodedPNG: Equatable {
  var width: Int
  var height: Int
  var pixels: [UInt8]

  /// What the decoder found wrong.
  struct Failure: Error {
    var message: String
  }

  init(_ bytes: [UInt8]) throws {
    guard let context = spng_ctx_new(0) else { throw Failure(message: "no memory") }
    defer { spng_ctx_free(context) }
    func check(_ code: Int32) throws {
      guard code == 0 else { throw Failure(message: String(cString: spng_strerror(code))) }
    }
    var header = spng_ihdr()
    (width, height, pixels) = try bytes.withUnsafeBytes { buffer in
      spng_set_image_limits(context, 1 << 20, 1 << 24)
      try check(spng_set_png_buffer(context, buffer.baseAddress, buffer.count))
      try check(spng_get_ihdr(context, &header))
      var count = 0
      try check(spng_decoded_image_size(context, Int32(SPNG_FMT_RGBA8.rawValue), &count))
      var pixels = [UInt8](repeating: 0, count: count)
      let code = pixels.withUnsafeMutableBytes {
        spng_decode_image(context, $0.baseAddress, $0.count, Int32(SPNG_FMT_RGBA8.rawValue), 0)
      }
      try check(code)
      return (Int(header.width), Int(header.height), pixels)
    }
  }
}
