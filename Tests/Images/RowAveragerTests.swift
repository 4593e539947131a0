import GalleyHandles
import GalleyPrimitives
import GalleyRandomness
import Testing

@testable import GalleyImages

@Suite("Averages of rows", .timeLimit(.minutes(15)))
struct RowAveragerTests {
  private func pixels(_ image: PixelImage) -> [UInt32] {
    Array(UnsafeBufferPointer(start: image.pixels, count: image.width * image.height))
  }

  @Test("are the rounded means of each channel, also at the edges", arguments: [2, 3, 5, 7, 16])
  func means(block: Int) throws {
    let size = PixelSize(width: 23, height: 19)
    var generator = SeededGenerator(seed: UInt64(block))
    let source = (0..<size.height).map { _ in
      (0..<size.width).map { _ in
        (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
      }
    }
    var plain = try #require(RowAverager(size, block: block, channels: 3))
    var wide = try #require(RowAverager(size, block: block))
    for row in source {
      row.flatMap(\.self).withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { plain.append(bytes: start) }
      }
      let pixels = row.map { $0.reduce(0xFF) { $0 << 8 | UInt32($1) } }
      pixels.withUnsafeBufferPointer { row in
        if let start = row.baseAddress { wide.append(start) }
      }
    }
    let columns = (size.width + block - 1) / block
    let expected = (0..<(size.height + block - 1) / block).flatMap { y in
      (0..<columns).map { x in
        let rows = source[(y * block)..<min(size.height, (y + 1) * block)]
        let part = rows.flatMap { $0[(x * block)..<min(size.width, (x + 1) * block)] }
        return (0..<3).reduce(UInt32(0xFF)) { pixel, channel in
          let sum = part.reduce(0) { $0 + Int($1[channel]) }
          return pixel << 8 | UInt32((sum + part.count / 2) / part.count)
        }
      }
    }
    #expect(pixels(plain.image) == expected)
    #expect(pixels(wide.image) == expected)
  }

  @Test("of the largest squares do not overflow")
  func largest() throws {
    let size = PixelSize(width: 256, height: 256)
    var averager = try #require(RowAverager(size, block: 256, channels: 3))
    let row = [UInt8](repeating: 255, count: 768)
    for _ in 0..<256 {
      row.withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { averager.append(bytes: start) }
      }
    }
    #expect(pixels(averager.image) == [0xFFFF_FFFF])
  }
}
