import GalleyPrimitives
import GalleyTable
import Testing

/// Runs of rows inserted at one place of a section between two others, until the numbers between
/// their neighbours are used up.
@Suite("RowIndex of crowded rows", .timeLimit(.minutes(15)))
struct CrowdedRowsTests {
  @Test(
    "finds each row near a section's start and end, also in the sections beside it",
    arguments: 1...3, [true, false])
  func crowds(length: Int, isNearEnd: Bool) throws {
    for distance in 1...3 {
      var rows = TableRows(rowCounts: [4, 4, 4], estimatedHeight: 10)
      var index = RowIndex(rows)
      for step in 0..<60 {
        let before = rows
        let place = isNearEnd ? rows.rowCount(ofSection: 1) - distance : distance
        let map = try rows.insertRows(
          Array(repeating: nil, count: length), at: RowPath(section: 1, row: place))
        index.apply(map, old: before, new: rows)
        guard step % 10 == 9 else { continue }
        var lost: [RowPath] = []
        rows.forEachRow { (row: TableRows.Entry) in
          if index.path(of: row.id, in: rows) != row.path { lost.append(row.path) }
          return true
        }
        #expect(lost.isEmpty, "\(distance) rows away, step \(step)")
      }
    }
  }
}
