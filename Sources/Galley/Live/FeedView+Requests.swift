import GalleyFrames
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

extension FeedView {
  /// Tells the workers what is wanted around a viewport, unless that is what was wanted last.
  func ask(_ visible: VisibleRows, _ viewport: Viewport) {
    let rows = lastRows
    let wish = Wish(
      edge: ranges.isForward ? rows.display.upperBound : rows.display.lowerBound,
      mode: ranges.mode, isForward: ranges.isForward, editCount: editCount,
      place: hasTallRows ? viewport.offset >> 8 : 0)
    // As long as no row comes into the display range, what is visible has been asked for, unless there
    // was no room. Where it is not there yet, the order matters.
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
        around: viewport, isForward: ranges.isForward, totalHeight: offsets.totalHeight))
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
  }

  // Loops, for the reason that `plan` gives.

  private func hasTallRow(in range: Range<Int>) -> Bool {
    let rows = table.rows
    for row in range where rows[row].height > PictureID.maximumRowCount { return true }
    return false
  }

  private func keys(of places: ArraySlice<Int>) -> [ContentKey] {
    let rows = table.rows
    var keys: [ContentKey] = []
    keys.reserveCapacity(places.count)
    for row in places { keys.append(rows[row].key) }
    return keys
  }

  /// The pictures of rows, most urgent first, and what each takes at most.
  private func wantedPictures(
    _ ordered: [Int], visibleCount: Int, _ parts: PartBands
  ) -> [(id: PictureID, byteCount: Int)] {
    let (rows, older) = (table.rows, older)
    var wanted: [(id: PictureID, byteCount: Int)] = []
    wanted.reserveCapacity(ordered.count)
    // Parts of very high rows that are not seen yet; they follow what is seen of other rows.
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
      if source.height <= PictureID.maximumRowCount {
        let all = PictureID.covering(0..<source.height, of: source.key, height: source.height)
        for id in all { wanted.append(sized(id)) }
      } else {
        let pictures = pictures(of: row, parts)
        for id in pictures.seen { wanted.append(sized(id)) }
        for id in pictures.near { later.append(sized(id)) }
      }
      guard older[row] != nil else { continue }
      for id in olderPictures(of: row) { wanted.append(sized(id)) }
    }
    return wanted + later
  }

  /// The rows that the budget has room for, visible ones in any case.
  private func rowsInBudget(
    _ rows: [Int], _ visible: VisibleRows, _ parts: PartBands
  ) -> ArraySlice<Int> {
    let (width, sources) = (compositor.size.width, table.rows)
    return PictureBudget(byteLimit: options.pictureByteLimit).admitted(
      rows, visibleCount: visible.rows.count
    ) { row in
      let height = max(1, sources[row].height)
      let seen = min(height, parts.display.count)
      return 4 * (width * seen + sources[row].maskedPixels * seen / height)
    }
  }

  /// The rows whose heights workers have to measure, since they come into a range.
  private func rowsToMeasure(in range: Range<Int>) -> [(row: Int, key: ContentKey)] {
    guard painter == nil, var asking = heightDemand else { return [] }
    let done = store.takeMeasured()
    unmeasured.removeAll { done.contains($0) || !range.contains($0) }
    unmeasured += asking.measured(
      in: range, key: { table.rows[$0].key },
      isDrawn: { !has(0..<1, of: table.rows[$0].key, height: table.rows[$0].height) })
    heightDemand = asking
    return unmeasured.map { ($0, table.rows[$0].key) }
  }

  /// In sync mode: measures the rows that come into view, here and now.
  func measure(_ visible: VisibleRows) {
    guard let painter, var asking = heightDemand else { return }
    let rows = asking.measured(
      in: visible.rows, key: { table.rows[$0].key },
      isDrawn: { !has(0..<1, of: table.rows[$0].key, height: table.rows[$0].height) })
    heightDemand = asking
    for row in rows {
      if let item = table.item(table.rows[row].key) { painter.measureAnew(item) }
    }
  }

  /// Puts the first `count` rows, the visible ones, in the order in which most can be shown at the next
  /// vsync: of those that are missing, the ones that will be there in time.
  private func putInTime(_ ordered: inout [Int], count: Int) {
    let rows = table.rows
    var missing: [Int] = []
    for row in ordered[..<count]
    where !has(0..<rows[row].height, of: rows[row].key, height: rows[row].height) {
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

/// The pixel rows of the table of which parts of very high rows are wanted: such a row is never wanted
/// whole.
struct PartBands {
  /// What is seen, or will be until something is asked for again.
  let visible: Range<Int>
  /// What is prepared.
  let display: Range<Int>

  init(visible: Range<Int>, display: Range<Int>) {
    // Until the next wish, the viewport moves by less than this.
    self.visible = visible.lowerBound - 256..<visible.upperBound + 256
    self.display =
      min(display.lowerBound, visible.lowerBound) - 256..<max(
        display.upperBound, visible.upperBound) + 256
  }
}

extension Range<Int> {
  /// This range further down.
  func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
