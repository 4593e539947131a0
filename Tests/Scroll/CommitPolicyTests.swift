import Galley
import GalleyPrimitives
import GalleyTable
import Testing

@testable import GalleyLive
@testable import GalleyPictures
@testable import GalleyScrolling

@Suite("When changes become visible", .timeLimit(.minutes(15)))
@MainActor
struct CommitPolicyTests {
  private let vsyncs = VirtualVsyncs()

  private func view(_ mode: RenderMode = .async) async throws -> FeedView {
    let view = try await FeedView(viewOptions(mode) { $0.frameClock = vsyncs.clock })
    try view.insert(items(0..<60), at: 0)
    _ = try await view.settle()
    return view
  }

  /// Makes passes until nothing waits; returns the blank area of each frame.
  private func pass(_ view: FeedView) async throws -> [Int] {
    var blank: [Int] = []
    while view.hasWaitingChanges {
      if let frame = try view.makeFrame() { blank.append(frame.blankArea) }
      try await Task.sleep(for: .microseconds(200))
    }
    return blank
  }

  @Test("changes that wait for their pictures show no blank row")
  func ready() async throws {
    let view = try await view()
    view.commitPolicy = .whenReady(within: .seconds(3600))
    let shown = view.visibleRows
    let ids = try view.insert(items(100..<103), at: 1)
    try view.remove(10..<12)
    #expect(view.hasWaitingChanges && view.rowCount == 61)
    #expect(view.place(of: ids[0]) == .row(RowPath(section: 0, row: 1)))
    #expect(view.id(at: RowPath(section: 0, row: 1)) == ids[0])
    #expect(try view.makeFrame() == nil)
    #expect(view.visibleRows == shown && view.table.rows.visible.rowCount == 60)
    let blank = try await pass(view)
    #expect(blank.allSatisfy { $0 == 0 } && blank.count == 1)
    #expect(view.table.rows.visible.rowCount == 61)
    let expected = try await self.view(.sync)
    try expected.insert(items(100..<103), at: 1)
    try expected.remove(10..<12)
    let frame = try await view.settle()
    #expect(try frame.png().bytes == (try await expected.settle()).png().bytes)
    await view.close()
  }

  @Test("an insertion into a section above that waits moves no row of the screen")
  func waitingInsertionAbove() async throws {
    let view = try await view()
    try view.perform([.insertSection(0, rowCount: 0)], row: { _ in items(0..<1)[0] })
    try view.remove(1..<60, inSection: 1)
    _ = try await view.settle()
    view.commitPolicy = .whenReady(within: .seconds(3600))
    try view.insert(items(100..<103), at: 0)
    _ = try view.makeFrame()
    #expect(view.hasWaitingChanges && view.table.rows.visible.rowCount == 1)
    #expect(view.lastRows.visible == 0..<1)
    let frame = try await view.settle()
    #expect(view.lastRows.visible == view.visibleRows && view.visibleRows.upperBound == 4)
    #expect(frame.blankArea == 0)
    await view.close()
  }

  @Test(
    "rows that are reloaded with equal contents at another width come to be seen",
    .timeLimit(.minutes(15)))
  func reloadsAtAnotherWidth() async throws {
    var options = try viewOptions(.async) {
      $0.crossFade = .milliseconds(100)
      $0.frameClock = vsyncs.clock
    }
    let view = try await FeedView(options)
    let items = (3..<9).map(FuzzItem.item)
    try view.insert(items, at: 0)
    _ = try await view.settle()
    // Keys of contents do not include the width, so that the pictures of both widths have equal keys.
    options.rendering.template.width *= 0.6
    try await view.change(options)
    for (row, item) in items.enumerated() {
      try view.reload(RowPath(section: 0, row: row), with: item)
    }
    var blankArea: Int?
    while blankArea != 0 {
      // They fade in meanwhile, which needs the heights of the new width.
      blankArea = try view.makeFrame()?.blankArea ?? blankArea
      vsyncs.advance(by: .milliseconds(1), isWork: false)
      try await Task.sleep(for: .microseconds(200))
    }
    #expect(blankArea == 0)
    await view.close()
  }

  @Test("changes become visible at the deadline, at a call, and at once in sync mode")
  func deadline() async throws {
    let view = try await view()
    view.commitPolicy = .whenReady(within: .milliseconds(100))
    try view.insert(items(100..<101), at: 1)
    vsyncs.advance(by: .milliseconds(99), isWork: false)
    // No worker has drawn the row before the pass that asks for it.
    _ = try view.makeFrame()
    #expect(view.hasWaitingChanges)
    vsyncs.advance(by: .milliseconds(1), isWork: false)
    _ = try view.makeFrame()
    #expect(!view.hasWaitingChanges && view.table.rows.visible.rowCount == 61)
    try view.insert(items(101..<102), at: 1)
    view.commitChanges()
    #expect(!view.hasWaitingChanges && view.table.rows.visible.rowCount == 62)
    await view.close()
    let sync = try await self.view(.sync)
    sync.commitPolicy = .whenReady(within: .seconds(3600))
    try sync.insert(items(100..<101), at: 0)
    #expect(!sync.hasWaitingChanges && sync.table.rows.visible.rowCount == 61)
  }

  @Test("a row keeps its former picture until its new one is drawn")
  func reload() async throws {
    let view = try await view()
    view.commitPolicy = .whenReady(within: .seconds(3600))
    let before = try await view.settle()
    try view.reload(RowPath(section: 0, row: 0), with: items(200..<201)[0])
    try view.reload(RowPath(section: 0, row: 0), with: items(201..<202)[0])
    #expect(try view.makeFrame() == nil)
    let blank = try await pass(view)
    #expect(blank == [0])
    #expect(try before.png().bytes != (try await view.settle()).png().bytes)
    await view.close()
  }

  @Test("waiting changes and a scroll end where a table without waiting does")
  func scroll() async throws {
    let views = [try await view(), try await view()]
    views[0].commitPolicy = .whenReady(within: .seconds(3600))
    for view in views {
      // The place of an offset depends on the rows above that are laid out.
      try await view.layOutRows()
      view.offset = 1500
      _ = try await view.settle()
      let top = view.visibleRows.lowerBound
      try view.insert(items(100..<140), at: 3)
      try view.move(top + 45, to: 0)
      view.offset += 120
      try view.remove(0..<2)
    }
    let frames = [try await views[0].settle(), try await views[1].settle()]
    #expect(!views[0].hasWaitingChanges)
    #expect(views[0].visibleRows == views[1].visibleRows)
    #expect(try frames[0].png().bytes == frames[1].png().bytes)
    for view in views { await view.close() }
  }
}
