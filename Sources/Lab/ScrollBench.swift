package import Galley
package import GalleyCompositing
package import GalleyFrames
import GalleyLive
import GalleyPictures
package import GalleyPrimitives
import GalleyScrolling

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
  private let feed: FeedInput
  private var known: FeedSurvey?
  private var syncResults: [BenchCell: BenchResult] = [:]
  /// The result of ``prove(placeCount:)``, without which there is no speed-up.
  package var proof: BenchProof?

  /// A bench of `feed`.
  package init(_ feed: FeedInput, options: ScrollOptions, repeatCount: Int, workerLimit: Int) {
    self.feed = feed
    self.options = options
    self.repeatCount = options.clock == .virtual ? 1 : max(1, repeatCount)
    self.workerLimit = Self.fitted(workerLimit)
  }

  private static func fitted(_ workerLimit: Int) -> Int { min(max(1, workerLimit), 64) }

  /// All combinations, in the order of the table.
  package var cells: [BenchCell] {
    var cells: [BenchCell] = []
    for sizing in CellSizing.allCases {
      for caching in HeightCaching.allCases {
        for isWarm in [false, true] {
          cells.append(
            BenchCell(
              caching: caching, mode: .sync, sizing: sizing, workerCount: 0, isWarm: isWarm))
          for workerCount in 1...workerLimit {
            cells.append(
              BenchCell(
                caching: caching, mode: .async, sizing: sizing, workerCount: workerCount,
                isWarm: isWarm))
          }
        }
      }
    }
    return cells
  }

  /// Measures a combination.
  ///
  /// - Throws: The error of a scroll.
  package func measure(_ cell: BenchCell) async throws -> BenchResult {
    var runs: [BenchRun] = []
    for _ in 0..<repeatCount { runs.append(try await run(cell).figures) }
    var result = BenchResult(cell: cell, runs: runs)
    if cell.mode == .sync {
      syncResults[cell] = result
    } else if proof?.holds == true, let sync = syncResults[cell.inSync] {
      let (before, after) = (sync.figure(\.cpuP99).mean, result.figure(\.cpuP99).mean)
      result.speedUp = after > 0 ? before / after : nil
    }
    return result
  }

  /// Scrolls in both modes at the throttle of ``options``, as often as each combination is
  /// measured.
  ///
  /// - Throws: The error of a scroll.
  package func check() async throws -> BenchCheck {
    var check = BenchCheck()
    for number in 0..<repeatCount {
      let (sync, async) = (
        try await run(.sync), try await run(.async(max(1, workerLimit - 1)))
      )
      check.vsyncCount += sync.figures.vsyncs
      check.syncDropped += sync.figures.ownDropped
      check.asyncDropped += async.figures.ownDropped
      if number == 0 { (check.sync, check.async) = (sync.records, async.records) }
    }
    return check
  }

  /// One scroll of a combination, with every vsync.
  ///
  /// - Throws: The error of a scroll.
  package func run(
    _ cell: BenchCell, throttle: Double? = nil, clock: ScrollClock? = nil,
    policy: BlankPolicy? = nil
  ) async throws -> (figures: BenchRun, records: [ScrollRecord]) {
    var options = options
    options.rendering.mode = cell.mode
    options.rendering.workerCount = max(1, cell.workerCount)
    options.isWarm = cell.isWarm
    options.heightTrial = HeightTrial(cell.caching, cell.sizing)
    if let throttle { options.costModel.throttle = throttle }
    if let clock { options.clock = clock }
    if let policy { options.policy = policy }
    // All combinations share the offsets and the work of the rows, and no measured height.
    let survey = try await survey()
    if cell.mode == .sync, options.clock == .real {
      return try await runSync(survey, options, HeightDemand(cell.caching, cell.sizing))
    }
    var records: [ScrollRecord] = []
    let summary = try await FeedScroll(options).run(survey) { event in
      if case .vsync(let record) = event { records.append(record) }
    }
    return (BenchRun(summary, options: options), records)
  }

  /// Scrolls in async mode with each blank policy.
  ///
  /// - Throws: The error of a scroll.
  package func comparePolicies() async throws -> [BenchPolicy] {
    var policies: [BenchPolicy] = []
    for policy in BlankPolicy.allCases {
      var runs: [BenchRun] = []
      for _ in 0..<repeatCount {
        runs.append(try await run(.async(max(1, workerLimit - 1)), policy: policy).figures)
      }
      policies.append(BenchPolicy(policy: policy, runs: runs))
    }
    return policies
  }

  private func survey() async throws -> FeedSurvey {
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
  ) async throws -> (figures: BenchRun, records: [ScrollRecord]) {
    let player = try SyncPlayer(survey, options: options, demand: demand)
    var records: [ScrollRecord] = []
    let loop = ScrollLoop(live: player)
    try await loop.play { records.append($0) }
    let account = loop.player.account
    var figures = BenchRun(
      loop.player.ledger, mainTimes: OrderStatistics(account.mainTimes),
      frameTimes: OrderStatistics(account.frameTimes), options: options)
    let counts = player.table.counts
    figures.heightsAsked = counts.askedCount
    figures.cacheHits = counts.askedCount - counts.measuredCount
    return (figures, records)
  }

  /// The smallest throttle at which sync mode drops a tenth of its frames on the virtual clock.
  ///
  /// Its error is at most 2 %. `nil` if sync mode drops fewer frames at throttles up to 1,000.
  ///
  /// - Throws: The error of a scroll.
  package func findThrottle() async throws -> Double? {
    let cell = BenchCell.sync
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
    self.proof = proof
    return proof
  }
}

/// The result of comparing the frames of both modes.
package struct BenchProof: Sendable {
  /// The number of offsets at which the frames were equal.
  package var equalCount = 0
  /// The offsets at which the frames differed, in layout units.
  package var unequalOffsets: [Double] = []
  /// A frame of each mode, as a PNG.
  package var pictures: (sync: [UInt8], async: [UInt8]) = ([], [])

  /// Whether all frames were equal, so that a speed-up is meaningful.
  package var holds: Bool { unequalOffsets.isEmpty && equalCount > 0 }
}

/// The dropped frames of both modes at a throttle.
package struct BenchCheck: Sendable {
  /// The vsyncs of each mode.
  package var vsyncCount = 0
  /// Dropped frames that the host did not cause.
  package var syncDropped = 0
  package var asyncDropped = 0
  /// The vsyncs of the first scroll in each mode.
  package var sync: [ScrollRecord] = []
  package var async: [ScrollRecord] = []
}

/// A combination of compared options.
package struct BenchCell: Hashable, Sendable, Codable {
  /// The key under which heights are remembered.
  package var caching: HeightCaching
  /// The mode in which pictures are made.
  package var mode: RenderMode
  /// The method that finds heights.
  package var sizing: CellSizing
  /// The number of workers; 0 in sync mode.
  package var workerCount: Int
  /// Whether the pictures around the start are made before the start.
  package var isWarm: Bool

  /// The combination in words, in the order of the table.
  package var words: String {
    "\(sizing.rawValue) \(caching.rawValue) \(mode.rawValue) \(workerCount) "
      + (isWarm ? "warm" : "cold")
  }

  /// The same combination in sync mode.
  var inSync: BenchCell {
    BenchCell(caching: caching, mode: .sync, sizing: sizing, workerCount: 0, isWarm: isWarm)
  }

  /// The plainest scroll in sync mode, which others are compared with.
  package static let sync = BenchCell(
    caching: .key, mode: .sync, sizing: .frames, workerCount: 0, isWarm: false)

  /// The same scroll in async mode.
  package static func async(_ workerCount: Int) -> BenchCell {
    BenchCell(
      caching: .key, mode: .async, sizing: .frames, workerCount: workerCount, isWarm: false)
  }
}

/// The error of a feed without rows.
package struct NoRows: Error, CustomStringConvertible {
  /// The error.
  package init() {}

  package var description: String { "the feed has no rows to measure" }
}
