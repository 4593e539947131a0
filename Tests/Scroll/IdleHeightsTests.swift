import Galley
import GalleyPrimitives
import GalleyTable
import Testing

@testable import GalleyLive
@testable import GalleyScrolling

@Suite("Heights that a live view lays out when it is idle", .timeLimit(.minutes(15)))
@MainActor
struct IdleHeightsTests {
  private func view(
    _ mode: RenderMode, rowCount: Int = 120, _ change: (inout ScrollOptions) -> Void = { _ in }
  ) async throws -> FeedView {
    let view = try await FeedView(viewOptions(mode, change))
    try view.insert(items(0..<rowCount), at: 0)
    // The first frame ends the minimum ranges, and the first pass after it makes requests for the full ones.
    for _ in 0..<2 { _ = try await view.settle() }
    return view
  }

  /// Makes passes until all rows are laid out.
  private func precache(_ view: FeedView) async throws {
    view.wakesOnResults = true
    while view.isPrecachingHeights {
      _ = try view.makeFrame()
      await Task.yield()
      if view.precacheStatistics.measuredCount == 0 { continue }
      try await Task.sleep(for: .microseconds(200))
    }
  }

  private func exactHeight(_ rowCount: Int = 120) async throws -> Double {
    let all = try await view(.sync, rowCount: rowCount)
    try await all.layOutRows()
    return all.contentHeight
  }

  @Test("the content height becomes exact, and the screen stays", arguments: RenderMode.allCases)
  func exact(mode: RenderMode) async throws {
    let view = try await view(mode) { $0.frameClock = VirtualVsyncs().clock }
    view.offset = 1000
    let before = try await view.settle()
    let (exact, row) = (try await exactHeight(), view.visibleRows.lowerBound)
    #expect(view.contentHeight != exact)
    #expect(!view.isPrecachingHeights)
    view.precachesHeights = true
    #expect(view.isPrecachingHeights)
    try await precache(view)
    #expect(!view.isPrecachingHeights)
    #expect(view.contentHeight == exact)
    #expect(view.precacheStatistics.measuredCount > 50)
    #expect(view.visibleRows.lowerBound == row)
    let after = try await view.settle()
    #expect(try before.png().bytes == after.png().bytes)
    await view.close()
  }

  @Test("the content height becomes exact again after a change of the options, also in mid-search")
  func optionsChange() async throws {
    let view = try await view(.async)
    view.precachesHeights = true
    // The first time all rows are known, the second time a pass has requested rows.
    for (number, width) in [260.0, 300].enumerated() {
      if number == 0 { try await precache(view) } else { _ = try view.makeFrame() }
      await view.finishWork()
      try await view.change(viewOptions { $0.rendering.template.width = width })
      #expect(view.isPrecachingHeights)
      if number == 0 { continue }
      try await precache(view)
      let all = try await FeedView(viewOptions(.sync) { $0.rendering.template.width = width })
      try await all.insertLaidOut(items(0..<120), at: 0)
      #expect(view.contentHeight == all.contentHeight)
    }
    await view.close()
  }

  @Test(
    "a drag pauses the search, and a change of rows begins it again",
    arguments: RenderMode.allCases)
  func restarts(mode: RenderMode) async throws {
    let view = try await view(mode) { $0.frameClock = VirtualVsyncs().clock }
    view.isTracking = true
    view.precachesHeights = true
    for _ in 0..<5 { _ = try view.makeFrame() }
    #expect(view.precacheStatistics.measuredCount == 0)
    #expect(view.precacheStatistics.trackedCount == 5)
    view.isTracking = false
    try await precache(view)
    #expect(view.contentHeight == (try await exactHeight()))
    let starts = view.precacheStatistics.startCount
    try view.insert(items(120..<160), at: 120)
    #expect(view.isPrecachingHeights)
    try await precache(view)
    #expect(view.precacheStatistics.startCount == starts + 1)
    #expect(view.contentHeight == (try await exactHeight(160)))
    await view.close()
  }

  @Test("a pass in sync mode lays out one row")
  func onePass() async throws {
    let view = try await view(.sync) { $0.frameClock = VirtualVsyncs().clock }
    view.precachesHeights = true
    _ = try view.makeFrame()
    #expect(view.precacheStatistics.measuredCount == 1)
    _ = try view.makeFrame()
    #expect(view.precacheStatistics.measuredCount == 2)
    await view.close()
  }

  @Test("fewer workers lay out rows while the user drags")
  func tracking() async throws {
    let view = try await view(.async) { $0.rendering.workerCount = 4 }
    view.trackingWorkerCount = 1
    #expect(view.layouter.workerLimit == .max)
    view.isTracking = true
    #expect(view.layouter.workerLimit == 1)
    view.offset = 900
    #expect(try await view.settle().blankArea == 0)
    await view.close()
  }
}
