public import GalleyPrimitives

extension ChangeMap {
  /// Calls `body` with each row that the changes removed.
  ///
  /// - Parameters:
  ///   - old: The table before the changes.
  ///   - body: The action on a removed row.
  /// - Complexity: O(removed rows × log rows).
  public func forEachRemovedRow(of old: TableRows, _ body: (RowID) -> Void) {
    guard !replacesAll else {
      return old.forEachRow {
        body($0.id)
        return true
      }
    }
    for (section, leaving) in leavingRows {
      for row in leaving.places {
        let path = RowPath(section: section, row: row)
        if rowTargets[path] == nil { body(old.id(at: path)) }
      }
    }
    let gone = leavingSections.places.filter { sectionTargets[$0] == nil }
    for section in reloadedSections.union(gone) {
      var left = old.rowCount(ofSection: section)
      old.forEachRow(from: old.index(of: RowPath(section: section, row: 0))) { row in
        guard left > 0 else { return false }
        left -= 1
        // Rows that leave one by one are named above.
        let isNamed = leavingRows[section]?.contains(row.path.row) ?? false
        if !isNamed { body(row.id) }
        return left > 0
      }
    }
  }

  /// Calls `body` with each row that the changes inserted.
  ///
  /// - Parameters:
  ///   - new: The table after the changes.
  ///   - body: The action on a new row.
  /// - Complexity: O(inserted rows × log rows).
  public func forEachNewRow(of new: TableRows, _ body: (RowPath, RowID) -> Void) {
    guard !replacesAll else {
      return new.forEachRow {
        body($0.path, $0.id)
        return true
      }
    }
    for (section, arriving) in arrivingRows where freshRowCounts[section] == nil {
      for run in arriving.runs {
        var left = run.count
        new.forEachRow(from: new.index(of: RowPath(section: section, row: run.lowerBound))) { row in
          left -= 1
          if rowSources[row.path] == nil { body(row.path, row.id) }
          return left > 0
        }
      }
    }
    for section in freshRowCounts.keys {
      var left = new.rowCount(ofSection: section)
      new.forEachRow(from: new.index(of: RowPath(section: section, row: 0))) { row in
        guard left > 0 else { return false }
        left -= 1
        if rowSources[row.path] == nil { body(row.path, row.id) }
        return left > 0
      }
    }
  }
}
