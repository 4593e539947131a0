import GalleyPrimitives
import Testing

@testable import GalleyRowHeights

private func key(_ number: UInt64, width: Double = 375) -> HeightKey {
  HeightKey(content: ContentKey(high: 1, low: number), width: width, scale: 2)
}

@Suite("Counts and limits of RowHeightCache", .timeLimit(.minutes(15)))
struct RowHeightCountTests {
  @Test("has room for one entry, and no negative number of bytes")
  func limits() {
    let limits = RowHeightLimits(count: 0, byteCount: -1)
    #expect(limits.count == 1)
    #expect(limits.byteCount == 0)
  }

  @Test("an entry's bytes cover its slot, its key and its content")
  func overhead() {
    var cache = RowHeightCache<String>()
    cache.insert(10, for: key(1), content: "a", contentByteCount: 5)
    let slot = MemoryLayout<RowHeightCache<String>.Slot>.stride
    #expect(cache.byteCount >= slot + MemoryLayout<ContentKey>.stride + 5)
    #expect(cache.byteCount == RowHeightCache<String>.overhead + 5)
  }

  /// Causes two evictions after the first call, one hit and one refusal.
  private func work(_ cache: inout RowHeightCache<String>) {
    for (number, content) in [(1, "a"), (2, "b")] as [(UInt64, String)] {
      cache.insert(10, for: key(number), content: content, contentByteCount: 1)
    }
    _ = cache.height(for: key(2), content: "b")
    cache.insert(10, for: key(3), content: "c", contentByteCount: 1000)
  }

  @Test("counts since an earlier time leave out hits, evictions and refusals before it")
  func since() {
    var cache = RowHeightCache<String>(limits: RowHeightLimits(count: 1, byteCount: 1000))
    work(&cache)
    let earlier = cache.statistics
    #expect(earlier.hitCount == 1 && earlier.evictionCount == 1 && earlier.refusalCount == 1)
    for _ in 0..<2 { work(&cache) }
    let since = cache.statistics.since(earlier)
    #expect(since.hitCount == 2)
    #expect(since.evictionCount == 4)
    #expect(since.refusalCount == 2)
    #expect(since.missCount == 0)
  }

  @Test("counts the widths that other widths of the same content evict")
  func widths() {
    var cache = RowHeightCache<String>()
    for width in 1...10 {
      cache.insert(10, for: key(1, width: Double(width)), content: "a", contentByteCount: 1)
    }
    #expect(cache.count == 8)
    #expect(cache.statistics.evictionCount == 2)
  }
}

@Suite("LostEntries", .timeLimit(.minutes(15)))
struct LostEntriesTests {
  @Test("remembers up to 65,536 entries, and then forgets the older half")
  func forgets() {
    var lost = LostEntries()
    lost.remember(0, .evicted)
    for number in UInt64(1)..<65_536 { lost.remember(number, .invalidated) }
    #expect(lost.cause(of: 0) == .evicted)
    lost.remember(65_536, .evicted)
    let causes = [0, 32_767, 32_768, 65_535, 65_536].map { lost.cause(of: $0) }
    #expect(causes == [nil, nil, .invalidated, .invalidated, .evicted])
  }
}

@Suite("Callers that wait for SharedRowHeights", .timeLimit(.minutes(15)))
struct WaitingCallersTests {
  @Test("an abandoned claim wakes a single caller, which then measures the height")
  func wakes() async throws {
    let heights = SharedRowHeights<String>()
    #expect(heights.claim(key(1), content: "a") == .claimed(.firstUse))
    let waiter = Task { await claimOnThread(heights, key(1), content: "a") }
    while heights.state.withLock({ $0.waitingCount == 0 }) {
      try Task.checkCancellation()
      await Task.yield()
    }
    // It is counted a moment before it sleeps.
    try await Task.sleep(for: .milliseconds(50))
    heights.abandon(key(1))
    #expect(await waiter.value == .claimed(.firstUse))
  }
}
