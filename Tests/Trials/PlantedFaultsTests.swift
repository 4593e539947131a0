import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import GalleySimulation
import GalleyTable
import GalleyTrials
import GalleyWorkers
import Testing

@Suite("PlantedFaults", .timeLimit(.minutes(15)))
struct PlantedFaultsTests {
  @Test("a planted growth makes each layout longer, and a planted pause one frame in so many")
  func slows() throws {
    var scroll = FrameSimulation(
      rows: (0..<1000).map {
        SimulatedRow(
          key: ContentKey(high: 0, low: UInt64($0)), height: 10, work: WorkAmount(pixels: 1000))
      },
      size: PixelSize(width: 100, height: 20), script: .constant(speed: 1000),
      model: try CostModel(
        json: #"{"layout":{"fixed":2e6},"raster":{},"encode":{},"build":{},"composite":{}}"#.utf8))
    (scroll.scale, scroll.mode, scroll.budget) = (1, .sync, FrameBudget(hertz: 100))
    let plain = try scroll.run(vsyncCount: 12)
    scroll.faults.layoutGrowth = 0.5
    let slow = try scroll.run(vsyncCount: 12)
    // Two rows of 2 ms of layout, and then one row a vsync.
    #expect(plain.times(of: .build).max == .milliseconds(4))
    #expect(slow.times(of: .build).max == .milliseconds(6))
    scroll.faults = PlantedFaults()
    scroll.faults.frameGrowth = 0.5
    #expect(try scroll.run(vsyncCount: 12).times(of: .build).max == .milliseconds(6))
    scroll.faults = PlantedFaults()
    (scroll.faults.pause, scroll.faults.pauseInterval) = (.milliseconds(3), 4)
    let paused = try scroll.run(vsyncCount: 12)
    let builds = paused.records.compactMap { $0.frame?.timings.duration(of: .build) }
    #expect(builds.enumerated().filter { $1 >= .milliseconds(5) }.map(\.offset) == [2, 6, 10])
  }

  @Test("each worker opens its fonts at its first row, and has done so before a warm start")
  func newWorkers() throws {
    var scroll = FrameSimulation(
      rows: (0..<100).map {
        SimulatedRow(
          key: ContentKey(high: 0, low: UInt64($0)), height: 10,
          work: WorkAmount(glyphs: 5, firstGlyphs: 5))
      },
      size: PixelSize(width: 100, height: 20), script: .constant(speed: 1000),
      model: try CostModel(
        json:
          #"{"layout":{"perNewWorker":5e6,"perFirstGlyph":1e5},"raster":{},"encode":{},"build":{},"composite":{}}"#
          .utf8))
    (scroll.scale, scroll.budget) = (1, FrameBudget(hertz: 100))
    (scroll.workerCount, scroll.recordsSpans) = (2, true)
    func layouts(isWarm: Bool) throws -> [WorkSpan] {
      scroll.isWarm = isWarm
      var run = SimulationRun(scroll)
      for _ in 0..<10 { _ = try run.play() }
      return run.spans.filter { $0.stage == .layout }
    }
    for worker in 0..<2 {
      let spans = try layouts(isWarm: false).filter { $0.worker == worker }
      #expect(spans.first?.duration == .microseconds(5500))
      #expect(spans.dropFirst().allSatisfy { $0.duration == .microseconds(500) })
    }
    #expect(try layouts(isWarm: true).allSatisfy { $0.duration == .microseconds(500) })
  }

  @Test("the number of pauses is that of the frames with one")
  func pauseCounts() {
    var faults = PlantedFaults()
    #expect(faults.pauseCount(inFrames: 500) == 0)
    faults.pause = .milliseconds(1)
    for interval in [1, 2, 3, 100] {
      faults.pauseInterval = interval
      for count in 0..<320 {
        let expected = (0..<count).count { faults.pause(ofFrame: $0) > .zero }
        #expect(faults.pauseCount(inFrames: count) == expected, "\(count) of \(interval)")
      }
    }
  }

  @Test("a row that comes back has no new fonts and glyphs, and workers encode only if asked")
  func firstSights() throws {
    func scroll(_ mode: RenderMode, encodes: Bool) throws -> FrameSimulation {
      var scroll = FrameSimulation(
        rows: (0..<100).map {
          SimulatedRow(
            key: ContentKey(high: 0, low: UInt64($0)), height: 10,
            work: WorkAmount(newGlyphs: 1, newFonts: 1))
        },
        size: PixelSize(width: 100, height: 20),
        script: .thereAndBack(speed: 2000, turn: .milliseconds(400)),
        model: try CostModel(
          json:
            #"{"layout":{"perNewFont":2e6},"raster":{"perNewGlyph":1e6},"encode":{"fixed":5e5},"build":{},"composite":{}}"#
            .utf8))
      (scroll.scale, scroll.mode, scroll.budget) = (1, mode, FrameBudget(hertz: 100))
      (scroll.recordsSpans, scroll.encodesPictures) = (true, encodes)
      return scroll
    }
    for mode in RenderMode.allCases {
      var run = SimulationRun(try scroll(mode, encodes: true))
      for _ in 0..<80 { _ = try run.play() }
      let spans = run.spans.filter { !$0.isWasted }
      for (stage, time) in [(CostStage.layout, 2), (.raster, 1)] {
        let stages = spans.filter { $0.stage == stage }
        let first = Dictionary(grouping: stages, by: \.key).compactMap { $0.value.first }
        #expect(first.contains { $0.duration == .milliseconds(time) })
        // All rows that come back were evicted, and none has its first sight again.
        let later = Dictionary(grouping: stages, by: \.key).flatMap { $0.value.dropFirst() }
        #expect(!later.isEmpty && later.allSatisfy { $0.duration == .zero }, "\(mode) \(stage)")
      }
      #expect(spans.allSatisfy { $0.isOfMainQueue == (mode == .sync) })
      #expect(spans.contains { $0.stage == .encode } == (mode == .async))
    }
    var silent = SimulationRun(try scroll(.async, encodes: false))
    for _ in 0..<80 { _ = try silent.play() }
    #expect(silent.spans.contains { $0.stage == .raster })
    #expect(!silent.spans.contains { $0.stage == .encode })
  }

  @Test("a planted leak forgets the given share of the known heights")
  func forgets() {
    var demand = HeightDemand(.key, .template)
    demand.faults.forgottenShare = 0.1
    func key(_ row: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(row % 10)) }
    for row in 0..<110 { _ = demand.measured(in: row..<row + 1, key: key) { _ in false } }
    #expect(demand.askedCount == 110 && demand.hitCount == 90)
  }
}
