import GalleyPNG
import GalleyPrimitives
import GalleyRandomness
import Testing

@Suite("Adler32", .timeLimit(.minutes(15)))
struct Adler32Tests {
  /// The checksum by its definition.
  private func naive(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }

  private func checksum(_ bytes: ArraySlice<UInt8>) -> Adler32 {
    bytes.withUnsafeBytes { Adler32(of: $0) }
  }

  @Test("combines two parts to the whole", arguments: [0, 1, 2, 3, 5552, 65521, 200_000])
  func combines(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    for fill in [nil, 0, 255] as [UInt8?] {
      let bytes = (0..<count).map { _ in fill ?? UInt8.random(in: 0...255, using: &random) }
      let expected = naive(bytes)
      for cut in Set([0, count / 3, count / 2, max(0, count - 1), count]) {
        var combined = checksum(bytes[..<cut])
        combined.append(checksum(bytes[cut...]), of: count - cut)
        #expect(combined.value == expected, "\(count) bytes cut at \(cut), seed \(count)")
      }
    }
  }

  @Test("combines counts beyond 32 bits")
  func combinesLong() {
    // 2^33 zero bytes leave the low sum at 1, which the high sum adds once per byte.
    var combined = Adler32()
    var zeros = checksum([0])
    var count = 1
    for _ in 0..<33 {
      zeros.append(zeros, of: count)
      count *= 2
    }
    combined.append(zeros, of: count)
    #expect(combined.value == UInt32(count % 65521) << 16 | 1)
  }
}
