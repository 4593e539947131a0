import GalleyCompositing
import GalleyFrames
import GalleyPictures
import GalleyPrimitives
import GalleyTable
import GalleyTrials
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
    let isWaiting = shown?.isBlank ?? true || waitingCommit != nil || waitingRows != nil
    guard wish != lastWish || demand.isCapped || isWaiting else { return }
    hasTallRows = hasTallRow(in: rows.display)
    lastWish = wish
    lastWish?.place = hasTallRows ? viewport.offset >> 8 : 0
    let window = window
    var seen = rows
    seen.visible = visible.rows
    let wanted = demand.wanted(
      window.input(
        seen, around: viewport, ranges, totalHeight: table.rows.visible.totalHeight,
        time: interval), present: store.present)
    keepAdmitted(wanted)
    var pictures: [(id: PictureID, byteCount: Int)] = []
    pictures.reserveCapacity(wanted.pictures.count)
    for picture in wanted.pictures { pictures.append((picture.id, picture.byteCount)) }
    if let waitingCommit { pictures += waitingCommit.pictures(beyond: wanted) }
    store.want(
      pictures, ahead: window.keys(of: wanted.layouts),
      keeping: window.keys(of: wanted.refused),
      heights: rowsToMeasure(in: rows.display), isMade: painter == nil,
      model: { table.model($0) })
    if table.hasRetired, store.isIdle { table.forgetRetired() }
    guard painter == nil else { return }
    // The rows of a frame that waits at another offset may wait for the heights of rows above on the screen,
    // which are in none of that frame's ranges.
    layouter.want(
      table.layoutRequests(of: wanted.unknown, in: window) + (waitingCommit?.layouts ?? [])
        + (waitingRows.map(table.rowsToLayOut) ?? []))
  }

  // The following functions use loops for the reason that `plan` gives.

  /// Keeps the pictures that fit, if visible ones may be left out.
  private func keepAdmitted(_ wanted: PictureDemand.Wanted) {
    guard demand.isCapped else { return }
    var admitted: Set<PictureID> = []
    admitted.reserveCapacity(wanted.pictures.count)
    for picture in wanted.pictures { admitted.insert(picture.id) }
    self.admitted = admitted
  }

  private func hasTallRow(in range: Range<Int>) -> Bool {
    let rows = window
    for row in range where rows[row].height > PictureID.maximumRowCount { return true }
    return false
  }

  /// Returns the rows whose heights workers have to measure because they enter a range.
  private func rowsToMeasure(in range: Range<Int>) -> [(row: Int, key: ContentKey)] {
    guard painter == nil, var asking = heightDemand else { return [] }
    let rows = asking.waiting(
      in: range, without: store.takeMeasured(), key: { window[$0].key },
      isDrawn: { !has(0..<1, of: window[$0].key, height: window[$0].height) })
    heightDemand = asking
    return rows.map { ($0, window[$0].key) }
  }

  /// In sync mode, measures the rows that become visible.
  func measure(_ visible: VisibleRows) {
    guard let painter, var asking = heightDemand else { return }
    let rows = asking.measured(
      in: visible.rows, key: { window[$0].key },
      isDrawn: { !has(0..<1, of: window[$0].key, height: window[$0].height) })
    heightDemand = asking
    for row in rows {
      if let cell = table.cell(window[row].key) { painter.measureAnew(cell) }
    }
  }

  /// Whether a frame only lacks pictures that do not fit, and therefore will not arrive.
  func lacksOnlyRefused(_ plan: FramePlan) -> Bool {
    guard let admitted else { return false }
    return plan.segments.allSatisfy { segment in
      guard !segment.isCurrent, let row = segment.row else { return true }
      guard window.indices.contains(row), window[row].isLaidOut else { return false }
      if case .picture = segment.source { return false }
      let y = window[row].y
      let seen =
        plan.offset + segment.band.lowerBound - y..<plan.offset + segment.band.upperBound - y
      return PictureID.covering(
        seen, of: window[row].key, height: window[row].height
      ).contains { !admitted.contains($0) }
    }
  }
}
