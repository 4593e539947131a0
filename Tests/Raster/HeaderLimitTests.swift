import GalleyImages
import GalleyPrimitives
import Testing

@Suite("Limits that a header decides", .timeLimit(.minutes(15)))
struct HeaderLimitTests {
  /// Two extents of 32 Mi pixels, and of one more.
  private static let held = (
    most: PixelSize(width: 8192, height: 4096), beyond: PixelSize(width: 8283, height: 4051)
  )

  /// The cause for which a file with these first bytes is refused; `nil` if it is not.
  private func refusal(
    _ bytes: [UInt8], byteCount: Int, isEmbedded: Bool = false
  ) -> ImageError.Cause? {
    let file = ImageFile(name: "x", bytes: bytes, byteCount: byteCount, isEmbedded: isEmbedded)
    do throws(ImageError) {
      _ = try ImageReader.header(of: file)
      return nil
    } catch { return error.cause }
  }

  @Test(
    "an image that is decoded as a whole has at most 32 Mi pixels", arguments: HeaderSample.allCases
  )
  func heldWhole(sample: HeaderSample) throws {
    let (most, beyond) = Self.held
    #expect(most.width * most.height == ImageReader.heldPixelLimit)
    #expect(beyond.width * beyond.height == ImageReader.heldPixelLimit + 1)
    #expect(refusal(sample.bytes(most), byteCount: 1 << 20) == nil)
    let cause = refusal(sample.bytes(beyond), byteCount: 1 << 20)
    guard let name = sample.wholeName else {
      #expect(cause == nil)
      return
    }
    let limit = ImageReader.heldPixelLimit
    #expect(cause == .heldTooLarge(beyond, name, pixelLimit: limit))
    let error = ImageError(name: "x", cause: try #require(cause))
    #expect(error.limit == limit && error.reason.contains("has more than 33554432"))
  }

  @Test("a file has at most 1,024 pixels for each byte, above 16 Mi pixels, or 1 Mi within a feed")
  func pixelsPerByte() {
    for (size, isEmbedded, isDense) in [
      (PixelSize(width: 4096, height: 4096), false, false),
      // One pixel more than 16 Mi.
      (PixelSize(width: 24_929, height: 673), false, true),
      (PixelSize(width: 4097, height: 4096), false, true),
      (PixelSize(width: 1024, height: 1024), true, false),
      (PixelSize(width: 1025, height: 1024), true, true),
    ] {
      let bytes = HeaderSample.png.bytes(size)
      guard isDense else {
        #expect(refusal(bytes, byteCount: bytes.count, isEmbedded: isEmbedded) == nil)
        continue
      }
      let pixelCount = size.width * size.height
      let least = (pixelCount + ImageReader.pixelsPerByte - 1) / ImageReader.pixelsPerByte
      #expect(refusal(bytes, byteCount: least, isEmbedded: isEmbedded) == nil)
      let cause = ImageError.Cause.tooFewBytes(size, byteCount: least - 1, pixelsPerByte: 1024)
      #expect(refusal(bytes, byteCount: least - 1, isEmbedded: isEmbedded) == cause)
      let error = ImageError(name: "x", cause: cause)
      #expect(error.limit == 1024 && error.reason.contains("more than 1024 a byte"))
    }
  }

  @Test("an image has at most 32,767 pixels a side, and 256 Mi in all")
  func extent() {
    for (size, isWithin) in [
      (PixelSize(width: 32_767, height: 512), true), (PixelSize(width: 512, height: 32_767), true),
      (PixelSize(width: 32_768, height: 1), false), (PixelSize(width: 1, height: 32_768), false),
      (PixelSize(width: 16_384, height: 16_384), true),
      (PixelSize(width: 16_385, height: 16_384), false),
    ] {
      let cause = ImageError.Cause.tooManyPixels(size, edgeLimit: 32_767, pixelLimit: 256 << 20)
      #expect(
        refusal(HeaderSample.png.bytes(size), byteCount: 1 << 20) == (isWithin ? nil : cause))
    }
  }

  @Test("the scans of a JPEG have at most 512 Mi pixels together")
  func scans() {
    let (side, most) = (4096, 32)
    #expect(most * side * side == ImageReader.scannedPixelLimit)
    for count in [most, most + 1] {
      let bytes = ScannedJPEG(width: side, height: side, scanCount: count).bytes
      let cause = ImageError.Cause.tooManyScans(
        count, pixelCount: count * side * side, pixelLimit: ImageReader.scannedPixelLimit)
      #expect(refusal(bytes, byteCount: bytes.count) == (count == most ? nil : cause))
      #expect(ImageError(name: "x", cause: cause).reason.contains("more than 536870912"))
    }
  }
}
