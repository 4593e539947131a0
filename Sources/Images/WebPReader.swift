internal import CWebP
import GalleyHandles
internal import GalleyPrimitives

/// Decodes WebP through libwebp.
enum WebPReader {
  /// The extent of a picture that takes little memory to decode.
  static func size(_ bytes: [UInt8]) throws(ImageError.Cause) -> PixelSize {
    var features = WebPBitstreamFeatures()
    let status = bytes.withUnsafeBufferPointer {
      WebPGetFeatures($0.baseAddress, $0.count, &features)
    }
    guard status == VP8_STATUS_OK else { throw .damaged(words(status)) }
    guard features.has_animation == 0 else { throw .unsupported("an animation") }
    let size = PixelSize(width: Int(features.width), height: Int(features.height))
    // The decoder of lossless pictures holds all pixels, and all of alpha beside others.
    let isLossless = features.format != 1
    let limit =
      isLossless
      ? ImageReader.heldPixelLimit : features.has_alpha != 0 ? 4 * ImageReader.heldPixelLimit : .max
    guard size.width * size.height <= limit else {
      throw .heldTooLarge(
        size, isLossless ? "a lossless WebP" : "a WebP with alpha", pixelLimit: limit)
    }
    return size
  }

  static func decode(
    _ bytes: [UInt8], _ size: PixelSize, atLeast drawn: PixelSize
  ) throws(ImageError.Cause) -> DecodedImage {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .unsupported("this libwebp") }
    let scaled = ImageReader.averagedSize(size, atLeast: drawn)
    guard let image = PixelImage(width: scaled.width, height: scaled.height) else {
      throw .outOfMemory
    }
    if scaled != size {
      config.options.use_scaling = 1
      config.options.scaled_width = Int32(scaled.width)
      config.options.scaled_height = Int32(scaled.height)
    }
    config.output.colorspace = MODE_bgrA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba =
      UnsafeMutableRawPointer(image.pixels).assumingMemoryBound(to: UInt8.self)
    config.output.u.RGBA.stride = Int32(scaled.width * 4)
    config.output.u.RGBA.size = image.byteCount
    let status = bytes.withUnsafeBufferPointer {
      WebPDecode($0.baseAddress, $0.count, &config)
    }
    WebPFreeDecBuffer(&config.output)
    guard status == VP8_STATUS_OK else { throw .damaged(words(status)) }
    return DecodedImage(image: image, profile: ProfileFinder.profile(ofWebP: bytes))
  }

  private static func words(_ status: VP8StatusCode) -> String {
    switch status {
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: "it breaks off"
    case VP8_STATUS_BITSTREAM_ERROR: "its bit stream is broken"
    case VP8_STATUS_OUT_OF_MEMORY: "the decoder has no memory"
    default: "the decoder refuses it (\(status.rawValue))"
    }
  }
}
