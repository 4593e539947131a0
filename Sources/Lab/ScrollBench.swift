package import Galley
package import GalleyCompositing
package import GalleyFrames
package import GalleyPrimitives

/// The experiment of the articles that Galley is modelled on, on any feed: what a scroll costs with
/// and without remembered heights, in line and by workers, by frames and by a template cell.
@MainActor
package final class ScrollBench {
  /// What is measured: options of which the axes are replaced cell by cell.
  package var options: ScrollOptions
  /// How often each cell is measured; 1 on the virtual clock, where all runs are the same.
  package var repeatCount: Int { didSet { repeatCount = max(1, repeatCount) } }
  /// The most workers; made to fit 1...64, as a pool's are.
  package var workerLimit: Int { didSet { workerLimit = Self.fitted(workerLimit) } }
  private let feed: FeedInput
  private var known: FeedSurvey?
  private var syncResults: [BenchCell: BenchResult] = [:]
  /// What ``prove(placeCount:)`` found: without it no speed-up is told of.
  package var proof: BenchProof?

  /// A bench of `feed`.
  package init(_ feed: FeedInput, options: ScrollOptions, repeatCount: Int, workerLimit: Int) {
    self.feed = feed
    self.options = options
    self.repeatCount = options.clock == .virtual ? 1 : max(1, repeatCount)
    self.workerLimit = Self.fitted(workerLimit)
  }

  private static func fitted(_ workerLimit: Int) -> Int { min(max(1, workerLimit), 64) }

  /// All cells of the matrix, in the order of the table.
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

  /// Measures a cell.
  ///
  /// - Throws: What scrolling throws.
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

  /// Scrolls by both modes at the throttle of ``options``, as often as cells are measured.
  ///
  /// - Throws: What scrolling throws.
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

  /// One scroll of a cell, with every vsync.
  ///
  /// - Throws: What scrolling throws.
  package func run(
    _ cell: BenchCell, throttle: Double? = nil, clock: ScrollClock? = nil,
    policy: BlankPolicy? = nil
  ) async throws -> (figures: BenchRun, records: [ScrollRecord]) {
    var options = options
    options.rendering.mode = cell.mode
    options.rendering.workerCount = max(1, cell.workerCount)
    options.isWarm = cell.isWarm
    options.heightDemand = HeightDemand(cell.caching, cell.sizing)
    if let throttle { options.costModel.throttle = throttle }
    if let clock { options.clock = clock }
    if let policy { options.policy = policy }
    // Where rows are and how much work they are is the same in all cells; nothing of it is measured.
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

  /// Scrolls by async mode with each policy for what is shown where a picture is not there.
  ///
  /// - Throws: What scrolling throws.
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

  /// A scroll on the real clock in which the main queue does all: heights by a cache of the table's
  /// own, template cells or frames, cells from a reuse pool.
  private func runSync(
    _ survey: FeedSurvey, _ options: ScrollOptions, _ demand: HeightDemand
  ) async throws -> (figures: BenchRun, records: [ScrollRecord]) {
    let player = try SyncPlayer(survey, options: options, demand: demand)
    var run = LiveRun(player)
    try await run.play()
    var figures = BenchRun(
      run.ledger, mainTimes: OrderStatistics(run.mainTimes),
      frameTimes: OrderStatistics(run.frameTimes), options: options)
    let counts = player.table.counts
    figures.heightsAsked = counts.askedCount
    figures.cacheHits = counts.askedCount - counts.measuredCount
    return (figures, run.records)
  }

  /// The smallest throttle at which sync mode drops a tenth of its frames on the virtual clock, to
  /// 2 %; `nil` if it never does up to 1,000.
  ///
  /// - Throws: What scrolling throws.
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

  /// Compares, at places all over the feed, the frame of async mode, once nothing waits, with that of
  /// sync mode, byte for byte, and with what the cells of a ``SyncTable`` show.
  ///
  /// - Throws: What reading and drawing throws.
  package func prove(placeCount: Int = 12) async throws -> BenchProof {
    let survey = try await FeedScroll(options).survey(feed, isWhole: true)
    guard !survey.placedItems.isEmpty else { throw NoRows() }
    func view(_ mode: RenderMode) throws -> FeedView {
      var options = options
      options.rendering.mode = mode
      options.rendering.workerCount = workerLimit
      options.costModel.throttle = 1
      let view = try FeedView(options)
      view.append(survey)
      return view
    }
    let (sync, async) = (try view(.sync), try view(.async))
    let table = try SyncPlayer(
      survey, options: options, demand: HeightDemand(.key, .template)
    ).table
    var proof = BenchProof()
    let placeCount = max(1, placeCount)
    for place in 0..<placeCount {
      // From the end to the start in leaps, and back: nothing is there before.
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

/// What was found where the frames of both modes were compared.
package struct BenchProof: Sendable {
  /// Places at which the frames were equal.
  package var equalCount = 0
  /// Places, in layout units, at which they were not.
  package var unequalOffsets: [Double] = []
  /// A frame of each mode, as a PNG.
  package var pictures: (sync: [UInt8], async: [UInt8]) = ([], [])

  /// Whether a speed-up may be told of.
  package var holds: Bool { unequalOffsets.isEmpty && equalCount > 0 }
}

/// What both modes dropped at a throttle.
package struct BenchCheck: Sendable {
  /// Vsyncs of each mode.
  package var vsyncCount = 0
  /// Frames that our own stages dropped.
  package var syncDropped = 0
  package var asyncDropped = 0
  /// The vsyncs of the first scroll of each.
  package var sync: [ScrollRecord] = []
  package var async: [ScrollRecord] = []
}

/// A combination of what is compared.
package struct BenchCell: Hashable, Sendable, Codable {
  /// Where heights are remembered.
  package var caching: HeightCaching
  /// Who makes the pictures.
  package var mode: RenderMode
  /// How heights are found.
  package var sizing: CellSizing
  /// The workers; 0 in sync mode.
  package var workerCount: Int
  /// Whether the pictures around the start are there at the start.
  package var isWarm: Bool

  /// The combination in words, in the order of the table.
  package var words: String {
    "\(sizing.rawValue) \(caching.rawValue) \(mode.rawValue) \(workerCount) "
      + (isWarm ? "warm" : "cold")
  }

  /// The same in line.
  var inSync: BenchCell {
    BenchCell(caching: caching, mode: .sync, sizing: sizing, workerCount: 0, isWarm: isWarm)
  }

  /// The plainest scroll in line, which others are compared with.
  package static let sync = BenchCell(
    caching: .key, mode: .sync, sizing: .frames, workerCount: 0, isWarm: false)

  /// The same by workers.
  package static func async(_ workerCount: Int) -> BenchCell {
    BenchCell(
      caching: .key, mode: .async, sizing: .frames, workerCount: workerCount, isWarm: false)
  }
}

/// Why nothing was measured: the feed has no rows.
package struct NoRows: Error, CustomStringConvertible {
  package var description: String { "the feed has no rows to measure" }
}
