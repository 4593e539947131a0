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
    hasTallRows = rows.display.contains { table.rows[$0].height > PictureID.maximumRowCount }
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
    let rowsWithRoom = room == nil ? rowsInBudget(urgent, visible, parts) : urgent[...]
    let ordered =
      inTime(Array(rowsWithRoom.prefix(visible.rows.count)))
      + rowsWithRoom.dropFirst(visible.rows.count)
    var wanted: [(id: PictureID, byteCount: Int)] = []
    wanted.reserveCapacity(ordered.count)
    // Parts of very high rows that are not seen yet; they follow what is seen of other rows.
    var later: [(id: PictureID, byteCount: Int)] = []
    for (place, row) in ordered.enumerated() {
      if place == visible.rows.count {
        wanted += later
        later = []
      }
      func sized(_ id: PictureID) -> (id: PictureID, byteCount: Int) {
        (id, byteCount(of: id, inRow: row))
      }
      let pictures = pictures(of: row, parts)
      for id in pictures.seen { wanted.append(sized(id)) }
      for id in pictures.near { later.append(sized(id)) }
      for id in olderPictures(of: row) { wanted.append(sized(id)) }
    }
    wanted += later
    if let room { wanted.removeAll { !room.contains($0.id) } }
    let ahead = RowUrgency(
      visible: rows.display.isEmpty ? rows.preload.prefix(0) : rows.display,
      prepared: rows.preload, direction: direction
    ).rows.dropFirst(rows.display.count).map { table.rows[$0].key }
    store.want(
      wanted, ahead: ahead, heights: rowsToMeasure(in: rows.display), isMade: painter == nil,
      item: { table.item($0) })
  }

  /// The rows that the budget has room for, visible ones in any case.
  private func rowsInBudget(
    _ rows: [Int], _ visible: VisibleRows, _ parts: PartBands
  ) -> ArraySlice<Int> {
    let width = compositor.size.width
    return PictureBudget(byteLimit: options.pictureByteLimit).admitted(
      rows, visibleCount: visible.rows.count
    ) { row in
      let height = max(1, table.rows[row].height)
      let seen = min(height, parts.display.count)
      return 4 * (width * seen + table.rows[row].maskedPixels * seen / height)
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

  /// Visible rows in the order in which most can be shown at the next vsync.
  private func inTime(_ rows: [Int]) -> [Int] {
    let missing = rows.filter {
      !has(0..<table.rows[$0].height, of: table.rows[$0].key, height: table.rows[$0].height)
    }
    guard missing.count > 1 else { return rows }
    let order = DeadlineOrder(workerCount: pool.count, time: options.budget.interval)
    let first = order.order(missing) {
      options.costModel.cost(of: table.rows[$0].work, hasLayout: false)
    }
    let others = Set(missing)
    return first + rows.filter { !others.contains($0) }
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
