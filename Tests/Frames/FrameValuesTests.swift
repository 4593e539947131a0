import GalleyCompositing
import GalleyPrimitives
import Testing

@testable import GalleyFrames

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

  @Test(
    "a picture costs its share of the row's drawing, its encoding, and the whole layout if there is none"
  )
  func pictureCosts() {
    var model = CostModel()
    (model.layout.perGlyph, model.raster.perGlyph, model.encode.fixed) = (2e6, 3e6, 5e6)
    let demand = PictureDemand(
      width: 10, byteLimit: 1 << 20, isCapped: false, workerCount: 1, model: model)
    let key = ContentKey(high: 0, low: 1)
    let row = DemandInput.Row(key: key, y: 0, height: 10, work: WorkAmount(glyphs: 4))
    let half = PictureID(key: key, rows: 0..<5)
    #expect(demand.cost(of: half, row, hasLayout: false) == .milliseconds(8 + 6 + 5))
    #expect(demand.cost(of: half, row, hasLayout: true) == .milliseconds(6 + 5))
    #expect(demand.byteCount(of: half, maskedPixels: 7) == 4 * (50 + 7))
  }

  @Test("one edit of each kind divides a scroll evenly")
  func edits() {
    let edits = TimedEdit.each(over: .milliseconds(500))
    #expect(edits.map(\.kind) == TimedEdit.Kind.allCases)
    #expect(edits.map(\.time) == [100, 200, 300, 400].map { .milliseconds($0) })
  }

  @Test("keyframes are supported")
  func keyframes() throws {
    let json = #"[{"ms":100,"offset":10}]"#
    #expect(ScrollScript.keyframes(try ScrollScript.Keyframes(json: json.utf8)).isSupported)
  }

  @Test(
    "keyframes go forward if their first movement does, and if they rest",
    arguments: [
      ([10.0], true), ([10, 10], true), ([0, 10], true), ([10, 0], false), ([5, 5, 0, 10], false),
      ([5, 5, 9, 0], true),
    ])
  func directions(offsets: [Double], isForward: Bool) throws {
    let frames = offsets.enumerated().map { "{\"ms\":\($0.offset),\"offset\":\($0.element)}" }
    let json = "[\(frames.joined(separator: ","))]"
    let script = try ScrollScript.Keyframes(json: json.utf8)
    #expect(script.isForward == isForward)
  }

  @Test("jumps go somewhere, and take time")
  func jumps() async {
    await #expect(processExitsWith: .failure) { _ = ScrollJump(distance: 0) }
    await #expect(processExitsWith: .failure) { _ = ScrollJump(interval: .zero) }
  }

  @Test("of stages that took as long, the first one is to blame")
  func equalStages() throws {
    let frame = PresentedFrame(
      timings: try timings(0, [0, 9, 9, 18, 18, 18, 18]), blankArea: 0, work: .milliseconds(18))
    #expect(frame.blame(budget) == .build)
  }

  @Test("there is no hitch before the first vsync")
  func noVsyncs() { #expect(FrameLedger(budget: budget).hitchRatio == 0) }

  @Test("the shares of older pictures and of the page are their shares of the screen")
  func shares() {
    func segment(
      _ source: FrameSegment.Source, _ band: Range<Int>, opacity: UInt8 = 255
    ) -> FrameSegment {
      FrameSegment(
        source: source, row: 0, band: band, isWhole: true, isCurrent: false, opacity: opacity)
    }
    let picture = FrameSegment.Source.picture(ContentKey(high: 0, low: 1), firstRow: 0)
    var segments = [
      segment(picture, 0..<10), segment(.background, 10..<30), segment(.placeholder, 30..<60),
      segment(.background, 60..<65), segment(picture, 65..<85),
      segment(picture, 85..<90, opacity: 254), segment(.background, 90..<100),
    ]
    segments[6].isCurrent = true
    let shown = ShownContent(
      FramePlan(size: PixelSize(width: 1, height: 100), offset: 7, segments: segments))
    #expect(shown.offset == 7 && abs(shown.olderShare - 0.3) < 1e-9)
    #expect(abs(shown.pageShare - 0.25) < 1e-9)
    #expect(shown.blankBands == segments.dropLast().map(\.band))
  }

  @Test("a fling that gets faster, does not end or does not begin is refused")
  func flings() async {
    await #expect(processExitsWith: .failure) { _ = Fling(speed: 10, decay: 0.5, floor: 20) }
    #expect(ScrollScript.fling(Fling(speed: 10, decay: 0.5, floor: 0.5)).isSupported)
    await #expect(processExitsWith: .failure) { _ = Fling(speed: 10, decay: 0.5, floor: 0) }
    await #expect(processExitsWith: .failure) { _ = Fling(speed: 10, decay: 0, floor: 5) }
    await #expect(processExitsWith: .failure) { _ = Fling(speed: 10, decay: 1, floor: 5) }
  }
}
