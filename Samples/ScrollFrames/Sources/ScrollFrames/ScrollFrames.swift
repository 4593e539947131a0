import Galley

/// Scrolls through the feed at `path`, `step` layout units at a time, and writes what is seen of it to
/// `folder`, as `0.png`, `1.png` and so on.
///
/// Of each place two frames are written where they differ: what is there at once, with placeholders,
/// and what it settles to.
///
@MainActor
public func scroll(feed path: String, step: Double, to folder: String) async throws -> Scroll {
  let view = try await FeedView(ScrollOptions())
  let rows = RowLog()
  view.delegate = rows
  try await view.append(.path(path))
  var blankAreas: [Int] = []
  func write(_ frame: FeedFrame) throws {
    try frame.png().write(to: "\(folder)/\(blankAreas.count).png")
    blankAreas.append(frame.blankArea)
  }
  while true {
    if let frame = try view.makeFrame(), frame.blankArea > 0 { try write(frame) }
    try write(try await view.settle())
    let offset = view.offset
    view.offset += step
    _ = try view.makeFrame()
    if view.offset == offset { break }
  }
  return Scroll(blankAreas: blankAreas, lastRows: rows.seen.sorted())
}

/// What was seen of a feed.
public struct Scroll: Sendable {
  /// Of each frame, the device pixels of rows that are not their current pictures.
  public var blankAreas: [Int]
  /// The rows that are seen at the end.
  public var lastRows: [Int]
}

/// Remembers which rows are seen.
@MainActor
final class RowLog: TableViewDelegate {
  private var places: [RowID: TablePlace] = [:]
  /// The indices of the rows that are seen.
  var seen: [Int] {
    places.values.compactMap { place in
      guard case .row(let path) = place else { return nil }
      return path.row
    }
  }

  func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {
    places[row] = place
  }
  func tableView(_ view: LiveView, didEndDisplaying row: RowID) { places[row] = nil }
}
