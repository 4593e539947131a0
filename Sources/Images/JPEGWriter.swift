internal import CTurboJPEG
package import GalleyPrimitives

/// Encodes JPEG through libturbojpeg.
package enum JPEGWriter {
  /// The longest edge that the library accepts, in pixels.
  package static let edgeLimit = 65_500

  /// Encodes rows of native-endian pixels without gaps, whose fourth channel is ignored.
  ///
  /// Colours have the resolution of the brightness, since red text on white would be blurred otherwise.
  ///
  /// - Precondition: `pixels` has as many rows as `size`, and its edges are 1 to ``edgeLimit``.
  package static func encode(
    _ pixels: UnsafeRawBufferPointer, _ size: PixelSize, quality: Int, dotsPerInch: Double
  ) throws(PictureWritingError) -> [UInt8] {
    guard let encoder = tjInitCompress() else { throw PictureWritingError("lack of memory") }
    defer { tjDestroy(encoder) }
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(output) }
    let code = pixels.withMemoryRebound(to: UInt8.self) {
      tjCompress2(
        encoder, $0.baseAddress, Int32(size.width), Int32(4 * size.width), Int32(size.height),
        Int32(TJPF_BGRX.rawValue), &output, &count, Int32(TJSAMP_444.rawValue), Int32(quality),
        Int32(TJFLAG_ACCURATEDCT))
    }
    guard code == 0, let output else {
      let words = tjGetErrorStr2(encoder).map { String(cString: $0) }
      throw PictureWritingError(words ?? "unknown error")
    }
    var bytes = [UInt8](UnsafeBufferPointer(start: output, count: Int(count)))
    setDensity(of: &bytes, dotsPerInch)
    return bytes
  }

  /// Writes the density into the JFIF segment, which the library fills with a ratio of 1.
  private static func setDensity(of bytes: inout [UInt8], _ dotsPerInch: Double) {
    guard bytes.count > 18, bytes[6..<11].elementsEqual([0x4A, 0x46, 0x49, 0x46, 0]) else { return }
    let density = UInt16(min(max(1, dotsPerInch.rounded()), 65_535))
    let (high, low) = (UInt8(density >> 8), UInt8(density & 0xFF))
    bytes.replaceSubrange(13..<18, with: [1, high, low, high, low])
  }
}
