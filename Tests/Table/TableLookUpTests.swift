import GalleyPrimitives
import GalleyTable
import Testing

private func at(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

@Suite("Look-ups in TableRows", .timeLimit(.minutes(15)))
struct TableLookUpTests {
  @Test("find the paths of rows, and no place beside them")
  func contained() {
    let counts = [2, 0, 1]
    let table = TableRows(rowCounts: counts, estimatedHeight: 10)
    for section in -1...3 {
      for row in -1...3 {
        let path = at(section, row)
        let isThere = counts.indices.contains(section) && (0..<counts[section]).contains(row)
        #expect(table.contains(path) == isThere, "\(path)")
        #expect((table.entry(at: path) != nil) == isThere, "\(path)")
      }
    }
  }

  @Test("agree with a walk about each row, with known heights and estimates")
  func entries() {
    var table = TableRows(rowCounts: [2, 0, 3], estimatedHeight: 10)
    table.setHeight(7, at: at(0, 1))
    table.forgetHeights()
    table.setHeight(0, at: at(2, 0))
    table.setHeight(30, at: at(2, 2))
    var walk: [TableRows.Entry] = []
    table.forEachRow {
      walk.append($0)
      return true
    }
    #expect(walk.map(\.y) == [0, 10, 17, 17, 27])
    #expect(walk.map(\.isKnown) == [false, false, true, false, true])
    #expect(walk.compactMap { table.entry(at: $0.path) } == walk)
    #expect(walk.map { table.knownHeight(at: $0.path) } == [nil, nil, 0, nil, 30])
  }

  @Test("see a difference of the last row alone, in its height or in whether that is known")
  func lastRow() {
    let table = TableRows(heights: [[4, 5], [6]])
    var other = table
    other.setHeight(7, at: at(1, 0))
    #expect(table != other)
    other.setHeight(6, at: at(1, 0))
    #expect(table == other)
    other.forgetHeight(at: at(1, 0))
    #expect(table != other)
  }

  @Test("give identities in the order in which rows and sections were made, from 0")
  func identities() throws {
    func rows(_ table: TableRows) -> [UInt64] {
      (0..<table.rowCount).map { table.id(at: table.path(ofRow: $0)).number }
    }
    func sections(_ table: TableRows) -> [UInt64] {
      (0..<table.sectionCount).map { table.id(ofSection: $0).number }
    }
    var table = TableRows(rowCounts: [2, 1], estimatedHeight: 10)
    #expect(rows(table) == [0, 1, 2])
    #expect(sections(table) == [0, 1])
    _ = try table.insertRows([nil], at: at(0, 0))
    #expect(rows(table) == [3, 0, 1, 2])
    table.reloadData(rowCounts: [1, 1])
    #expect(rows(table) == [4, 5])
    #expect(sections(table) == [2, 3])
  }
}
