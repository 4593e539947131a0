import GalleyPrimitives
import GalleyRowHeights
import Testing

@Suite("TableHeights with a map of another table", .timeLimit(.minutes(15)))
struct ForeignMapTests {
  @Test("rows of a map that were never in the table have no height", arguments: [3, 100, -5])
  func beyond(row: Int) {
    var asker = HeightAsker([["a", "b"]])
    let run = RowPathMap.Run(count: 2, source: .kept(from: RowPath(section: 0, row: row)))
    asker.heights.apply(RowPathMap(sections: [.init(origin: 0, runs: [run])]))
    #expect(asker.heights.rowCounts == [2])
    #expect(asker.askAll() == ["a", "b"])
  }
}
