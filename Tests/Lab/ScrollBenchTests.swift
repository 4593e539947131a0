import Galley
import GalleyCells
import GalleyCompositing
import GalleyFeed
import GalleyFrames
@testable import GalleyLab
import GalleyLive
import GalleyPrimitives
import GalleyRowHeights
import GalleyStageBenches
import GalleySyncTable
import GalleyTrials
import Testing

@MainActor
@Suite("ScrollBench", .timeLimit(.minutes(15)))
struct ScrollBenchTests {
  /// Rows of which every fifth is another.
  private static let feed = FeedInput.bytes(
    Array(
      (0..<120).map { row in
        let words = String(repeating: "words of row \(row % 5) ", count: row % 5 * 4 + 2)
        return #"{"id":"id\#(row)","title":"Row \#(row % 5)","body":"\#(words)"}"# + "\n"
      }.joined().utf8))

  static func bench(_ clock: ScrollClock) throws -> ScrollBench {
    var options = try ScrollOptions(
      rendering: RenderOptions(template: CellTemplate(width: 240, scale: 1)),
      script: .constant(speed: 4000), hertz: 60, duration: .milliseconds(200),
      viewportHeight: 300)
    options.clock = clock
    return ScrollBench(
      feed, options: options, repeatCount: 1, workerLimit: 1)
  }

  private func bench(_ clock: ScrollClock) throws -> ScrollBench { try Self.bench(clock) }

  private func cell(
    _ caching: HeightCaching, _ sizing: CellSizing, _ mode: RenderMode = .sync, isWarm: Bool = false
  ) -> BenchCell {
    var cell = mode == .sync ? BenchCell.sync() : .async(1)
    (cell.caching, cell.sizing, cell.isWarm) = (caching, sizing, isWarm)
    return cell
  }

  @Test("finds sync, async and the table of reused cells to show the same pixels")
  func proof() async throws {
    let bench = try bench(.virtual)
    let proof = try await bench.prove(placeCount: 6)
    #expect(proof.holds && proof.equalCount == 6)
  }

  @Test("has a verdict of sync, async that waits, and async with placeholders, cold and warm")
  func verdict() async throws {
    let bench = try bench(.virtual)
    let proof = try await bench.prove(placeCount: 2)
    var results: [BenchResult] = []
    for cell in bench.verdictCells { results.append(try await bench.measure(cell)) }
    #expect(Set(bench.takes.keys) == Set(bench.verdictCells))
    let models = try await bench.models()
    #expect(models.isEmpty)
    let verdict = BenchVerdict(
      results, cells: bench.verdictCells, models: models, proof: proof, options: bench.options)
    // A fifth of a second has 12 frames, of which no percentile is one.
    #expect(verdict.refusals.map(\.name) == Array(repeating: "tooFewFrames", count: 6))
    #expect(verdict.rows.count == 6)
    let (sync, wait, shown) = (verdict.rows[0], verdict.rows[1], verdict.rows[2])
    #expect(sync.result.figure(.blank).mean == 0 && wait.result.figure(.blank).mean == 0)
    #expect(shown.result.figure(.blank).mean > 0 && shown.result.figure(.dropped).mean == 0)
    #expect(wait.result.figure(.p99).mean < sync.result.figure(.p99).mean)
    #expect(verdict.lines.count == 7)
    // Four rows differ from sync in two metrics, of which nothing is chance.
    #expect(verdict.differences.count == 8)
    #expect(verdict.differences.allSatisfy { $0.growth.detectable == 0 })
  }

  @Test("gives no verdict if a slow machine presents less than half of its frames")
  func tooSlow() async throws {
    let bench = try bench(.virtual)
    bench.options.costModel.throttle = 1000
    let result = try await bench.measure(.sync())
    let proof = try await bench.prove(placeCount: 1)
    let verdict = BenchVerdict(
      [result], cells: [.sync()], models: [:], proof: proof, options: bench.options)
    guard case .tooFewPresented(let scroll, let presented, let due)? = verdict.refusals.first else {
      Issue.record("\(verdict.refusals)")
      return
    }
    #expect(scroll == BenchCell.sync().words && presented * 2 < due)
  }

  @Test("compares model and clock in dropped frames and in the main queue's work, in both modes")
  func disagreements() async throws {
    var options = try bench(.real).options
    options.duration = .seconds(5)
    var run = try await bench(.virtual).measure(.async(1)).runs[0]
    (run.vsyncs, run.presented, run.dropped, run.hostDropped, run.droppedBy) = (
      300, 268, 32, 0, [:]
    )
    run.mainMs = Array(repeating: 0.1, count: 300)
    let rules = BenchRules(options)
    func names(
      _ cell: BenchCell, _ change: (inout BenchRun) -> Void
    ) -> [String] {
      var model = run
      change(&model)
      return rules.refusals(of: BenchResult(cell: cell, runs: [run]), model: model).map(\.name)
    }
    for cell in [BenchCell.sync(), .async(1)] {
      #expect(names(cell) { _ in } == [])
      #expect(names(cell) { $0.dropped = 6 } == ["dropsDisagree"])
      // A difference of 14 frames in 300 is below a twentieth.
      #expect(names(cell) { $0.dropped = 18 } == [])
      #expect(names(cell) { $0.mainMs = Array(repeating: 0.5, count: 300) } == ["modelDisagrees"])
      // 27 ms in 5 s are of no interest, whatever the factor.
      #expect(names(cell) { $0.mainMs = Array(repeating: 0.01, count: 300) } == [])
    }
    // Those of the host are no frames of the model.
    var (quiet, busy, model) = (run, run, run)
    (quiet.dropped, busy.dropped, busy.hostDropped, model.dropped) = (6, 40, 10, 18)
    let verdict = BenchVerdict(
      [BenchResult(cell: .sync(), runs: [quiet, busy])], cells: [.sync()],
      models: [.sync(): model], proof: try await bench(.virtual).prove(placeCount: 1),
      options: options)
    #expect(verdict.agreement == -0.04...0.04)
    #expect(verdict.lines.last?.contains("-4.0 % to +4.0 % of the vsyncs in 2 runs") == true)
  }

  @Test("fits the model to frames of this machine, and confirms a throttle on its clock")
  func fits() async throws {
    let bench = try bench(.real)
    let fit = try await bench.fitModel()
    // Beside other tests some frames are dropped, and the constant part of a frame may fall to either stage.
    #expect(
      (1...12).contains(fit.frameCount)
        && fit.errors.map(\.stage) == [.layout, .raster, .composite])
    #expect(fit.errors.allSatisfy { $0.error >= 0 && $0.error.isFinite })
    #expect(fit.model.unsupportedStage == nil && bench.options.costModel.build == fit.model.build)
    #expect(
      fit.model.build.fixed + fit.model.composite.fixed > 0 && fit.model.raster != StageCost())
    let models = try await bench.models()
    #expect(models[.sync()]?.totalMainMs ?? 0 > 0)
    // No debug build presents most frames if each takes a tenth of a second.
    #expect(try await bench.confirm(throttle: 60) < 60)
    #expect(try await bench.confirm(throttle: 1) == 1)
  }

  @Test("refuses a single run on the real clock, and a scroll that does not reach a planted fault")
  func missedFaults() async throws {
    let virtual = try bench(.virtual)
    let proof = try await virtual.prove(placeCount: 1)
    #expect(proof.feedRows == 120 && proof.feedDigest.count == 16)
    func names(_ change: (inout ScrollOptions) -> Void, clock: ScrollClock = .virtual) async throws
      -> Set<String>
    {
      let bench = try self.bench(.virtual)
      change(&bench.options)
      let result = try await bench.measure(.sync())
      var options = bench.options
      options.clock = clock
      return Set(
        BenchVerdict([result], cells: [.sync()], models: [:], proof: proof, options: options)
          .refusals.map(\.name).filter { $0 != "tooFewFrames" })
    }
    #expect(try await names({ _ in }) == [])
    #expect(try await names({ _ in }, clock: .real) == ["tooFewRounds"])
    func pause(_ interval: Int) -> (inout ScrollOptions) -> Void {
      { ($0.faults.pause, $0.faults.pauseInterval) = (.milliseconds(1), interval) }
    }
    #expect(try await names(pause(100)) == ["faultNotReached"])
    #expect(try await names(pause(10)) == [])
    // Every fifth row is another, and all others are known.
    #expect(try await names({ $0.faults.forgottenShare = 0.001 }) == ["faultNotReached"])
    #expect(try await names({ $0.faults.forgottenShare = 0.5 }) == [])
  }

  @Test(
    "asks for the heights of the rows that come by, and finds those that are remembered",
    arguments: CellSizing.allCases)
  func heights(sizing: CellSizing) async throws {
    var options = try bench(.real).options
    let survey = try await FeedScroll(options).survey(Self.feed)
    var figures: [String: SyncTable.Counts] = [:]
    for caching in HeightCaching.allCases {
      for isWarm in [false, true] {
        options.isWarm = isWarm
        let player = try SyncPlayer(
          survey, options: options, demand: HeightDemand(caching, sizing))
        for offset in [0, 0, 150, 400, 700, 300, 0] {
          player.scroll(toPixel: offset)
          let pass = try player.pass { _ in }
          #expect(pass.hasChanged == pass.isPresented && pass.offset == offset)
          #expect(player.shownOffset == offset)
        }
        figures["\(caching) \(isWarm ? "warm" : "cold")"] = player.table.counts
      }
    }
    let (none, places, keys) = (
      try #require(figures["none cold"]), try #require(figures["indexPath cold"]),
      try #require(figures["key cold"])
    )
    #expect(none.askedCount > 8 && none.measuredCount == none.askedCount)
    #expect(places.askedCount == none.askedCount && places.measuredCount < none.measuredCount)
    // A key is the item's own name, so that equal rows of other names are other rows.
    #expect(keys.measuredCount == 5 && places.measuredCount == 5)
    #expect(figures["indexPath warm"]?.measuredCount == 0)
    #expect((figures["none warm"]?.measuredCount ?? 0) > 0)
    // Frames are kept to show rows with; what a template found out is not.
    #expect(
      places.layoutCount == (sizing == .frames ? 5 : places.measuredCount + places.shownCount))
  }

  @Test("gives the same counts on the virtual clock, whatever the machine does")
  func virtual() async throws {
    let cells = [cell(.none, .template), cell(.key, .template, .async)]
    for cell in cells {
      let first = try await bench(.virtual).measure(cell)
      #expect(first == (try await bench(.virtual).measure(cell)))
      #expect(first.runs.count == 1 && first.figure(.p99).interval == nil)
    }
  }

  @Test("makes extreme counts fit, and refuses options that are out of bounds")
  func extremes() async throws {
    let bench = try bench(.virtual)
    for number in [Int.min, 0] {
      (bench.repeatCount, bench.workerLimit) = (number, number)
      #expect(bench.repeatCount == 1 && bench.workerLimit == 1)
      #expect(try await bench.prove(placeCount: number).equalCount == 1)
      #expect(try await bench.measure(.async(number)).runs.count == 1)
    }
    bench.workerLimit = .max
    #expect(bench.workerLimit == 64)
    bench.workerLimit = 1
    var fling = Fling()
    fling.decay = 1
    let changes: [(inout ScrollOptions) -> Void] = [
      { $0.hertz = 0 }, { $0.script = .fling(fling) }, { $0.viewportHeight = .nan },
      { $0.costModel.throttle = .infinity }, { $0.costModel.layout.fixed = .nan },
    ]
    for clock in ScrollClock.allCases {
      for change in changes {
        let bench = try self.bench(clock)
        change(&bench.options)
        await #expect(throws: ScrollError.self) { try await bench.measure(.sync()) }
        await #expect(throws: ScrollError.self) { try await bench.prove() }
      }
    }
  }

  @Test(
    "shows older pictures, the page or empty cards while rows change, as the policy says",
    arguments: ScrollClock.allCases)
  func edited(clock: ScrollClock) async throws {
    let bench = try bench(clock)
    bench.options.isWarm = true
    bench.options.duration = .milliseconds(400)
    bench.options.script = .constant(speed: 500)
    bench.edits = [TimedEdit(.reload, at: .milliseconds(200))]
    func run(_ policy: BlankPolicy) async throws -> BenchRun {
      var cell = BenchCell.async(1, policy, isWarm: true)
      cell.isEdited = true
      return try await bench.measure(cell).runs[0]
    }
    let (clear, keep, cards) = (
      try await run(.clear), try await run(.keep), try await run(.placeholder)
    )
    let wait = try await run(.wait)
    // A busy machine may drop the frames after the edit, and with them all that is blank; and rows may come into view there
    // that have no picture yet.
    let (older, page) = (try #require(keep.olderShare), try #require(clear.pageShare))
    #expect(older < keep.blankShare + 1e-9 && keep.pageShare == 0)
    #expect(page < clear.blankShare + 1e-9 && clear.olderShare == 0)
    #expect(cards.olderShare == 0 && cards.pageShare == 0 && wait.blankShare == 0)
    guard clock == .virtual else { return }
    #expect(abs(older - keep.blankShare) < 1e-9 && abs(page - clear.blankShare) < 1e-9)
    #expect(keep.blankShare > 0 && clear.blankShare > 0 && cards.blankShare > 0)
    #expect(cards.dropped == 0 && keep.dropped == 0 && clear.dropped == 0)
  }

  @Test(
    "follows an insertion, larger texts and a rotation on both clocks",
    arguments: ScrollClock.allCases)
  func edits(clock: ScrollClock) async throws {
    let bench = try bench(clock)
    bench.options.duration = .milliseconds(600)
    bench.edits = TimedEdit.each(over: .milliseconds(600))
    #expect(
      bench.edits.map(\.words) == ["reload@0.12", "insert@0.24", "font-size@0.36", "rotate@0.48"])
    var cell = BenchCell.async(1, .keep)
    cell.isEdited = true
    let run = try await bench.measure(cell).runs[0]
    #expect(run.vsyncs == 36)
    // A busy machine may hold the main queue for all of it.
    #expect(clock == .real || run.presented > 0 && run.blankShare > 0)
  }

  @Test("is as many cells as the axes have combinations")
  func cells() throws {
    let bench = try bench(.virtual)
    bench.workerLimit = 3
    // Of one way, frames also wait, cold and warm, and each policy is compared while rows change.
    #expect(Set(bench.cells).count == 3 * 2 * 2 * (1 + 3) + 2 + 4)
    bench.options.policy = .wait
    #expect(Set(bench.cells).count == 54)
    bench.options.policy = .placeholder
    #expect(bench.cells.count == 54)
    #expect(Set(bench.verdictCells).isSubset(of: bench.cells))
    #expect(
      ScrollBench.verdictFigureCount == bench.verdictCells.count * BenchMetric.compared.count)
  }
}

@Suite("CellSizer", .timeLimit(.minutes(15)))
struct CellSizerTests {
  @Test("configures one cell for all rows by template, and none by frames")
  func template() throws {
    let probe = try StageProbe(RenderOptions(template: CellTemplate(width: 200, scale: 2)))
    let contents = ["short", String(repeating: "long ", count: 60)].map {
      CellContent(title: "title", body: $0)
    }
    var fitting = CellFitting(tableWidth: 200, scale: 2)
    fitting.accessory = .checkmark
    var heights: [[Double]] = []
    for sizing in CellSizing.allCases {
      let sizer = CellSizer(sizing)
      heights.append(
        try contents.map { content in
          var widths: [Double] = []
          let fitted = try sizer.fit(content, fitting) {
            widths.append($1)
            return try probe.layout($0, width: $1)
          }
          #expect(widths == [160], "the width less the accessory's, once")
          #expect((fitted.frames != nil) == (sizing == .frames))
          return fitted.height
        })
      #expect(sizer.template?.renderCount == (sizing == .template ? 2 : nil))
      #expect(sizer.template?.accessory == (sizing == .template ? .checkmark : nil))
    }
    #expect(heights[0] == heights[1] && heights[0][0] < heights[0][1])
  }
}
