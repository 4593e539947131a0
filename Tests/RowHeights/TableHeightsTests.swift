import GalleyPrimitives
import GalleyRowHeights
import Testing

@Suite("TableHeights", .timeLimit(.minutes(15)))
struct TableHeightsTests {
  @Test("answers the three kinds of questions from one cache")
  func threeWays() {
    var asker = HeightAsker([["a", "b", "a"]])
    #expect(asker.cache.count == 2, "equal rows share a height")
    #expect(asker.cache.statistics.hitCount == 1)
    #expect(asker.askRow(0) == .hit)
    #expect(asker.takeTold().told == [], "a place that is known is not configured")
    #expect(asker.ask(.key("first"), "a").source == .hit)
    #expect(asker.takeTold().told == ["a"])
    #expect(asker.ask(.key("first"), "a").source == .hit)
    #expect(asker.takeTold().told == [])
    #expect(asker.ask(.content, "c").source == .calculated(.firstUse))
    #expect(asker.ask(.uncached, "a").source == .uncached)
    #expect(asker.takeTold().measured == ["c", "a"])
    #expect(asker.heights.uncachedCount == 1)
    #expect(asker.cache.statistics.missCount == 3)
  }

  @Test("has no rows in an empty section, nor in one with fewer than none")
  func emptySections() {
    #expect(TableHeights<Int>(rowCounts: [0, 2, -1]).rowCounts == [0, 2, 0])
  }

  @Test("keeps the heights of two widths separately")
  func widths() {
    var asker = HeightAsker([["a", "b"]])
    #expect(asker.askRow(0, width: 667) == .calculated(.widthChanged))
    #expect(asker.askRow(0, width: 375) == .hit)
    #expect(asker.askRow(0, width: 667) == .hit)
    #expect(asker.takeTold().told == ["a"])
    #expect(asker.askRow(1, width: 667) == .calculated(.widthChanged))
    #expect(asker.cache.statistics.missCount(.widthChanged) == 2)
  }

  @Test("measures a reloaded row only if its content is new")
  func reloads() {
    var asker = HeightAsker([["a", "b", "c"]])
    asker.edit(
      RowPathMap(sections: [
        .init(
          origin: 0,
          runs: [
            .init(count: 2, source: .reloaded),
            .init(count: 1, source: .kept(from: RowPath(section: 0, row: 2))),
          ])
      ]),
      inserting: ["a", "B"])
    #expect(asker.askRow(0) == .hit, "the same content again")
    #expect(asker.askRow(1) == .calculated(.mutated))
    #expect(asker.askRow(2) == .hit)
    #expect(asker.takeTold() == (["a", "B"], ["B"]))
  }

  @Test("invalidates one height, a key or all, and reports it as the cause")
  func invalidates() {
    var asker = HeightAsker([["a", "b", "a"]])
    asker.heights.invalidate(.row(RowPath(section: 0, row: 0)), in: &asker.cache)
    #expect(asker.askRow(0) == .calculated(.invalidated))
    #expect(asker.askRow(1) == .hit)
    #expect(asker.askRow(2) == .hit, "its equal was measured just now")
    asker.ask(.key("k"), "b")
    asker.heights.invalidate(key: "k", in: &asker.cache)
    #expect(asker.ask(.key("k"), "b").source == .calculated(.invalidated))
    asker.heights.invalidateAll(in: &asker.cache)
    #expect(asker.askRow(1) == .calculated(.invalidated))
    #expect(asker.ask(.key("k"), "b").source == .hit)
    #expect(asker.cache.statistics.missCount(.invalidated) == 3)
  }

  @Test("reports an evicted height, at a place and under a key")
  func evicts() {
    var asker = HeightAsker([["a"]], limits: RowHeightLimits(count: 1))
    asker.ask(.key("k"), "b")
    #expect(asker.askRow(0) == .calculated(.evicted))
    #expect(asker.ask(.key("k"), "b").source == .calculated(.evicted))
    #expect(asker.cache.statistics.missCount(.evicted) == 2)
  }

  @Test("reloads without invalidation when rows were added at the end")
  func reloadsKeeping() {
    var asker = HeightAsker([["a", "b"], ["c"]])
    asker.names = [["a", "b", "d"], ["c"], ["e"]]
    asker.heights.reloadKeeping(rowCounts: [3, 1, 1])
    #expect(asker.askAll() == ["d", "e"])
    asker.names = [["a"]]
    asker.heights.reloadKeeping(rowCounts: [1])
    #expect(asker.heights.rowCounts == [1])
    #expect(asker.askAll() == [])
    asker.heights.reload(rowCounts: [1])
    #expect(asker.askAll() == ["a"], "a reload asks anew")
    #expect(asker.measured == [])
    asker.heights.reload(rowCounts: [2])
    asker.names = [["f", "g"]]
    #expect(asker.askRow(0) == .calculated(.mutated))
    #expect(asker.askRow(1) == .calculated(.firstUse), "that row was not there")
  }

  @Test("keeps the heights of headers and footers with their sections")
  func headers() {
    var asker = HeightAsker([["a"], ["b"]])
    asker.ask(.place(.header(section: 1)), "H")
    asker.ask(.place(.footer(section: 1)), "F")
    #expect(asker.takeTold().told == ["H", "F"])
    asker.edit(
      RowPathMap(sections: [
        .init(
          origin: 1,
          runs: [.init(count: 1, source: .kept(from: RowPath(section: 1, row: 0)))]),
        .init(origin: nil, runs: [.init(count: 1, source: .inserted)]),
      ]), inserting: ["c"])
    #expect(asker.ask(.place(.header(section: 0)), "H").source == .hit)
    #expect(asker.ask(.place(.footer(section: 0)), "F").source == .hit)
    #expect(asker.takeTold().told == [])
    #expect(asker.ask(.place(.header(section: 1)), "I").source == .calculated(.firstUse))
    asker.heights.invalidate(.header(section: 0), in: &asker.cache)
    #expect(asker.ask(.place(.header(section: 0)), "H").source == .calculated(.invalidated))
    asker.heights.reload(rowCounts: [1, 1])
    #expect(asker.ask(.place(.header(section: 0)), "J").source == .calculated(.mutated))
  }

  @Test("looks up missing places by content, and stores nothing there")
  func outside() {
    var asker = HeightAsker([["a"]])
    for place in [
      HeightPlace.row(RowPath(section: 0, row: 1)), .row(RowPath(section: -1, row: 0)),
      .row(RowPath(section: 1, row: 0)), .row(RowPath(section: 0, row: -1)), .header(section: 9),
    ] {
      #expect(asker.ask(.place(place), "a").source == .hit)
    }
    #expect(asker.heights.rowCounts == [1])
  }

  @Test("detects a key that stands for another content than before")
  func staleKey() {
    var asker = HeightAsker([])
    asker.ask(.key("k"), "a")
    let isStale = ["a", "b"].map {
      asker.heights.verify("k", is: HeightAsker.key($0), in: asker.cache)
    }
    #expect(isStale == [false, true])
    #expect(asker.heights.staleKeyCount == 1)
    #expect(asker.ask(.key("k"), "b").source == .calculated(.mutated))
  }

  @Test("limits the number of remembered keys")
  func keyLimit() {
    var cache = RowHeightCache<Int>()
    var heights = TableHeights<Int>(keyLimit: 10)
    for number in 0..<1000 {
      _ = heights.height(
        .key(number), width: 1, scale: 1, in: &cache,
        content: { KeyedContent(0, key: ContentKey(high: 0, low: 0)) }, measure: { _ in 5 })
    }
    let known = (0..<1000).count {
      heights.find(.key($0), width: 1, scale: 1, in: &cache) != nil
    }
    #expect((10...20).contains(known))
    #expect(cache.statistics.missCount == 1)
  }

  @Test("never confuses colliding contents")
  func collisions() {
    var cache = RowHeightCache<String>()
    var heights = TableHeights<Int>(rowCounts: [2])
    for (row, (name, height)) in [("a", 10.0), ("b", 20)].enumerated() {
      let answer = heights.height(
        .place(.row(RowPath(section: 0, row: row))), width: 1, scale: 1, in: &cache,
        content: { KeyedContent(name, key: ContentKey(high: 0, low: 0)) }, measure: { _ in height })
      #expect(answer.height == height)
      #expect(answer.source == .calculated(row == 0 ? .firstUse : .collision))
    }
    let found = (0..<2).map {
      heights.find(.place(.row(RowPath(section: 0, row: $0))), width: 1, scale: 1, in: &cache)
    }
    #expect(found == [10, 20])
  }

  @Test("logs calculated, cached and hit heights, with causes")
  func logs() {
    var cache = RowHeightCache<String>()
    var heights = TableHeights<String>(rowCounts: [1])
    heights.isLogging = true
    func ask(_ question: HeightQuestion<String>, _ name: String) {
      _ = heights.height(
        question, width: 1, scale: 1, in: &cache,
        content: { KeyedContent(name, key: HeightAsker.key(name)) }, measure: { _ in 44.5 })
    }
    ask(.place(.row(RowPath(section: 0, row: 0))), "a")
    ask(.place(.row(RowPath(section: 0, row: 0))), "a")
    heights.logCreated(identifier: "cell")
    ask(.key("k"), "a")
    ask(.uncached, "a")
    heights.reload(rowCounts: [1])
    ask(.place(.row(RowPath(section: 0, row: 0))), "b")
    let expected = """
      cell created
      0:0 calculated 44.5 (firstUse)
      0:0 cached 44.5
      0:0 hit 44.5
      'k' hit 44.5
      uncached calculated 44.5
      0:0 calculated 44.5 (mutated, after edit 1)
      0:0 cached 44.5
      """
    #expect(heights.takeEvents().map(\.description).joined(separator: "\n") == expected)
    #expect(heights.takeEvents() == [])
  }

  @Test("a log keeps the most recent events, at least half of its limit")
  func logLimit() {
    let limit = HeightLog<Int>.limit
    for count in [1, limit / 2, limit / 2 + 1, limit, limit + 1, 3 * limit / 2 + 1] {
      var log = HeightLog<Int>()
      for number in 0..<count { log.append(.created(identifier: "\(number)")) }
      let events = log.take()
      #expect(events.count <= limit && events.count >= min(count, limit / 2))
      #expect(events.last == .created(identifier: "\(count - 1)"))
      #expect(events.first == .created(identifier: "\(count - events.count)"))
    }
  }
}
