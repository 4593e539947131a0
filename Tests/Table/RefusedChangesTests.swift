import GalleyPrimitives
import GalleyTable
import Testing

/// A row path in the notation `0:3`.
private func at(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

private typealias Tally = ChangeSetError.RowTally

@Suite("Refused changes", .timeLimit(.minutes(15)))
struct RefusedChangesTests {
  @Test(
    "name a place just beyond the table's ends, before its first section and after its last",
    arguments: [
      (.insertSection(-1, rowCount: 0), .sectionBeyondEnd(-1, .inserted, count: 3)),
      (.insertSection(3, rowCount: 0), .sectionBeyondEnd(3, .inserted, count: 3)),
      (.moveSection(from: 0, to: 2), .sectionBeyondEnd(2, .moved, count: 2)),
      (.deleteSection(-1), .noSection(-1, .deleted, count: 2)),
      (.deleteRow(at(-1, 0)), .noRow(at(-1, 0), .deleted, count: 0)),
      (.insertRow(at(-1, 0)), .rowBeyondEnd(at(-1, 0), .inserted, count: 0)),
      (.insertRow(at(0, -1)), .rowBeyondEnd(at(0, -1), .inserted, count: 4)),
      (.insertRow(at(1, 3)), .rowBeyondEnd(at(1, 3), .inserted, count: 3)),
      (.reloadSection(0, rowCount: -1), .negativeRowCount(section: 0, -1)),
    ] as [(ChangeSet.Change, ChangeSetError)])
  func beyond(change: ChangeSet.Change, error: ChangeSetError) {
    var rows = TableRows(rowCounts: [3, 2], estimatedHeight: 10)
    let before = rows
    #expect(throws: error) { try rows.apply([change]) }
    #expect(rows == before)
  }

  @Test("do not include those at the table's ends")
  func ends() throws {
    var rows = TableRows(rowCounts: [3, 2], estimatedHeight: 10)
    try rows.apply([.insertSection(2, rowCount: 0), .insertRow(at(1, 2)), .insertRow(at(0, 0))])
    #expect(rows.rowCounts == [4, 3, 0])
    try rows.apply([.moveSection(from: 0, to: 2), .insertRow(at(1, 0))])
    #expect(rows.rowCounts == [3, 1, 4])
  }

  @Test(
    "of adjacent rows at no place tell the number of rows that their section would have",
    arguments: [(at(2, 0), 0), (at(-1, 0), 0), (at(0, 4), 5), (at(0, -1), 5), (at(1, 3), 4)])
  func insertion(path: RowPath, count: Int) {
    var rows = TableRows(rowCounts: [3, 2], estimatedHeight: 10)
    let before = rows
    #expect(throws: ChangeSetError.rowBeyondEnd(path, .inserted, count: count)) {
      try rows.insertRows([nil, 7], at: path)
    }
    #expect(rows == before)
  }

  @Test("do not include adjacent rows at the ends of a section")
  func insertionAtEnds() throws {
    var rows = TableRows(rowCounts: [1, 0], estimatedHeight: 10)
    for path in [at(0, 0), at(0, 3), at(1, 0)] {
      let map = try rows.insertRows([5, 6], at: path)
      #expect(map.oldPath(ofNew: path) == nil)
      #expect(rows.height(at: path) == 5)
    }
    #expect(rows.rowCounts == [5, 2] && rows.totalHeight == 43)
  }

  @Test(
    "tell the origins of the rows of a section whose number differs from the announced one",
    arguments: [
      // A section that is inserted had no rows and lost none.
      (
        [.insertSection(1, rowCount: 2), .insertRow(at(1, 0))], [3, 4, 2],
        .rowCountMismatch(section: 1, announced: 4, Tally(before: 0, added: 3, removed: 0))
      ),
      // A section that is reloaded loses all rows, those that are named too.
      (
        [.reloadSection(0, rowCount: 1), .deleteRow(at(0, 1))], [2, 2],
        .rowCountMismatch(section: 0, announced: 2, Tally(before: 3, added: 1, removed: 3))
      ),
      (
        [.moveRow(from: at(0, 0), to: at(1, 0))], [3, 3],
        .rowCountMismatch(section: 0, announced: 3, Tally(before: 3, added: 0, removed: 1))
      ),
      (
        [], [3, 1],
        .rowCountMismatch(section: 1, announced: 1, Tally(before: 2, added: 0, removed: 0))
      ),
    ] as [([ChangeSet.Change], [Int], ChangeSetError)])
  func tallies(changes: [ChangeSet.Change], announced: [Int], error: ChangeSetError) {
    var rows = TableRows(rowCounts: [3, 2], estimatedHeight: 10)
    let before = rows
    #expect(throws: error) { try rows.apply(ChangeSet(changes), announced: announced) }
    #expect(rows == before)
  }

  @Test("count as deleted neither moved nor reloaded sections")
  func sectionTally() {
    var rows = TableRows(rowCounts: [1, 1, 1, 1, 1], estimatedHeight: 10)
    let error = ChangeSetError.sectionCountMismatch(
      announced: 3, before: 5, inserted: 1, deleted: 1)
    #expect(throws: error) {
      try rows.apply(
        [
          .deleteSection(0), .moveSection(from: 1, to: 0), .moveSection(from: 2, to: 1),
          .reloadSection(3, rowCount: 1), .insertSection(2, rowCount: 0),
        ], announced: [1, 1, 0])
    }
    #expect(rows.rowCounts == [1, 1, 1, 1, 1])
  }
}

@Suite("The identities of new rows and sections", .timeLimit(.minutes(15)))
struct GivenIdentitiesTests {
  private func rowNumbers(_ table: TableRows) -> [UInt64] {
    var numbers: [UInt64] = []
    table.forEachRow { row in
      numbers.append(row.id.number)
      return true
    }
    return numbers
  }

  private func sectionNumbers(_ table: TableRows) -> [UInt64] {
    (0..<table.sectionCount).map { table.id(ofSection: $0).number }
  }

  @Test("of rows are the next numbers, in the order of the table")
  func rows() throws {
    var table = TableRows(rowCounts: [2], estimatedHeight: 10)
    try table.apply([.insertRow(at(0, 3)), .insertRow(at(0, 0))])
    #expect(rowNumbers(table) == [2, 0, 1, 3])
    _ = try table.insertRows([nil, 5, nil], at: at(0, 4))
    #expect(rowNumbers(table) == [2, 0, 1, 3, 4, 5, 6])
    try table.apply([.insertRow(at(0, 0)), .deleteRow(at(0, 6))])
    #expect(rowNumbers(table) == [7, 2, 0, 1, 3, 4, 5])
    // The number of the removed row is not given out again.
    try table.apply([.reloadSection(0, rowCount: 2)])
    #expect(rowNumbers(table) == [8, 9])
    _ = try table.insertRows([nil], at: at(0, 2))
    #expect(rowNumbers(table) == [8, 9, 10])
  }

  @Test("of sections are the next numbers, in the order of the table")
  func sections() throws {
    var table = TableRows(rowCounts: [1, 1], estimatedHeight: 10)
    try table.apply([.insertSection(2, rowCount: 0), .insertSection(0, rowCount: 1)])
    #expect(sectionNumbers(table) == [2, 0, 3, 1])
    try table.apply([.insertSection(3, rowCount: 0), .deleteSection(0)])
    #expect(sectionNumbers(table) == [0, 3, 1, 4])
    #expect(rowNumbers(table) == [0, 1])
  }
}
