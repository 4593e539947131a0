import GalleyFrames
import GalleyPictures
import GalleyPrimitives
import GalleyTable

/// When changes of rows become visible.
public enum CommitPolicy: Hashable, Sendable {
  /// With the next frame; rows whose pictures are missing show what the blank policy says.
  case immediate
  /// When the pictures of all rows that are then on the screen are drawn, or after `limit` at the latest.
  ///
  /// Changes that are made meanwhile become visible together.
  case whenReady(within: Duration)
}

extension LiveView {
  /// Whether changes wait to become visible; see ``commitPolicy``.
  ///
  /// Counts, paths and identities are those after all changes, and so are the places of edits; frames,
  /// ``visibleRows`` and ``contentHeight`` are those before.
  public var hasWaitingChanges: Bool { waitingCommit != nil }

  /// Makes waiting changes visible with the next frame.
  public func commitChanges() {
    guard waitingCommit != nil else { return }
    showChanges()
  }

  /// Makes all changes visible with the next frame, also those that no policy makes visible.
  package func showChanges() {
    waitingCommit = nil
    edit { $0.commit() }
    signal.fire()
  }

  /// Whether changes are visible at once.
  var commitsAtOnce: Bool { commitPolicy == .immediate || painter != nil || isClosed }

  /// Shows the changes that were made to `table`, or lets them wait.
  func commit(_ table: inout LiveTable) {
    guard case .whenReady(let limit) = commitPolicy, !commitsAtOnce else {
      waitingCommit = nil
      return table.commit()
    }
    if waitingCommit == nil { waitingCommit = WaitingCommit(deadline: throttle.now + limit) }
    signal.fire()
  }

  /// Shows waiting changes if the pictures of the rows that they bring to the screen are drawn, or if it is
  /// time; otherwise notes the missing layouts and pictures.
  func commitIfReady() {
    guard var waiting = waitingCommit else { return }
    guard throttle.now < waiting.deadline else { return commitChanges() }
    let rows = table.rowsAfterCommit()
    waiting.layouts = rows.compactMap(\.request)
    waiting.pictures = []
    var isReady = waiting.layouts.isEmpty
    // Pictures may not fit into a limited memory; then the layouts have to do.
    for row in rows where !options.capsPictures {
      guard let key = row.key else { continue }
      for id in PictureID.covering(row.seen, of: key, height: row.height) {
        if store.picture(id) == nil { isReady = false }
        waiting.pictures.append((id, demand.byteCount(of: id, maskedPixels: row.maskedPixels)))
      }
    }
    if isReady { return commitChanges() }
    waitingCommit = waiting
  }
}

/// Changes that wait to become visible.
struct WaitingCommit {
  /// The time at which they become visible at the latest.
  var deadline: Duration
  /// The rows that will be on the screen and are not laid out.
  var layouts: [LayoutRequest] = []
  /// The pictures that will be on the screen.
  var pictures: [(id: PictureID, byteCount: Int)] = []

  /// Returns the pictures that `wanted` does not contain.
  func pictures(beyond wanted: PictureDemand.Wanted) -> [(id: PictureID, byteCount: Int)] {
    let known = Set(wanted.pictures.map(\.id))
    return pictures.filter { !known.contains($0.id) }
  }
}

/// A row that will be on the screen once waiting changes are visible.
struct UpcomingRow {
  /// The key of its picture; `nil` if it is not laid out, or has no picture.
  var key: ContentKey?
  var height: Int
  /// The pixel rows of it that will be on the screen.
  var seen: Range<Int>
  var maskedPixels: Int
  /// The request to lay it out; `nil` if it is laid out.
  var request: LayoutRequest?
}

extension LiveTable {
  /// Returns the rows that would be on the screen if the waiting changes were visible now.
  ///
  /// - Complexity: O(rows on the screen × log changes + log rows).
  func rowsAfterCommit() -> [UpcomingRow] {
    var next = rows
    next.commit()
    while true {
      let (upcoming, heights) = look(at: next)
      guard !heights.isEmpty else { return upcoming }
      // A layout may bring other rows to the screen.
      next.setHeights(heights)
    }
  }

  /// Returns the rows on the screen of `next`, and the heights of those whose height it does not have.
  private func look(at next: ScrolledTable) -> ([UpcomingRow], [(RowPath, Int)]) {
    var upcoming: [UpcomingRow] = []
    var heights: [(RowPath, Int)] = []
    let screen = next.visible.rows(in: next.viewport.band)
    guard !screen.isEmpty else { return ([], []) }
    next.visible.forEachRow(from: screen.lowerBound) { entry in
      guard let content = pendingContent(entry.id) else { return false }
      let cell = content.cell?.round == round ? content.cell : nil
      if let cell, !entry.isKnown { heights.append((entry.path, cell.height)) }
      upcoming.append(
        UpcomingRow(
          key: cell.flatMap { $0.isFailed ? nil : $0.key }, height: entry.height,
          seen: next.viewport.band.shifted(by: -entry.y).clamped(to: 0..<max(0, entry.height)),
          maskedPixels: cell?.maskedPixels ?? 0,
          request: cell == nil
            ? LayoutRequest(row: entry.id, model: content.model, round: round) : nil))
      return upcoming.count < screen.count
    }
    return (upcoming, heights)
  }
}
