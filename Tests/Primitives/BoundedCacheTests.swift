import GalleyPrimitives
import GalleyRandomness
import Testing

@Suite("BoundedCache", .timeLimit(.minutes(15)))
struct BoundedCacheTests {
  @Test("a kept value is found, and made at most once")
  func hits() {
    var cache = BoundedCache<Int, String>(costLimit: 100)
    var made = 0
    for _ in 0..<3 {
      let value = cache.value(for: 7, cost: \.utf8.count) {
        made += 1
        return "seven"
      }
      #expect(value == "seven")
    }
    #expect(made == 1)
    #expect(cache.missCount == 1)
    #expect(cache.value(for: 8) == nil)
  }

  @Test("entries cost at most the limit", arguments: [0, 1, 2, 3, 10, 101])
  func bounded(limit: Int) {
    var cache = BoundedCache<Int, Int>(costLimit: limit)
    for number in 0..<1000 {
      cache.insert(number, for: number % 37, cost: number % 11)
      #expect(cache.totalCost <= limit)
      cache.checkInvariants()
    }
  }

  @Test("a value that costs more than half of the limit is not kept, and evicts nothing")
  func oversized() {
    var cache = BoundedCache<String, Int>(costLimit: 20)
    cache.insert(1, for: "small", cost: 10)
    cache.insert(2, for: "large", cost: 11)
    #expect(cache.value(for: "large") == nil)
    #expect(cache.value(for: "small") == 1)
    // The earlier value of the key is removed anyway: it is no longer the key's value.
    cache.insert(3, for: "small", cost: .max)
    #expect(cache.value(for: "small") == nil)
    #expect(cache.totalCost == 0)
  }

  @Test("an entry stays until entries of half the limit are used after it")
  func generations() {
    var cache = BoundedCache<Int, Int>(costLimit: 20)
    for number in 0..<200 {
      cache.insert(number, for: number, cost: 1)
      #expect(cache.value(for: 0) == 0, "entry 0 is used each time")
      // A look-up is a use, so it is made in a copy.
      var copy = cache
      #expect(copy.value(for: max(0, number - 8)) == max(0, number - 8))
    }
    #expect(cache.value(for: 100) == nil)
  }

  @Test("keys of equal hash keep their own values")
  func collisions() {
    struct Colliding: Hashable {
      var content: String
      func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }
    var cache = BoundedCache<Colliding, String>(costLimit: 200)
    for number in 0..<50 {
      cache.insert("\(number)", for: Colliding(content: "\(number)"), cost: 1)
    }
    for number in 0..<50 {
      #expect(cache.value(for: Colliding(content: "\(number)")) == "\(number)")
    }
  }

  @Test("a cache is empty and usable after eviction of all entries")
  func evicts() {
    var cache = BoundedCache<Int, Int>(costLimit: 8)
    for number in 0..<10 { cache.insert(number, for: number, cost: 1) }
    cache.evictAll()
    #expect(cache.count == 0)
    #expect(cache.totalCost == 0)
    cache.insert(1, for: 1, cost: 1)
    cache.remove(1)
    #expect(cache.value(for: 1) == nil)
    cache.checkInvariants()
  }

  @Test("random uses agree with a cache that keeps a list of uses")
  func model() {
    var generator = SeededGenerator(seed: 5)
    var cache = BoundedCache<Int, Int>(costLimit: 64)
    var latest: [Int: Int] = [:]
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<40, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: cache.remove(key); latest[key] = nil
      case 1...4:
        cache.insert(step, for: key, cost: Int.random(in: 0...32, using: &generator))
        latest[key] = step
      default:
        // A kept value is the one that was inserted last.
        if let value = cache.value(for: key) { #expect(value == latest[key]) }
      }
      if step % 100 == 0 { cache.checkInvariants() }
    }
  }
}
