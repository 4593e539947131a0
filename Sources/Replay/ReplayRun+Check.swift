import GalleyPrimitives
import GalleyRowHeights
import GalleyTable

extension ReplayRun {
  /// Makes the same changes in the naive table, and compares whether both tables allow them.
  ///
  /// The naive table gives no reason when it refuses changes.
  mutating func performNaively(_ batch: ReplayBatch, refusal: ChangeSetError?) throws(ReplayError) {
    guard var naive else { return }
    let before = naive
    let isAllowed = naive.perform(batch.changes, announced: batch.announced)
    guard isAllowed == (refusal == nil) else {
      throw .difference(
        refusal.map { "changes are refused that are right (\($0))" }
          ?? "changes are made that are wrong")
    }
    if !isAllowed, naive != before { throw .difference("refused changes leave a trace") }
    self.naive = naive
  }

  /// Compares the table with the naive one.
  mutating func check() throws(ReplayError) {
    guard let naive else { return }
    try checkRows(table.visible, naive.visible, isShown: true)
    if table.hasPendingChanges { try checkRows(table.pending, naive.pending, isShown: false) }
    try expect(table.hasPendingChanges || naive.visible == naive.pending, true, "what waits")
    try expect(table.viewport.offset, naive.offset, "the offset")
    try expect(table.questionCount, naive.questionCount, "the number of heights asked for")
    try expect(table.anchor.flatMap { names[$0.id] }, naive.anchor?.name, "the anchor's row")
    try expect(table.anchor?.screenY, naive.anchor?.screenY, "the anchor's place")
  }

  /// Compares the rows and their known heights.
  ///
  /// Each table numbers rows in its own way, so each pair of numbers has to stay the same.
  private mutating func checkRows(
    _ rows: TableRows, _ sections: [NaiveTable.Section], isShown: Bool
  ) throws(ReplayError) {
    try expect(rows.sectionCount, sections.count, "the number of sections")
    var entries: [TableRows.Entry] = []
    rows.forEachRow {
      entries.append($0)
      return true
    }
    let sample = (table.questionCount &+ table.viewport.offset) % max(1, entries.count)
    var (index, y) = (0, 0)
    for (section, naive) in sections.enumerated() {
      try match(
        rows.id(ofSection: section).number, naive.name, in: &sectionNames, "section \(section)")
      try expect(rows.rowCount(ofSection: section), naive.rows.count, "rows of section \(section)")
      for (place, row) in naive.rows.enumerated() {
        guard index < entries.count else { throw .difference("rows are missing") }
        let entry = entries[index]
        let path = RowPath(section: section, row: place)
        let isRight =
          entry.path == path && entry.y == y && entry.height == row.height
          && entry.isKnown == row.isKnown
        guard isRight else { throw .difference("row \(path) is \(entry), not \(row) at \(y)") }
        try match(entry.id, row.name, in: &names, "row \(path)")
        try lookUp(entry, in: rows, isShown: isShown, isSampled: index == sample)
        index += 1
        y += row.height
      }
    }
    try expect(entries.count, index, "the number of rows")
    try expect(rows.totalHeight, y, "the content's height")
  }

  /// Compares the results of look-ups with those of an iteration.
  private mutating func lookUp(
    _ entry: TableRows.Entry, in rows: TableRows, isShown: Bool, isSampled: Bool
  ) throws(ReplayError) {
    let path = entry.path
    if isShown, entry.isKnown {
      try expect(heights.knownHeight(at: path), entry.height, "the cached height of row \(path)")
    }
    guard isSampled else { return }
    try expect(rows.offset(at: path), entry.y, "the offset of row \(path)")
    try expect(rows.id(at: path), entry.id, "the identity of row \(path)")
    try expect(
      rows.knownHeight(at: path), entry.isKnown ? entry.height : nil, "the height of row \(path)")
    guard entry.height > 0 else { return }
    try expect(rows.path(at: entry.y), path, "the row at y \(entry.y)")
  }

  private func match<ID: Hashable>(
    _ id: ID, _ name: Int, in names: inout [ID: Int], _ what: String
  ) throws(ReplayError) {
    if let known = names[id] {
      guard known == name else { throw .difference("another \(what) is there") }
    } else {
      names[id] = name
    }
  }

  private func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, _ what: @autoclosure () -> String
  ) throws(ReplayError) {
    guard value == expected else {
      throw .difference("\(what()) is \(value), not \(expected)")
    }
  }
}
