import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import GalleySimulation
import GalleyTable
import GalleyTrials
import GalleyWorkers
import Testing

/// 2 ms of layout, 3 ms of raster, nothing else.
private func model(throttle: Double = 1) throws -> CostModel {
  var model = try CostModel(
    json: #"{"layout":{"fixed":2e6},"raster":{"fixed":3e6},"encode":{},"build":{},"composite":{}}"#
      .utf8)
  model.throttle = throttle
  return model
}

/// Rows of 10 pixels seen through 20, at 100 Hz: at a speed of 1000 one new row each vsync.
private func simulation(
  mode: RenderMode, speed: Double, rowCount: Int = 1000, throttle: Double = 1
) throws -> FrameSimulation {
  var simulation = FrameSimulation(
    rows: (0..<rowCount).map {
      SimulatedRow(
        key: ContentKey(high: 0, low: UInt64($0)), height: 10, work: WorkAmount(pixels: 1000))
    },
    size: PixelSize(width: 100, height: 20), script: .constant(speed: speed),
    model: try model(throttle: throttle))
  simulation.scale = 1
  simulation.budget = FrameBudget(hertz: 100)
  simulation.mode = mode
  simulation.displayRange = ScreenRange(ahead: 1, behind: 0)
  return simulation
}

/// A scroll, and the timeline that the definitions ask for.
private struct Scroll: CustomTestStringConvertible, Sendable {
  var mode: RenderMode
  var speed: Double
  var throttle = 1.0
  var rowCount = 1000
  var timeline: String
  var why: String
  var testDescription: String { "\(mode), speed \(speed), throttle \(throttle): \(why)" }

  static let all = [
    Scroll(mode: .sync, speed: 0, timeline: "P.....", why: "nothing moves"),
    Scroll(mode: .sync, speed: 1000, timeline: "PPPPPP", why: "two rows take exactly a vsync"),
    Scroll(mode: .sync, speed: 0, throttle: 1.01, timeline: "DP....", why: "a bit too slow"),
    Scroll(mode: .sync, speed: 1000, throttle: 3, timeline: "DDPDDP", why: "two rows in 30 ms"),
    Scroll(mode: .sync, speed: 50, timeline: "P.P.P.", why: "a pixel in two vsyncs"),
    Scroll(mode: .sync, speed: 1000, rowCount: 4, timeline: "PPP...", why: "the end is reached"),
    Scroll(mode: .sync, speed: -1000, rowCount: 4, timeline: "PPP...", why: "and the start"),
    Scroll(mode: .sync, speed: 1000, rowCount: 0, timeline: "P.....", why: "no rows"),
    Scroll(mode: .async, speed: 0, timeline: "BP....", why: "pictures come after 10 ms"),
    Scroll(mode: .async, speed: 1000, timeline: "BBPPPP", why: "the worker gets ahead"),
    Scroll(mode: .async, speed: 1000, throttle: 3, timeline: "BBBBBB", why: "it never gets ahead"),
    Scroll(mode: .async, speed: 0, throttle: 3, timeline: "B.BP..", why: "a row in 15 ms"),
    Scroll(mode: .async, speed: 1000, rowCount: 0, timeline: "P.....", why: "no rows"),
  ]
}

@Suite("FrameSimulation", .timeLimit(.minutes(15)))
struct FrameSimulationTests {
  @Test("plays the timeline that the definitions ask for", arguments: Scroll.all)
  private func plays(scroll: Scroll) throws {
    let report = try simulation(
      mode: scroll.mode, speed: scroll.speed, rowCount: scroll.rowCount,
      throttle: scroll.throttle
    ).run(vsyncCount: scroll.timeline.count)
    #expect(report.timeline == scroll.timeline)
    #expect(report.records.map(\.outcome) == report.ledger.outcomes)
  }

  @Test("drops nothing and blanks nothing in async mode once pictures are there")
  func overscan() throws {
    var scroll = try simulation(mode: .async, speed: 1000)
    scroll.workerCount = 2
    let report = try scroll.run(vsyncCount: 80)
    #expect(report.timeline == "B" + String(repeating: "P", count: 79))
    #expect(report.ledger.blankPixelVsyncs == 20 * 100)
  }

  @Test("blames the main queue for what it does in sync mode, and the phases add up")
  func phases() throws {
    let report = try simulation(mode: .sync, speed: 1000, throttle: 3).run(vsyncCount: 6)
    #expect(report.frameTimes.count == 2)
    #expect(report.frameTimes.max == .milliseconds(30))
    #expect(report.times(of: .build).max == .milliseconds(12))
    #expect(report.times(of: .raster).max == .milliseconds(18))
    #expect(report.ledger.lateCount == 2)
    #expect(report.ledger.hitch == .milliseconds(40))
    #expect(report.ledger.hostDroppedCount == 0)
    #expect(report.requests.startedCount == 0)
  }

  @Test(
    "a slower processor never has fewer dropped frames, less hitch, or a drop without a stage to blame",
    arguments: [
      (RenderMode.sync, BlankPolicy.placeholder), (.async, .wait), (.async, .placeholder),
    ])
  func slower(mode: RenderMode, policy: BlankPolicy) throws {
    var (last, lastDropped) = (Duration.zero, 0)
    for throttle in [1.0, 2, 5, 10, 25, 50, 98, 100, 200, 400, 1000] {
      var scroll = try simulation(mode: mode, speed: 1000, throttle: throttle)
      scroll.policy = policy
      let ledger = try scroll.run(vsyncCount: 60).ledger
      #expect(ledger.hitch >= last, "throttle \(throttle)")
      #expect(ledger.droppedCount >= lastDropped, "throttle \(throttle)")
      (last, lastDropped) = (ledger.hitch, ledger.droppedCount)
      #expect(ledger.presentedCount + ledger.droppedCount + ledger.unchangedCount == 60)
      let blamed = DropBlame.allCases.reduce(0) { $0 + ledger.droppedCount(of: $1) }
      #expect(blamed == ledger.droppedCount, "throttle \(throttle)")
    }
    // A frame of seconds is never seen: all but its own interval is hitch time.
    #expect(last == (policy == .placeholder && mode == .async ? .zero : .milliseconds(590)))
  }

  @Test("ends every task exactly once, also when the viewport outruns the workers")
  func ledger() throws {
    var scroll = try simulation(mode: .async, speed: 20_000)
    scroll.workerCount = 2
    scroll.displayRange = ScreenRange(ahead: 4, behind: 0)
    let requests = try scroll.run(vsyncCount: 50).requests
    #expect(requests.openCount == 0)
    #expect(requests.startedCount == requests.finishedCount + requests.supersededCount)
    #expect(requests.finishedCount > 0)
    #expect(requests.supersededCount(at: .beforeStart) > 0)
    #expect(requests.finishedWork == .milliseconds(5) * requests.finishedCount)
    #expect((0..<1).contains(requests.wastedShare))
  }

  @Test("stops superseded work at its next check point")
  func checkPoints() throws {
    // 200 ms of layout and 300 ms of raster; the row is gone when the next vsync comes.
    let scroll = try simulation(mode: .async, speed: 100_000, throttle: 100)
    let requests = try scroll.run(vsyncCount: 5).requests
    #expect(requests.finishedCount == 0)
    #expect(requests.supersededCount(at: .betweenStages) == 1)
    #expect(requests.wastedWork == .milliseconds(200))
    #expect(requests.wastedShare == 1)
  }

  @Test("makes one picture for rows of equal content", arguments: RenderMode.allCases)
  func sharesPictures(mode: RenderMode) throws {
    var scroll = try simulation(mode: mode, speed: 1000)
    for index in scroll.rows.indices { scroll.rows[index].key = ContentKey(high: 7, low: 7) }
    let report = try scroll.run(vsyncCount: 20)
    #expect(report.ledger.droppedCount == 0)
    #expect(report.requests.finishedCount == (mode == .async ? 1 : 0))
    #expect(report.timeline.dropFirst().allSatisfy { $0 == "P" })
  }

  @Test("gives the same report each time, and the same frames in both modes where both present")
  func agrees() throws {
    let sync = try simulation(mode: .sync, speed: 700)
    var async = sync
    async.mode = .async
    async.workerCount = 8
    let expected = try sync.run(vsyncCount: 100)
    let report = try async.run(vsyncCount: 100)
    #expect(try async.run(vsyncCount: 100).records == report.records)
    var compared = 0
    for (one, other) in zip(expected.records, report.records) {
      #expect(one.offset == other.offset)
      guard one.outcome == .presented, other.outcome == .presented else { continue }
      #expect(one.plan == other.plan)
      compared += 1
    }
    #expect(compared > 90)
  }

  @Test(
    "shows what the policy says where pictures are missing",
    arguments: [
      (BlankPolicy.placeholder, "BBBBBBB"), (.clear, "BBBBBBB"), (.keep, "BBBBBBB"),
      // Two rows take three vsyncs; a third one is begun, and superseded by the next offset.
      (.wait, "DDPDDDP"),
    ])
  func policies(policy: BlankPolicy, timeline: String) throws {
    var scroll = try simulation(mode: .async, speed: 1000, throttle: 3)
    scroll.policy = policy
    let report = try scroll.run(vsyncCount: 7)
    #expect(report.timeline == timeline)
    #expect(report.ledger.droppedCount(of: .raster) == report.ledger.droppedCount)
    #expect(report.ledger.hostDroppedCount == 0)
    for record in report.records {
      for segment in record.plan?.segments ?? [] where !segment.isCurrent {
        #expect(segment.source == (policy == .clear ? .background : .placeholder))
      }
    }
  }

  @Test("has the first screen there when it is warm")
  func warm() throws {
    var scroll = try simulation(mode: .async, speed: 0)
    scroll.isWarm = true
    #expect(try scroll.run(vsyncCount: 4).timeline == "P...")
    scroll.mode = .sync
    scroll.model.throttle = 100
    #expect(try scroll.run(vsyncCount: 4).timeline == "P...")
  }

  @Test("keeps pictures within the budget, and makes none that there is no room for")
  func budget() throws {
    // A row takes 4,000 bytes: two visible ones, and one more.
    var scroll = try simulation(mode: .async, speed: 500)
    scroll.displayRange = nil
    scroll.pictureByteLimit = 12_000
    var run = SimulationRun(scroll)
    for _ in 0..<100 {
      _ = try run.play()
      #expect(run.wantedPictures.count <= 3)
    }
    #expect(run.mostPictureBytes == 12_000)
    scroll.pictureByteLimit = 0
    run = SimulationRun(scroll)
    for _ in 0..<100 { _ = try run.play() }
    // A frame needs the visible rows, whatever the budget: three rows, two of which are cut.
    #expect(run.mostPictureBytes == 12_000)
    let requests = run.finish()
    #expect(requests.openCount == 0)
  }

  @Test(
    "never wants more than a cap allows, whatever is visible, and waits for nothing beyond it",
    arguments: [RenderMode.sync, .async], BlankPolicy.allCases)
  func cap(mode: RenderMode, policy: BlankPolicy) throws {
    // Two or three rows of 4,000 bytes are visible.
    for limit in [0, 3_999, 4_000, 8_000, 12_000, 50_000] {
      var scroll = try simulation(mode: mode, speed: 500)
      scroll.displayRange = nil
      scroll.policy = policy
      scroll.pictureByteLimit = limit
      scroll.capsPictures = true
      var run = SimulationRun(scroll)
      for vsync in 0..<100 {
        let frame = try run.play()
        #expect(run.wantedPictures.count * 4_000 <= limit)
        guard let plan = frame.plan, mode == .sync || policy == .wait else { continue }
        // The missing rows are those for which there is no memory, counted from the top.
        let missing = plan.segments.filter { !$0.isCurrent }
        let rows = Set(plan.segments.compactMap(\.row)).sorted()
        #expect(missing.compactMap(\.row) == Array(rows.dropFirst(limit / 4_000)), "\(vsync)")
      }
      #expect(run.mostPictureBytes <= limit)
      #expect(run.ledger.droppedCount == 0 || mode == .async && policy == .wait)
      #expect(run.ledger.blankCount > 90 || limit >= 8_000)
      #expect(run.finish().openCount == 0)
    }
  }

  @Test("makes layouts ahead of pictures, which are then made without")
  func preload() throws {
    var scroll = try simulation(mode: .async, speed: 100)
    scroll.displayRange = nil
    scroll.recordsSpans = true
    var run = SimulationRun(scroll)
    for _ in 0..<60 { _ = try run.play() }
    let layouts = run.spans.filter { $0.stage == .layout }.map(\.key)
    let pictures = run.spans.filter { $0.stage == .raster }.map(\.key)
    #expect(Set(layouts).count == layouts.count, "a layout was made twice")
    #expect(Set(pictures).isSubset(of: layouts))
    #expect(layouts.count > pictures.count)
    // What a worker does never overlaps.
    for (one, next) in zip(run.spans, run.spans.dropFirst()) { #expect(one.end <= next.start) }
  }

  @Test(
    "measures heights in the frame in sync mode, and by workers in async mode",
    arguments: [(CellSizing.frames, 10), (.template, 14)])
  func heights(sizing: CellSizing, milliseconds: Int) throws {
    var scroll = try simulation(mode: .sync, speed: 0)
    scroll.heightDemand = HeightDemand(.key, sizing)
    var run = SimulationRun(scroll)
    // Two rows of 5 ms each, and 2 ms more for each that is measured for its height alone.
    var frame: PresentedFrame?
    for _ in 0..<3 { frame = try run.play().frame ?? frame }
    #expect(frame?.work == .milliseconds(milliseconds))
    #expect(run.heightDemand?.askedCount == 2 && run.heightDemand?.hitCount == 0)
    scroll.mode = .async
    scroll.recordsSpans = true
    run = SimulationRun(scroll)
    for _ in 0..<10 {
      let record = try run.play()
      #expect(record.frame?.work ?? .zero == .zero)
    }
    let layouts = run.spans.count { $0.stage == .layout }
    let rasters = run.spans.count { $0.stage == .raster }
    #expect(layouts == (sizing == .template ? 2 : 1) * rasters)
    let requests = run.finish()
    #expect(requests.openCount == 0)
  }

  @Test("lets go of pictures that leave the display range, and makes them again")
  func leavesRanges() throws {
    var scroll = try simulation(mode: .async, speed: 0)
    scroll.script = .keyframes(
      try ScrollScript.Keyframes([
        .init(ms: 0, offset: 0), .init(ms: 500, offset: 5000, jump: true),
        .init(ms: 1000, offset: 0, jump: true),
      ]))
    let report = try scroll.run(vsyncCount: 110)
    let timeline = report.timeline
    #expect(timeline.prefix(3) == "BP.")
    #expect(timeline.dropFirst(50).prefix(3) == "BP.")
    #expect(timeline.dropFirst(100).prefix(3) == "BP.")
  }

  /// A number of a simulation that is out of bounds.
  private struct Refusal: Sendable {
    var number: SimulationNumber
    var apply: @Sendable (inout FrameSimulation) -> Void

    static let all = [
      Refusal(number: .row) { $0.rows[3].height = -1 },
      Refusal(number: .row) { $0.rows[3].height = .max },
      Refusal(number: .row) { $0.rows[3].maskedPixels = .max },
      Refusal(number: .size) { $0.size = PixelSize(width: -1, height: 10) },
      Refusal(number: .size) { $0.size = PixelSize(width: 10, height: .max) },
      Refusal(number: .scale) { $0.scale = .nan }, Refusal(number: .scale) { $0.scale = 0 },
      Refusal(number: .scale) { $0.scale = .infinity },
      Refusal(number: .script) { $0.script = .constant(speed: .nan) },
      Refusal(number: .script) {
        var fling = Fling()
        fling.decay = 1
        $0.script = .fling(fling)
      },
      Refusal(number: .workerCount) { $0.workerCount = .max },
      Refusal(number: .displayRange) { $0.displayRange?.ahead = .nan },
      Refusal(number: .displayRange) { $0.displayRange?.behind = -1 },
      Refusal(number: .model) { $0.model.throttle = .nan },
      Refusal(number: .model) { $0.model.layout.fixed = -1 },
      Refusal(number: .model) { $0.model.build.perRow = .infinity },
    ]
  }

  @Test("refuses numbers out of bounds, and names which", arguments: Refusal.all)
  private func refusesNumbers(refusal: Refusal) throws {
    for isWarm in [false, true] {
      var scroll = try simulation(mode: .async, speed: 1000)
      scroll.isWarm = isWarm
      refusal.apply(&scroll)
      #expect(throws: FrameError.unsupported(refusal.number)) { try scroll.run(vsyncCount: 5) }
    }
  }

  @Test("plays with numbers that are only extreme")
  func extremes() throws {
    var scroll = try simulation(mode: .async, speed: 1000, rowCount: 50)
    (scroll.workerCount, scroll.pictureByteLimit) = (.min, .min)
    scroll.crossFade = .seconds(-1)
    scroll.displayRange = ScreenRange(ahead: .infinity, behind: 0)
    #expect(try scroll.run(vsyncCount: 0).timeline.isEmpty)
    #expect(try scroll.run(vsyncCount: -1).timeline.isEmpty)
    #expect(try scroll.run(vsyncCount: 5).records.count == 5)
    scroll.pictureByteLimit = .max
    scroll.model.layout.fixed = .greatestFiniteMagnitude
    #expect(try scroll.run(vsyncCount: 5).records.count == 5)
  }

  @Test("costs what the committed model says")
  func committedModel() throws {
    var model = try CostModel.committed()
    let work = WorkAmount(glyphs: 100, pixels: 100_000, newEmoji: 1)
    #expect(model.time(of: .layout, for: work) == .microseconds(41))
    #expect(model.time(of: .raster, for: work) == .microseconds(15 + 35 + 8 + 360))
    #expect(model.time(of: .encode, for: work) == .microseconds(130))
    #expect(model.time(of: .build, for: WorkAmount(rows: 10)) == .microseconds(10))
    model.throttle = 10
    #expect(model.time(of: .layout, for: work) == .microseconds(410))
    #expect(model.time(of: .layout, for: WorkAmount(glyphs: .max)) > .seconds(1))
  }

  @Test(
    "refuses a model that is none",
    arguments: [
      "", "{}", #"{"layout":{"fixed":-1},"raster":{},"encode":{},"build":{},"composite":{}}"#,
    ])
  func refusesModels(json: String) {
    #expect(throws: DecodingError.self) { try CostModel(json: json.utf8) }
  }
}

@Suite("VirtualClock", .timeLimit(.minutes(15)))
struct VirtualClockTests {
  @Test("stands still until it is told the time")
  func advances() {
    var clock = VirtualClock()
    #expect(clock.now == .zero)
    clock.advance(by: .milliseconds(3))
    clock.advance(to: .milliseconds(5))
    clock.advance(by: .zero)
    #expect(clock.now == .milliseconds(5))
  }
}
