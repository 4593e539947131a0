import GalleyPrimitives
import GalleyRandomness
import Testing

@testable import GalleyRowHeights

private func key(_ number: UInt64, width: Double = 375, scale: Double = 2) -> HeightKey {
  HeightKey(content: ContentKey(high: 1, low: number), width: width, scale: scale)
}

extension RowHeightCache<String> {
  fileprivate mutating func insert(_ height: Double, _ key: HeightKey, _ content: String) {
    insert(height, for: key, content: content, contentByteCount: content.utf8.count)
  }

  /// Looks up once and returns the result.
  fileprivate mutating func look(_ key: HeightKey, _ content: String) -> String {
    let before = statistics
    if let height = height(for: key, content: content) { return "\(Int(height))" }
    let causes = RowHeightMiss.allCases.filter {
      statistics.missCount($0) == before.missCount($0) + 1
    }
    return causes.map { "\($0)" }.joined(separator: "+")
  }
}

@Suite("RowHeightCache", .timeLimit(.minutes(15)))
struct RowHeightCacheTests {
  @Test("takes an entry of exactly its byte limit, and refuses one byte more")
  func byteLimit() throws {
    var free = RowHeightCache<String>(limits: RowHeightLimits(count: 2))
    free.insert(10, key(1), "content")
    let size = free.byteCount
    for (limit, isKept) in [(size, true), (size - 1, false)] {
      var cache = RowHeightCache<String>(limits: RowHeightLimits(count: 2, byteCount: limit))
      let binding = cache.insert(10, for: key(1), content: "content", contentByteCount: 7)
      #expect((binding != nil) == isKept && cache.count == (isKept ? 1 : 0))
    }
  }

  @Test("reports why a height is missing")
  func causes() {
    var cache = RowHeightCache<String>(limits: RowHeightLimits(count: 2))
    #expect(cache.look(key(1), "a") == "firstUse")
    cache.insert(10, key(1), "a")
    #expect(cache.look(key(1), "a") == "10")
    #expect(cache.look(key(1, width: 320), "a") == "widthChanged")
    #expect(cache.look(key(1, scale: 1), "a") == "widthChanged")
    #expect(cache.look(key(1), "b") == "collision")
    cache.insert(20, key(2), "c")
    cache.insert(30, key(3), "d")
    #expect(cache.look(key(2), "c") == "evicted")
    #expect(cache.look(key(1), "a") == "10", "an entry in use is spared")
    #expect(cache.invalidate(key(1).content) == 1)
    #expect(cache.look(key(1), "a") == "invalidated")
    cache.insert(10, key(1), "a")
    cache.invalidateAll()
    #expect(cache.count == 0)
    #expect(cache.byteCount == 0)
    #expect(cache.look(key(1), "a") == "invalidated")
    #expect(cache.look(key(3), "d") == "invalidated")
    #expect(cache.statistics.hitCount == 2)
    #expect(cache.statistics.missCount == 8)
    #expect(cache.statistics.evictionCount == 1)
  }

  @Test("spares an entry once for a look-up, and not for ever")
  func sparesOnce() {
    var cache = RowHeightCache<String>(limits: RowHeightLimits(count: 3))
    cache.insert(10, key(1), "a")
    #expect(cache.look(key(1), "a") == "10")
    for number in UInt64(2)..<4 { cache.insert(20, key(number), "b") }
    #expect(cache.look(key(2), "b") == "20")
    // Of three entries, the one that was never looked up makes room.
    cache.insert(20, key(4), "b")
    #expect(cache.look(key(3), "b") == "evicted")
    for number in UInt64(5)..<9 { cache.insert(20, key(number), "b") }
    #expect(cache.look(key(1), "a") == "evicted" && cache.count == 3)
  }

  @Test("counts since an earlier time are differences")
  func since() {
    var cache = RowHeightCache<String>(limits: RowHeightLimits(count: 1))
    _ = cache.look(key(1), "a")
    cache.insert(10, key(1), "a")
    let earlier = cache.statistics
    for _ in 0..<2 { _ = cache.look(key(1), "a") }
    for number in UInt64(2)..<5 {
      _ = cache.look(key(number), "b")
      cache.insert(20, key(number), "b")
    }
    let since = cache.statistics.since(earlier)
    #expect(since.hitCount == 2 && since.missCount(.firstUse) == 3 && since.missCount == 3)
    #expect(since.evictionCount == 3 && since.refusalCount == 0)
  }

  @Test("keeps contents of equal keys apart")
  func collisions() {
    var cache = RowHeightCache<String>()
    for (height, content) in ["a", "b", "c"].enumerated() {
      #expect(cache.height(for: key(1), content: content) == nil)
      cache.insert(Double(height), key(1), content)
    }
    #expect(["a", "b", "c"].map { cache.look(key(1), $0) } == ["0", "1", "2"])
    #expect(cache.statistics.missCount(.collision) == 2)
  }

  @Test("keeps several widths of one content, up to a limit")
  func widths() {
    var cache = RowHeightCache<String>()
    for width in 1...1000 { cache.insert(Double(width), key(1, width: Double(width)), "a") }
    #expect(cache.count == 8)
    #expect(cache.look(key(1, width: 1000), "a") == "1000")
    #expect(cache.look(key(1, width: 993), "a") == "993")
    #expect(cache.look(key(1, width: 992), "a") == "evicted")
    #expect(cache.invalidate(key(1).content) == 8)
  }

  @Test("replaces the height of an existing entry")
  func replaces() {
    var cache = RowHeightCache<String>()
    cache.insert(1, key(1), "a")
    let bytes = cache.byteCount
    cache.insert(2, key(1), "a")
    #expect(cache.look(key(1), "a") == "2")
    #expect(cache.count == 1)
    #expect(cache.byteCount == bytes)
  }

  @Test("never exceeds its limits", arguments: [0, 1, 2, 3, 100])
  func bounded(count: Int) {
    let limits = RowHeightLimits(count: count, byteCount: 4096)
    var cache = RowHeightCache<String>(limits: limits)
    for number in 0..<2000 {
      cache.insert(1, key(UInt64(number)), String(repeating: "x", count: number % 300))
      #expect(cache.count <= limits.count)
      #expect(cache.byteCount <= limits.byteCount)
    }
    #expect(cache.count > 0)
    cache.insert(1, key(5000), String(repeating: "x", count: 5000))
    #expect(cache.statistics.refusalCount == 1)
    #expect(cache.height(for: key(5000), content: String(repeating: "x", count: 5000)) == nil)
  }

  @Test("does not grow with a feed of many rows")
  func manyRows() {
    let limits = RowHeightLimits(count: 1_000)
    var cache = RowHeightCache<Int>(limits: limits)
    for row in 0..<100_000 {
      cache.insert(1, for: key(UInt64(row)), content: row, contentByteCount: 0)
    }
    #expect(cache.count == 1_000)
    #expect(cache.statistics.evictionCount == 99_000)
  }

  @Test("agrees with a dictionary, except for evicted entries", arguments: [1, 2, 3])
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var cache = RowHeightCache<Int>(limits: RowHeightLimits(count: 50))
    var model: [HeightKey: [Int: Double]] = [:]
    for step in 0..<20_000 {
      // Few keys with two contents each give constant collisions and evictions.
      let content = Int(random.next() % 200)
      let key = key(UInt64(content / 2), width: Double(1 + random.next() % 2))
      switch random.next() % 10 {
      case 0:
        cache.invalidate(key.content)
        for known in model.keys where known.content == key.content { model[known] = nil }
      case 1...4:
        cache.insert(Double(step), for: key, content: content, contentByteCount: 0)
        model[key, default: [:]][content] = Double(step)
      default:
        if let height = cache.height(for: key, content: content) {
          #expect(model[key]?[content] == height, "seed \(seed), step \(step)")
        }
      }
    }
    #expect(cache.statistics.hitCount > 500)
  }
}

@Suite("SharedRowHeights", .timeLimit(.minutes(15)))
struct SharedRowHeightsTests {
  @Test("measures a height once")
  func measures() {
    let heights = SharedRowHeights<String>()
    var measured = 0
    for _ in 0..<3 {
      let height = heights.height(for: key(1), content: "a", contentByteCount: 1) {
        measured += 1
        return 12
      }
      #expect(height == 12)
    }
    #expect(measured == 1)
    #expect(heights.statistics.hitCount == 2)
  }

  @Test("stores nothing when measuring fails")
  func fails() {
    struct Refusal: Error {}
    let heights = SharedRowHeights<String>()
    #expect(throws: Refusal.self) {
      try heights.height(for: key(1), content: "a", contentByteCount: 1) { throw Refusal() }
    }
    #expect(heights.count == 0)
  }

  @Test("makes callers wait for a height that is being measured, and measures it once")
  func claims() async {
    let heights = SharedRowHeights<Int>()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for content in 0..<500 {
            let height = heights.height(
              for: key(UInt64(content)), content: content, contentByteCount: 0
            ) { Double(content) }
            #expect(height == Double(content))
          }
        }
      }
    }
    #expect(heights.statistics.missCount == 500)
    #expect(heights.statistics.hitCount == 1500)
  }

  @Test("passes an abandoned claim to the next caller")
  func abandons() async {
    let heights = SharedRowHeights<String>()
    #expect(heights.claim(key(1), content: "a") == .claimed(.firstUse))
    let waiter = Task { await claimOnThread(heights, key(1), content: "a") }
    heights.abandon(key(1))
    #expect(await waiter.value == .claimed(.firstUse), "now the other one measures it")
    heights.insert(5, for: key(1), content: "a", contentByteCount: 1)
    #expect(heights.claim(key(1), content: "a") == .known(5))
  }

  @Test("no caller claims a height that another one measures, and no known one is measured")
  func waits() async {
    let heights = SharedRowHeights<String>()
    #expect(heights.claim(key(1), content: "a") == .claimed(.firstUse))
    let waiter = Task { await claimOnThread(heights, key(1), content: "a") }
    // The other caller has asked when it waits, or when it has got a claim, which would be wrong.
    while heights.state.withLock({ $0.waitingCount == 0 && $0.cache.statistics.missCount == 1 }) {
      await Task.yield()
    }
    heights.insert(5, for: key(1), content: "a", contentByteCount: 1)
    #expect(await waiter.value == .known(5))
    #expect(heights.state.withLock { $0.waitingCount } == 0)
  }

  @Test("serves several threads")
  func shares() async {
    let heights = SharedRowHeights<Int>(limits: RowHeightLimits(count: 64))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<2000 {
            let content = number % 100
            let height = heights.height(
              for: key(UInt64(content)), content: content, contentByteCount: 0
            ) { Double(content) }
            #expect(height == Double(content))
          }
        }
      }
    }
    let statistics = heights.statistics
    #expect(statistics.hitCount + statistics.missCount == 8000)
    #expect(heights.count == 64)
  }
}
