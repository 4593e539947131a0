import Galley
import GalleyCells
import GalleyPrimitives
import Testing

@testable import GalleyCellRendering

@Suite("ContentCache", .timeLimit(.minutes(15)))
struct ContentCacheTests {
  private let key = ContentKey(high: 1, low: 2)

  @Test("contents of one key keep their own values")
  func comparesContent() {
    let cache = ContentCache<Int>(byteLimit: 1000)
    cache.insert(1, for: key, content: CellContent(title: "one"), byteCount: 1)
    #expect(cache.value(for: key, content: CellContent(title: "two")) == nil)
    cache.insert(2, for: key, content: CellContent(title: "two"), byteCount: 1)
    #expect(cache.value(for: key, content: CellContent(title: "one")) == 1)
    #expect(cache.value(for: key, content: CellContent(title: "two")) == 2)
    let otherKey = ContentKey(high: 2, low: 2)
    #expect(cache.value(for: otherKey, content: CellContent(title: "one")) == nil)
  }

  @Test("the bytes of values and contents stay in the limit")
  func isBounded() {
    let cache = ContentCache<Int>(byteLimit: 1000)
    let contents = (0..<100).map { CellContent(title: "\(1000 + $0)") }
    for content in contents { cache.insert(0, for: key, content: content, byteCount: 96) }
    let keptCount = contents.count { cache.value(for: key, content: $0) != nil }
    // A hit may evict others, so the count is what one pass over all finds.
    #expect((1...10).contains(keptCount))
    let long = CellContent(body: String(repeating: "x", count: 501))
    cache.insert(0, for: key, content: long, byteCount: 0)
    #expect(cache.value(for: key, content: long) == nil)
  }
}
