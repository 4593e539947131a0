import GalleyHandles
import Testing

private final class Cell {
  let number: Int
  var isReset = true

  init(_ number: Int) { self.number = number }
}

private func pool(costLimit: Int = .max) -> ReusePool<String, Cell> {
  var made = 0
  var pool = ReusePool<String, Cell>(costLimit: costLimit)
  for identifier in ["post", "advert"] {
    pool.register(
      identifier,
      make: {
        made += 1
        return Cell(made)
      }, prepareForReuse: { $0.isReset = true })
  }
  return pool
}

@Suite("ReusePool", .timeLimit(.minutes(15)))
struct ReusePoolTests {
  @Test("makes an element if none is idle, and reuses an idle one")
  func reuses() {
    var pool = pool()
    let first = pool.dequeue("post")
    let second = pool.dequeue("post")
    #expect(first !== second)
    first.isReset = false
    pool.enqueue(first, for: "post")
    #expect(!first.isReset, "it is reset when it is asked for, not when it comes back")
    let third = pool.dequeue("post")
    #expect(third === first && third.isReset)
    #expect(pool.statistics.createdCount == 2)
    #expect(pool.statistics.reusedCount == 1)
  }

  @Test("does not reset a new element")
  func newElement() {
    var resets = 0
    var pool = ReusePool<Int, Int>()
    pool.register(1, make: { 5 }, prepareForReuse: { _ in resets += 1 })
    let element = pool.dequeue(1)
    #expect(element == 5 && resets == 0)
    pool.enqueue(7, for: 1)
    let again = pool.dequeue(1)
    #expect(again == 7 && resets == 1)
  }

  @Test("keeps kinds apart")
  func kinds() {
    var pool = pool()
    let post = pool.dequeue("post")
    pool.enqueue(post, for: "post")
    #expect(pool.dequeue("advert") !== post)
  }

  @Test("gives another element while the old one is in use, as for a reloaded row")
  func reload() {
    var pool = pool()
    let old = pool.dequeue("post")
    let fresh = pool.dequeue("post")
    #expect(fresh !== old)
    #expect(pool.statistics.busyCount == 2)
    pool.enqueue(old, for: "post")
    #expect(pool.statistics.busyCount == 1 && pool.statistics.idleCount == 1)
    #expect(pool.dequeue("post") === old)
  }

  @Test("counts elements that were made, reused, refused, and in use at most")
  func statistics() {
    var pool = pool(costLimit: 2)
    let cells = (0..<5).map { _ in pool.dequeue("post") }
    #expect(pool.statistics.peakBusyCount == 5)
    let refused = cells.compactMap { pool.enqueue($0, for: "post") }
    #expect(refused.map(\.number) == [3, 4, 5])
    let statistics = pool.statistics
    #expect(statistics.createdCount == 5 && statistics.reusedCount == 0)
    #expect(statistics.busyCount == 0 && statistics.busyCost == 0)
    #expect(statistics.idleCount == 2 && statistics.idleCost == 2 && statistics.refusedCount == 3)
    #expect(pool.evictAll().map(\.number) == [1, 2])
    #expect(pool.statistics.idleCount == 0 && pool.statistics.idleCost == 0)
    #expect(pool.dequeue("post").number == 6)
  }

  @Test("takes the least identifier of a range, the last returned element first")
  func ranges() {
    var pool = ReusePool<Int, String>(costLimit: 100)
    for (element, size) in [("a", 30), ("b", 10), ("c", 20), ("d", 20)] {
      pool.countCreated(cost: size)
      pool.enqueue(element, for: size, cost: size)
    }
    #expect(pool.statistics.idleCost == 80)
    let taken = [11...25, 11...25, 11...25, 11...30, 0...9, 0...100].map { pool.take(in: $0) }
    #expect(taken == ["d", "c", nil, "a", nil, "b"])
    #expect(pool.statistics.idleCost == 0 && pool.statistics.busyCost == 80)
  }

  @Test("refuses to make an unregistered element")
  func unregistered() async {
    await #expect(processExitsWith: .failure) {
      var pool = ReusePool<String, Int>()
      _ = pool.dequeue("nobody")
    }
  }
}
