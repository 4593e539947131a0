public import GalleyPrimitives

extension TableRows {
  /// Replaces all sections and rows by new ones.
  ///
  /// - Precondition: No count is negative.
  /// - Complexity: O(rows).
  public mutating func reloadData(rowCounts: [Int]) {
    precondition(rowCounts.allSatisfy { $0 >= 0 }, "a section has a negative number of rows")
    rows = newRows(rowCounts.reduce(0, +))
    let first = nextSection
    sections = RowTree(
      rowCounts.enumerated().map {
        TableSection(id: SectionID(first + UInt64($0.offset)), rowCount: $0.element)
      })
    nextSection += UInt64(rowCounts.count)
    endStep()
  }

  /// Applies the changes of a set, all or none.
  ///
  /// New rows have an estimated height, reloaded rows keep their last height as an estimate.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - announced: The number of rows in each section after the changes, if the caller knows it.
  /// - Returns: The map from old paths to new paths.
  /// - Throws: ``ChangeSetError`` if the changes contradict the table, each other or the announced
  ///   counts; nothing changes in that case.
  /// - Complexity: O(changes × log rows + new rows), and O(sections) if counts are announced.
  @discardableResult
  public mutating func apply(
    _ changes: ChangeSet, announced: [Int]? = nil
  ) throws(ChangeSetError) -> ChangeMap {
    let map = try resolve(changes, announced: announced)
    apply(map)
    endStep()
    return map
  }

  /// Inserts adjacent rows before `path`, which may be a section's end.
  ///
  /// - Parameters:
  ///   - heights: The rows' heights in device pixels; `nil` for an estimate.
  ///   - path: The path of the first new row.
  /// - Returns: The map from old paths to new paths.
  /// - Throws: ``ChangeSetError/rowBeyondEnd(_:_:count:)`` if there is no such place.
  /// - Precondition: No height is negative.
  /// - Complexity: O(log rows + new rows).
  public mutating func insertRows(
    _ heights: [Int?], at path: RowPath
  ) throws(ChangeSetError) -> ChangeMap {
    try insert(heights, at: path)
    return ChangeMap.inserting(heights.count, at: path, sectionCount: sectionCount)
  }

  /// Inserts rows as ``insertRows(_:at:)`` does, for callers that need no map.
  mutating func insert(_ heights: [Int?], at path: RowPath) throws(ChangeSetError) {
    guard path.section >= 0, path.section < sectionCount else {
      throw .rowBeyondEnd(path, .inserted, count: 0)
    }
    let count = rowCount(ofSection: path.section)
    guard path.row >= 0, path.row <= count else {
      throw .rowBeyondEnd(path, .inserted, count: count + heights.count)
    }
    let first = nextRow
    nextRow += UInt64(heights.count)
    let added = heights.enumerated().map { offset, height in
      newRow(RowID(first + UInt64(offset)), height: height)
    }
    rows.insert(added, at: index(of: path))
    setRowCount(ofSection: path.section) { $0 + added.count }
    endStep()
  }

  /// Checks changes without applying them.
  ///
  /// - Throws: As ``apply(_:announced:)``.
  public func resolve(
    _ changes: ChangeSet, announced: [Int]? = nil
  ) throws(ChangeSetError) -> ChangeMap {
    try ChangeResolver.resolve(
      changes, sectionCount: sectionCount, rowCount: rowCount(ofSection:), announced: announced)
  }

  private mutating func apply(_ map: ChangeMap) {
    for path in map.reloadedRows { forgetHeight(at: path) }
    let moved = Dictionary(
      uniqueKeysWithValues: map.rowTargets.map { old, new in (new, rows[index(of: old)]) })
    let sections = takeOld(map)
    putNew(map, sections: sections)
    // In order, so that equal tables give equal numbers to their new rows.
    for (section, arriving) in map.arrivingRows.sorted(by: { $0.key < $1.key }) {
      for run in arriving.runs {
        let arrivals = run.map { row in
          moved[RowPath(section: section, row: row)] ?? newRow()
        }
        rows.insert(arrivals, at: index(of: RowPath(section: section, row: run.lowerBound)))
        setRowCount(ofSection: section) { $0 + run.count }
      }
    }
  }

  /// Moved sections, with their rows.
  private typealias MovedSections = [Int: (id: SectionID, rows: RowTree<TableRow>)]

  /// Removes sections and rows that leave their position, from the bottom up so that old indices
  /// stay valid.
  ///
  /// Returns the moved sections by their new index.
  private mutating func takeOld(_ map: ChangeMap) -> MovedSections {
    var moved: MovedSections = [:]
    let changed = Set(map.leavingRows.keys).union(map.leavingSections.places)
      .union(map.reloadedSections)
    for section in changed.sorted(by: >) {
      let target = map.sectionTargets[section]
      let isLeaving = map.leavingSections.contains(section)
      if isLeaving && target == nil || map.reloadedSections.contains(section) {
        // Rows that move to another section were copied before.
        removeRows(0..<rowCount(ofSection: section), ofSection: section)
      } else {
        for run in (map.leavingRows[section] ?? Gaps()).runs.reversed() {
          removeRows(run, ofSection: section)
        }
      }
      guard isLeaving else { continue }
      if let target {
        let start = sections.offset(ofRow: section)
        moved[target] = (
          id(ofSection: section), rows.take(start..<(start + rowCount(ofSection: section)))
        )
      }
      sections.remove(section..<(section + 1))
    }
    return moved
  }

  /// Inserts sections at their new indices, from the top down, with their initial rows.
  private mutating func putNew(_ map: ChangeMap, sections moved: MovedSections) {
    for section in map.arrivingSections.places {
      let start = sections.offset(ofRow: section)
      let contents = moved[section]
      let tree = contents?.rows ?? newRows(map.freshRowCounts[section] ?? 0)
      rows.insert(tree, at: start)
      sections.insert(
        TableSection(id: contents?.id ?? newSection(), rowCount: tree.count), at: section)
    }
    for section in map.reloadedSections.sorted() {
      guard let new = map.newSection(ofOld: section), let count = map.freshRowCounts[new]
      else { continue }
      rows.insert(newRows(count), at: sections.offset(ofRow: new))
      setRowCount(ofSection: new) { _ in count }
    }
  }

  private mutating func removeRows(_ range: Range<Int>, ofSection section: Int) {
    guard !range.isEmpty else { return }
    let start = sections.offset(ofRow: section)
    rows.remove((start + range.lowerBound)..<(start + range.upperBound))
    setRowCount(ofSection: section) { $0 - range.count }
  }

  private mutating func setRowCount(ofSection section: Int, _ count: (Int) -> Int) {
    sections.update(section) { $0 = TableSection(id: $0.id, rowCount: count($0.height)) }
  }

  private mutating func newRow() -> TableRow {
    defer { nextRow += 1 }
    return TableRow(id: RowID(nextRow), height: estimatedHeight)
  }

  private mutating func newRows(_ count: Int) -> RowTree<TableRow> {
    defer { nextRow += UInt64(count) }
    return RowTree(
      (0..<count).map { TableRow(id: RowID(nextRow + UInt64($0)), height: estimatedHeight) })
  }

  private mutating func newSection() -> SectionID {
    defer { nextSection += 1 }
    return SectionID(nextSection)
  }
}
