import GalleyCompositing
import GalleyFrames
import GalleyPictures
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

extension LiveView {
  /// Requests the pictures and layouts around a viewport, unless the last requests were the same.
  func ask(_ visible: VisibleRows, _ viewport: Viewport) {
    let rows = lastRows
    let wish = Wish(
      edge: ranges.isForward ? rows.display.upperBound : rows.display.lowerBound,
      mode: ranges.mode, isForward: ranges.isForward, editCount: editCount,
      place: hasTallRows ? viewport.offset >> 8 : 0)
    // While no row enters the display range, the visible pictures are requested already, unless they did
    // not fit. While some are missing, the order of requests matters.
    guard wish != lastWish || options.capsPictures || shown?.isBlank ?? true else { return }
    hasTallRows = hasTallRow(in: rows.display)
    lastWish = wish
    lastWish?.place = hasTallRows ? viewport.offset >> 8 : 0
    let direction: ScrollDirection = ranges.isForward ? .forward : .backward
    let urgent = RowUrgency(
      visible: rows.display.isEmpty ? rows.display : visible.rows, prepared: rows.display,
      direction: direction
    ).rows
    let parts = PartBands(
      visible: viewport.band,
      display: ranges.mode.ranges.display.band(
        around: viewport, isForward: ranges.isForward, totalHeight: table.rows.visible.totalHeight))
    let room = admittedPictures(urgent, visibleCount: visible.rows.count, parts)
    self.admitted = room
    var ordered = room == nil ? Array(rowsInBudget(urgent, visible, parts)) : urgent
    putInTime(&ordered, count: min(visible.rows.count, ordered.count))
    var wanted = wantedPictures(ordered, visibleCount: visible.rows.count, parts)
    if let room { wanted.removeAll { !room.contains($0.id) } }
    let ahead = RowUrgency(
      visible: rows.display.isEmpty ? rows.preload.prefix(0) : rows.display,
      prepared: rows.preload, direction: direction
    ).rows.dropFirst(rows.display.count)
    store.want(
      wanted, ahead: keys(of: ahead), heights: rowsToMeasure(in: rows.display),
      isMade: painter == nil, item: { table.item($0) })
    if table.hasRetired, store.isIdle { table.forgetRetired() }
    guard painter == nil else { return }
    layouter.want(rowsToLayOut(urgent + ahead))
  }

  /// Returns the rows that are not laid out, in the same order.
  private func rowsToLayOut(_ rows: [Int]) -> [LayoutTask] {
    var tasks: [LayoutTask] = []
    for row in rows where !window[row].isLaidOut {
      guard let content = table.contents[window[row].id] else { continue }
      tasks.append(LayoutTask(row: window[row].id, model: content.model, round: table.round))
    }
    return tasks
  }

  // The following functions use loops for the reason that `plan` gives.

  private func hasTallRow(in range: Range<Int>) -> Bool {
    let rows = window
    for row in range where rows[row].height > PictureID.maximumRowCount { return true }
    return false
  }

  private func keys(of places: ArraySlice<Int>) -> [ContentKey] {
    let rows = window
    var keys: [ContentKey] = []
    keys.reserveCapacity(places.count)
    for row in places where rows[row].isLaidOut { keys.append(rows[row].key) }
    return keys
  }

  /// Returns the pictures of rows, most urgent first, with the maximum number of bytes of each.
  private func wantedPictures(
    _ ordered: [Int], visibleCount: Int, _ parts: PartBands
  ) -> [(id: PictureID, byteCount: Int)] {
    let rows = window
    var wanted: [(id: PictureID, byteCount: Int)] = []
    wanted.reserveCapacity(ordered.count)
    // The invisible parts of very high rows; they follow the visible parts of other rows.
    var later: [(id: PictureID, byteCount: Int)] = []
    for (place, row) in ordered.enumerated() {
      if place == visibleCount {
        wanted += later
        later = []
      }
      let source = rows[row]
      func sized(_ id: PictureID) -> (id: PictureID, byteCount: Int) {
        (id, byteCount(of: id, source))
      }
      if !source.isLaidOut {
        // Its picture is requested when its layout is there.
      } else if source.height <= PictureID.maximumRowCount {
        let all = PictureID.covering(0..<source.height, of: source.key, height: source.height)
        for id in all { wanted.append(sized(id)) }
      } else {
        let pictures = pictures(of: row, parts)
        for id in pictures.seen { wanted.append(sized(id)) }
        for id in pictures.near { later.append(sized(id)) }
      }
      guard source.older != nil else { continue }
      for id in olderPictures(of: row) { wanted.append(sized(id)) }
    }
    return wanted + later
  }

  /// Returns the rows whose pictures fit into the budget, and all visible rows.
  private func rowsInBudget(
    _ rows: [Int], _ visible: VisibleRows, _ parts: PartBands
  ) -> ArraySlice<Int> {
    let (width, sources) = (compositor.size.width, window)
    return PictureBudget(byteLimit: options.pictureByteLimit).admitted(
      rows, visibleCount: visible.rows.count
    ) { row in
      let height = max(1, sources[row].height)
      let seen = min(height, parts.display.count)
      return 4 * (width * seen + sources[row].maskedPixels * seen / height)
    }
  }

  /// Returns the rows whose heights workers have to measure because they enter a range.
  private func rowsToMeasure(in range: Range<Int>) -> [(row: Int, key: ContentKey)] {
    guard painter == nil, var asking = heightDemand else { return [] }
    let done = store.takeMeasured()
    unmeasured.removeAll { done.contains($0) || !range.contains($0) }
    unmeasured += asking.measured(
      in: range, key: { window[$0].key },
      isDrawn: { !has(0..<1, of: window[$0].key, height: window[$0].height) })
    heightDemand = asking
    return unmeasured.map { ($0, window[$0].key) }
  }

  /// In sync mode, measures the rows that become visible.
  func measure(_ visible: VisibleRows) {
    guard let painter, var asking = heightDemand else { return }
    let rows = asking.measured(
      in: visible.rows, key: { window[$0].key },
      isDrawn: { !has(0..<1, of: window[$0].key, height: window[$0].height) })
    heightDemand = asking
    for row in rows {
      if let item = table.item(window[row].key) { painter.measureAnew(item) }
    }
  }

  /// Orders the first `count` rows, the visible ones, so that most missing pictures are complete at the
  /// next vsync.
  private func putInTime(_ ordered: inout [Int], count: Int) {
    let rows = window
    var missing: [Int] = []
    for row in ordered[..<count]
    where rows[row].isLaidOut
      && !has(0..<rows[row].height, of: rows[row].key, height: rows[row].height)
    {
      missing.append(row)
    }
    guard missing.count > 1 else { return }
    let there = ordered[..<count].filter { !missing.contains($0) }
    let order = DeadlineOrder(workerCount: pool.count, time: options.budget.interval)
    let first = order.order(missing) {
      options.costModel.cost(of: rows[$0].work, hasLayout: false)
    }
    ordered.replaceSubrange(..<count, with: first + there)
  }
}
