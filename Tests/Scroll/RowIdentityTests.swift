import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyTable
import TestSupport
import Testing

@testable import GalleyLive

/// Records which rows are displayed.
@MainActor
final class DisplayLog: TableViewDelegate {
  private(set) var displayed: [RowID: TablePlace] = [:]
  private(set) var begun: [RowID] = []
  private(set) var ended: [RowID] = []
  private(set) var errors: [any Error] = []

  func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {
    #expect(displayed.updateValue(place, forKey: row) == nil, "row \(row.number) begins twice")
    begun.append(row)
  }

  func tableView(_ view: LiveView, didEndDisplaying row: RowID) {
    #expect(displayed.removeValue(forKey: row) != nil, "row \(row.number) ends twice")
    ended.append(row)
  }

  func tableViewWasReleased(displaying rows: [RowID]) {
    for row in rows {
      #expect(displayed.removeValue(forKey: row) != nil, "row \(row.number) ends twice")
      ended.append(row)
    }
  }

  func tableView(_ view: LiveView, didFailFetching error: any Error) { errors.append(error) }
}

@MainActor
@Suite("Rows with identity", .timeLimit(.minutes(15)))
struct RowIdentityTests {
  /// An edit above the viewport.
  enum EditAbove: CaseIterable {
    case insert, remove, moveUp, moveDown, reload

    @MainActor func apply(to view: FeedView) throws {
      switch self {
      case .insert: try view.insert(items(100..<103), at: 0)
      case .remove: try view.remove(1..<4)
      case .moveUp: try view.move(59, to: 0)
      case .moveDown: try view.move(0, to: 59)
      case .reload: try view.reload(0, with: items([104])[0])
      }
    }
  }

  @Test(
    "an edit above the viewport leaves the frame as it is", arguments: EditAbove.allCases,
    [RenderMode.sync, .async])
  func editAbove(edit: EditAbove, mode: RenderMode) async throws {
    let view = try await FeedView(viewOptions(mode))
    let log = DisplayLog()
    view.delegate = log
    try await view.insertLaidOut(items(0..<60), at: 0)
    view.offset = 1000
    let before = try await view.settle()
    let seen = log.displayed.keys.sorted()
    try edit.apply(to: view)
    let after = try await view.settle()
    #expect(try before.png().bytes == after.png().bytes)
    try await view.layOutRows()
    #expect(try await view.settle().png().bytes == before.png().bytes)
    #expect(log.displayed.keys.sorted() == seen && log.ended.isEmpty)
  }

  @Test("rows that are removed while they are displayed end being displayed")
  func removed() async throws {
    let view = try await FeedView(viewOptions())
    let log = DisplayLog()
    view.delegate = log
    try await view.insertLaidOut(items(0..<20), at: 0)
    _ = try await view.settle()
    let seen = log.begun
    try #require(seen.count >= 2)
    try view.remove(0..<2)
    _ = try await view.settle()
    #expect(log.ended.starts(with: seen[..<2]))
    // Another row with the same picture begins, and the former ends.
    let top = try #require(view.id(at: RowPath(section: 0, row: 0)))
    try view.insert(items([2]), at: 1)
    try view.remove(0..<1)
    _ = try await view.settle()
    #expect(log.ended.contains(top))
    try view.remove(0..<view.rowCount)
    _ = try await view.settle()
    #expect(log.displayed.isEmpty && log.begun.count == log.ended.count)
  }

  @Test("rows inserted below the top row of a table at its top begin being displayed")
  func inserted() async throws {
    let view = try await FeedView(viewOptions())
    let log = DisplayLog()
    view.delegate = log
    try await view.insertLaidOut(items(0..<20), at: 0)
    _ = try await view.settle()
    let new = try view.insert(items(50..<52), at: 1)
    _ = try await view.settle()
    #expect(log.begun.contains(new[0]))
    view.offset = 1_000_000
    _ = try await view.settle()
    #expect(log.ended.contains(new[0]))
  }
}

@MainActor
@Suite("Estimated heights", .timeLimit(.minutes(15)))
struct EstimatedHeightTests {
  @Test("rows of a feed are visible before they are laid out, and settle as laid out rows do")
  func appears() async throws {
    let view = try await FeedView(viewOptions())
    try await view.append(sample("everyday.jsonl"))
    #expect(view.rowCount > 0)
    let first = try #require(try view.makeFrame())
    #expect(first.blankArea == 320 * 240)
    let settled = try await view.settle()
    let sync = try await FeedView(viewOptions(.sync))
    try await sync.appendLaidOut(sample("everyday.jsonl"))
    #expect(try settled.png().bytes == sync.makeFrame()?.png().bytes)
    // The rows far below are not laid out.
    #expect(view.table.contentCount < view.rowCount)
  }

  @Test("corrected estimates above leave the rows on the screen in place", arguments: [10.0, 500])
  func corrected(estimate: Double) async throws {
    let view = try await FeedView(viewOptions { $0.estimatedRowHeight = estimate })
    try view.insert(items(0..<200), at: 0)
    view.offset = view.contentHeight / 2
    let frame = try await view.settle()
    let expected = try frame.png().bytes
    try await view.layOutRows()
    #expect(try await view.settle().png().bytes == expected)
    // The whole table is as one that was laid out from the start.
    let fresh = try await FeedView(viewOptions(.sync))
    try await fresh.insertLaidOut(items(0..<200), at: 0)
    #expect(fresh.contentHeight == view.contentHeight)
    fresh.offset = view.offset
    #expect(try fresh.makeFrame()?.png().bytes == expected)
  }

  @Test("sync mode lays out visible rows in line", arguments: [10.0, 500])
  func sync(estimate: Double) async throws {
    let view = try await FeedView(viewOptions(.sync) { $0.estimatedRowHeight = estimate })
    try view.insert(items(0..<200), at: 0)
    for offset in [0.0, 500, 1000] {
      view.offset = offset
      #expect(try view.makeFrame()?.blankArea == 0)
    }
    #expect(view.table.contentCount < 100)
  }
}
