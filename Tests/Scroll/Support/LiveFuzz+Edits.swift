import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import GalleyTable
import TestSupport

@testable import GalleyLive

extension LiveFuzz {
  /// Makes one edit of rows; returns whether the anchor row may move on the screen.
  func edit() throws -> Bool {
    let section = naive.sections.isEmpty ? 0 : random.below(naive.sections.count)
    guard section < naive.sections.count else { return false }
    let count = naive.sections[section].rows.count
    let row = random.below(count + 1)
    let path = RowPath(section: section, row: row)
    naive.lastMoved = []
    switch random.below(count > Effort.count(7, full: 12) ? 4 : 6) {
    case 0 where row < count:
      let end = min(count, row + 1 + random.below(3))
      note("remove \(row)..<\(end) of \(section)")
      if random.below(2) == 0 {
        try view.remove(row..<end, inSection: section)
      } else {
        view.remove(naive.sections[section].rows[row..<end].map(\.id))
      }
      naive.sections[section].rows.removeSubrange(row..<end)
    case 1 where row < count && random.below(2) == 0:
      let moved = naive.sections[section].rows.remove(at: row)
      let other = random.below(naive.sections.count)
      let target = RowPath(
        section: other, row: random.below(naive.sections[other].rows.count + 1))
      note("move row \(moved.id.number) from \(path) to \(target)")
      try view.move(moved.id, to: target)
      naive.sections[other].rows.insert(moved, at: target.row)
      naive.lastMoved = [moved.id]
    case 1 where row < count:
      let target = random.below(count)
      note("move \(row) to \(target) of \(section)")
      try view.move(row, to: target, inSection: section)
      let moved = naive.sections[section].rows.remove(at: row)
      naive.sections[section].rows.insert(moved, at: target)
      naive.lastMoved = [moved.id]
    case 2 where row < count:
      let number = random.below(FuzzItem.count)
      note("reload \(path) with \(number)")
      try view.reload(path, with: FuzzItem.item(number))
      naive.sections[section].rows[row].number = number
      naive.lastMoved = [naive.sections[section].rows[row].id]
    default:
      let numbers = (0..<1 + random.below(3)).map { _ in random.below(FuzzItem.count) }
      note("insert \(numbers) at \(path)")
      let ids = try view.insert(numbers.map(FuzzItem.item), at: path)
      naive.sections[section].rows.insert(
        contentsOf: zip(ids, numbers).map { NaiveSections.Row(id: $0, number: $1) }, at: row)
    }
    return false
  }

  /// Makes one edit of sections, headers or footers; returns whether the anchor row may move on the screen.
  func editSections() throws -> Bool {
    let count = naive.sections.count
    let section = random.below(count + 1)
    naive.lastMoved = []
    switch random.below(count > 3 ? 4 : 5) {
    case 0 where section < count && count > 1:
      note("delete section \(section)")
      try view.perform([.deleteSection(section)], row: { _ in FuzzItem.item(0) })
      naive.sections.remove(at: section)
    case 1 where section < count:
      let target = random.below(count)
      note("move section \(section) to \(target)")
      try view.perform(
        [.moveSection(from: section, to: target)], row: { _ in FuzzItem.item(0) })
      let moved = naive.sections.remove(at: section)
      naive.sections.insert(moved, at: target)
      naive.lastMoved = Set(moved.allIDs)
    case 2, 3:
      guard section < count else { return false }
      let number = random.below(3) == 0 ? nil : random.below(FuzzItem.count)
      note("header of \(section): \(number.map(String.init) ?? "none")")
      try view.setHeader(number.map(FuzzItem.item), ofSection: section)
      naive.sections[section].setHeader(number, view, section)
      if let header = naive.sections[section].header { naive.lastMoved = [header.id] }
    default:
      let number = random.below(FuzzItem.count)
      note("insert section \(section) of 2, footer \(number)")
      try view.perform(
        [.insertSection(section, rowCount: 2)], row: { FuzzItem.item($0.row) },
        footer: { _ in FuzzItem.item(number) })
      naive.sections.insert(NaiveSections.Section(section, footer: number, view), at: section)
    }
    return false
  }

  /// Makes several changes of rows as one set; returns whether the anchor row may move on the screen.
  func editTogether() throws -> Bool {
    var changes = ChangeSet()
    let numbers = naive.randomChanges(&changes, &random)
    let row = { (path: RowPath) in FuzzItem.item(numbers[path] ?? 0) }
    if changes.isEmpty || random.below(2) == 0 {
      note("perform \(changes.changes)")
      try view.perform(changes, row: row)
    } else {
      note("updates \(changes.changes)")
      let cut = random.below(changes.changes.count + 1)
      view.beginUpdates()
      try view.add(ChangeSet(Array(changes.changes.prefix(cut))))
      view.beginUpdates()
      try view.add(ChangeSet(Array(changes.changes.dropFirst(cut))))
      try view.endUpdates(row: row)
      if !view.isUpdating { faults.append("inner updates ended the outer ones") }
      try view.endUpdates(row: row)
    }
    naive.adopt(changes, numbers, view)
    return false
  }

  /// Replaces all rows, or shows two snapshots one after the other; returns whether the anchor row may move.
  func replaceAll() throws -> Bool {
    naive.lastMoved = []
    if random.below(2) == 0 {
      let numbers = (0..<1 + random.below(3)).map { _ in
        (0..<random.below(7)).map { _ in random.below(FuzzItem.count) }
      }
      let headers = numbers.map { _ in random.below(3) == 0 ? random.below(FuzzItem.count) : nil }
      note("reload data \(numbers), headers \(headers)")
      try view.reloadData(
        rowCounts: numbers.map(\.count), row: { FuzzItem.item(numbers[$0.section][$0.row]) },
        header: { headers[$0].map(FuzzItem.item) })
      naive.reload(numbers, headers: headers, view)
      return false
    }
    let first = try naive.snapshot()
    note("snapshot of \(first.sections.map { $0.rows.map(\.id) })")
    try view.apply(first) { FuzzItem.item(naive.number(ofRow: $0)) }
    naive.adopt(first, after: nil, view)
    if random.below(2) == 0 { _ = try view.makeFrame() }
    let second = try naive.randomSnapshot(after: first, &random)
    note("then \(second.sections.map { $0.rows.map(\.id) })")
    try view.apply(second) { FuzzItem.item(naive.number(ofRow: $0)) }
    naive.adopt(second, after: first, view)
    return false
  }
}
