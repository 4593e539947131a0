import Testing

@testable import GalleyHandles

@Suite("Rows of pixels", .timeLimit(.minutes(15)))
struct PixelRowsTests {
  @Test("give the colours of each count of pixels, and no byte more")
  func colors() {
    for count in 0...70 {
      let pixels = (0..<UInt32(count)).map { $0 &* 0x9E37_79B1 }
      var bytes = [UInt8](repeating: 0xA5, count: 3 * count + 40)
      pixels.withUnsafeBytes { source in
        bytes.withUnsafeMutableBytes { target in
          guard let source = source.baseAddress, let target = target.baseAddress else { return }
          convertToRGB(source, into: target, count: count)
        }
      }
      let expected = pixels.flatMap { pixel in
        [16, 8, 0].map { UInt8(truncatingIfNeeded: pixel >> $0) }
      }
      #expect(bytes == expected + [UInt8](repeating: 0xA5, count: 40), "\(count) pixels")
    }
  }
}
