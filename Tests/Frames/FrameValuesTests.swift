import GalleyFrames
import GalleyPrimitives
import Testing

/// Small values of frames, each at the bounds of its rule: mutants of these survived the other tests.
@Suite("Values of frames", .timeLimit(.minutes(15)))
struct FrameValuesTests {
  private let budget = FrameBudget(hertz: 100)

  private func timings(_ vsync: Int, _ milliseconds: [Int]) throws -> FrameTimings {
    var timings = FrameTimings(vsync: budget.vsync(vsync))
    for (event, instant) in zip(FrameEvent.allCases, milliseconds) {
      try timings.record(event, at: .milliseconds(instant))
    }
    return timings
  }

  @Test("a stage at another time is as long")
  func spans() {
    let span = WorkSpan(
      worker: 0, stage: .raster, key: ContentKey(high: 0, low: 1), start: .milliseconds(2),
      end: .milliseconds(5), isWasted: false)
    let moved = span.moved(by: .milliseconds(10))
    #expect(moved.start == .milliseconds(12) && moved.end == .milliseconds(15))
    #expect(moved.duration == span.duration)
  }

  @Test("frames are equal with the same vsync and the same times alone")
  func equality() throws {
    let frame = try timings(1, [10, 11])
    #expect(try frame == timings(1, [10, 11]))
    #expect(try frame != timings(1, [10, 11, 12]))
    #expect(try frame != timings(1, [10]))
    #expect(try frame != timings(1, [10, 12]))
    #expect(try timings(0, [10, 11]) != frame)
  }

  @Test("a frame that is handed over as its vsync begins is new, and one before it is not")
  func bounds() throws {
    func frame(presented: Int) throws -> PresentedFrame {
      PresentedFrame(
        timings: try timings(0, [0, 0, 0, 0, 0, 0, presented]), blankArea: 0, work: .milliseconds(1)
      )
    }
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: true, newest: nil)
    let early = try frame(presented: 9)
    #expect(throws: FrameError.self) { try ledger.close(1, hasChanged: true, newest: early) }
    try ledger.close(1, hasChanged: true, newest: frame(presented: 10))
    #expect(ledger.timeline == "DP")
  }

  @Test("a frame whose later events are missing waits for the stage of its last one")
  func missingEvents() throws {
    for (count, blame) in [(1, DropBlame.build), (3, .raster), (5, .composite)] {
      var ledger = FrameLedger(budget: budget)
      for vsync in 0..<2 { try ledger.close(vsync, hasChanged: true, newest: nil) }
      let frame = PresentedFrame(
        timings: try timings(0, Array(repeating: 1, count: count)), blankArea: 0,
        work: .milliseconds(100))
      ledger.finish(underway: frame)
      #expect(ledger.droppedCount(of: blame) == 2, "\(count)")
    }
  }

  @Test("a throttle below 1 makes work faster, and one of 0 or less takes it away")
  func throttles() {
    var model = CostModel()
    model.layout.perGlyph = 1000
    func time(_ throttle: Double) -> Duration {
      model.throttle = throttle
      return model.time(of: .layout, for: WorkAmount(glyphs: 10))
    }
    let whole = time(1)
    #expect(whole > .zero && time(0.5) == whole / 2 && time(2) == whole * 2)
    #expect(time(0) == .zero && time(-1) == .zero)
  }

  @Test("keyframes are supported")
  func keyframes() throws {
    let json = #"[{"ms":100,"offset":10}]"#
    #expect(ScrollScript.keyframes(try ScrollScript.Keyframes(json: json.utf8)).isSupported)
  }

  @Test("a fling that gets faster, does not end or does not begin is refused")
  func flings() async {
    await #expect(processExitsWith: .failure) { _ = Fling(speed: 10, decay: 0.5, floor: 20) }
    await #expect(processExitsWith: .failure) { _ = Fling(speed: 10, decay: 0.5, floor: 0) }
    await #expect(processExitsWith: .failure) { _ = Fling(speed: 10, decay: 0, floor: 5) }
    await #expect(processExitsWith: .failure) { _ = Fling(speed: 10, decay: 1, floor: 5) }
  }
}
