import GalleyPrimitives
import GalleyReplay
import GalleyTable
import Testing

/// A row path in the notation `0:3`.
private func at(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

/// Returns the path of each row of a table.
private func paths(of table: TableRows) -> [RowID: RowPath] {
  var paths: [RowID: RowPath] = [:]
  table.forEachRow { row in
    paths[row.id] = row.path
    return true
  }
  return paths
}

/// A change of a table, with the table before and after it.
private struct TableChange {
  let changes: [ChangeSet.Change]
  let old: TableRows
  let new: TableRows
  let map: ChangeMap

  /// Returns random changes of one table, without those that it refuses.
  static func random(seed: UInt64) -> [TableChange] {
    var random = RandomSteps(seed: seed)
    _ = random.script()
    guard case .load(let counts) = random.load().action else { return [] }
    let old = TableRows(rowCounts: counts, estimatedHeight: 10)
    var found: [TableChange] = []
    for _ in 0..<10 {
      guard case .change(let batch) = random.change(counts).action else { continue }
      var new = old
      guard let map = try? new.apply(ChangeSet(batch.changes)) else { continue }
      found.append(TableChange(changes: batch.changes, old: old, new: new, map: map))
    }
    return found
  }

  /// The map as runs of rows, by definition: the source of each row, with adjacent ones joined.
  var runs: RowPathMap {
    let before = paths(of: old)
    let oldSections = (0..<old.sectionCount).map { old.id(ofSection: $0) }
    var reloadedRows: Set<RowPath> = []
    var reloadedSections: Set<SectionID> = []
    for change in changes {
      switch change {
      case .reloadRow(let path): reloadedRows.insert(path)
      case .reloadSection(let section, _): reloadedSections.insert(oldSections[section])
      default: break
      }
    }
    var sections: [RowPathMap.Section] = []
    for section in 0..<new.sectionCount {
      let id = new.id(ofSection: section)
      let isReplaced = reloadedSections.contains(id)
      var runs: [RowPathMap.Run] = []
      for row in 0..<new.rowCount(ofSection: section) {
        var source: RowPathMap.Run.Source = isReplaced ? .reloaded : .inserted
        if let origin = before[new.id(at: at(section, row))] {
          source = reloadedRows.contains(origin) ? .reloaded : .kept(from: origin)
        }
        if let last = runs.last, Self.next(after: last) == source {
          runs[runs.count - 1].count += 1
        } else {
          runs.append(RowPathMap.Run(count: 1, source: source))
        }
      }
      let origin = isReplaced ? nil : oldSections.firstIndex(of: id)
      sections.append(RowPathMap.Section(origin: origin, runs: runs))
    }
    return RowPathMap(sections: sections)
  }

  /// Returns the source of a row that continues a run.
  private static func next(after run: RowPathMap.Run) -> RowPathMap.Run.Source {
    guard case .kept(let from) = run.source else { return run.source }
    return .kept(from: at(from.section, from.row + run.count))
  }
}

@Suite("The rows that changes remove and insert", .timeLimit(.minutes(15)))
struct ChangedRowsTests {
  @Test(
    "are those that one of both tables lacks, each reported once",
    arguments: 0..<100 as Range<UInt64>)
  func random(seed: UInt64) {
    for change in TableChange.random(seed: seed) {
      let (before, after) = (paths(of: change.old), paths(of: change.new))
      var removed: [RowID] = []
      change.map.forEachRemovedRow(of: change.old) { removed.append($0) }
      let gone = before.keys.filter { after[$0] == nil }
      #expect(removed.sorted() == gone.sorted(), "seed \(seed): \(change.changes)")
      var inserted: [RowPath] = []
      var misplaced = 0
      change.map.forEachNewRow(of: change.new) { path, id in
        inserted.append(path)
        if after[id] != path { misplaced += 1 }
      }
      let fresh = after.filter { before[$0.key] == nil }.map(\.value)
      #expect(inserted.sorted() == fresh.sorted(), "seed \(seed): \(change.changes)")
      #expect(misplaced == 0, "seed \(seed): \(change.changes)")
    }
  }

  @Test("include each row of a reloaded section, and none of the section after an empty one")
  func sections() throws {
    let old = TableRows(rowCounts: [0, 1, 3], estimatedHeight: 10)
    var removed: [RowID] = []
    var inserted: [RowPath] = []
    for (section, count) in [(0, 0), (1, 1), (2, 2)] {
      var new = old
      let map = try new.apply([.reloadSection(section, rowCount: count)])
      map.forEachRemovedRow(of: old) { removed.append($0) }
      map.forEachNewRow(of: new) { path, _ in inserted.append(path) }
    }
    // Section 0 has no rows, and the row of section 1 does not take their place.
    #expect(removed == [RowID(0), RowID(1), RowID(2), RowID(3)])
    #expect(inserted == [at(1, 0), at(2, 0), at(2, 1)])
  }

  @Test("are all rows when all data is reloaded")
  func reloadsData() throws {
    var table = ScrolledTable(
      rowCounts: [2, 0, 3], estimatedHeight: 10, viewport: PixelSize(width: 10, height: 100))
    let old = table.pending
    let map = try table.reloadData(rowCounts: [1, 2])
    var removed: [RowID] = []
    map.forEachRemovedRow(of: old) { removed.append($0) }
    #expect(removed == [RowID(0), RowID(1), RowID(2), RowID(3), RowID(4)])
    var inserted: [RowPath] = []
    map.forEachNewRow(of: table.pending) { path, id in
      inserted.append(path)
      #expect(id == table.pending.id(at: path))
    }
    #expect(inserted == [at(0, 0), at(1, 0), at(1, 1)])
    #expect(map.replacesAll && map.oldSectionCount == 3 && map.newSectionCount == 2)
  }

  @Test("are none if no rows are inserted, as after an empty set of changes")
  func nothing() throws {
    var table = TableRows(rowCounts: [2, 1], estimatedHeight: 10)
    let before = table
    let map = try table.insertRows([], at: at(0, 1))
    let unchanged = try table.apply([])
    #expect(map == unchanged && table == before)
    let one = try table.insertRows([nil], at: at(0, 1))
    #expect(one != unchanged && one.oldPath(ofNew: at(0, 1)) == nil)
    #expect(one.newPath(ofOld: at(0, 0)) == at(0, 0) && one.newPath(ofOld: at(0, 1)) == at(0, 2))
  }
}

@Suite("The runs of a map", .timeLimit(.minutes(15)))
struct MapRunsTests {
  @Test("are those of each row's source", arguments: 0..<100 as Range<UInt64>)
  func random(seed: UInt64) {
    for change in TableChange.random(seed: seed) {
      let runs = change.map.rowPathMap(old: change.old.rowCounts, new: change.new.rowCounts)
      #expect(runs == change.runs, "seed \(seed): \(change.changes)")
    }
  }

  @Test("tell new rows from reloaded ones, and join a row that moves to its own place")
  func kinds() throws {
    var table = TableRows(rowCounts: [4, 2], estimatedHeight: 10)
    let map = try table.apply([
      .insertRow(at(0, 0)), .moveRow(from: at(0, 2), to: at(0, 3)),
      .insertSection(1, rowCount: 2), .reloadSection(1, rowCount: 3),
    ])
    let expected = RowPathMap(sections: [
      RowPathMap.Section(
        origin: 0,
        runs: [
          RowPathMap.Run(count: 1, source: .inserted),
          RowPathMap.Run(count: 4, source: .kept(from: at(0, 0))),
        ]),
      RowPathMap.Section(origin: nil, runs: [RowPathMap.Run(count: 2, source: .inserted)]),
      RowPathMap.Section(origin: nil, runs: [RowPathMap.Run(count: 3, source: .reloaded)]),
    ])
    #expect(map.rowPathMap(old: [4, 2], new: [5, 2, 3]) == expected)
  }

  @Test("follow rows that change their order: none of them joins the run of another")
  func order() throws {
    var table = TableRows(rowCounts: [4], estimatedHeight: 10)
    let map = try table.apply([
      .moveRow(from: at(0, 3), to: at(0, 0)), .moveRow(from: at(0, 2), to: at(0, 1)),
    ])
    let expected = RowPathMap(sections: [
      RowPathMap.Section(
        origin: 0,
        runs: [
          RowPathMap.Run(count: 1, source: .kept(from: at(0, 3))),
          RowPathMap.Run(count: 1, source: .kept(from: at(0, 2))),
          RowPathMap.Run(count: 2, source: .kept(from: at(0, 0))),
        ])
    ])
    #expect(map.rowPathMap(old: [4], new: [4]) == expected)
  }
}
