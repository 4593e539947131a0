import GalleyPrimitives
import GalleyRowHeights
import Testing

private func checksum(_ bytes: UnsafeRawBufferPointer) -> ContentKey {
  ContentKey(high: UInt64(bytes.count), low: bytes.reduce(0) { $0 &* 31 &+ UInt64($1) })
}

private func key(_ number: Int, width: Double = 375) -> HeightKey {
  HeightKey(content: ContentKey(high: 3, low: UInt64(number)), width: width, scale: 2)
}

@Suite("Limits of StoredHeights", .timeLimit(.minutes(15)))
struct StoredHeightsLimitTests {
  @Test("have room for at least one entry")
  func least() {
    let limits = [-3, 0, 1, 2].map { StoredHeights(seed: 0, countLimit: $0).countLimit }
    #expect(limits == [1, 1, 1, 2])
  }

  @Test(
    "are nearly full with more than half of their entries",
    arguments: [
      (4, 2, false), (4, 3, true), (5, 2, false), (5, 3, true), (1, 0, false), (1, 1, true),
    ] as [(Int, Int, Bool)])
  func nearlyFull(limit: Int, count: Int, expected: Bool) {
    var heights = StoredHeights(seed: 0, countLimit: limit)
    for number in 0..<count {
      heights.update(used: [], added: [key(number): StoredHeight(height: 1)])
    }
    #expect(heights.count == count)
    #expect(heights.isNearlyFull == expected)
  }

  @Test("keep the first keys among entries of equal age")
  func ties() {
    var heights = StoredHeights(seed: 0, countLimit: 2)
    let row = StoredHeight(height: 1)
    heights.update(
      used: [], added: [key(2, width: 100): row, key(1, width: 300): row, key(1, width: 200): row])
    #expect(heights.count == 2)
    #expect(heights[key(1, width: 200)] == row && heights[key(1, width: 300)] == row)
  }

  @Test("keep a height of 0 and the largest counts, and no larger count of repairs")
  func largest() throws {
    let row = StoredHeight(
      height: 0, lineCount: 4_294_967_295, missingGlyphCount: 4_294_967_295,
      repairCount: 2_147_483_647, isTruncated: true)
    var more = row
    more.repairCount += 1
    var written = StoredHeights(seed: 7, countLimit: 10)
    written.update(used: [], added: [key(0): row, key(1): more])
    let known = try StoredHeights(
      bytes: written.bytes(checksum: checksum), countLimit: 10, checksum: checksum)
    #expect(known[key(0)] == row)
    #expect(known[key(1)] == row)
    #expect(known.seed == 7 && known.age == 1)
  }

  @Test("are a file that can be read, also with numbers that no row has")
  func unsound() throws {
    var written = StoredHeights(seed: 7, countLimit: 10)
    let row = StoredHeight(height: 3, lineCount: .max, missingGlyphCount: .max)
    written.update(
      used: [],
      added: [
        key(0): row, key(1): StoredHeight(height: -1), key(2): StoredHeight(height: .nan),
        key(3): StoredHeight(height: .infinity), key(4, width: .nan): StoredHeight(height: 4),
        key(5): StoredHeight(height: 5, lineCount: -1),
      ])
    let known = try StoredHeights(
      bytes: written.bytes(checksum: checksum), countLimit: 10, checksum: checksum)
    #expect(known.count == 2)
    #expect(known[key(0)]?.lineCount == 4_294_967_295)
    #expect(known[key(5)] == StoredHeight(height: 5))
  }
}
