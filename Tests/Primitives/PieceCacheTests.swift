import GalleyPrimitives
import Testing

@Suite("PieceCache", .timeLimit(.minutes(15)))
struct PieceCacheTests {
  /// The result of a piece in these tests: its number, as often as it has bytes.
  private func result(_ number: Int) -> [UInt32] {
    [UInt32](repeating: UInt32(number), count: 1 + number % 5)
  }

  private func insert(_ number: Int, into cache: inout PieceCache, plan: Int = 0) {
    let piece = Array("piece \(number)".utf8)
    piece.withUnsafeBufferPointer { piece in
      result(number).withUnsafeBytes { cache.insert(piece, plan: plan, place: number, $0) }
    }
  }

  private func find(_ number: Int, in cache: inout PieceCache, plan: Int = 0) -> [UInt32]? {
    let piece = Array("piece \(number)".utf8)
    return piece.withUnsafeBufferPointer { piece in
      guard let found = cache.find(piece, plan: plan) else { return nil }
      #expect(found.place == number)
      return Array(found.elements(as: UInt32.self))
    }
  }

  @Test("finds each result while the table and the records grow")
  func grows() {
    var cache = PieceCache(byteLimit: 1 << 20)
    for number in 0..<5000 { insert(number, into: &cache) }
    #expect(cache.counts.old == 0)
    // A piece whose slots are all taken is a miss: one in 50 in a table that is five eighths full.
    let missing = (0..<5000).count { find($0, in: &cache) == nil }
    #expect(missing < 5000 / 25)
    for number in 0..<5000 {
      if let found = find(number, in: &cache) { #expect(found == result(number)) }
    }
    #expect(find(5000, in: &cache) == nil)
  }

  @Test("results of one piece in two plans differ")
  func plans() {
    var cache = PieceCache(byteLimit: 1 << 16)
    insert(3, into: &cache, plan: 1)
    #expect(find(3, in: &cache, plan: 2) == nil)
    #expect(find(3, in: &cache, plan: 1) == result(3))
  }

  @Test("evicts unused results, keeps used ones, and stays bounded")
  func evicts() {
    var cache = PieceCache(byteLimit: 4096)
    var largest = 0
    for number in 0..<4000 {
      insert(number, into: &cache)
      if let used = find(7 + number % 3, in: &cache) {
        #expect(used == result(7 + number % 3))
      } else {
        #expect(number < 9)
      }
      largest = max(largest, cache.counts.young + cache.counts.old)
    }
    #expect(find(100, in: &cache) == nil)
    #expect(find(3999, in: &cache) == result(3999))
    // A result takes more than 24 bytes.
    #expect(largest < 2 * 4096 / 24)
  }

  @Test("keeps a result that moves to the young generation as the old one is evicted")
  func moves() {
    for count in 80..<240 {
      var cache = PieceCache(byteLimit: 4096)
      for number in 0..<count { insert(number, into: &cache) }
      for number in (0..<count).reversed() {
        if let found = find(number, in: &cache) { #expect(found == result(number)) }
      }
    }
  }

  @Test("does not store a piece or a result of more than 65,535 bytes, nor an empty piece")
  func overflows() {
    var cache = PieceCache(byteLimit: 1 << 20)
    for (pieceCount, count) in [(65_536, 1), (1, 16_384), (0, 1)] {
      let piece = [UInt8](repeating: 1, count: pieceCount)
      let elements = [UInt32](repeating: 0, count: count)
      piece.withUnsafeBufferPointer { piece in
        elements.withUnsafeBytes { cache.insert(piece, plan: 0, place: 0, $0) }
        #expect(cache.find(piece, plan: 0) == nil)
      }
    }
    #expect(cache.counts == (0, 0))
  }
}
