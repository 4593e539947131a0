import GalleyPNG
import GalleyPrimitives
import Testing

@Suite("StripEncoder's memory", .timeLimit(.minutes(15)))
struct IgzipSlotTests {
  @Test("encodes the same bytes at any address")
  func isIndependentOfAddresses() {
    // Like a card: rows in the page's colour, then a margin and pixels that differ from row to row.
    let width = 750
    let page: UInt32 = 0xFFEF_EFF4
    var pixels = [UInt32](repeating: page, count: 10 * width)
    var state: UInt32 = 7
    for _ in 10..<60 {
      for column in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        let isInk = column > 20 && column < 700 && state >> 30 == 0
        let shade = state >> 22 & 0xFF
        pixels.append(
          column <= 20 ? page : isInk ? 0xFF00_0000 | shade * 0x10101 : 0xFFFF_FFFF)
      }
    }
    var outputs: Set<[UInt8]> = []
    for _ in 0..<8 {
      // All alive at once, so that each has another address.
      let encoders = (0..<20).map { _ in StripEncoder() }
      for encoder in encoders {
        pixels.withUnsafeBytes {
          _ = outputs.insert(
            encoder.encode($0, stride: 4 * width, width: width, rows: 0..<60).bytes)
        }
      }
    }
    #expect(outputs.count == 1)
  }
}
