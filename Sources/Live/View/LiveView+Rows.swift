public import GalleyCellRendering
import GalleyFeedItems
import GalleyPictures
public import GalleyPrimitives
public import GalleyTable
import GalleyTrials

extension LiveView {
  /// The number of rows, without headers and footers.
  public var rowCount: Int {
    (0..<sectionCount).reduce(0) { $0 + rowCount(ofSection: $1) }
  }

  /// The number of sections.
  public var sectionCount: Int { table.rows.pending.sectionCount / 3 }

  /// Returns the number of rows of a section, without header and footer.
  ///
  /// - Precondition: The section exists.
  public func rowCount(ofSection section: Int) -> Int {
    table.rows.pending.rowCount(ofSection: 3 * section + 1)
  }

  /// Returns the identity of the row at `path`; `nil` if there is no such row.
  ///
  /// - Complexity: O(log rows).
  public func id(at path: RowPath) -> RowID? {
    guard (0..<sectionCount).contains(path.section),
      (0..<rowCount(ofSection: path.section)).contains(path.row)
    else { return nil }
    return table.rows.pending.id(at: TablePlace.row(path).path)
  }

  /// Removes rows of a section.
  ///
  /// - Throws: ``/GalleyTable/ChangeSetError/noRow(_:_:count:)`` with the first of `rows` that does not
  ///   exist, and ``/GalleyTable/ChangeSetError/editWithinUpdates``; then the table does not change.
  /// - Complexity: O(removed rows × log rows).
  public func remove(_ rows: Range<Int>, inSection section: Int = 0) throws(ChangeSetError) {
    try checkNotUpdating()
    try checkSection(section, .deleted)
    let count = rowCount(ofSection: section)
    guard rows.lowerBound >= 0, rows.upperBound <= count else {
      let row = rows.lowerBound < 0 ? rows.lowerBound : max(rows.lowerBound, count)
      throw .noRow(RowPath(section: section, row: row), .deleted, count: count)
    }
    var changes = ChangeSet()
    changes.deleteRows(at: rows.map { RowPath(section: 3 * section + 1, row: $0) })
    try change(changes)
  }

  /// Moves a row within its section.
  ///
  /// - Parameters:
  ///   - row: The row's place.
  ///   - target: Its new place, in the section without the row.
  ///   - section: The section.
  /// - Throws: ``/GalleyTable/ChangeSetError/noRow(_:_:count:)`` if the row does not exist, and
  ///   ``/GalleyTable/ChangeSetError/rowBeyondEnd(_:_:count:)`` if the target does not exist, and
  ///   ``/GalleyTable/ChangeSetError/editWithinUpdates``; then the table does not change.
  /// - Complexity: O(log rows).
  public func move(
    _ row: Int, to target: Int, inSection section: Int = 0
  ) throws(ChangeSetError) {
    try checkNotUpdating()
    try checkSection(section, .moved)
    let count = rowCount(ofSection: section)
    guard row >= 0, row < count else {
      throw .noRow(RowPath(section: section, row: row), .moved, count: count)
    }
    guard target >= 0, target < count else {
      throw .rowBeyondEnd(RowPath(section: section, row: target), .moved, count: count)
    }
    var changes = ChangeSet()
    changes.moveRow(
      from: RowPath(section: 3 * section + 1, row: row),
      to: RowPath(section: 3 * section + 1, row: target))
    try change(changes)
  }

  func checkSection(
    _ section: Int, _ action: ChangeSetError.Action
  ) throws(ChangeSetError) {
    guard section >= 0, section < sectionCount else {
      throw .noSection(section, action, count: sectionCount)
    }
  }

  /// Applies changes without new contents, and shows them.
  func change(_ changes: ChangeSet) throws(ChangeSetError) {
    guard !changes.isEmpty else { return }
    try edit { (table: inout LiveTable) throws(ChangeSetError) in
      try table.perform(changes) { preconditionFailure("a new row at \($0)") }
      commit(&table)
    }
  }

  /// Inserts rows with estimated heights, and shows them.
  ///
  /// - Returns: The identities of the rows.
  @usableFromInline
  func insert(_ models: [any RowModel], at path: RowPath) throws(ChangeSetError) -> [RowID] {
    guard path.section >= 0, path.section < sectionCount else {
      throw .rowBeyondEnd(path, .inserted, count: 0)
    }
    let count = lendTable { $0.rows.pending.rowCount(ofSection: 3 * path.section + 1) }
    guard path.row >= 0, path.row <= count else {
      throw .rowBeyondEnd(path, .inserted, count: count + models.count)
    }
    let place = TablePlace.row(path).path
    var kept = Surroundings(self)
    let isAtOnce = commitsAtOnce
    let first = try edit { (table: inout LiveTable) throws(ChangeSetError) in
      kept.totalHeight = table.rows.visible.totalHeight
      kept.rowCount = table.rowCount
      guard isAtOnce else {
        let first = try table.insert(models, at: place)
        commit(&table)
        return first
      }
      waitingCommit = nil
      return try table.insertVisible(models, at: place)
    }
    guard let first else { return [] }
    follow(insertionOf: models.count, at: place, &kept, isAlone: isAtOnce)
    return (0..<UInt64(models.count)).map { RowID(first.number + $0) }
  }

  /// The knowledge of the rows around the viewport before an edit.
  @MainActor
  private struct Surroundings {
    var window: LiveWindow
    var nearby: NearbyRows?
    let wish: Wish?
    var totalHeight = 0
    var rowCount = 0

    init(_ view: LiveView) {
      // Changes that wait become visible with the edit, and may be those of any row.
      window = view.waitingCommit == nil ? view.window : LiveWindow()
      nearby = view.nearby
      wish = view.lastWish.flatMap { $0.editCount == view.editCount ? $0 : nil }
    }
  }

  /// Keeps the known rows around the viewport after an insertion above them, which has moved them
  /// and changed nothing else of them: so a feed may grow at its top in each frame.
  ///
  /// - Parameters:
  ///   - count: The number of new rows.
  ///   - path: The place of the first.
  ///   - kept: The knowledge before the edit.
  ///   - isAlone: Whether the edit was the insertion alone, so that all rows below have moved by its height.
  /// - Complexity: O(log rows + rows in the ranges).
  private func follow(
    insertionOf count: Int, at path: RowPath, _ kept: inout Surroundings, isAlone: Bool
  ) {
    guard let first = kept.window.rows.first, waitingRows == nil, heightDemand == nil else {
      return
    }
    var moved = first.path
    if moved.section == path.section { moved.row += count }
    let known = (rowCount: kept.rowCount, totalHeight: kept.totalHeight, first: kept.window.first)
    // The index of the first new row and the height of all, unless the rows around the viewport have changed
    // otherwise. With a policy that waits, the insertion is not visible yet.
    let place = lendTable { table -> (index: Int, height: Int)? in
      guard table.rowCount == known.rowCount + count, path.section < table.rows.visible.sectionCount
      else { return nil }
      let index = table.rows.visible.index(of: path)
      let height = table.rows.visible.totalHeight - known.totalHeight
      guard index <= known.first, let row = table.rows.visible.entry(at: moved),
        row.id == first.id, isAlone || row.y == first.y + height
      else { return nil }
      return (index, height)
    }
    guard let (index, height) = place else { return }
    if kept.nearby?.follow(insertionAt: index, count: count, height: height) ?? false {
      nearby = kept.nearby
    }
    kept.window.follow(insertionInto: path.section, count: count, height: height)
    window = kept.window
    if var wish = kept.wish {
      wish.edge += count
      wish.editCount = editCount
      lastWish = wish
    }
  }

  /// Replaces the content of a row.
  func reload(_ path: RowPath, with model: any RowModel) throws(ChangeSetError) {
    try checkSection(path.section, .reloaded)
    let count = rowCount(ofSection: path.section)
    guard path.row >= 0, path.row < count else { throw .noRow(path, .reloaded, count: count) }
    try edit { (table: inout LiveTable) throws(ChangeSetError) in
      try table.perform([.reloadRow(TablePlace.row(path).path)]) { _ in model }
      commit(&table)
    }
  }

  /// Lays out all rows, so that ``contentHeight`` has no estimate.
  ///
  /// Without it, rows are laid out when the viewport comes near. The failures of rows that cannot be laid out
  /// are listed in ``LiveViewStatistics/failures``; such a row has no height.
  ///
  /// - Throws: `CancellationError` if the task is cancelled or the view is closed.
  /// - Complexity: O(rows).
  public func layOutRows() async throws {
    commitChanges()
    while true {
      if isClosed { throw CancellationError() }
      let requests = table.rowsToLayOut(in: 0..<table.rowCount)
      guard !requests.isEmpty else { break }
      if let painter {
        for request in requests { layOut(request, with: painter) }
      } else {
        try await layOut(requests)
      }
    }
    _ = edit { $0.applyHeights(in: 0..<$0.rowCount) }
    followTarget()
    fetchMore()
  }

  /// Lets workers lay out rows; other calls, changes of options and ends of views may end this early.
  private func layOut(_ requests: [LayoutRequest]) async throws {
    layouter.wantAll(requests)
    while !layouter.hasAll {
      do { try await signal.waitUnlessCancelled() } catch {
        layouter.wantAll([])
        signal.fire()
        throw error
      }
      takeLayouts()
    }
  }

  /// Adds rows of a survey to the first section; their pictures are made from their items.
  package func append(_ survey: FeedSurvey) {
    take(survey.rows, at: table.rows.visible.rowCount(ofSection: 1))
  }

  /// Inserts rows of a survey into the first section.
  func take(_ rows: [SurveyedRow], at row: Int) {
    commitChanges()
    edit { table in
      do {
        try table.insert(rows, at: RowPath(section: 1, row: row))
        table.commit()
      } catch { preconditionFailure("\(error)") }
    }
  }
}
