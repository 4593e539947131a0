import GalleyPrimitives
import GalleyRowHeights
import Testing

@Suite("References of TableHeights", .timeLimit(.minutes(15)))
struct TableHeightsPlaceTests {
  private let row = HeightQuestion<String>.place(.row(RowPath(section: 0, row: 0)))

  @Test("a reload without invalidation gives each section its new number of rows")
  func resizes() {
    var heights = TableHeights<Int>(rowCounts: [2, 1])
    for counts in [[3, 1, 1], [0, 2], [2], [2, 0, 4, -1], [-1], []] {
      heights.reloadKeeping(rowCounts: counts)
      #expect(heights.rowCounts == counts.map { max(0, $0) })
    }
    #expect(heights.mutationCount == 6)
  }

  @Test("rows that a map takes from outside the table have no height")
  func otherTable() {
    var asker = HeightAsker([["a", "b"]])
    let runs = [(0, 1, 2), (0, 2, 1), (1, 0, 1)].map { section, row, count in
      RowPathMap.Run(count: count, source: .kept(from: RowPath(section: section, row: row)))
    }
    asker.heights.apply(RowPathMap(sections: [.init(origin: 0, runs: [runs[0]])]))
    asker.names = [["b", "c"]]
    #expect(asker.heights.rowCounts == [2])
    #expect(asker.askAll() == ["c"])
    asker.heights.apply(RowPathMap(sections: [.init(origin: 0, runs: Array(runs[1...]))]))
    #expect(asker.heights.rowCounts == [2])
    #expect(asker.askAll() == ["b", "c"])
  }

  @Test("a limit below 1 remembers one key, and those of one older half")
  func leastKeys() {
    var cache = RowHeightCache<Int>()
    var heights = TableHeights<Int>(keyLimit: 0)
    for number in 0..<3 {
      _ = heights.height(
        .key(number), width: 1, scale: 1, in: &cache,
        content: { KeyedContent(0, key: ContentKey(high: 0, low: 0)) }, measure: { _ in 5 })
    }
    let known = (0..<3).map { heights.knows(.key($0), width: 1, scale: 1, in: cache) }
    #expect(known == [false, true, true])
  }

  @Test("knows heights at the widths at which they were measured, and counts nothing")
  func knows() {
    var asker = HeightAsker([["a"]])
    #expect(asker.askRow(0, width: 667) == .calculated(.widthChanged))
    let before = asker.cache.statistics
    let known = [375.0, 667, 320].map {
      asker.heights.knows(row, width: $0, scale: 2, in: asker.cache)
    }
    #expect(known == [true, true, false])
    #expect(!asker.heights.knows(row, width: 375, scale: 1, in: asker.cache))
    let header = HeightQuestion<String>.place(.header(section: 0))
    for question in [header, .key("k"), .content, .uncached] {
      #expect(!asker.heights.knows(question, width: 375, scale: 2, in: asker.cache))
    }
    asker.cache.invalidateAll()
    #expect(!asker.heights.knows(row, width: 667, scale: 2, in: asker.cache))
    #expect(asker.cache.statistics == before)
  }

  @Test("a place refers to the width that was asked for last")
  func lastWidth() {
    var asker = HeightAsker([["a"]], limits: RowHeightLimits(count: 2))
    #expect(asker.askRow(0, width: 667) == .calculated(.widthChanged))
    #expect(asker.askRow(0) == .hit)
    // Of the two widths, the one that was not used again makes room.
    #expect(asker.ask(.content, "b").source == .calculated(.firstUse))
    #expect(asker.takeTold().told == ["a", "b"])
    #expect(asker.askRow(0) == .hit)
    #expect(asker.takeTold().told == [])
  }

  @Test("a height that is gone is reported as evicted or invalidated at other widths too")
  func lostAtOtherWidths() {
    var asker = HeightAsker([["a"]], limits: RowHeightLimits(count: 1))
    asker.ask(.content, "b")
    #expect(asker.askRow(0, width: 667) == .calculated(.evicted))
    asker.heights.invalidateAll(in: &asker.cache)
    #expect(asker.askRow(0, width: 320) == .calculated(.invalidated))
    // The first entry after the invalidation is not one of those before it.
    asker.ask(.content, "b")
    #expect(asker.askRow(0, width: 300) == .calculated(.evicted))
  }
}
