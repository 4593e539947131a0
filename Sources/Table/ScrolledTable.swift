public import GalleyPrimitives

/// A table on a screen: its rows, what is seen of them, and changes that wait to be shown.
///
/// *Pending* rows are the truth that changes refer to; *visible* rows are on the screen. Changes come
/// into force in the first at once and in the second at ``commit()``, so that there is time to
/// prepare what will be seen. While rows come, go, or turn out to be higher or lower than they were
/// estimated, the ``anchor`` keeps its place on the screen, unless an end of the table forbids it.
///
/// If the row that holds the table in place is deleted, replaced or moved, the next visible row that
/// is not takes over, at its own place; if there is none, the first such row below takes the place of
/// the topmost visible row; if there is none either, the offset stays.
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
  /// What is seen; its offset is never beyond the table's ends.
  public private(set) var viewport: Viewport
  /// When rows are asked for their heights.
  public let asking: HeightAsking
  /// How often a row was asked for its height.
  public private(set) var questionCount = 0

  /// What became of the visible rows so far, change set by change set.
  private var waiting: [ChangeMap] = []
  private var updates = OpenUpdates()
  /// Whether there may be unknown heights anywhere.
  private var isComplete = false
  /// The rows that were in view when heights were last asked for.
  private var shown: Set<RowID> = []

  /// A table at its top.
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

  /// Whether updates were begun and not ended.
  public var isUpdating: Bool { updates.depth > 0 }

  /// Whether there are changes that are not shown yet.
  public var hasPendingChanges: Bool { !waiting.isEmpty }

  /// Begins updates: changes are gathered, and come into force as one when the outermost updates end.
  public mutating func beginUpdates() { updates.depth += 1 }

  /// Ends updates.
  ///
  /// Updates without any change make all heights unknown, so that they are asked anew.
  ///
  /// - Parameter announced: How many rows each section then has, where the caller knows.
  /// - Returns: Where each pending row went; `nil` while updates are still open.
  /// - Throws: ``ChangeSetError``. If the gathered changes are refused they are dropped, and the table
  ///   is as it was before them.
  @discardableResult
  public mutating func endUpdates(announced: [Int]? = nil) throws(ChangeSetError) -> ChangeMap? {
    guard let changes = try updates.end() else { return nil }
    return try force(changes, announced: announced)
  }

  /// Makes changes, now or with the updates that are open.
  ///
  /// - Parameters:
  ///   - changes: The changes; none make all heights unknown.
  ///   - announced: How many rows each section then has, where the caller knows; for changes that are
  ///     gathered, tell it when the updates end.
  /// - Returns: Where each pending row went; `nil` while updates are open.
  /// - Throws: ``ChangeSetError`` where the changes are refused; the table is as it was.
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
    if changes.isEmpty { forgetHeights() }
    waiting.append(map)
    return map
  }

  /// Shows the pending rows.
  ///
  /// - Complexity: O(visible rows × log changes), and more only where no visible row remains.
  public mutating func commit() {
    guard !waiting.isEmpty else { return }
    let anchor = anchor(through: waiting)
    visible = pending
    waiting = []
    isComplete = false
    hold(anchor)
  }

  // MARK: The viewport

  /// The row that holds the table in place; `nil` if no row is visible.
  public var anchor: ScrollAnchor? { firstVisible { $0 } }

  /// Scrolls so that the viewport's top is at `offset`, or as far as the table goes.
  public mutating func scroll(to offset: Int) {
    let limit = max(0, visible.totalHeight - max(0, viewport.size.height))
    viewport.offset = min(max(0, offset), limit)
  }

  /// Gives the viewport another size.
  public mutating func resize(_ size: PixelSize) {
    let anchor = anchor
    viewport.size = size
    hold(anchor)
  }

  private mutating func hold(_ anchor: ScrollAnchor?) {
    scroll(to: anchor.map { visible.offset(at: $0.path) - $0.screenY } ?? viewport.offset)
  }

  /// The visible row that holds the table in place among those that `place` has a place for.
  private func firstVisible(_ place: (RowPath) -> RowPath?) -> ScrollAnchor? {
    var first: ScrollAnchor?
    var known: ScrollAnchor?
    let rows = visible.rows(in: viewport.band)
    var left = rows.count
    visible.forEachRow(from: rows.lowerBound) { row in
      guard left > 0 else { return false }
      left -= 1
      guard let path = place(row.path) else { return true }
      let anchor = ScrollAnchor(path: path, id: row.id, screenY: row.y - viewport.offset)
      first = first ?? anchor
      // At the top of the table it is the top that stays.
      if row.isKnown || viewport.offset == 0 { known = anchor }
      return known == nil
    }
    return known ?? first
  }

  /// The row that holds the table in place through changes, at its place after them.
  private func anchor(through maps: [ChangeMap]) -> ScrollAnchor? {
    func place(_ path: RowPath) -> RowPath? {
      var path: RowPath? = path
      for map in maps { path = path.flatMap(map.newPath(ofUnmoved:)) }
      return path
    }
    if let anchor = firstVisible(place) { return anchor }
    let rows = visible.rows(in: viewport.band)
    guard !rows.isEmpty, !maps.contains(where: \.replacesAll) else { return nil }
    let top = visible.offset(at: visible.path(ofRow: rows.lowerBound))
    var below: ScrollAnchor?
    visible.forEachRow(from: rows.upperBound) { row in
      below = place(row.path).map {
        ScrollAnchor(path: $0, id: row.id, screenY: top - viewport.offset)
      }
      return below == nil
    }
    return below
  }

  // MARK: Heights

  /// Asks for the heights that are wanted now: by ``asking``, of all rows or of those in view.
  ///
  /// Rows that come into view since others are lower than they were estimated are asked too.
  ///
  /// - Throws: What `height` throws; heights that were told before are kept.
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

  /// Tells the height of a visible row that was not asked for.
  public mutating func setHeight(_ height: Int, at path: RowPath) {
    let anchor = anchor
    keep(height, at: path)
    hold(anchor)
  }

  /// Makes the height of a visible row unknown.
  public mutating func forgetHeight(at path: RowPath) {
    visible.forgetHeight(at: path)
    if let path = pendingPath(path) { pending.forgetHeight(at: path) }
    isComplete = false
  }

  /// Makes all heights unknown, as for another width; rows keep their last as estimates.
  public mutating func forgetHeights() {
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
    visible.setHeight(height, at: path)
    if let path = pendingPath(path) { pending.setHeight(height, at: path) }
  }

  /// Where a visible row is among the pending ones, if it shows the same there.
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

/// Updates that were begun and not ended.
private struct OpenUpdates: Sendable {
  var depth = 0
  var gathered = ChangeSet()

  /// Ends the innermost updates; returns what was gathered if they are the outermost.
  mutating func end() throws(ChangeSetError) -> ChangeSet? {
    guard depth > 0 else { throw .noUpdates }
    depth -= 1
    guard depth == 0 else { return nil }
    defer { gathered = ChangeSet() }
    return gathered
  }
}
