import GalleyFrames
import GalleyHandles
import GalleyLive
import GalleyPrimitives
import GalleyScrolling
import GalleyTable

/// A live table that a script flings by distances, wherever corrected heights and new rows have moved its offsets.
@MainActor
final class FlingPlayer: LivePlayer, TableViewDelegate {
  private(set) var counts = FlingCounts()
  private let view: TableView<Int>
  private let vsyncs: any VsyncSource
  private let insertCount: Int
  /// The offset of the script, and that of the last pass.
  private var target = 0
  private var scripted = 0
  /// The seconds whose rows are inserted.
  private var second = 0
  /// The rows of known height in the last frame, from the top.
  private var read: [Row] = []
  /// The device pixels by which the viewport has moved since then.
  private var moved = 0

  private struct Row {
    var id: RowID
    /// The y of its top on the screen.
    var y: Int
    var height: Int
  }

  init(_ view: TableView<Int>, vsyncs: any VsyncSource, insertCount: Int) {
    self.view = view
    self.vsyncs = vsyncs
    self.insertCount = insertCount
  }

  var options: ScrollOptions { view.options }

  /// The script does not end at the table's.
  var offsetLimit: Int { 1 << 50 }

  private(set) var shownOffset: Int?

  var needsFrame: Bool { target != scripted || view.needsFrame }

  func scroll(toPixel pixels: Int) {
    // Between passes, so that the comparison takes no time of a frame.
    compare()
    target = pixels
  }

  func pass(_ record: (FrameEvent) throws -> Void) throws -> LivePass {
    let now = Int(vsyncs.now / .seconds(1))
    if now > second {
      second = now
      let first = counts.coldRowCount + counts.insertedCount
      try view.insert(Array(first..<first + insertCount), at: 0)
      counts.insertedCount += insertCount
    }
    let offset = view.pixelOffset
    view.scroll(toPixel: offset + target - scripted)
    // An end of the table may stop it.
    moved += view.pixelOffset - offset
    scripted = target
    var pass = try view.pass(record)
    pass.offset = target
    if pass.isPresented { shownOffset = target }
    return pass
  }

  func close() async {
    compare()
    await view.close()
    let statistics = view.statistics
    for cells in statistics.cells.values {
      counts.laidOutCount += cells.rowCount
      counts.reusedCount += cells.reusedCount
    }
    counts.surfaceCount = statistics.surfaces.allocatedCount
    counts.reusedSurfaceCount = statistics.surfaces.reusedCount
    counts.mostSurfaceCount = statistics.surfaces.peakCount
  }

  /// Compares the rows on the screen with those of the last frame.
  private func compare() {
    let table = view.table.rows
    let screen = table.viewport.size.height
    var isFirst = true
    for row in read {
      let y = row.y - moved
      guard y < screen, y + row.height > 0, let path = view.table.path(of: row.id) else { continue }
      let isAtPlace = table.visible.offset(at: path) - table.viewport.offset == y
      if !isAtPlace, isFirst { counts.jumpCount += 1 } else if !isAtPlace { counts.shiftCount += 1 }
      guard isAtPlace else { break }
      isFirst = false
    }
    counts.distance += moved
    moved = 0
    read.removeAll(keepingCapacity: true)
    let rows = table.visible.rows(in: table.viewport.band)
    guard !rows.isEmpty else { return }
    var left = rows.count
    table.visible.forEachRow(from: rows.lowerBound) { (entry: TableRows.Entry) in
      if entry.isKnown {
        read.append(Row(id: entry.id, y: entry.y - table.viewport.offset, height: entry.height))
      }
      left -= 1
      return left > 0
    }
  }

  func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {
    counts.displayedCount += 1
  }

  func tableView(_ view: LiveView, didEndDisplaying row: RowID) { counts.endedCount += 1 }
}
