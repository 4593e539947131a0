import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import Testing

private let budget = FrameBudget(hertz: 100)

/// The first events of a frame for a vsync, each so many milliseconds after vsync 0.
private func timings(_ vsync: Int, _ milliseconds: [Int]) throws -> FrameTimings {
  var timings = FrameTimings(vsync: budget.vsync(vsync))
  for (event, instant) in zip(FrameEvent.allCases, milliseconds) {
    try timings.record(event, at: .milliseconds(instant))
  }
  return timings
}

@Suite("FrameLedger at its bounds", .timeLimit(.minutes(15)))
struct FrameLedgerBoundaryTests {
  @Test(
    "work that takes exactly the time of the budget is within it",
    arguments: [(8, DropBlame.host), (9, .composite)])
  func workInBudget(work: Int, blame: DropBlame) throws {
    let frame = PresentedFrame(
      timings: try timings(0, [0, 0, 0, 0, 0, 9, 9]), blankArea: 0, work: .milliseconds(work))
    #expect(frame.blame(FrameBudget(hertz: 100, slack: .milliseconds(2))) == blame)
  }

  @Test(
    "a frame that waited drops a vsync unless it would have come by the target without the stall",
    arguments: [
      (10, 0, DropBlame.raster), (10, 1, .host), (15, 5, .host), (15, 4, .raster),
    ])
  func stalls(presented: Int, stall: Int, blame: DropBlame) throws {
    var frame = PresentedFrame(
      timings: try timings(0, [0, 0, 0, 0, 0, 0, presented]), blankArea: 0, work: .zero,
      waitedFor: .raster)
    frame.stall = .milliseconds(stall)
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: true, newest: nil)
    try ledger.close(1, hasChanged: true, newest: frame)
    #expect(ledger.blame(ofVsync: 0) == blame && ledger.blame(ofVsync: 1) == nil)
  }

  @Test(
    "a stage that begins as the scroll ends is under way then, and a later one is not",
    arguments: [(20, DropBlame.raster), (21, .build)])
  func beginsAtTheEnd(rasterStart: Int, blame: DropBlame) throws {
    var ledger = FrameLedger(budget: budget)
    for vsync in 0..<2 { try ledger.close(vsync, hasChanged: true, newest: nil) }
    let frame = PresentedFrame(
      timings: try timings(0, [1, 1, rasterStart]), blankArea: 0, work: .milliseconds(100))
    ledger.finish(underway: frame)
    #expect(ledger.droppedCount(of: blame) == 2)
  }

  @Test("a single blank pixel makes a frame blank, and no pixel is blank before the first frame")
  func leastBlankArea() throws {
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: true, newest: nil)
    #expect(ledger.blankPixelVsyncs == 0)
    let frame = PresentedFrame(
      timings: try timings(1, [10, 10, 10, 10, 10, 10, 15]), blankArea: 1, work: .zero)
    let outcome = try ledger.close(1, hasChanged: true, newest: frame)
    #expect(outcome == .blank && ledger.blankCount == 1 && ledger.presentedCount == 1)
    #expect(ledger.blankPixelVsyncs == 1)
  }

  @Test("a late frame is missing from its own target on, also where a drop ends in no time")
  func hitchAcrossRest() throws {
    var ledger = FrameLedger(budget: budget)
    for vsync in 0..<3 { try ledger.close(vsync, hasChanged: vsync == 1, newest: nil) }
    #expect(ledger.hitch == .zero)
    let frame = PresentedFrame(
      timings: try timings(0, [0, 0, 0, 0, 0, 0, 35]), blankArea: 0, work: .zero)
    try ledger.close(3, hasChanged: true, newest: frame)
    #expect(ledger.timeline == ".D.P")
    #expect(ledger.hitch == .milliseconds(25) && ledger.longestHitch == .milliseconds(25))
  }

  @Test("a display with one refresh a second has a rate for each refresh")
  func slowestRates() throws {
    var ledger = FrameLedger(budget: FrameBudget(hertz: 1))
    for vsync in 0..<3 { try ledger.close(vsync, hasChanged: vsync == 1, newest: nil) }
    #expect(ledger.ratesBySecond == [1, 0, 1] && ledger.unchangedCount == 2)
    // Of a display with a refresh in two seconds, a window is that long.
    var slower = FrameLedger(budget: FrameBudget(refreshes: 1, seconds: 2))
    for vsync in 0..<2 { try slower.close(vsync, hasChanged: vsync == 1, newest: nil) }
    #expect(slower.ratesBySecond == [0.5, 0])
  }

  @Test("the second event of a frame does not precede the first, whenever its vsync began")
  func secondEvent() throws {
    #expect(throws: FrameError.earlier(.buildEnd)) { try timings(1, [12, 11]) }
    #expect(try timings(1, [12, 12]).duration(of: .build) == .zero)
  }

  @Test("the page in all of a frame of one pixel row is the whole screen")
  func leastScreen() {
    let segment = FrameSegment(
      source: .background, row: nil, band: 0..<1, isWhole: true, isCurrent: false)
    let size = PixelSize(width: 1, height: 1)
    let shown = ShownContent(FramePlan(size: size, offset: 0, segments: [segment]))
    #expect(shown.pageShare == 1 && shown.olderShare == 0 && shown.blankBands == [0..<1])
  }
}
