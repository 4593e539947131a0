import Foundation
package import Galley
import GalleyCompositing
import GalleyFrames
import GalleyLive
import GalleyPictures
import GalleyPrimitives
import GalleyScrolling
import GalleyStageBenches
import GalleySyncTable
import GalleyTrials

/// The cost of a scroll on any feed, with and without remembered heights, in sync and async mode,
/// with frames and with a template cell.
///
/// The articles that Galley is modelled on describe this experiment.
@MainActor
package final class ScrollBench {
  /// The options of the scrolls; the bench replaces the compared ones for each combination.
  package var options: ScrollOptions
  /// The number of runs of each combination; 1 on the virtual clock, on which all runs are equal.
  package var repeatCount: Int { didSet { repeatCount = max(1, repeatCount) } }
  /// The largest number of workers, limited to 1...64, as in a pool.
  package var workerLimit: Int { didSet { workerLimit = Self.fitted(workerLimit) } }
  /// The changes of the rows in the scrolls that compare all policies.
  package var edits: [TimedEdit] { didSet { plan = nil } }
  /// The processes that measure the times of rows.
  package var rowMeasurement = RowMeasurement.inThisProcess
  private let feed: FeedInput
  private var known: FeedSurvey?
  /// The rows after each of ``edits``, once they are laid out.
  private var plan: [ScrollEdit]?
  /// The first run of each combination of the verdict.
  package internal(set) var takes: [BenchCell: BenchTake] = [:]

  /// A bench of `feed`.
  package init(_ feed: FeedInput, options: ScrollOptions, repeatCount: Int, workerLimit: Int) {
    self.feed = feed
    self.options = options
    self.repeatCount = options.clock == .virtual ? 1 : max(1, repeatCount)
    self.workerLimit = Self.fitted(workerLimit)
    edits = TimedEdit.each(over: options.duration ?? options.defaultLimit)
  }

  private static func fitted(_ workerLimit: Int) -> Int { min(max(1, workerLimit), 64) }

  /// The largest number of figures of ``verdictCells`` that a ``BenchComparison`` compares.
  package nonisolated static let verdictFigureCount = 6 * BenchMetric.compared.count

  /// All combinations, in the order of the table.
  package var cells: [BenchCell] {
    var cells: [BenchCell] = []
    for sizing in CellSizing.allCases {
      for caching in HeightCaching.allCases {
        for isWarm in [false, true] {
          cells.append(
            BenchCell(
              caching: caching, mode: .sync, sizing: sizing, workerCount: 0, policy: nil,
              isWarm: isWarm))
          for workerCount in 1...workerLimit {
            cells.append(
              BenchCell(
                caching: caching, mode: .async, sizing: sizing, workerCount: workerCount,
                policy: options.policy, isWarm: isWarm))
          }
        }
      }
    }
    // Of one way, frames that wait are compared with frames that do not, and all policies while rows change.
    let other = options.policy.waits ? BlankPolicy.placeholder : .wait
    cells += [false, true].map { .async(verdictWorkerCount, other, isWarm: $0) }
    return cells + BlankPolicy.allCases.map { .edited(verdictWorkerCount, $0) }
  }

  /// The combinations of the verdict: sync, async that waits, and async with the selected policy.
  package var verdictCells: [BenchCell] {
    [false, true].flatMap { isWarm -> [BenchCell] in
      let async = (options.policy == .wait ? [.wait] : [.wait, options.policy]).map {
        BenchCell.async(verdictWorkerCount, $0, isWarm: isWarm)
      }
      return [.sync(isWarm: isWarm)] + async
    }
  }

  /// The main queue has a core of its own.
  var verdictWorkerCount: Int { max(1, workerLimit - 1) }

  /// The figures of the verdict's combinations by the cost model; empty on the virtual clock, on which
  /// the combinations themselves have them.
  ///
  /// - Throws: The error of a scroll.
  package func models() async throws -> [BenchCell: BenchRun] {
    guard options.clock == .real else { return [:] }
    var models: [BenchCell: BenchRun] = [:]
    for cell in verdictCells { models[cell] = try await run(cell, clock: .virtual).figures }
    return models
  }

  /// Fits the cost model to this machine, with the frames of short scrolls at the throttle of ``options``, and uses
  /// it from now on.
  ///
  /// - Throws: The errors of reading, laying out and drawing rows.
  package func fitModel() async throws -> FrameFit {
    let survey = try await survey()
    let fit = try await FrameFit(survey, options: options, workerCount: verdictWorkerCount)
    options.costModel = fit.model
    return fit
  }

  /// One scroll of a combination, with every vsync.
  ///
  /// - Throws: The error of a scroll.
  package func run(
    _ cell: BenchCell, throttle: Double? = nil, clock: ScrollClock? = nil,
    recordsTrace: Bool = false
  ) async throws -> (figures: BenchRun, take: BenchTake) {
    var options = options
    options.rendering.mode = cell.mode
    options.rendering.workerCount = max(1, cell.workerCount)
    options.isWarm = cell.isWarm
    // No frame is written, and the table of sync mode encodes nothing either.
    options.encodesPictures = false
    // The report shows the stages of the verdict's first runs.
    options.recordsTrace = recordsTrace
    options.heightTrial = HeightTrial(cell.caching, cell.sizing)
    if let throttle { options.costModel.throttle = throttle }
    if let clock { options.clock = clock }
    if let policy = cell.policy { options.policy = policy }
    // On the virtual clock a trace costs nothing, and has the times of rows.
    if cell == .sync(), options.clock == .virtual { options.recordsTrace = true }
    // All combinations share the offsets and the work of the rows, and no measured height.
    let survey = try await survey()
    if cell.mode == .sync, options.clock == .real {
      return try await runSync(survey, options, HeightDemand(cell.caching, cell.sizing))
    }
    let edits = cell.isEdited ? try await planEdits(of: survey) : []
    var records: [FeedScroll.Record] = []
    let summary = try await FeedScroll(options).run(survey, edits: edits) { event in
      if case .vsync(let record) = event { records.append(record) }
    }
    var figures = BenchRun(summary, options: options)
    figures.noteReplacements(records)
    if cell == .sync() { figures.noteRows(summary.spans) }
    return (figures, BenchTake(records, summary.frames, spans: summary.spans))
  }

  private func planEdits(of survey: FeedSurvey) async throws -> [ScrollEdit] {
    if let plan { return plan }
    let new = try await FeedScroll(options).plan(edits, of: survey)
    plan = new
    return new
  }

  /// Reads the feed, as far as scrolls show it.
  ///
  /// - Throws: The errors of reading and laying out rows, and ``NoRows``.
  package func read() async throws { _ = try await survey() }

  func survey() async throws -> FeedSurvey {
    if let known { return known }
    let survey = try await FeedScroll(options).survey(feed)
    guard !survey.placedItems.isEmpty else { throw NoRows() }
    known = survey
    return survey
  }

  /// A scroll on the real clock with all work on the main queue: its own height cache, template
  /// cells or frames, and cells from a reuse pool.
  private func runSync(
    _ survey: FeedSurvey, _ options: ScrollOptions, _ demand: HeightDemand
  ) async throws -> (figures: BenchRun, take: BenchTake) {
    let player = try SyncPlayer(survey, options: options, demand: demand)
    var records: [FeedScroll.Record] = []
    let vsyncs = TimedVsyncs(options.frameClock)
    let loop = ScrollLoop(LiveScroll(player, vsyncs: vsyncs), vsyncs: vsyncs)
    try await loop.play { records.append($0) }
    let account = loop.player.account
    var figures = BenchRun(
      loop.player.ledger, mainTimes: OrderStatistics(account.mainTimes),
      frameTimes: OrderStatistics(account.frameTimes), options: options)
    let counts = player.table.counts
    figures.heightsAsked = counts.askedCount
    figures.cacheHits = counts.askedCount - counts.measuredCount
    figures.notePlanted(options.faults, misses: counts.forgottenCount)
    let spans = player.spans.map { $0.moved(by: player.epoch - vsyncs.epoch) }
    return (figures, BenchTake(records, loop.player.ledger, spans: spans))
  }

  /// Lowers the speed of a scroll there and back, so that it turns at the end of the feed instead of resting
  /// there, where no frame is due.
  ///
  /// - Throws: The errors of reading and laying out rows.
  package func turnAtEnd() async throws {
    guard case .thereAndBack(let speed, let turn) = options.script else { return }
    let height = try await survey().placedItems.reduce(0) { $0 + $1.height }
    let distance =
      Double(max(0, height - options.frameSize.height)) / options.rendering.template.scale
    let fitting = (distance / (turn / .seconds(1))).rounded(.up)
    options.script = .thereAndBack(speed: max(1, min(speed, fitting)), turn: turn)
  }

  /// The smallest throttle at which sync mode drops a tenth of its due frames on the virtual clock.
  ///
  /// Its error is at most 2 %. `nil` if sync mode drops fewer frames at throttles up to 1,000.
  ///
  /// - Throws: The error of a scroll.
  package func findThrottle() async throws -> Double? {
    let cell = BenchCell.sync()
    func drops(at throttle: Double) async throws -> Bool {
      try await run(cell, throttle: throttle, clock: .virtual).figures.droppedShare >= 0.1
    }
    var (low, high) = (1.0, 1000.0)
    if try await drops(at: low) { return low }
    guard try await drops(at: high) else { return nil }
    while high / low > 1.02 {
      let middle = (low * high).squareRoot()
      if try await drops(at: middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// The largest throttle up to `throttle` at which sync, and async that waits, present most of their frames on
  /// the real clock, so that a verdict is likely.
  ///
  /// - Throws: The error of a scroll.
  package func confirm(throttle: Double) async throws -> Double {
    guard options.clock == .real else { return throttle }
    var throttle = throttle
    while throttle > 1 {
      var isEnough = true
      for cell in [BenchCell.sync(), .async(verdictWorkerCount, .wait)] {
        let run = try await run(cell, throttle: throttle).figures
        // A margin, because the measured scrolls vary.
        isEnough = isEnough && run.presented * 100 >= run.due * 65
      }
      if isEnough { return throttle }
      throttle = max(1, throttle / 1.4)
    }
    return throttle
  }

  /// The screens of the feed in mode sync, as far as the films of ``takes`` show it, for a report.
  ///
  /// - Throws: The errors of reading and drawing.
  package func filmScreens() async throws -> [BenchFilm.Screen] {
    var options = options
    options.rendering.mode = .sync
    options.costModel.throttle = 1
    let view = try await FeedView(options)
    view.append(try await survey())
    let records = takes.values.flatMap { BenchFilm.records(of: $0, hertz: options.hertz) }
    let farthest = records.compactMap(\.content?.offset).max() ?? 0
    let height = options.frameSize.height
    return try await BenchFilm.screens(until: farthest, height: height) { number in
      view.offset = Double(number * height) / options.rendering.template.scale
      let frame = try await view.settle()
      return BenchFilm.Screen(offset: frame.plan.offset, png: try frame.png().bytes)
    }
  }

  /// Compares frames of both modes at offsets all over the feed, byte for byte.
  ///
  /// A frame of async mode is compared once no request waits. The cells of a ``SyncTable`` are
  /// compared too.
  ///
  /// - Throws: The errors of reading and drawing.
  package func prove(placeCount: Int = 12) async throws -> BenchProof {
    let survey = try await FeedScroll(options).survey(feed, isWhole: true)
    guard !survey.placedItems.isEmpty else { throw NoRows() }
    func view(_ mode: RenderMode) async throws -> FeedView {
      var options = options
      options.rendering.mode = mode
      options.rendering.workerCount = workerLimit
      options.costModel.throttle = 1
      let view = try await FeedView(options)
      view.append(survey)
      return view
    }
    let (sync, async) = (try await view(.sync), try await view(.async))
    let table = try SyncPlayer(
      survey, options: options, demand: HeightDemand(.key, .template)
    ).table
    var proof = BenchProof()
    proof.feedDigest = FeedDigest(survey.placedItems.lazy.map(\.item)).words
    proof.feedRows = survey.rows.count
    let placeCount = max(1, placeCount)
    for place in 0..<placeCount {
      // The offsets alternate between distant parts of the feed, so no picture is prepared.
      let share = Double((place * 5) % placeCount) / Double(max(1, placeCount - 1))
      let offset = max(0, sync.contentHeight - options.viewportHeight) * share
      sync.offset = offset
      async.offset = offset
      async let settled = async.settle()
      let frame = try await settled
      let expected = try await sync.settle()
      let bytes = (try expected.png().bytes, try frame.png().bytes)
      let pixels = expected.pixels(in: 0..<expected.plan.size.height)
      try table.scroll(to: expected.plan.offset)
      let isShown = table.shownPixels() == pixels
      if bytes.0 == bytes.1, isShown {
        proof.equalCount += 1
      } else {
        proof.unequalOffsets.append(offset)
      }
      if place == placeCount / 2 { proof.pictures = bytes }
    }
    return proof
  }
}

/// The result of comparing the frames of both modes.
package struct BenchProof: Sendable {
  /// The number of offsets at which the frames were equal.
  package var equalCount = 0
  /// The offsets at which the frames differed, in layout units.
  package var unequalOffsets: [Double] = []
  /// The digest of the feed's texts.
  package var feedDigest = ""
  /// The number of the feed's rows.
  package var feedRows = 0
  /// A frame of each mode, as a PNG.
  package var pictures: (sync: [UInt8], async: [UInt8]) = ([], [])

  /// Whether all frames were equal, so that the modes can be compared.
  package var holds: Bool { unequalOffsets.isEmpty && equalCount > 0 }
}

/// The error of a feed without rows.
package struct NoRows: Error, CustomStringConvertible {
  /// The error.
  package init() {}

  package var description: String { "the feed has no rows to measure" }
}
