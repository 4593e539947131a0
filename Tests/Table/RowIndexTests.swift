import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

@testable import GalleyTable

@Suite("RowIndex", .timeLimit(.minutes(15)))
struct RowIndexTests {
  private func check(_ index: RowIndex, _ rows: TableRows, _ comment: Comment) {
    var wrong = 0
    rows.forEachRow { (row: TableRows.Entry) in
      if index.path(of: row.id, in: rows) != row.path { wrong += 1 }
      return true
    }
    #expect(wrong == 0, comment)
  }

  @Test("finds each row after insertions at one place, until its numbers are used up")
  func dense() throws {
    var rows = TableRows(rowCounts: [2, 3], estimatedHeight: 10)
    var index = RowIndex(rows)
    for step in 0..<300 {
      let before = rows
      let map = try rows.insertRows([nil], at: RowPath(section: 1, row: 1))
      index.apply(map, old: before, new: rows)
      if step % 20 == 0 { check(index, rows, "step \(step)") }
    }
    check(index, rows, "at the end")
  }

  @Test("an insertion of no rows changes nothing")
  func nothing() {
    for counts in [[0], [2], [0, 1]] {
      let rows = TableRows(rowCounts: counts, estimatedHeight: 10)
      var index = RowIndex(rows)
      index.insert(0..<0, intoSection: 0, of: rows)
      check(index, rows, "\(counts)")
    }
  }

  @Test("finds each row after random changes, and none that was removed")
  func random() throws {
    for seed in 0..<UInt64(Effort.count(40, full: 2_000)) {
      var random = SeededGenerator(seed: seed)
      var rows = TableRows(rowCounts: [5, 0, 9], estimatedHeight: 10)
      var index = RowIndex(rows)
      for step in 0..<12 {
        let before = rows
        let section = Int.random(in: 0..<rows.sectionCount, using: &random)
        let count = rows.rowCount(ofSection: section)
        let row = RowPath(section: section, row: Int.random(in: 0...count, using: &random))
        var changes: ChangeSet = []
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: changes = [.insertRow(row), .insertRow(RowPath(section: section, row: 0))]
        case 2 where row.row < count: changes = [.deleteRow(row)]
        case 3 where row.row < count:
          let target = Int.random(in: 0..<rows.sectionCount, using: &random)
          changes = [.moveRow(from: row, to: RowPath(section: target, row: 0))]
        case 4:
          let target = Int.random(in: 0..<rows.sectionCount, using: &random)
          changes = [.moveSection(from: section, to: target)]
        case 5: changes = [.reloadSection(section, rowCount: 3)]
        case 6 where rows.sectionCount > 1: changes = [.deleteSection(section)]
        default: changes = [.insertSection(section, rowCount: 4)]
        }
        // A change that contradicts the table is refused, and changes nothing.
        guard let map = try? rows.apply(changes) else { continue }
        index.apply(map, old: before, new: rows)
        check(index, rows, "seed \(seed), step \(step): \(changes.changes)")
        map.forEachRemovedRow(of: before) {
          #expect(index.path(of: $0, in: rows) == nil, "seed \(seed), step \(step)")
        }
      }
    }
  }
}
