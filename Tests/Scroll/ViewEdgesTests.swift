import Galley
import GalleyFeedItems
import GalleyFrames
import GalleyPrimitives
import GalleyTable
import TestSupport
import Testing

@testable import GalleyLive

/// Calls that meet: of a view that changes, fetches, is told and ends at the same time.
@MainActor
@Suite("A live view's edges", .timeLimit(.minutes(15)))
struct ViewEdgesTests {
  @Test("of two changes of the options at one time, the last one holds", arguments: 0..<6)
  func changes(number: Int) async throws {
    let view = try await FeedView(viewOptions())
    try view.insert(items(0..<40), at: 0)
    let widths = [260.0, 300 + Double(number)]
    let tasks = try widths.map { width in
      let options = try viewOptions { $0.rendering.template.width = width }
      return Task { try await view.change(options) }
    }
    for task in tasks { try await task.value }
    #expect(view.options.rendering.template.width == widths[1])
    await view.close()
  }

  @Test("rows are laid out to the last one, whatever changes meanwhile")
  func laysOutAll() async throws {
    // The first row waits until the options have changed.
    let isOpen = Monitor(false)
    let rows = items(0..<300)
    let view = try await TableView<Int>(viewOptions()) { number in
      if number == 0 { isOpen.wait { $0 ? () : nil } }
      return RowCell(rows[number])
    }
    try view.insert(Array(0..<300), at: 0)
    let all = (0..<2).map { _ in Task { try await view.layOutRows() } }
    await Task.yield()
    try await view.change(viewOptions { $0.rendering.template.width = 280 })
    all[0].cancel()
    _ = try? await all[0].value
    isOpen.notifyingWithLock { $0 = true }
    try await all[1].value
    #expect(view.table.rowsToLayOut(in: 0..<view.table.rowCount).isEmpty)
    let fresh = try await FeedView(viewOptions(.sync) { $0.rendering.template.width = 280 })
    try await fresh.insertLaidOut(items(0..<300), at: 0)
    #expect(view.contentHeight == fresh.contentHeight)
    await view.close()
    await #expect(throws: CancellationError.self) { try await view.layOutRows() }
  }

  @Test("adding a feed ends with the view")
  func closesDuringAppend() async throws {
    let view = try await FeedView(viewOptions())
    let lines = (0..<20_000).map { #"{"title":"row \#($0)"}"# }.joined(separator: "\n")
    let adding = Task { try await view.append(.bytes(Array(lines.utf8))) }
    try await waitUntil { view.rowCount > 0 }
    await view.close()
    let count = view.rowCount
    await #expect(throws: CancellationError.self) { try await adding.value }
    #expect(view.rowCount == count && count < 20_000)
  }

  @Test("rows of a feed get a section in a table without sections")
  func appendsWithoutSections() async throws {
    let view = try await FeedView(viewOptions())
    try view.reloadData(rowCounts: [], row: { _ in FeedItem(title: "none") })
    #expect(view.sectionCount == 0)
    try await view.append(.bytes(Array(#"{"title":"a"}"#.utf8)))
    #expect(view.sectionCount == 1 && view.rowCount == 1)
    await view.close()
  }

  @Test("more rows are fetched when heights below the viewport turn out smaller than estimated")
  func fetchesAfterCorrections() async throws {
    let view = try await FeedView(viewOptions { $0.estimatedRowHeight = 400 })
    var count = 0
    view.fetchRows = {
      count += 1
      return .rows([FeedItem(title: "\(count)")])
    }
    try view.insert(items(0..<1), at: 0)
    for _ in 0..<50 {
      try await view.layOutRows()
      _ = try view.makeFrame()
      try await waitUntil { !view.isFetching }
    }
    // Rows are fetched up to two screenfuls below the viewport.
    #expect(view.contentHeight >= 3 * 240 && count == view.rowCount - 1)
    await view.close()
  }

  @Test(
    "a new source of rows is asked, also after the former one's end, and the former one's answer is dropped"
  )
  func newSource() async throws {
    let view = try await FeedView(viewOptions())
    func fetch() async throws {
      _ = try await view.settle()
      try await waitUntil { !view.isFetching }
    }
    view.fetchRows = { .end }
    try view.insert(items(0..<2), at: 0)
    try await fetch()
    var (isAsked, isOpen) = (false, false)
    view.fetchRows = {
      isAsked = true
      try? await waitUntil { isOpen }
      return .rows(items(10..<12))
    }
    view.retryFetch()
    try await waitUntil { isAsked }
    view.fetchRows = { .rows([]) }
    isOpen = true
    try await fetch()
    #expect(view.rowCount == 2)
    await view.close()
  }

  /// A delegate that scrolls far away and makes a frame when the first row is displayed.
  private final class Scroller: TableViewDelegate {
    private(set) var displayed: Set<RowID> = []
    private(set) var faultCount = 0
    private var hasScrolled = false
    private(set) var released: [RowID] = []
    private(set) var endedCount = 0

    func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {
      if !displayed.insert(row).inserted { faultCount += 1 }
      guard !hasScrolled else { return }
      hasScrolled = true
      view.offset += 2000
      _ = try? view.makeFrame()
    }

    func tableView(_ view: LiveView, didEndDisplaying row: RowID) {
      if displayed.remove(row) == nil { faultCount += 1 }
      endedCount += 1
    }

    func tableViewWasReleased(displaying rows: [RowID]) {
      for row in rows where displayed.remove(row) == nil { faultCount += 1 }
      released = rows
    }
  }

  @Test("a delegate that makes a frame is told that each row begins before it ends")
  func reentrance() async throws {
    let view = try await FeedView(viewOptions(.sync))
    let scroller = Scroller()
    view.delegate = scroller
    try await view.insertLaidOut(items(0..<200), at: 0)
    _ = try view.makeFrame()
    _ = try await view.settle()
    #expect(scroller.faultCount == 0)
    #expect(
      Set(view.visibleRows.compactMap { view.id(at: RowPath(section: 0, row: $0)) })
        == scroller.displayed)
    await view.close()
    #expect(scroller.faultCount == 0 && scroller.displayed.isEmpty)
  }

  /// A delegate that scrolls to and fro and makes a frame each time that it is told.
  private final class Restless: TableViewDelegate {
    private(set) var displayed: Set<RowID> = []
    private(set) var (faultCount, toldCount) = (0, 0)
    var isCalm = false

    private func act(_ view: LiveView) {
      toldCount += 1
      guard !isCalm else { return }
      // Never the same place after the few rows of a screen.
      view.offset = Double(toldCount * 700 % 5000)
      _ = try? view.makeFrame()
    }

    func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {
      if !displayed.insert(row).inserted { faultCount += 1 }
      act(view)
    }

    func tableView(_ view: LiveView, didEndDisplaying row: RowID) {
      if displayed.remove(row) == nil { faultCount += 1 }
      act(view)
    }
  }

  @Test("a delegate that always makes other rows visible is told a limited number of times a pass")
  func restless() async throws {
    let view = try await FeedView(viewOptions(.sync))
    let delegate = Restless()
    try await view.insertLaidOut(items(0..<200), at: 0)
    view.delegate = delegate
    _ = try view.makeFrame()
    let count = delegate.toldCount
    #expect(count > 16 && count < 1000 && delegate.faultCount == 0)
    // The next pass tells the rest.
    delegate.isCalm = true
    _ = try view.makeFrame()
    #expect(delegate.toldCount > count && delegate.faultCount == 0)
    #expect(
      Set(view.visibleRows.compactMap { view.id(at: RowPath(section: 0, row: $0)) })
        == delegate.displayed)
    await view.close()
    #expect(delegate.displayed.isEmpty && delegate.faultCount == 0)
  }

  @Test("a delegate that always scrolls does not keep other tasks from the main queue")
  func scrollsForEver() async throws {
    let view = try await FeedView(viewOptions(.sync))
    let delegate = Restless()
    try await view.insertLaidOut(items(0..<200), at: 0)
    view.delegate = delegate
    let settling = Task { try await view.settle() }
    try await waitUntil { delegate.toldCount > 100 }
    settling.cancel()
    await #expect(throws: CancellationError.self) { try await settling.value }
    await view.close()
  }

  /// A delegate that gives way to another one at the first row.
  private final class Resigning: TableViewDelegate {
    var successor: (any TableViewDelegate)?
    let log = DisplayLog()

    func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {
      log.tableView(view, willDisplay: row, at: place)
      view.delegate = successor
    }

    func tableView(_ view: LiveView, didEndDisplaying row: RowID) {
      log.tableView(view, didEndDisplaying: row)
    }
  }

  @Test("a delegate that is replaced while it is told ends only the rows that it knows")
  func resigns() async throws {
    let view = try await FeedView(viewOptions(.sync))
    try await view.insertLaidOut(items(0..<200), at: 0)
    let (first, second) = (Resigning(), DisplayLog())
    first.successor = second
    view.delegate = first
    _ = try view.makeFrame()
    _ = try view.makeFrame()
    #expect(first.log.begun.count == 1 && first.log.displayed.isEmpty)
    #expect(second.displayed.count == view.visibleRows.count && second.begun.count > 1)
    await view.close()
    #expect(second.displayed.isEmpty)
  }

  /// A delegate that replaces the first row when it is displayed.
  private final class Editor: TableViewDelegate {
    var count = 0

    func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {
      count += 1
      guard count == 1, let view = view as? FeedView else { return }
      try? view.reload(0, with: items([150])[0])
    }
  }

  @Test("a settled frame has the edits that the delegate made while it was told")
  func editsWhileTold() async throws {
    let view = try await FeedView(viewOptions())
    let editor = Editor()
    try await view.insertLaidOut(items(0..<20), at: 0)
    view.delegate = editor
    let frame = try await view.settle()
    let expected = try await FeedView(viewOptions(.sync))
    try await expected.insertLaidOut(items([150]) + items(1..<20), at: 0)
    #expect(try frame.png().bytes == expected.makeFrame()?.png().bytes)
    await view.close()
  }

  @Test("a delegate that comes late, or goes, is notified of each row that it knows, once")
  func delegates() async throws {
    let view = try await FeedView(viewOptions(.sync))
    try await view.insertLaidOut(items(0..<200), at: 0)
    _ = try view.makeFrame()
    let (first, second) = (DisplayLog(), DisplayLog())
    view.delegate = first
    view.offset = 100
    _ = try view.makeFrame()
    #expect(!first.displayed.isEmpty)
    view.delegate = second
    #expect(first.displayed.isEmpty && second.displayed.isEmpty)
    _ = try view.makeFrame()
    #expect(second.displayed.count == view.visibleRows.count)
    view.delegate = nil
    #expect(second.displayed.isEmpty)
    await view.close()
  }

  @Test("a released view is not passed to its delegate")
  func released() async throws {
    let scroller = Scroller()
    var view: FeedView? = try await FeedView(viewOptions(.sync))
    view?.delegate = scroller
    try await view?.insertLaidOut(items(0..<200), at: 0)
    _ = try await view?.settle()
    // An optimized build would release the view after its last use, before these are read.
    let (rows, endedCount) = withExtendedLifetime(view) {
      (scroller.displayed, scroller.endedCount)
    }
    view = nil
    #expect(Set(scroller.released) == rows && !rows.isEmpty)
    #expect(scroller.displayed.isEmpty && scroller.endedCount == endedCount)
  }

  @Test("an offset beyond the table is its end, and one that is no number changes nothing")
  func offsets() async throws {
    let view = try await FeedView(viewOptions(.sync))
    try await view.insertLaidOut(items(0..<40), at: 0)
    let end = view.contentHeight - 240
    for (offset, expected) in [
      (.infinity, end), (.nan, end), (-.infinity, 0), (.nan, 0), (.greatestFiniteMagnitude, end),
      (100, 100), (.nan, 100), (-.greatestFiniteMagnitude, 0), (1e300, end), (-1, 0),
    ] as [(Double, Double)] {
      view.offset = offset
      #expect(view.offset == expected, "\(offset)")
    }
    await view.close()
  }

  @Test("many rows are removed by identity within updates, each once")
  func removesManyWithinUpdates() async throws {
    let view = try await TableView<Int>(viewOptions()) { RowCell(FeedItem(title: "\($0)")) }
    let rows = try view.insert(Array(0..<20_000), at: 0)
    view.beginUpdates()
    // Compared one by one, they would take minutes.
    view.remove(rows[..<15_000])
    view.remove(rows[10_000..<19_000])
    try view.endUpdates(row: { _ in 0 })
    #expect(view.rowCount == 1000 && view.id(at: RowPath(section: 0, row: 0)) == rows[19_000])
    await view.close()
  }

  @Test("a scroll to a row that does not exist names the row")
  func scrollsNowhere() async throws {
    let view = try await FeedView(viewOptions())
    try view.insert(items(0..<3), at: 0)
    let path = RowPath(section: 0, row: 99)
    #expect(throws: ChangeSetError.noRow(path, .shown, count: 3)) {
      try view.scroll(to: path, at: .top)
    }
    await view.close()
  }
}
