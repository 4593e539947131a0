internal import CWebP
package import GalleyPrimitives

/// Encodes WebP through libwebp.
package enum WebPWriter {
  /// The longest edge of the format, in pixels.
  package static let edgeLimit = 16_383

  /// Encodes rows of native-endian premultiplied pixels without gaps.
  ///
  /// Without `quality` the pixels are kept. Unless the picture is transparent, the fourth channel is ignored.
  ///
  /// - Precondition: `pixels` has as many rows as `size`, and its edges are 1 to ``edgeLimit``.
  package static func encode(
    _ pixels: UnsafeRawBufferPointer, _ size: PixelSize, quality: Int?, isTransparent: Bool
  ) throws(PictureWritingError) -> [UInt8] {
    var config = WebPConfig()
    var picture = WebPPicture()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
      throw PictureWritingError("this libwebp has another version than its headers")
    }
    defer { WebPPictureFree(&picture) }
    if let quality {
      config.quality = Float(quality)
      // Coloured text keeps its edges.
      config.use_sharp_yuv = 1
    } else {
      guard WebPConfigLosslessPreset(&config, 6) != 0 else {
        throw PictureWritingError("unknown error")
      }
      picture.use_argb = 1
    }
    picture.width = Int32(size.width)
    picture.height = Int32(size.height)
    guard take(pixels, into: &picture, isTransparent: isTransparent) else {
      throw PictureWritingError("lack of memory")
    }
    var output = WebPMemoryWriter()
    WebPMemoryWriterInit(&output)
    defer { WebPMemoryWriterClear(&output) }
    let isEncoded = withUnsafeMutablePointer(to: &output) { output in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(output)
      return WebPEncode(&config, &picture) != 0
    }
    guard isEncoded else {
      throw PictureWritingError("libwebp's error \(picture.error_code.rawValue)")
    }
    return [UInt8](UnsafeBufferPointer(start: output.mem, count: output.size))
  }

  private static func take(
    _ pixels: UnsafeRawBufferPointer, into picture: inout WebPPicture, isTransparent: Bool
  ) -> Bool {
    let stride = 4 * picture.width
    guard isTransparent else {
      return pixels.withMemoryRebound(to: UInt8.self) {
        WebPPictureImportBGRX(&picture, $0.baseAddress, stride) != 0
      }
    }
    return straightened(pixels).withUnsafeBufferPointer {
      WebPPictureImportBGRA(&picture, $0.baseAddress, stride) != 0
    }
  }

  /// The pixels with straight alpha, rounded as in a PNG.
  private static func straightened(_ premultiplied: UnsafeRawBufferPointer) -> [UInt8] {
    var pixels = [UInt8](premultiplied)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for start in stride(from: 0, to: pixels.count, by: 4) {
        let alpha = Int(pixels[start + 3])
        guard alpha > 0, alpha < 255 else { continue }
        for channel in start..<start + 3 {
          pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
        }
      }
    }
    return pixels
  }
}
