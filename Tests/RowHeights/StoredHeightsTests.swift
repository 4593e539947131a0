import GalleyPrimitives
import GalleyRowHeights
import Testing

/// FNV-1a, which is sufficient to detect damage in tests.
private func checksum(_ bytes: UnsafeRawBufferPointer) -> ContentKey {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return ContentKey(high: hash, low: ~hash)
}

private func key(_ number: Int, width: Double = 375) -> HeightKey {
  HeightKey(content: ContentKey(high: 3, low: UInt64(number)), width: width, scale: 2)
}

private func heights(_ numbers: Range<Int>, countLimit: Int = 100) -> StoredHeights {
  var heights = StoredHeights(seed: 42, countLimit: countLimit)
  heights.update(
    used: [],
    added: Dictionary(uniqueKeysWithValues: numbers.map { (key($0), height($0)) }))
  return heights
}

private func height(_ number: Int) -> StoredHeight {
  StoredHeight(
    height: Double(number) + 0.5, lineCount: number, missingGlyphCount: number * 2,
    repairCount: number * 3, isTruncated: number % 2 == 1)
}

private func read(_ bytes: [UInt8]) throws(StoredHeightsError) -> StoredHeights {
  try StoredHeights(bytes: bytes, countLimit: 100, checksum: checksum)
}

@Suite("StoredHeights", .timeLimit(.minutes(15)))
struct StoredHeightsTests {
  @Test("are equal after writing and reading", arguments: [0, 1, 2, 50])
  func roundTrip(count: Int) throws {
    let written = heights(0..<count)
    let bytes = written.bytes(checksum: checksum)
    #expect(bytes.count == 48 + 64 * count)
    let known = try read(bytes)
    #expect(known == written)
    #expect(known.bytes(checksum: checksum) == bytes)
    for number in 0..<count { #expect(known[key(number)] == height(number)) }
    #expect(known[key(count)] == nil)
    #expect(known[key(0, width: 376)] == nil)
  }

  @Test("are refused if the file is truncated at any byte, or too long")
  func truncated() throws {
    let bytes = heights(0..<3).bytes(checksum: checksum)
    for count in bytes.indices {
      let error = count < 7 ? StoredHeightsError.foreign : count < 8 ? .otherFormat : .damaged
      #expect(throws: error) { try read(Array(bytes[..<count])) }
    }
    #expect(throws: StoredHeightsError.damaged) { try read(bytes + [0]) }
    #expect(throws: StoredHeightsError.damaged) { try read(bytes + bytes) }
  }

  @Test("are refused if any bit is flipped")
  func flipped() throws {
    let bytes = heights(0..<2).bytes(checksum: checksum)
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: StoredHeightsError.self) { try read(damaged) }
    }
  }

  @Test("are refused if the numbers are invalid, even with a correct checksum")
  func badNumbers() throws {
    let bytes = heights(0..<1).bytes(checksum: checksum)
    // Heights that are not finite or negative, and more entries than exist.
    for (offset, value) in [
      (64, Double.nan.bitPattern), (64, Double.infinity.bitPattern), (64, (-1.0).bitPattern),
      (48, Double.nan.bitPattern), (24, 2), (24, .max), (72, .max),
    ] {
      var bad = Array(bytes.dropLast(16))
      withUnsafeBytes(of: value.littleEndian) { bad.replaceSubrange(offset..<offset + 8, with: $0) }
      let sum = bad.withUnsafeBytes(checksum)
      for half in [sum.high, sum.low] {
        withUnsafeBytes(of: half.littleEndian) { bad.append(contentsOf: $0) }
      }
      #expect(throws: StoredHeightsError.damaged, "\(offset)") { try read(bad) }
    }
  }

  @Test("distinguish another version of the format from another kind of file")
  func foreign() {
    #expect(throws: StoredHeightsError.otherFormat) { try read(Array("GALLEYH2 and more".utf8)) }
    #expect(throws: StoredHeightsError.foreign) { try read(Array(#"{"title":"a feed"}"#.utf8)) }
    #expect(throws: StoredHeightsError.foreign) { try read([]) }
  }

  @Test("the age counts the runs")
  func ages() {
    var heights = StoredHeights(seed: 1, countLimit: 10)
    #expect(heights.age == 0)
    heights.update(used: [], added: [:])
    #expect(heights.age == 1)
  }

  @Test("evict the entries used longest ago")
  func evict() {
    var heights = heights(0..<4, countLimit: 4)
    heights.update(used: [key(0), key(3)], added: [:])
    heights.update(used: [], added: [key(9): height(9), key(8): height(8)])
    #expect(heights.count == 4 && heights.isNearlyFull)
    #expect(
      [0, 1, 2, 3, 8, 9].map { heights[key($0)] != nil } == [true, false, false, true, true, true])
    #expect(StoredHeights.countLimit(byteLimit: 48 + 64 * 5 + 63) == 5)
    #expect(StoredHeights.countLimit(byteLimit: 0) == 1)
    #expect(StoredHeights.countLimit(byteLimit: .min) == 1)
  }
}
