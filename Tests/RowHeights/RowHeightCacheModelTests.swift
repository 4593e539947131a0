import GalleyPrimitives
import GalleyRandomness
import GalleyRowHeights
import Testing

/// A height cache that searches one array from its start, and never forgets why it lost a height.
private struct NaiveCache {
  struct Entry {
    let key: HeightKey
    let content: Int
    var height: Double
    let number: Int
    var isUsed = false
  }

  let limit: Int
  /// The entries, and `nil` for free places, in the order of the clock.
  var places: [Entry?] = []
  var free: [Int] = []
  var hand = 0
  var insertedCount = 0
  var evictionCount = 0
  var causes: [HeightKey: RowHeightMiss] = [:]

  var count: Int { places.count - free.count }

  func contains(_ number: Int) -> Bool { places.contains { $0?.number == number } }

  func place(of key: HeightKey, _ content: Int) -> Int? {
    places.firstIndex { $0?.key == key && $0?.content == content }
  }

  /// The places of a content key's entries, the newest first.
  private func chain(of content: ContentKey) -> [Int] {
    places.indices.filter { places[$0]?.key.content == content }
      .sorted { (places[$0]?.number ?? 0) > (places[$1]?.number ?? 0) }
  }

  /// Returns the height, or the cause of a miss.
  mutating func look(_ key: HeightKey, _ content: Int) -> (height: Double?, cause: RowHeightMiss?) {
    if let place = place(of: key, content) {
      places[place]?.isUsed = true
      return (places[place]?.height, nil)
    }
    let alike = places.compactMap { $0 }.filter { $0.key.content == key.content }
    let collides = alike.contains { $0.content != content }
    if let cause = causes[key], !collides { return (nil, cause) }
    if alike.contains(where: { $0.content == content }) { return (nil, .widthChanged) }
    return (nil, collides ? .collision : .firstUse)
  }

  /// Returns the number of the entry.
  mutating func insert(_ height: Double, _ key: HeightKey, _ content: Int) -> Int {
    if let place = place(of: key, content), let number = places[place]?.number {
      places[place]?.height = height
      return number
    }
    while count >= limit { evict() }
    let chain = chain(of: key.content)
    if let oldest = chain.last, chain.count >= 8 {
      evictionCount += 1
      remove(oldest, .evicted)
    }
    let entry = Entry(key: key, content: content, height: height, number: insertedCount)
    insertedCount += 1
    if let place = free.popLast() { places[place] = entry } else { places.append(entry) }
    return entry.number
  }

  mutating func invalidate(_ content: ContentKey) -> Int {
    let chain = chain(of: content)
    for place in chain { remove(place, .invalidated) }
    return chain.count
  }

  mutating func invalidateAll() {
    for entry in places.compactMap({ $0 }) { causes[entry.key] = .invalidated }
    places = []
    free = []
    hand = 0
  }

  private mutating func evict() {
    hand = (hand + 1) % places.count
    while places[hand]?.isUsed ?? true {
      places[hand]?.isUsed = false
      hand = (hand + 1) % places.count
    }
    evictionCount += 1
    remove(hand, .evicted)
  }

  private mutating func remove(_ place: Int, _ cause: RowHeightMiss) {
    if let key = places[place]?.key { causes[key] = cause }
    places[place] = nil
    free.append(place)
  }
}

/// A cache and a naive one that do the same steps.
private struct CachePair {
  struct Bound {
    var binding: HeightBinding
    let number: Int
    var key: HeightKey
    let content: Int
  }

  var cache = RowHeightCache<Int>(limits: RowHeightLimits(count: 40))
  var naive = NaiveCache(limit: 40)
  var bound: [Bound] = []
  var random: SeededGenerator

  mutating func step() throws {
    // Four contents share a key and have three widths each: more entries than a key may have.
    let content = random.below(24)
    let key = HeightKey(
      content: ContentKey(high: 0, low: UInt64(content / 4)), width: Double(random.below(3)),
      scale: 1)
    switch random.below(1000) {
    case 0..<2:
      cache.invalidateAll()
      naive.invalidateAll()
    case 2..<8:
      let removed = cache.invalidate(key.content)
      let expected = naive.invalidate(key.content)
      try #require(removed == expected)
    case 8..<500: try insert(Double(random.below(1000)), key, content)
    case 500..<750: try look(key, content)
    default: try follow()
    }
    try #require(cache.count == naive.count)
    try #require(cache.statistics.evictionCount == naive.evictionCount)
  }

  private mutating func insert(_ height: Double, _ key: HeightKey, _ content: Int) throws {
    let inserted = cache.insert(height, for: key, content: content, contentByteCount: 0)
    let number = naive.insert(height, key, content)
    let binding = try #require(inserted)
    bound.append(Bound(binding: binding, number: number, key: key, content: content))
  }

  private mutating func look(_ key: HeightKey, _ content: Int) throws {
    let before = cache.statistics
    let height = cache.height(for: key, content: content)
    let counts = cache.statistics.since(before)
    let cause = RowHeightMiss.allCases.first { counts.missCount($0) == 1 }
    let expected = naive.look(key, content)
    try #require(height == expected.height)
    try #require(cause == expected.cause)
    try #require(counts.hitCount == (height == nil ? 0 : 1))
    try #require(counts.missCount == (height == nil ? 1 : 0))
  }

  /// Asks by the binding of a former entry for its content's height at some width.
  private mutating func follow() throws {
    guard var former = bound.suffix(60).randomElement(using: &random) else { return }
    let width = Double(random.below(3))
    former.key.width = width
    let place = naive.place(of: former.key, former.content)
    let isKnown = place != nil && naive.contains(former.number)
    try #require(cache.knows(former.binding, width: width, scale: 1) == isKnown)
    let height = cache.height(at: &former.binding, width: width, scale: 1)
    let expected = isKnown ? naive.look(former.key, former.content).height : nil
    try #require(height == expected)
    let binding = cache.binding(for: former.key, content: former.content)
    try #require((binding == former.binding) == isKnown)
  }
}

@Suite("RowHeightCache beside a naive one", .timeLimit(.minutes(15)))
struct RowHeightCacheModelTests {
  @Test(
    "finds, counts and evicts the same, and misses for the same causes",
    arguments: [1, 2, 3] as [UInt64])
  func agrees(seed: UInt64) throws {
    var pair = CachePair(random: SeededGenerator(seed: seed))
    for _ in 0..<3000 { try pair.step() }
    #expect(pair.cache.statistics.evictionCount > 50)
  }
}
