package import GalleyCellRendering
import GalleyFrames
package import GalleyPictures
package import GalleyPrimitives
package import GalleyTable

/// The rows of a live view: the table model, and the content of each row.
///
/// Rows that no worker has laid out have estimated heights. A change takes effect on the pending rows at
/// once, and on the visible rows at ``commit()``. A value; the main queue owns it. All lengths are device
/// pixels.
package struct LiveTable: Sendable {
  /// The order, the places and the heights of rows.
  package private(set) var rows: ScrolledTable
  /// The round of heights; results of earlier rounds are dropped.
  private(set) var round = 0
  /// The paths of the pending rows.
  private var index: RowIndex
  /// The contents of the visible rows.
  var contents = RowValues<RowContent>()
  /// The number of changes of the pending rows so far, and of the visible ones.
  private(set) var changeCount = 0
  private(set) var commitCount = 0
  /// The contents of rows that were inserted or reloaded, and are not visible yet.
  private var pendingContents: [RowID: RowContent] = [:]
  /// The rows that were removed and are still visible.
  private var removed: [RowID] = []
  /// The older pictures of rows, which may be visible until the current ones are drawn.
  private var older: [RowID: DemandInput.Older] = [:]
  /// The laid-out contents, with the number of their rows.
  private var sources: [ContentKey: Source] = [:]
  private var sights = FirstSights()
  /// The fingerprints of contents without rows, whose pictures may still exist.
  private var retired: [ContentKey: Int] = [:]
  /// The maximum number of contents without rows; above it, they are forgotten, and later contents get other keys.
  var mostRetired = 1 << 16
  /// A number that changes all keys of new contents.
  private var salt: UInt64 = 0

  private struct Source: Sendable {
    var cell: LaidOutCell
    var model: any RowModel
    var fingerprint: Int
    var rowCount = 0
  }

  /// Makes a table without rows, of one section.
  init(viewport: PixelSize, estimatedHeight: Int) {
    rows = ScrolledTable(
      rowCounts: [0, 0, 0], estimatedHeight: max(1, estimatedHeight), viewport: viewport)
    index = RowIndex(rows.pending)
  }

  /// Makes a table of one section with rows that are laid out.
  package init(_ surveyed: [SurveyedRow]) {
    self.init(viewport: PixelSize(width: 0, height: 0), estimatedHeight: 1)
    // The end of a section is a valid place.
    _ = try? insert(surveyed, at: RowPath(section: 1, row: 0))
    commit()
  }

  // MARK: Look-ups

  /// The number of visible rows, headers and footers included.
  package var rowCount: Int { rows.visible.rowCount }

  /// The rows in the viewport.
  var screenRows: Range<Int> { rows.visible.rows(in: rows.viewport.band) }

  /// The number of different contents that are laid out.
  package var contentCount: Int { sources.count }

  /// Returns the model of a row whose picture has this key.
  package func model(_ picture: ContentKey) -> (any RowModel)? { sources[picture]?.model }

  /// Returns the path of a pending row; `nil` if there is no such row.
  ///
  /// - Complexity: O(log² rows).
  func pendingPath(of row: RowID) -> RowPath? { index.path(of: row, in: rows.pending) }

  /// Returns the path of a visible row; `nil` if there is no such row, or if it is to be removed.
  ///
  /// - Complexity: O(log² rows).
  package func path(of row: RowID) -> RowPath? {
    pendingPath(of: row).flatMap(rows.visiblePath(ofPending:))
  }

  /// Returns the content of a pending row.
  func pendingContent(_ id: RowID) -> RowContent? { pendingContents[id] ?? contents[id] }

  /// Returns adjacent visible rows with their contents.
  ///
  /// - Complexity: O(log rows + `range.count`).
  func window(_ range: Range<Int>) -> LiveWindow {
    var window = LiveWindow(first: range.lowerBound)
    guard !range.isEmpty else { return window }
    window.rows.reserveCapacity(range.count)
    var contents = contents.reader
    rows.visible.forEachRow(from: range.lowerBound) { (entry: TableRows.Entry) in
      let cell = entry.isKnown ? contents.value(of: entry.id)?.cell : nil
      window.rows.append(
        LiveWindow.Row(
          id: entry.id, path: entry.path, y: entry.y, height: entry.height,
          isLaidOut: cell != nil, key: cell?.key ?? .unknown(entry.id),
          work: cell?.work ?? WorkAmount(), maskedPixels: cell?.maskedPixels ?? 0,
          older: older.isEmpty ? nil : older[entry.id]))
      return window.rows.count < range.count
    }
    return window
  }

  // MARK: The viewport

  /// Scrolls so that the viewport's top is at `offset`, within the table.
  mutating func scroll(to offset: Int) { rows.scroll(to: offset) }

  /// Resizes the viewport, with its anchor row at its place.
  mutating func resize(_ size: PixelSize) { rows.resize(size) }

  // MARK: Changes

  /// Inserts rows that are laid out.
  ///
  /// - Returns: The identity of the first row; the others follow it.
  @discardableResult
  mutating func insert(
    _ surveyed: [SurveyedRow], at path: RowPath
  ) throws(ChangeSetError) -> RowID? {
    let before = rows.pending
    let map = try rows.insertRows(surveyed.map { Optional($0.height) }, at: path)
    index.apply(map, old: before, new: rows.pending)
    changeCount += 1
    guard !surveyed.isEmpty else { return nil }
    let first = rows.pending.id(at: path)
    for (offset, row) in surveyed.enumerated() {
      let model = ModelRow(row.cell)
      pendingContents[RowID(first.number + UInt64(offset))] = RowContent(
        model: model, cell: enter(row, of: model))
    }
    return first
  }

  /// Inserts rows with estimated heights.
  ///
  /// - Returns: The identity of the first row; the others follow it.
  @discardableResult
  mutating func insert(
    _ models: [any RowModel], at path: RowPath
  ) throws(ChangeSetError) -> RowID? {
    let before = rows.pending
    let map = try rows.insertRows(Array(repeating: nil, count: models.count), at: path)
    index.apply(map, old: before, new: rows.pending)
    changeCount += 1
    guard !models.isEmpty else { return nil }
    let first = rows.pending.id(at: path)
    for (offset, model) in models.enumerated() {
      pendingContents[RowID(first.number + UInt64(offset))] = RowContent(model: model)
    }
    return first
  }

  /// Inserts rows with estimated heights, and shows all changes.
  ///
  /// - Returns: As ``insert(_:at:)``.
  mutating func insertVisible(
    _ models: [any RowModel], at path: RowPath
  ) throws(ChangeSetError) -> RowID? {
    guard !rows.hasPendingChanges else {
      let first = try insert(models, at: path)
      commit()
      return first
    }
    try rows.insertVisibleRows(Array(repeating: nil, count: models.count), at: path)
    index.insert(path.row..<path.row + models.count, intoSection: path.section, of: rows.visible)
    changeCount += 1
    commitCount += 1
    guard !models.isEmpty else { return nil }
    let first = rows.visible.id(at: path)
    for (offset, model) in models.enumerated() {
      contents[RowID(first.number + UInt64(offset))] = RowContent(model: model)
    }
    return first
  }

  /// Applies changes to the pending rows, all or none.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - model: Returns the model of an inserted or reloaded row, by its path after the changes.
  /// - Throws: As `ScrolledTable.perform(_:announced:)`.
  mutating func perform(
    _ changes: ChangeSet, model: (RowPath) -> any RowModel
  ) throws(ChangeSetError) {
    let before = rows.pending
    guard let map = try rows.perform(changes) else { return }
    adopt(map, from: before, model: model)
  }

  /// Replaces all pending rows.
  mutating func reload(
    rowCounts: [Int], model: (RowPath) -> any RowModel
  ) throws(ChangeSetError) {
    let before = rows.pending
    adopt(try rows.reloadData(rowCounts: rowCounts), from: before, model: model)
  }

  private mutating func adopt(
    _ map: ChangeMap, from before: TableRows, model: (RowPath) -> any RowModel
  ) {
    index.apply(map, old: before, new: rows.pending)
    changeCount += 1
    map.forEachRemovedRow(of: before) { removed.append($0) }
    map.forEachNewRow(of: rows.pending) { path, id in
      pendingContents[id] = RowContent(model: model(path))
    }
    for old in map.reloadedRows {
      guard let path = map.newPath(ofOld: old) else { continue }
      let id = rows.pending.id(at: path)
      // The last layout stays the older picture.
      drop(pendingContents[id]?.cell)
      pendingContents[id] = RowContent(model: model(path))
    }
  }

  /// Shows the pending rows.
  ///
  /// - Complexity: O(visible rows + changed rows).
  mutating func commit() {
    rows.commit()
    commitCount += 1
    for (id, content) in pendingContents {
      if let last = contents[id]?.cell {
        // A key does not include the width, so that an older layout of another width may have the key of the
        // current one, and no picture.
        if !last.isFailed, last.round == round, last.key != content.cell?.key, older[id] == nil {
          older[id] = DemandInput.Older(key: last.key, height: last.height)
        }
        drop(last)
      }
      contents[id] = content
    }
    for id in removed {
      drop(contents[id]?.cell)
      contents[id] = nil
      older[id] = nil
    }
    // A feed that grows a row at a time needs no new memory for each.
    pendingContents.removeAll(keepingCapacity: pendingContents.count < 64)
    removed = []
  }

  /// Releases the older picture of a row, because the current one is drawn.
  mutating func releaseOlder(_ id: RowID) { older[id] = nil }

  // MARK: Layout results

  /// Makes all heights estimates, because rows are laid out differently from now on.
  mutating func forgetLayouts() {
    round += 1
    rows.forgetHeights()
    older = [:]
  }

  /// Keeps the result of laying out a model, unless the row has got another one since.
  ///
  /// The row's height takes effect at ``applyHeights(in:)``.
  ///
  /// - Returns: The failure of the row, if it is new.
  mutating func keep(
    _ result: Result<SurveyedRow, RowFailure>, of id: RowID, _ model: any RowModel, round: Int
  ) -> RowFailure? {
    // A row may be visible with one model, and wait to be visible with another.
    let isPending = !pendingContents.isEmpty && pendingContents[id]?.model === model
    guard round == self.round, var content = isPending ? pendingContents[id] : contents[id],
      content.model === model
    else { return nil }
    let last = content.cell
    var failure: RowFailure?
    switch result {
    case .success(let row): content.cell = enter(row, of: model)
    case .failure(let error):
      if last?.isFailed != true { failure = error }
      content.cell = LaidOutCell(failed: id, round: round)
    }
    drop(last)
    if isPending { pendingContents[id] = content } else { contents[id] = content }
    return failure
  }

  /// Gives rows the heights of their layouts; the anchor row keeps its place on the screen.
  ///
  /// If no row on the screen is known, or was known before all heights were forgotten, the topmost is the anchor, and
  /// rows get their heights from the top: workers lay out rows in any order, and the place of the rows would depend
  /// on it.
  ///
  /// - Returns: Whether a height was an estimate before, and whether rows on the screen wait for others.
  mutating func applyHeights(
    in range: Range<Int>
  ) -> (hasChanged: Bool, isWaiting: Bool) {
    guard !range.isEmpty else { return (false, false) }
    let screen = screenRows
    var heights: [(RowPath, Int)] = []
    var seen: [(path: RowPath, height: Int?)] = []
    var isAnchored = rows.keepsAnchor
    var row = range.lowerBound
    var contents = contents.reader
    rows.visible.forEachRow(from: row) { (entry: TableRows.Entry) in
      let isSeen = screen.contains(row)
      row += 1
      guard !entry.isKnown else {
        isAnchored = isAnchored || isSeen
        return row < range.upperBound
      }
      let cell = contents.value(of: entry.id)?.cell
      let height = cell?.round == round ? cell?.height : nil
      if isSeen {
        seen.append((entry.path, height))
      } else if let height {
        heights.append((entry.path, height))
      }
      return row < range.upperBound
    }
    let ready = isAnchored ? seen[...] : seen.prefix { $0.height != nil }
    for row in ready { if let height = row.height { heights.append((row.path, height)) } }
    let isWaiting = seen[ready.endIndex...].contains { $0.height != nil }
    guard !heights.isEmpty else { return (false, isWaiting) }
    rows.setHeights(heights)
    return (true, isWaiting)
  }

  /// Gives off-screen rows the heights of their layouts; rows that are not in the table any more are skipped.
  ///
  /// Rows on the screen get theirs by ``applyHeights(in:)``, whose order keeps the anchor at its place.
  ///
  /// - Complexity: O(given rows × log² rows + rows on the screen).
  mutating func applyHeights(of ids: [RowID]) {
    let screen = screenRows
    var heights: [(RowPath, Int)] = []
    for id in ids {
      guard let path = path(of: id), let cell = contents[id]?.cell, cell.round == round,
        !screen.contains(rows.visible.index(of: path))
      else { continue }
      heights.append((path, cell.height))
    }
    if !heights.isEmpty { rows.setHeights(heights) }
  }

  /// Counts a row of a content; the first one decides about new emoji.
  private mutating func enter(_ row: SurveyedRow, of model: any RowModel) -> LaidOutCell {
    var key = row.key
    key.low &+= salt &* 0x9E37_79B9_7F4A_7C15
    // Pictures are identified by keys alone. A hostile feed may have different contents with equal keys, so
    // the key of the later content is changed here.
    while let known = sources[key]?.fingerprint ?? retired[key], known != row.fingerprint {
      key.low &+= 1
    }
    var source =
      sources.removeValue(forKey: key)
      ?? Source(
        cell: LaidOutCell(row, key: key, work: sights.work(of: row), round: round), model: model,
        fingerprint: row.fingerprint)
    if source.cell.round != round {
      source.cell = LaidOutCell(
        row, key: key, work: row.work.withSights(of: source.cell.work), round: round)
    }
    source.rowCount += 1
    defer { sources[key] = source }
    return source.cell
  }

  /// Counts a row of a content less; a content without rows is forgotten.
  private mutating func drop(_ cell: LaidOutCell?) {
    guard let cell, var source = sources.removeValue(forKey: cell.key) else { return }
    source.rowCount -= 1
    guard source.rowCount == 0 else {
      sources[cell.key] = source
      return
    }
    retired[cell.key] = source.fingerprint
    guard retired.count > mostRetired else { return }
    // From now on, no new content has the key of a content that was removed.
    retired = [:]
    salt += 1
  }

  /// Forgets the contents without rows, because no picture of them exists or is under way.
  mutating func forgetRetired() { if older.isEmpty { retired = [:] } }

  /// Whether contents without rows are remembered, because their pictures may still exist.
  var hasRetired: Bool { !retired.isEmpty }
}
