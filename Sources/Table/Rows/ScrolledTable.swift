public import GalleyPrimitives

/// A table on a screen: its rows, its viewport, and the changes that wait to be shown.
///
/// Changes refer to the *pending* rows; the *visible* rows are on the screen. Changes take effect
/// on the pending rows at once and on the visible rows at ``commit()``, which leaves time to
/// prepare the new rows. While rows are inserted, removed or measured, the ``anchor`` keeps its
/// position on the screen, unless an end of the table prevents it.
///
/// If the anchor row is deleted, reloaded or moved, the next visible row that is not takes over, at
/// its own position; if all others are, a reloaded one does. If no visible row remains in its place,
/// the first one below that does takes the position of the topmost visible row. If there is none
/// either, the offset stays.
///
/// ```swift
/// var table = ScrolledTable(rowCounts: [1000], estimatedHeight: 88, viewport: size)
/// table.layOut { rowHeight(of: $0.path) }
/// try table.perform([.deleteRow(RowPath(section: 0, row: 3))])
/// table.commit()
/// ```
///
/// A value; the main queue owns it. All lengths are device pixels.
public struct ScrolledTable: Sendable {
  /// The rows on the screen.
  public private(set) var visible: TableRows
  /// The rows after all changes.
  public private(set) var pending: TableRows
  /// The viewport; its offset never exceeds the table's ends.
  public private(set) var viewport: Viewport
  /// When the table asks for heights.
  public let asking: HeightAsking
  /// The number of times a row was asked for its height.
  public private(set) var questionCount = 0

  /// The number of times that an end of the table kept the anchor from its position.
  package internal(set) var stoppedCount = 0
  /// The anchor row of the last change of places, which is preferred while it is visible, with its path then.
  var held: HeldAnchor?
  /// The change maps that lead from the visible to the pending rows, in order.
  private var waiting: [ChangeMap] = []
  private var updates = OpenUpdates()
  /// Whether all heights are known.
  private var isComplete = false
  /// The rows in view at the last call of `layOut`.
  private var shown: Set<RowID> = []

  /// Makes a table scrolled to its top.
  ///
  /// - Precondition: `estimatedHeight` is greater than 0, no row count is negative.
  public init(
    rowCounts: [Int], estimatedHeight: Int, viewport: PixelSize,
    asking: HeightAsking = .whenShown
  ) {
    visible = TableRows(rowCounts: rowCounts, estimatedHeight: estimatedHeight)
    pending = visible
    self.viewport = Viewport(offset: 0, size: viewport)
    self.asking = asking
  }

  // MARK: Changes

  /// Whether updates are open.
  public var isUpdating: Bool { updates.depth > 0 }

  /// Whether there are changes that are not visible yet.
  public var hasPendingChanges: Bool { !waiting.isEmpty }

  /// Begins updates: changes are gathered and take effect together when the outermost updates end.
  public mutating func beginUpdates() { updates.depth += 1 }

  /// Ends updates.
  ///
  /// - Parameter announced: The number of rows in each section afterwards, if the caller knows it.
  /// - Returns: The new path of each pending row; `nil` while updates are open.
  /// - Throws: ``ChangeSetError``. Refused changes are dropped, and the table is as it was before
  ///   them.
  @discardableResult
  public mutating func endUpdates(announced: [Int]? = nil) throws(ChangeSetError) -> ChangeMap? {
    guard let changes = try updates.end() else { return nil }
    return try force(changes, announced: announced)
  }

  /// Applies changes at once, or adds them to the open updates.
  ///
  /// - Parameters:
  ///   - changes: The changes. An empty set changes nothing.
  ///   - announced: The number of rows in each section afterwards, if the caller knows it. While
  ///     updates are open, pass it to ``endUpdates(announced:)`` instead.
  /// - Returns: The new path of each pending row; `nil` while updates are open.
  /// - Throws: ``ChangeSetError`` if the changes are refused; the table is unchanged.
  /// - Complexity: As ``TableRows/apply(_:announced:)``.
  @discardableResult
  public mutating func perform(
    _ changes: ChangeSet, announced: [Int]? = nil
  ) throws(ChangeSetError) -> ChangeMap? {
    guard updates.depth == 0 else {
      updates.gathered.changes += changes.changes
      return nil
    }
    return try force(changes, announced: announced)
  }

  /// Inserts adjacent rows at once, as ``TableRows/insertRows(_:at:)`` does.
  ///
  /// - Precondition: No updates are open.
  @discardableResult
  public mutating func insertRows(
    _ heights: [Int?], at path: RowPath
  ) throws(ChangeSetError) -> ChangeMap {
    precondition(!isUpdating, "rows are inserted within updates")
    let map = try pending.insertRows(heights, at: path)
    waiting.append(map)
    return map
  }

  /// Inserts adjacent rows, and shows all changes at once.
  ///
  /// If no other changes wait, this edits the only copy of the rows, which shares no node of its tree.
  ///
  /// - Throws: As ``insertRows(_:at:)``; then nothing changes.
  /// - Precondition: No updates are open.
  public mutating func insertVisibleRows(
    _ heights: [Int?], at path: RowPath
  ) throws(ChangeSetError) {
    guard waiting.isEmpty else {
      try insertRows(heights, at: path)
      return commit()
    }
    precondition(!isUpdating, "rows are inserted within updates")
    let anchor = firstVisible { row in
      let isBelow = row.section == path.section && row.row >= path.row
      return (
        RowPath(section: row.section, row: row.row + (isBelow ? heights.count : 0)), false
      )
    }
    let totalHeight = visible.totalHeight
    visible = .none
    do { try pending.insert(heights, at: path) } catch {
      visible = pending
      throw error
    }
    visible = pending
    isComplete = false
    let change = visible.totalHeight - totalHeight
    hold(
      anchor,
      y: anchor.map { viewport.offset + $0.screenY + (path < $0.path ? change : 0) })
  }

  /// Replaces all rows.
  ///
  /// - Throws: ``ChangeSetError/reloadWithinUpdates``.
  /// - Complexity: O(rows).
  @discardableResult
  public mutating func reloadData(rowCounts: [Int]) throws(ChangeSetError) -> ChangeMap {
    guard updates.depth == 0 else { throw .reloadWithinUpdates }
    let map = ChangeMap.replacingAll(old: pending.sectionCount, new: rowCounts.count)
    pending.reloadData(rowCounts: rowCounts)
    waiting.append(map)
    return map
  }

  private mutating func force(
    _ changes: ChangeSet, announced: [Int]?
  ) throws(ChangeSetError) -> ChangeMap {
    let map = try pending.apply(changes, announced: announced)
    if !changes.isEmpty { waiting.append(map) }
    return map
  }

  /// Shows the pending rows.
  ///
  /// - Complexity: O(visible rows × log changes), and more only if no visible row remains.
  public mutating func commit() {
    guard !waiting.isEmpty else { return }
    let anchor = anchor(through: waiting)
    visible = pending
    waiting = []
    isComplete = false
    hold(anchor)
  }

  // MARK: The viewport

  /// The row that keeps its position on the screen; `nil` if no row is visible.
  public var anchor: ScrollAnchor? { firstVisible { ($0, false) } }

  /// Scrolls so that the viewport's top is at `offset`, clamped to the table's ends.
  ///
  /// The anchor row stays the anchor while it is visible.
  public mutating func scroll(to offset: Int) {
    let limit = max(0, visible.totalHeight - max(0, viewport.size.height))
    viewport.offset = min(max(0, offset), limit)
  }

  /// Resizes the viewport.
  public mutating func resize(_ size: PixelSize) {
    let anchor = anchor
    viewport.size = size
    hold(anchor)
  }

  // MARK: Heights

  /// Asks for the heights that are due now, as ``asking`` says: those of all rows, or of the rows
  /// in view.
  ///
  /// If rows turn out shorter than estimated, the rows that come into view are asked for too.
  ///
  /// - Throws: The error of `height`; heights received before are kept.
  public mutating func layOut<Failure: Error>(
    _ height: (TableRows.Entry) throws(Failure) -> Int
  ) throws(Failure) {
    let anchor = anchor
    var asked: Set<RowID> = []
    defer { hold(anchor) }
    if asking == .allAtOnce, !isComplete {
      for row in entries(0..<visible.rowCount) where !row.isKnown { try ask(row, height) }
      isComplete = true
    }
    while true {
      hold(anchor)
      let seen = entries(visible.rows(in: viewport.band))
      let wanted = seen.filter { row in
        guard row.isKnown else { return true }
        return asking == .eachTimeShown && !shown.contains(row.id) && !asked.contains(row.id)
      }
      guard !wanted.isEmpty else {
        if asking == .eachTimeShown { shown = Set(seen.map(\.id)) }
        return
      }
      for row in wanted {
        try ask(row, height)
        if asking == .eachTimeShown { asked.insert(row.id) }
      }
    }
  }

  /// Sets the height of a visible row that was not asked for.
  public mutating func setHeight(_ height: Int, at path: RowPath) {
    setHeights(CollectionOfOne((path, height)))
  }

  /// Sets the heights of visible rows that were not asked for.
  ///
  /// - Complexity: O(visible rows + heights × log rows).
  public mutating func setHeights(_ heights: some Sequence<(RowPath, Int)>) {
    let anchor = anchor
    for (path, height) in heights { keep(height, at: path) }
    hold(anchor)
  }

  /// Sets the height of a pending row that is not visible yet, or that was reloaded since.
  public mutating func setPendingHeight(_ height: Int, at path: RowPath) {
    pending.setHeight(height, at: path)
  }

  /// Makes the height of a visible row unknown.
  public mutating func forgetHeight(at path: RowPath) {
    updateBoth(at: path) { $0.forgetHeight(at: $1) }
    isComplete = false
  }

  /// Makes all heights unknown, as for another width; rows keep their last height as an estimate.
  ///
  /// The anchor row stays the anchor while it is visible, if its height was known.
  public mutating func forgetHeights() {
    if let anchor, visible.knownHeight(at: anchor.path) != nil {
      held = HeldAnchor(id: anchor.id, path: anchor.path, isKept: true)
    }
    visible.forgetHeights()
    pending.forgetHeights()
    isComplete = false
    shown = []
  }

  private mutating func ask<Failure: Error>(
    _ row: TableRows.Entry, _ height: (TableRows.Entry) throws(Failure) -> Int
  ) throws(Failure) {
    questionCount += 1
    keep(try height(row), at: row.path)
  }

  private mutating func keep(_ height: Int, at path: RowPath) {
    updateBoth(at: path) { $0.setHeight(height, at: $1) }
  }

  /// Changes a visible row, and the same row among the pending ones.
  private mutating func updateBoth(
    at path: RowPath, _ change: (inout TableRows, RowPath) -> Void
  ) {
    guard waiting.isEmpty else {
      change(&visible, path)
      if let path = pendingPath(path) { change(&pending, path) }
      return
    }
    // Both are equal. The visible rows alone have the tree while it changes, so that no node is copied.
    pending = .none
    change(&visible, path)
    pending = visible
  }

  /// Returns the visible path of a pending row; `nil` if the row is not visible yet.
  public func visiblePath(ofPending path: RowPath) -> RowPath? {
    var path: RowPath? = path
    for map in waiting.reversed() { path = path.flatMap(map.oldPath(ofNew:)) }
    return path
  }

  /// Returns the pending path of a visible row, if the row was not reloaded.
  private func pendingPath(_ path: RowPath) -> RowPath? {
    var path: RowPath? = path
    for map in waiting {
      path = path.flatMap { map.reloadedRows.contains($0) ? nil : map.newPath(ofOld: $0) }
    }
    return path
  }

  private func entries(_ rows: Range<Int>) -> [TableRows.Entry] {
    var entries: [TableRows.Entry] = []
    entries.reserveCapacity(rows.count)
    guard !rows.isEmpty else { return [] }
    visible.forEachRow(from: rows.lowerBound) {
      entries.append($0)
      return entries.count < rows.count
    }
    return entries
  }
}

/// Updates that have begun and not ended.
private struct OpenUpdates: Sendable {
  var depth = 0
  var gathered = ChangeSet()

  /// Ends the innermost updates; returns the gathered changes if they were the outermost.
  mutating func end() throws(ChangeSetError) -> ChangeSet? {
    guard depth > 0 else { throw .noUpdates }
    depth -= 1
    guard depth == 0 else { return nil }
    defer { gathered = ChangeSet() }
    return gathered
  }
}
