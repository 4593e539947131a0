import GalleyPrimitives
import GalleyReplay
import GalleyTable
import Testing

/// A row path in the notation `0:3`.
private func at(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

/// A table whose row heights identify the rows: row 0 is 1 pixel high, row 1 is 2 pixels high, and
/// so on.
private func table(_ rowCounts: [Int]) -> TableRows {
  var rows = TableRows(rowCounts: rowCounts, estimatedHeight: 100)
  for index in 0..<rows.rowCount { rows.setHeight(index + 1, at: rows.path(ofRow: index)) }
  return rows
}

extension TableRows {
  /// The known heights of each section's rows; `nil` for an unknown height.
  fileprivate var known: [[Int?]] {
    (0..<sectionCount).map { section in
      (0..<rowCount(ofSection: section)).map { knownHeight(at: at(section, $0)) }
    }
  }
}

/// The cases in which the cache of FDTemplateLayoutCell and its ports fail.
@Suite("Each of the nine mutations", .timeLimit(.minutes(15)))
struct NineMutationsTests {
  @Test("deletes all its sections, by their old indices")
  func deleteSections() throws {
    var rows = table([1, 1, 1])
    try rows.apply([.deleteSection(0), .deleteSection(1)])
    #expect(rows.known == [[3]])
  }

  @Test("moves one section, and does not swap two")
  func moveSection() throws {
    var rows = table([1, 1, 1])
    try rows.apply([.moveSection(from: 0, to: 2)])
    #expect(rows.known == [[2], [3], [1]])
  }

  @Test("inserts rows at their new paths, in any order of the changes")
  func insertRows() throws {
    var rows = table([5])
    try rows.apply([.insertRow(at(0, 5)), .insertRow(at(0, 2))])
    #expect(rows.known == [[1, 2, nil, 3, 4, nil, 5]])
  }

  @Test("deletes rows by their old paths, in any order of the changes")
  func deleteRows() throws {
    for order in [[0, 1, 3], [3, 1, 0], [1, 3, 0]] {
      var rows = table([5])
      var changes = ChangeSet()
      changes.deleteRows(at: order.map { at(0, $0) })
      try rows.apply(changes)
      #expect(rows.known == [[3, 5]])
    }
  }

  @Test("moves one row, and does not swap two")
  func moveRow() throws {
    var rows = table([3])
    try rows.apply([.moveRow(from: at(0, 0), to: at(0, 2))])
    #expect(rows.known == [[2, 3, 1]])
  }

  @Test("moves a row to another section, which then has one more row")
  func moveRowAcross() throws {
    var rows = table([3, 2])
    try rows.apply([.moveRow(from: at(0, 1), to: at(1, 2))])
    #expect(rows.known == [[1, 3], [4, 5, 2]])
  }

  @Test("inserts sections at their new indices")
  func insertSections() throws {
    var rows = table([1, 1])
    try rows.apply([.insertSection(3, rowCount: 0), .insertSection(1, rowCount: 2)])
    #expect(rows.known == [[1], [nil, nil], [2], []])
  }

  @Test("forgets the heights of a reloaded section, and of no other")
  func reloadSections() throws {
    var rows = table([2, 2])
    let section = rows.id(ofSection: 0)
    try rows.apply([.reloadSection(0, rowCount: 3)])
    #expect(rows.known == [[nil, nil, nil], [3, 4]])
    #expect(rows.id(ofSection: 0) == section)
  }

  @Test("forgets the height of a reloaded row, which keeps its ID")
  func reloadRows() throws {
    var rows = table([3])
    let id = rows.id(at: at(0, 1))
    try rows.apply([.reloadRow(at(0, 1))])
    #expect(rows.known == [[1, nil, 3]])
    #expect(rows.id(at: at(0, 1)) == id && rows.height(at: at(0, 1)) == 2)
  }

  @Test("forgets all heights when all data is reloaded")
  func reloadData() {
    var rows = table([2, 1])
    let ids = Set((0..<3).map { rows.id(at: rows.path(ofRow: $0)) })
    rows.reloadData(rowCounts: [1, 2])
    #expect(rows.known == [[nil], [nil, nil]])
    #expect(ids.isDisjoint(with: (0..<3).map { rows.id(at: rows.path(ofRow: $0)) }))
  }

  @Test("separates old and new paths in a batch: an insert and a delete of row 0")
  func batch() throws {
    for changes: ChangeSet in [
      [.insertRow(at(0, 0)), .deleteRow(at(0, 0))], [.deleteRow(at(0, 0)), .insertRow(at(0, 0))],
    ] {
      var rows = table([3])
      try rows.apply(changes)
      #expect(rows.known == [[nil, 2, 3]])
    }
  }
}

@Suite("A change set", .timeLimit(.minutes(15)))
struct ChangeSetTests {
  @Test(
    "with a contradiction is refused with an error that names it, and changes nothing",
    arguments: [
      ([.deleteRow(at(0, 3))], .noRow(at(0, 3), .deleted, count: 3)),
      ([.reloadRow(at(2, 0))], .noRow(at(2, 0), .reloaded, count: 0)),
      ([.moveRow(from: at(0, -1), to: at(0, 0))], .noRow(at(0, -1), .moved, count: 3)),
      ([.insertRow(at(0, 4))], .rowBeyondEnd(at(0, 4), .inserted, count: 4)),
      ([.insertRow(at(2, 0))], .rowBeyondEnd(at(2, 0), .inserted, count: 0)),
      (
        [.deleteRow(at(0, 0)), .moveRow(from: at(0, 1), to: at(0, 2))],
        .rowBeyondEnd(at(0, 2), .moved, count: 2)
      ),
      ([.deleteSection(2)], .noSection(2, .deleted, count: 2)),
      ([.insertSection(4, rowCount: 1)], .sectionBeyondEnd(4, .inserted, count: 3)),
      ([.insertSection(0, rowCount: -1)], .negativeRowCount(section: 0, -1)),
      ([.deleteRow(at(0, 1)), .deleteRow(at(0, 1))], .rowConflict(at(0, 1), .deleted, .deleted)),
      (
        [.deleteRow(at(0, 1)), .moveRow(from: at(0, 1), to: at(0, 0))],
        .rowConflict(at(0, 1), .deleted, .moved)
      ),
      (
        [.moveRow(from: at(0, 1), to: at(0, 0)), .reloadRow(at(0, 1))],
        .rowConflict(at(0, 1), .moved, .reloaded)
      ),
      (
        [.reloadRow(at(0, 1)), .deleteRow(at(0, 1))], .rowConflict(at(0, 1), .reloaded, .deleted)
      ),
      ([.deleteSection(0), .reloadRow(at(0, 1))], .rowConflict(at(0, 1), .reloaded, .deleted)),
      (
        [.moveSection(from: 0, to: 1), .deleteSection(0)], .sectionConflict(0, .moved, .deleted)
      ),
      (
        [.insertRow(at(0, 1)), .moveRow(from: at(1, 0), to: at(0, 1))],
        .rowTargetConflict(at(0, 1), .inserted, .moved)
      ),
      (
        [.moveSection(from: 0, to: 1), .insertSection(1, rowCount: 0)],
        .sectionTargetConflict(1, .moved, .inserted)
      ),
    ] as [([ChangeSet.Change], ChangeSetError)])
  func refusal(changes: [ChangeSet.Change], error: ChangeSetError) {
    var rows = table([3, 2])
    let before = rows
    #expect(throws: error) { try rows.apply(ChangeSet(changes)) }
    #expect(rows == before)
    #expect(!"\(error)".isEmpty && !"\(error)".contains("\n"))
  }

  @Test("is refused if its result differs from the announced counts")
  func announced() throws {
    var rows = table([3, 2])
    let before = rows
    let changes: ChangeSet = [
      .deleteRow(at(0, 0)), .insertRow(at(1, 0)), .moveRow(from: at(0, 1), to: at(1, 1)),
    ]
    let tally = ChangeSetError.RowTally(before: 2, added: 2, removed: 0)
    #expect(throws: ChangeSetError.rowCountMismatch(section: 1, announced: 3, tally)) {
      try rows.apply(changes, announced: [1, 3])
    }
    let sections = ChangeSetError.sectionCountMismatch(
      announced: 3, before: 2, inserted: 0, deleted: 0)
    #expect(throws: sections) { try rows.apply(changes, announced: [1, 4, 0]) }
    #expect(rows == before)
    try rows.apply(changes, announced: [1, 4])
    #expect(rows.known == [[3], [nil, 2, 4, 5]])
  }

  @Test("moves rows from a deleted section to an inserted one")
  func rescue() throws {
    var rows = table([3, 2])
    let map = try rows.apply([
      .deleteSection(0), .insertSection(1, rowCount: 1), .deleteRow(at(0, 0)),
      .moveRow(from: at(0, 2), to: at(1, 0)), .reloadSection(1, rowCount: 0),
      .moveRow(from: at(1, 1), to: at(0, 0)),
    ])
    #expect(rows.known == [[5], [3, nil]])
    #expect(map.newPath(ofOld: at(0, 2)) == at(1, 0) && map.newPath(ofOld: at(0, 1)) == nil)
    #expect(map.oldPath(ofNew: at(0, 0)) == at(1, 1) && map.oldPath(ofNew: at(1, 1)) == nil)
    #expect(map.newSection(ofOld: 1) == 0 && map.oldSection(ofNew: 1) == nil)
  }

  @Test("maps each old path to the new one, and back", arguments: 0..<200 as Range<UInt64>)
  func maps(seed: UInt64) throws {
    var random = RandomSteps(seed: seed)
    _ = random.script()
    guard case .load(let counts) = random.load().action else { return }
    let old = TableRows(rowCounts: counts, estimatedHeight: 10)
    for _ in 0..<10 {
      guard case .change(let batch) = random.change(counts).action else { continue }
      var rows = old
      guard let map = try? rows.apply(ChangeSet(batch.changes)) else { continue }
      let runs = map.rowPathMap(old: old.rowCounts, new: rows.rowCounts)
      #expect(runs.sections.map(\.rowCount) == rows.rowCounts, "seed \(seed)")
      rows.forEachRow { row in
        let origin = map.oldPath(ofNew: row.path)
        #expect(origin.map(old.id(at:)) ?? row.id == row.id, "seed \(seed), \(row.path)")
        #expect((origin == nil) == (row.id.number >= UInt64(old.rowCount)), "seed \(seed)")
        #expect(origin.map(map.newPath(ofOld:)) ?? row.path == row.path, "seed \(seed)")
        let kept = origin.flatMap { map.reloadedRows.contains($0) ? nil : $0 }
        #expect(runs.origin(of: row.path) == kept, "seed \(seed), \(row.path)")
        return true
      }
    }
  }
}
