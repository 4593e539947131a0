package import Galley
import GalleyFeedItems
import GalleyFrameAssembly
import GalleyLive
import GalleyPNG
import GalleyPrimitives
package import GalleyTable

/// The pictures of a replayed table: after each step, a live view shows the table's visible rows.
///
/// The view takes the same steps, with its own table, anchor, workers and pictures of earlier steps. All its rows are
/// laid out after each step. Where the table of the script has another anchor, because it knows fewer heights, the
/// view scrolls to it before the frame.
@MainActor
package final class ReplayFrames {
  private let base: ScrollOptions
  private var view: TableView<ReplayItem>
  private var look: Look
  /// The rows that the changes since the last shown state have moved or reloaded.
  private var moved: Set<RowID> = []

  private struct Look: Hashable {
    var width: Double
    var fontFactor: Double
    var viewport: Double
  }

  /// Makes a view for the frames of `run`, in the cells of `options`.
  ///
  /// - Throws: ``/GalleyLive/ScrollError`` and ``/GalleyCellRendering/RenderError`` if an option is out of
  ///   bounds, ``/GalleyFonts/FontError`` if there are no fonts.
  package init(_ options: RenderOptions, of run: ReplayRun) async throws {
    var base = try ScrollOptions(rendering: options)
    base.estimatedRowHeight = Double(run.table.visible.estimatedHeight) / run.heights.scale
    self.base = base
    look = Self.look(of: run)
    view = try await TableView(Self.options(base, look, .async)) { $0.feedItem }
  }

  /// Takes a step that `run` has taken, and makes a frame.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - run: The run after the step.
  ///   - refusal: The reason if its changes were refused.
  /// - Returns: The frame of the table after the step.
  /// - Throws: ``ReplayError/noPicture(_:)`` for a new row without an item, ``ReplayError/difference(_:)`` if
  ///   the run is checked and the view has other rows than the table, refuses other changes, has moved its anchor
  ///   row, or shows another frame than a new view of the naive table in sync mode; errors of drawing.
  /// - Complexity: O(rows).
  package func take(
    _ step: ReplayStep, of run: ReplayRun, refusal: ChangeSetError? = nil
  ) async throws -> AssembledPNG {
    let anchor = view.table.rows.anchor
    let stops = view.table.rows.stoppedCount
    let canMove = try await play(step, of: run, refusal: refusal)
    try await view.layOutRows()
    if run.naive != nil {
      try compareRows(with: run)
      if !canMove, stops == view.table.rows.stoppedCount { try check(anchor) }
    }
    if !view.table.rows.hasPendingChanges { moved = [] }
    let frame = try await Self.frame(
      of: view, anchor: run.table.anchor.map { ($0.path, $0.screenY) }, else: run.table.viewport)
    if let naive = run.naive {
      let bytes = try await freshFrame(of: naive, run).bytes
      guard bytes == frame.bytes else {
        throw ReplayError.difference("the frame differs from that of a new view in sync mode")
      }
    }
    return frame
  }

  /// Returns the title of a row of the view.
  package func title(of row: RowID) -> String? { view.model(of: row)?.title }

  /// Takes the step in the view; returns whether the anchor row may move on the screen.
  private func play(
    _ step: ReplayStep, of run: ReplayRun, refusal: ChangeSetError?
  ) async throws -> Bool {
    func pixels(_ length: Double) -> Int {
      Int((min(max(length, -1e9), 1e9) * run.heights.scale).rounded())
    }
    switch step.action {
    case .load(let counts):
      try withItems(of: run) { item in try view.reloadData(rowCounts: counts, row: item) }
    case .change(let batch):
      noteMoved(batch.changes)
      do {
        try withItems(of: run) { item in
          try view.perform(
            ChangeSet(batch.changes), announced: batch.announced, commits: !step.waits, row: item)
        }
        if let refusal { throw ReplayError.difference("the view does not refuse: \(refusal)") }
      } catch let error as ChangeSetError {
        guard error != refusal else { return false }
        throw ReplayError.difference("the view refuses: \(error)")
      }
    case .commit: view.showChanges()
    case .scroll(let length):
      view.scroll(toPixel: view.pixelOffset + pixels(length))
      return true
    case .scrollTo(let y):
      view.scroll(toPixel: pixels(y))
      return true
    // A new look is seen below, and the view's heights are never wrong.
    case .rotate, .fontSize, .invalidate: break
    }
    let look = Self.look(of: run)
    guard look != self.look else { return false }
    self.look = look
    try await view.change(Self.options(base, look, .async))
    return false
  }

  /// Lends `body` a function that returns the items of rows, by their paths after all changes.
  private func withItems(
    of run: ReplayRun, _ body: ((RowPath) -> ReplayItem) throws -> Void
  ) throws {
    var blank: RowPath?
    try body { path in
      // The table has no such row if it has refused the changes.
      guard run.table.pending.contains(path) else { return ReplayItem(FeedItem()) }
      let row = run.table.pending.id(at: path)
      if case .item(let item)? = run.pendingContent(of: row) { return item }
      blank = blank ?? path
      return ReplayItem(FeedItem())
    }
    if let blank { throw ReplayError.noPicture(blank) }
  }

  /// Notes the rows that changes move or reload: they cannot be the anchor.
  private func noteMoved(_ changes: [ChangeSet.Change]) {
    func note(_ place: TablePlace) {
      let rows = view.table.rows.pending
      if rows.contains(place.path) { moved.insert(rows.id(at: place.path)) }
    }
    for change in changes {
      switch change {
      case .moveRow(let path, _), .reloadRow(let path): note(.row(path))
      case .moveSection(let section, _), .reloadSection(let section, _):
        guard (0..<view.sectionCount).contains(section) else { continue }
        for row in 0..<view.rowCount(ofSection: section) {
          note(.row(RowPath(section: section, row: row)))
        }
      default: break
      }
    }
  }

  /// Checks that the view has the rows of the table, with the same identities.
  private func compareRows(with run: ReplayRun) throws(ReplayError) {
    func ids(_ rows: TableRows) -> [RowID] {
      var ids: [RowID] = []
      rows.forEachRow { (row: TableRows.Entry) in
        ids.append(row.id)
        return true
      }
      return ids
    }
    let rows = view.table.rows
    guard ids(rows.visible) == ids(run.table.visible), ids(rows.pending) == ids(run.table.pending)
    else { throw .difference("the view has other rows than the table") }
  }

  /// Checks that the row that was the anchor is at its place on the screen.
  private func check(_ anchor: ScrollAnchor?) throws(ReplayError) {
    guard let anchor, !moved.contains(anchor.id), let path = view.table.path(of: anchor.id)
    else { return }
    let rows = view.table.rows
    // A lower viewport, or another height of the row, may have moved it off the screen.
    guard anchor.screenY < rows.viewport.size.height,
      anchor.screenY + rows.visible.height(at: path) > 0
    else { return }
    let y = rows.visible.offset(at: path) - rows.viewport.offset
    guard y == anchor.screenY else {
      throw .difference("the view's anchor row is at \(y) of the screen, not at \(anchor.screenY)")
    }
  }

  /// Returns the frame of a new view of the naive table.
  private func freshFrame(of naive: NaiveTable, _ run: ReplayRun) async throws -> AssembledPNG {
    let fresh = try await TableView<ReplayItem>(Self.options(base, look, .sync)) { $0.feedItem }
    let rows = naive.visible.map { section in section.rows.map(\.name) }
    var anchor: (RowPath, Int)?
    for (section, names) in rows.enumerated() {
      for (row, name) in names.enumerated() where name == naive.anchor?.name {
        anchor = (RowPath(section: section, row: row), naive.anchor?.screenY ?? 0)
      }
    }
    try fresh.reloadData(rowCounts: rows.map(\.count)) { path in
      guard case .item(let item)? = run.naiveContent(of: rows[path.section][path.row]) else {
        preconditionFailure("no item of row \(path)")
      }
      return item
    }
    try await fresh.layOutRows()
    let frame = try await Self.frame(of: fresh, anchor: anchor, else: run.table.viewport)
    await fresh.close()
    return frame
  }

  /// Ends the view and its workers.
  package func close() async { await view.close() }

  /// Scrolls so that a visible row, the anchor, has its place on the screen, and makes the frame.
  ///
  /// All rows are laid out.
  private static func frame(
    of view: LiveView, anchor: (path: RowPath, screenY: Int)?, else viewport: Viewport
  ) async throws -> AssembledPNG {
    let y = anchor.map {
      view.table.rows.visible.offset(at: TablePlace.row($0.path).path) - $0.screenY
    }
    view.scroll(toPixel: y ?? viewport.offset)
    return try await view.settle().png()
  }

  private static func look(of run: ReplayRun) -> Look {
    Look(
      width: run.heights.width, fontFactor: run.heights.fontFactor,
      viewport: Double(run.table.viewport.size.height) / run.heights.scale)
  }

  private static func options(
    _ base: ScrollOptions, _ look: Look, _ mode: RenderMode
  ) -> ScrollOptions {
    var options = base
    options.rendering.mode = mode
    options.rendering.template.width = look.width
    options.rendering.template.theme.scaleFonts(by: look.fontFactor)
    options.viewportHeight = look.viewport
    return options
  }
}
