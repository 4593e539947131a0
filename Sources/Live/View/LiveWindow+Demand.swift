import GalleyFrames
import GalleyPrimitives
import GalleyTable

// The decisions of a pass, as values without a thread: a live view and the tests of its schedules make the same.
// They use loops, because they run in passes: a closure of the main queue checks its actor at each call.

extension LiveWindow {
  /// The number of rows beyond the preload range that are looked up with it, because they come soon.
  static let lead = 16

  /// Returns the rows to look up and to give their heights, for the rows of the preload range.
  static func rows(around preload: Range<Int>, of table: LiveTable) -> Range<Int> {
    (preload.lowerBound - lead..<preload.upperBound + lead).clamped(to: 0..<table.rowCount)
  }

  /// Returns the keys of rows.
  func keys(of rows: [Int]) -> [ContentKey] {
    var keys: [ContentKey] = []
    keys.reserveCapacity(rows.count)
    for row in rows { keys.append(self[row].key) }
    return keys
  }

  /// Gathers the facts about the rows of all ranges on which the demand for pictures depends.
  ///
  /// - Parameters:
  ///   - rows: The rows of each range, which this window contains.
  ///   - viewport: The viewport.
  ///   - ranges: The ranges.
  ///   - totalHeight: The height of all rows.
  ///   - time: The time between two frames.
  /// - Returns: The rows of the preload range, and the bands of the ranges.
  func input(
    _ rows: RangeController.Rows, around viewport: Viewport, _ ranges: RangeController,
    totalHeight: Int, time: Duration
  ) -> DemandInput {
    var input = DemandInput(
      visible: rows.visible, display: rows.display, preload: rows.preload,
      visibleBand: viewport.band,
      displayBand: ranges.ranges.display.band(
        around: viewport, isForward: ranges.isForward, totalHeight: totalHeight),
      direction: ranges.isForward ? .forward : .backward, time: time)
    input.rows.reserveCapacity(rows.preload.count)
    for row in rows.preload { input.rows.append(self[row].demanded) }
    return input
  }
}

extension LiveTable {
  /// Returns the requests to lay out those rows of a window that have no layout of the current round.
  func layoutRequests(of rows: [Int], in window: LiveWindow) -> [LayoutRequest] {
    let (contents, round) = (contents, round)
    var requests: [LayoutRequest] = []
    for row in rows {
      // A layout may wait for those of the rows above.
      guard let content = contents[window[row].id], content.cell?.round != round else { continue }
      requests.append(LayoutRequest(row: window[row].id, model: content.model, round: round))
    }
    return requests
  }
}
