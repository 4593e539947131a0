package import GalleyPrimitives

/// Finds the path of a row by its identity.
///
/// Each row has a number that ascends within its section, so a row is found by bisection of its section. An
/// insertion gives its rows numbers between those of their neighbours; where there are too few, the rows
/// around get new ones. The index belongs to one table, and follows each of its changes.
package struct RowIndex: Sendable {
  private struct Label: Sendable {
    var section: SectionID
    var number: Int
  }

  private var labels = RowValues<Label>()
  private var sections: [SectionID: Int] = [:]

  /// The usual distance between the numbers of adjacent rows.
  private static let distance = 1 << 32
  /// The minimum distance after rows got new numbers.
  private static let minimumDistance = 1 << 8
  private static let limit = 1 << 62

  /// Makes the index of a table.
  ///
  /// - Complexity: O(rows).
  package init(_ rows: TableRows) { rebuild(rows) }

  /// Returns the path of a row; `nil` if the table does not have it.
  ///
  /// - Complexity: O(log² rows).
  package func path(of row: RowID, in rows: TableRows) -> RowPath? {
    guard let label = labels[row], let section = sections[label.section] else { return nil }
    var (low, high) = (0, rows.rowCount(ofSection: section))
    while low < high {
      let middle = (low + high) / 2
      if number(at: RowPath(section: section, row: middle), of: rows) < label.number {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return RowPath(section: section, row: low)
  }

  /// Follows a change of the table.
  ///
  /// - Complexity: O(changed rows × log rows), amortized.
  package mutating func apply(_ map: ChangeMap, old: TableRows, new: TableRows) {
    guard !map.replacesAll else { return rebuild(new) }
    map.forEachRemovedRow(of: old) { labels[$0] = nil }
    let movesSections = !map.leavingSections.places.isEmpty || !map.arrivingSections.places.isEmpty
    if movesSections { indexSections(new) }
    for section in map.freshRowCounts.keys {
      relabel(0..<new.rowCount(ofSection: section), ofSection: section, of: new)
    }
    for (section, arriving) in map.arrivingRows where map.freshRowCounts[section] == nil {
      for run in arriving.runs { insert(run, intoSection: section, of: new) }
    }
  }

  private mutating func rebuild(_ rows: TableRows) {
    labels = RowValues()
    indexSections(rows)
    for section in 0..<rows.sectionCount {
      relabel(0..<rows.rowCount(ofSection: section), ofSection: section, of: rows)
    }
  }

  private mutating func indexSections(_ rows: TableRows) {
    sections = [:]
    for section in 0..<rows.sectionCount { sections[rows.id(ofSection: section)] = section }
  }

  private func number(at path: RowPath, of rows: TableRows) -> Int {
    labels[rows.id(at: path)]?.number ?? 0
  }

  /// Gives numbers to new rows between their neighbours.
  ///
  /// - Complexity: O(new rows × log rows), amortized.
  package mutating func insert(_ run: Range<Int>, intoSection section: Int, of rows: TableRows) {
    let count = rows.rowCount(ofSection: section)
    var wide = run
    while true {
      // Twice as many rows as before get new numbers, until these have room.
      if relabel(wide, ofSection: section, of: rows) { return }
      wide = max(0, wide.lowerBound - wide.count)..<min(count, wide.upperBound + wide.count)
    }
  }

  /// Gives evenly spaced numbers to rows; returns false if their neighbours leave no room.
  @discardableResult
  private mutating func relabel(
    _ run: Range<Int>, ofSection section: Int, of rows: TableRows
  ) -> Bool {
    guard !run.isEmpty else { return true }
    func neighbour(_ row: Int) -> Int? {
      guard row >= 0, row < rows.rowCount(ofSection: section) else { return nil }
      return number(at: RowPath(section: section, row: row), of: rows)
    }
    let (before, after) = (neighbour(run.lowerBound - 1), neighbour(run.upperBound))
    var step = Self.distance
    var first = 0
    switch (before, after) {
    case (nil, nil): break
    case (let before?, nil): first = before + step
    case (nil, let after?): first = after - step * run.count
    case (let before?, let after?):
      step = (after - before) / (run.count + 1)
      first = before + step
    }
    let end = first + step * run.count
    guard step >= Self.minimumDistance, abs(first) < Self.limit, abs(end) < Self.limit else {
      return false
    }
    let id = rows.id(ofSection: section)
    if run.count == 1 {
      // One look-up in the tree is less than a walk.
      let row = RowPath(section: section, row: run.lowerBound)
      labels[rows.id(at: row)] = Label(section: id, number: first)
      return true
    }
    var next = first
    var left = run.count
    rows.forEachRow(from: rows.index(of: RowPath(section: section, row: run.lowerBound))) {
      (row: TableRows.Entry) in
      labels[row.id] = Label(section: id, number: next)
      next += step
      left -= 1
      return left > 0
    }
    return true
  }
}
