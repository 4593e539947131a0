import Galley
import GalleyPrimitives
import GalleyTable
import Testing

@testable import GalleyLive
@testable import GalleyPictures
@testable import GalleyScrolling

@Suite("The ranges of a live view", .timeLimit(.minutes(15)))
@MainActor
struct LiveRangesTests {
  private func view(_ change: (inout ScrollOptions) -> Void = { _ in }) async throws -> FeedView {
    let view = try await FeedView(viewOptions(.async, change))
    try view.insert(items(0..<200), at: 0)
    _ = try await view.settle()
    view.offset = 2000
    _ = try await view.settle()
    return view
  }

  @Test("a longer lead prepares more pictures, at the start and after a change")
  func lead() async throws {
    let usual = try await view()
    let long = try await view { $0.ranges.display.ahead = 4 }
    #expect(long.rangeMode == .full)
    let count = long.statistics.pictureCount
    #expect(count > usual.statistics.pictureCount)
    long.screenRanges = RangeMode.full.ranges
    _ = try await long.settle()
    #expect(long.statistics.pictureCount < count)
    usual.screenRanges.display = ScreenRange(ahead: 0, behind: 0)
    _ = try await usual.settle()
    #expect(usual.statistics.pictureCount == usual.visibleRows.count)
  }

  @Test("fewer workers make pictures while the user drags")
  func tracking() async throws {
    let view = try await view { $0.rendering.workerCount = 4 }
    #expect(view.trackingWorkerCount == 2 && view.store.workerLimit == .max)
    view.isTracking = true
    #expect(view.store.workerLimit == 2)
    view.trackingWorkerCount = 1
    #expect(view.store.workerLimit == 1)
    view.offset = 200
    let frame = try await view.settle()
    #expect(frame.blankArea == 0)
    view.isTracking = false
    #expect(view.store.workerLimit == .max)
  }

  @Test("rows are fetched earlier if the viewport moves fast", arguments: [0, 3600])
  func velocity(seconds: Int) async throws {
    let vsyncs = VirtualVsyncs()
    let view = try await FeedView(viewOptions(.sync) { $0.frameClock = vsyncs.clock })
    try view.insert(items(0..<200), at: 0)
    view.fetchTime = .seconds(seconds)
    view.fetchRows = { .end }
    _ = try view.makeFrame()
    #expect(view.velocity == 0 && !view.isFetching)
    vsyncs.advance(by: .milliseconds(500), isWork: false)
    view.offset = 250
    _ = try view.makeFrame()
    #expect(view.velocity == 500)
    #expect(view.isFetching == (seconds > 0))
  }

  @Test(
    "a scroll to a row ends there, however wrong the estimates are, with the frame of known heights",
    arguments: [5.0, 120, 2000], LiveView.ScrollPosition.allCases)
  func scrollsToRows(estimate: Double, position: LiveView.ScrollPosition) async throws {
    let known = try await FeedView(viewOptions(.sync))
    let rows = try known.insert(items(0..<400), at: 0)
    try await known.layOutRows()
    for policy in [BlankPolicy.placeholder, .wait] {
      let view = try await FeedView(
        viewOptions {
          $0.estimatedRowHeight = estimate
          $0.policy = policy
        })
      let ids = try view.insert(items(0..<400), at: 0)
      _ = try await view.settle()
      for row in [399, 200, 0, 320] {
        // Without a position the row stays where it comes into sight, which depends on the way.
        known.offset = row == 0 ? 5000 : 0
        view.offset = known.offset
        #expect(view.scroll(to: ids[row], at: position))
        known.scroll(to: rows[row], at: position)
        let (frame, expected) = (try await view.settle(), try await known.settle())
        #expect(try frame.png().bytes == expected.png().bytes, "row \(row), \(policy)")
        #expect(view.scrollTarget == nil)
      }
      await view.close()
    }
  }

  @Test("a scroll after a scroll to a row ends it, though heights are not known yet")
  func scrollsElsewhere() async throws {
    let view = try await FeedView(viewOptions { $0.estimatedRowHeight = 400 })
    let ids = try view.insert(items(0..<400), at: 0)
    view.scroll(to: ids[300], at: .middle)
    view.offset = 0
    #expect(view.scrollTarget == nil)
    _ = try await view.settle()
    #expect(view.offset == 0 && view.visibleRows.lowerBound == 0)
    await view.close()
  }

  @Test("rows that come above the viewport change neither its direction nor its velocity")
  func insertsAbove() async throws {
    let vsyncs = VirtualVsyncs()
    let view = try await FeedView(viewOptions(.sync) { $0.frameClock = vsyncs.clock })
    try await view.insertLaidOut(items(0..<200), at: 0)
    func scroll(by distance: Double) throws {
      vsyncs.advance(by: .milliseconds(100), isWork: false)
      view.offset += distance
      _ = try view.makeFrame()
    }
    try scroll(by: 6000)
    try scroll(by: -100)
    #expect(!view.ranges.isForward && view.velocity == -1000)
    let offset = view.offset
    try view.insert(items(300..<303), at: 0)
    #expect(view.offset > offset + 60)
    try scroll(by: -50)
    #expect(!view.ranges.isForward && view.velocity == -500)
    try view.remove(0..<3)
    try scroll(by: -20)
    #expect(!view.ranges.isForward && view.velocity == -200)
    await view.close()
  }

  @Test("a frame that waits for its pictures moves with the rows below an edit")
  func waitingFrame() async throws {
    let view = try await FeedView(viewOptions { $0.policy = .wait })
    try await view.insertLaidOut(items(0..<200), at: 0)
    _ = try await view.settle()
    view.offset = 6000
    #expect(try view.makeFrame() == nil)
    let waiting = try #require(view.pinnedOffset)
    let offset = view.pixelOffset
    try view.insert(items(300..<303), at: 0)
    let distance = view.pixelOffset - offset
    #expect(distance > 60 && view.pinnedOffset == waiting + distance)
    // The viewport has moved on, and the frame shows the rows of the moment of its scroll.
    view.offset += 900
    var frame: FeedFrame?
    while frame == nil {
      frame = try view.makeFrame()
      try await Task.sleep(for: .microseconds(200))
    }
    let expected = try await FeedView(viewOptions(.sync))
    try await expected.insertLaidOut(items(0..<200), at: 0)
    expected.offset = 6000
    #expect(try frame?.png().bytes == expected.makeFrame()?.png().bytes)
    await view.close()
  }
}
