import GalleyCellRendering
import GalleyCompositing
public import GalleyPrimitives
public import GalleyTable

/// Returns the model of a new or reloaded row, header or footer, by its place after the changes; `nil` for no
/// header or footer.
typealias RowSource = (TablePlace) -> (any RowModel)?

extension LiveView {
  /// Whether updates are open.
  public var isUpdating: Bool { updateDepth > 0 }

  /// Begins updates: changes are gathered, and take effect together when the outermost updates end.
  public func beginUpdates() { updateDepth += 1 }

  /// Adds changes to the open updates.
  ///
  /// All changes of open updates are one set: deletes, reloads and the sources of moves refer to the table
  /// before the first, inserts and the targets of moves to the table after the last. While updates are open,
  /// edits by path that move other rows throw ``/GalleyTable/ChangeSetError/editWithinUpdates``: add them to the
  /// updates. ``remove(_:)`` adds its rows to the updates. Reloads, headers and footers take effect at once, and fetched
  /// rows and those of a feed come to the end at once.
  ///
  /// - Throws: ``/GalleyTable/ChangeSetError/noUpdates`` if no updates are open.
  public func add(_ changes: ChangeSet) throws(ChangeSetError) {
    guard isUpdating else { throw .noUpdates }
    updates.changes += changes.changes
  }

  /// Ends the innermost updates; returns the gathered changes if they were the outermost.
  func endUpdates() throws(ChangeSetError) -> ChangeSet? {
    guard isUpdating else { throw .noUpdates }
    updateDepth -= 1
    guard updateDepth == 0 else { return nil }
    defer { updates = ChangeSet() }
    return updates
  }

  /// Applies changes to the pending rows and, unless told otherwise, shows them.
  func perform(
    _ changes: ChangeSet, announced: [Int]?, commits: Bool, _ source: RowSource
  ) throws(ChangeSetError) {
    let pending = table.rows.pending
    let map = try changes.resolved(
      sectionCount: pending.sectionCount / 3,
      rowCount: { pending.rowCount(ofSection: 3 * $0 + 1) }, announced: announced)
    // The heights of rows depend on their models alone, so nothing has to be laid out again.
    guard !changes.isEmpty else {
      if commits, table.rows.hasPendingChanges { edit { commit(&$0) } }
      return
    }
    let translated = SectionChanges(
      changes, map, hasHeader: { source(.header(section: $0)) != nil },
      hasFooter: { source(.footer(section: $0)) != nil })
    try edit { (table: inout LiveTable) throws(ChangeSetError) in
      try table.perform(translated.changes) { Self.model(at: $0, source) }
      if commits { commit(&table) }
    }
  }

  /// Replaces all rows, and shows them.
  func reload(rowCounts: [Int], _ source: RowSource) throws(ChangeSetError) {
    guard !isUpdating else { throw .reloadWithinUpdates }
    var counts: [Int] = []
    for (section, count) in rowCounts.enumerated() {
      guard count >= 0 else { throw .negativeRowCount(section: section, count) }
      counts.append(source(.header(section: section)) == nil ? 0 : 1)
      counts.append(count)
      counts.append(source(.footer(section: section)) == nil ? 0 : 1)
    }
    try edit { (table: inout LiveTable) throws(ChangeSetError) in
      try table.reload(rowCounts: counts) { Self.model(at: $0, source) }
      commit(&table)
    }
  }

  private static func model(at path: RowPath, _ source: RowSource) -> any RowModel {
    let place = TablePlace(path)
    guard let model = source(place) else { preconditionFailure("no model at \(place)") }
    return model
  }

  /// Sets, replaces or removes a header or footer, and shows it.
  func setModel(_ model: (any RowModel)?, at place: TablePlace) throws(ChangeSetError) {
    try checkSection(place.section, .reloaded)
    let path = place.path
    let changes: ChangeSet
    switch (model, table.rows.pending.rowCount(ofSection: path.section) > 0) {
    case (nil, false): return
    case (nil, true): changes = [.deleteRow(path)]
    case (_?, false): changes = [.insertRow(path)]
    case (_?, true): changes = [.reloadRow(path)]
    }
    try edit { (table: inout LiveTable) throws(ChangeSetError) in
      try table.perform(changes) { Self.model(at: $0) { _ in model } }
      commit(&table)
    }
  }

  // MARK: Identities

  /// Returns the place of a row after all changes; `nil` if it is not in the table.
  ///
  /// - Complexity: O(log² rows).
  public func place(of row: RowID) -> TablePlace? {
    table.pendingPath(of: row).map(TablePlace.init)
  }

  /// Removes rows; those that are not in the table any more are skipped.
  ///
  /// While updates are open, rows are removed with the other changes; headers and footers at once.
  ///
  /// - Complexity: O(removed rows × log² rows); O(gathered changes) more while updates are open.
  public func remove(_ rows: some Sequence<RowID>) {
    var paths: Set<RowPath> = []
    for row in rows { if let path = table.pendingPath(of: row) { paths.insert(path) } }
    if isUpdating { gatherRemovals(&paths) }
    var changes = ChangeSet()
    changes.deleteRows(at: paths.sorted())
    // The rows were found in this very table.
    try? change(changes)
  }

  /// Adds the removals of rows to the open updates, unless they have them; headers and footers stay in `paths`.
  private func gatherRemovals(_ paths: inout Set<RowPath>) {
    let known = Set(updates.changes)
    for path in paths.sorted() {
      guard case .row(let row) = TablePlace(path) else { continue }
      paths.remove(path)
      if !known.contains(.deleteRow(row)) { updates.deleteRows(at: [row]) }
    }
  }

  /// Throws while updates are open, whose places an edit would move.
  func checkNotUpdating() throws(ChangeSetError) {
    if isUpdating { throw .editWithinUpdates }
  }

  /// Moves a row to a path, in the table without it.
  ///
  /// - Returns: Whether the row is in the table.
  /// - Throws: ``/GalleyTable/ChangeSetError/rowBeyondEnd(_:_:count:)`` if the target does not exist, and
  ///   ``/GalleyTable/ChangeSetError/editWithinUpdates``; then the table does not change.
  /// - Complexity: O(log² rows).
  @discardableResult public func move(
    _ row: RowID, to target: RowPath
  ) throws(ChangeSetError) -> Bool {
    try checkNotUpdating()
    guard let path = table.pendingPath(of: row) else { return false }
    guard target.section >= 0, target.section < sectionCount else {
      throw .rowBeyondEnd(target, .moved, count: 0)
    }
    // The table's own error would count headers and footers among the sections.
    let isWithin = path.section == TablePlace.row(target).path.section
    let count = rowCount(ofSection: target.section) + (isWithin ? 0 : 1)
    guard target.row >= 0, target.row < count else {
      throw .rowBeyondEnd(target, .moved, count: count)
    }
    try change([.moveRow(from: path, to: TablePlace.row(target).path)])
    return true
  }

  // MARK: Scrolling

  /// Scrolls to a row.
  ///
  /// While rows on the screen are not laid out, the row stays at this position as their heights become known, so that
  /// it is exact after ``settle()``; any other scroll ends this.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - position: The position of the row in the viewport, as far as the ends of the table allow it.
  /// - Returns: Whether the row is in the table.
  /// - Complexity: O(log² rows).
  @discardableResult public func scroll(to row: RowID, at position: ScrollPosition) -> Bool {
    commitChanges()
    guard let path = table.path(of: row) else { return false }
    let target = ScrollTarget(row: row, position: position, edge: nearestEdge(of: path))
    scrollTarget = target
    show(target, at: path)
    return true
  }

  /// Returns the edge of the viewport beyond which a row is; `nil` if the row is visible as a whole.
  private func nearestEdge(of path: RowPath) -> ScrollPosition? {
    let rows = table.rows.visible
    let (y, height) = (rows.offset(at: path), rows.height(at: path))
    if y < pixelOffset { return .top }
    return y + height > pixelOffset + compositor.size.height ? .bottom : nil
  }

  private func show(_ target: ScrollTarget, at path: RowPath) {
    let rows = table.rows.visible
    let (y, height, screen) = (
      rows.offset(at: path), rows.height(at: path), compositor.size.height
    )
    switch target.position {
    case .top: table.scroll(to: y)
    case .middle: table.scroll(to: y + (height - screen) / 2)
    case .bottom: table.scroll(to: y + height - screen)
    case .none:
      // The edge is that at the call, so that the place does not depend on the estimates.
      switch target.edge ?? nearestEdge(of: path) {
      case .top: table.scroll(to: y)
      case .bottom: table.scroll(to: min(y, y + height - screen))
      default: break
      }
    }
  }

  /// Scrolls to the row of the last scroll to a row again, because heights have changed.
  func followTarget() {
    guard let target = scrollTarget else { return }
    guard let path = table.path(of: target.row) else { return scrollTarget = nil }
    let offset = pixelOffset
    show(target, at: path)
    // This is no movement over the rows.
    ranges.move(by: pixelOffset - offset)
    motion.shift(by: pixelOffset - offset)
    if pinnedOffset == offset { pinnedOffset = pixelOffset }
  }

  /// Scrolls to the row at `path`.
  ///
  /// - Throws: ``/GalleyTable/ChangeSetError/noRow(_:_:count:)`` if there is no such row.
  public func scroll(to path: RowPath, at position: ScrollPosition) throws(ChangeSetError) {
    guard let row = id(at: path) else {
      let isSection = (0..<sectionCount).contains(path.section)
      throw .noRow(path, .shown, count: isSection ? rowCount(ofSection: path.section) : 0)
    }
    scroll(to: row, at: position)
  }
}

extension LiveView {
  /// The position of a row in the viewport after a scroll to it.
  public enum ScrollPosition: String, Hashable, Sendable, CaseIterable {
    /// Its top is the viewport's top.
    case top
    /// Its middle is the viewport's middle.
    case middle
    /// Its bottom is the viewport's bottom.
    case bottom
    /// As near as possible: a row that is visible as a whole stays in place.
    case none
  }
}

/// The row of a scroll to a row.
struct ScrollTarget {
  var row: RowID
  var position: LiveView.ScrollPosition
  /// The edge of the viewport beyond which the row was at the call; `nil` if it was visible as a whole.
  var edge: LiveView.ScrollPosition?
}
