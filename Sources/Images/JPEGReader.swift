internal import CTurboJPEG
import GalleyHandles
internal import GalleyPrimitives

/// Decodes JPEG through libturbojpeg.
enum JPEGReader {
  static func size(_ bytes: [UInt8]) throws(ImageError.Cause) -> PixelSize {
    try withDecoder { decoder throws(ImageError.Cause) in try header(bytes, decoder).size }
  }

  static func decode(
    _ bytes: [UInt8], _ size: PixelSize, atLeast drawn: PixelSize, _ profiles: ColorProfiles?
  ) throws(ImageError.Cause) -> DecodedImage {
    let profile = profiles == nil ? nil : ProfileFinder.profile(ofJPEG: bytes)
    return try withDecoder { decoder throws(ImageError.Cause) in
      let header = try header(bytes, decoder)
      let (width, height) = scaledSize(header.size, atLeast: drawn)
      guard let image = PixelImage(width: width, height: height) else { throw .outOfMemory }
      // turbojpeg cannot convert CMYK; such pixels also take four bytes, so they fit in place.
      let format = header.isCMYK ? Int32(TJPF_CMYK.rawValue) : Int32(TJPF_BGRA.rawValue)
      try decompress(bytes, into: image, format: format, decoder)
      guard header.isCMYK else { return DecodedImage(image: image, profile: profile) }
      let isConverted = profile.flatMap { profiles?.convertCMYK(image, from: $0) }
      if isConverted != true { convertCMYK(image) }
      return DecodedImage(image: image)
    }
  }

  private static func withDecoder<Result>(
    _ body: (tjhandle) throws(ImageError.Cause) -> Result
  ) throws(ImageError.Cause) -> Result {
    guard let decoder = tjInitDecompress() else { throw .outOfMemory }
    defer { tjDestroy(decoder) }
    return try body(decoder)
  }

  private static func header(
    _ bytes: [UInt8], _ decoder: tjhandle
  ) throws(ImageError.Cause) -> (size: PixelSize, isCMYK: Bool) {
    var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let code = bytes.withUnsafeBufferPointer { buffer in
      tjDecompressHeader3(
        decoder, buffer.baseAddress, UInt(buffer.count), &width, &height, &subsampling, &space)
    }
    guard code == 0 else { throw .damaged(message(decoder)) }
    let isCMYK = space == Int32(TJCS_CMYK.rawValue) || space == Int32(TJCS_YCCK.rawValue)
    return (PixelSize(width: Int(width), height: Int(height)), isCMYK)
  }

  /// The smallest extent that the inverse DCT can give for nothing, down to an eighth; a smaller one than `drawn`
  /// if memory is limited.
  private static func scaledSize(
    _ size: PixelSize, atLeast drawn: PixelSize
  ) -> (width: Int, height: Int) {
    func divided(by divisor: Int) -> (width: Int, height: Int) {
      ((size.width + divisor - 1) / divisor, (size.height + divisor - 1) / divisor)
    }
    var smallest = (width: size.width, height: size.height)
    for divisor in [2, 4, 8] {
      let next = divided(by: divisor)
      let isHeld =
        drawn == ImageReader.everyPixel
        || smallest.width * smallest.height <= ImageReader.heldPixelLimit
      guard !isHeld || next.width >= drawn.width && next.height >= drawn.height else { break }
      smallest = next
    }
    return smallest
  }

  private static func decompress(
    _ bytes: [UInt8], into image: PixelImage, format: Int32, _ decoder: tjhandle
  ) throws(ImageError.Cause) {
    func run(_ flags: Int32) -> Int32 {
      bytes.withUnsafeBufferPointer { buffer in
        tjDecompress2(
          decoder, buffer.baseAddress, UInt(buffer.count),
          UnsafeMutableRawPointer(image.pixels).assumingMemoryBound(to: UInt8.self),
          Int32(image.width), Int32(image.width * 4), Int32(image.height), format, flags)
      }
    }
    let flags = Int32(TJFLAG_ACCURATEDCT) | Int32(TJFLAG_LIMITSCANS)
    // Stops where the file breaks off, rather than painting the rest grey.
    guard run(flags | Int32(TJFLAG_STOPONWARNING)) != 0 else { return }
    // Stray bytes between segments are common and harm nothing.
    let isHarmless = { message(decoder).contains("extraneous") }
    guard isHarmless(), run(flags) == 0 || isHarmless() else { throw .damaged(message(decoder)) }
  }

  private static func message(_ decoder: tjhandle) -> String {
    tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown error"
  }

  /// Turns CMYK as Adobe stores it, inverted, into opaque ARGB32, in place.
  private static func convertCMYK(_ image: PixelImage) {
    for index in 0..<image.width * image.height {
      let pixel = UInt32(littleEndian: image.pixels[index])
      let black = pixel >> 24
      func channel(_ shift: UInt32) -> UInt32 { ((pixel >> shift & 0xFF) * black + 127) / 255 }
      image.pixels[index] = 0xFF00_0000 | channel(0) << 16 | channel(8) << 8 | channel(16)
    }
  }
}
