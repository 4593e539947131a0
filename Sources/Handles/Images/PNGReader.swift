internal import CSPNG
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

  static func decode(
    _ bytes: [UInt8], _ size: PixelSize, edgeLimit: Int = ImageReader.edgeLimit
  ) throws(ImageError.Cause) -> PixelImage {
    guard let context = spng_ctx_new(0) else { throw .outOfMemory }
    defer { spng_ctx_free(context) }
    // A second check of the limits, by the decoder itself; text and colour profiles stay small.
    spng_set_image_limits(context, UInt32(edgeLimit), UInt32(edgeLimit))
    spng_set_chunk_limits(context, 4 << 20, 8 << 20)
    guard let image = PixelImage(width: size.width, height: size.height) else {
      throw .outOfMemory
    }
    let code = bytes.withUnsafeBytes { buffer in
      let given = spng_set_png_buffer(context, buffer.baseAddress, buffer.count)
      guard given == 0 else { return given }
      return spng_decode_image(
        context, image.pixels, image.byteCount, Int32(SPNG_FMT_RGBA8.rawValue),
        Int32(SPNG_DECODE_TRNS.rawValue))
    }
    guard code == 0 else { throw .damaged(String(cString: spng_strerror(code))) }
    premultiply(image)
    return image
  }

  /// Turns straight RGBA bytes into premultiplied ARGB32, in place.
  private static func premultiply(_ image: PixelImage) {
    for index in 0..<image.width * image.height {
      let pixel = UInt32(littleEndian: image.pixels[index])
      let alpha = pixel >> 24
      // Red and blue in one register, 16 bits each, in the order that ARGB32 wants.
      let redBlue = (pixel & 0xFF) << 16 | (pixel >> 16 & 0xFF)
      let green = pixel & 0xFF00
      guard alpha < 255 else {
        image.pixels[index] = 0xFF00_0000 | redBlue | green
        continue
      }
      let scaled = redBlue * alpha + 0x80_0080
      let scaledGreen = (green >> 8) * alpha + 0x80
      image.pixels[index] =
        alpha << 24
        | ((scaled + (scaled >> 8 & 0xFF_00FF)) >> 8) & 0xFF_00FF
        | (scaledGreen + scaledGreen >> 8) & 0xFF00
    }
  }
}
