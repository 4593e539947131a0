package import Galley
package import GalleyFrames
package import GalleyPrimitives

/// The experiment of the articles that Galley is modelled on, on any feed: what a scroll costs with
/// and without remembered heights, in line and by workers, by frames and by a template cell.
@MainActor
package struct ScrollBench {
  /// What is measured: options of which the axes are replaced cell by cell.
  package var options: ScrollOptions
  /// How often each cell is measured; 1 on the virtual clock, where all runs are the same.
  package var repeatCount: Int
  /// The most workers.
  package var workerLimit: Int
  private let feed: FeedInput

  /// A bench of `feed`.
  package init(_ feed: FeedInput, options: ScrollOptions, repeatCount: Int, workerLimit: Int) {
    self.feed = feed
    self.options = options
    self.repeatCount = options.clock == .virtual ? 1 : max(1, repeatCount)
    self.workerLimit = max(1, workerLimit)
  }

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
    return BenchResult(cell: cell, runs: runs)
  }

  /// One scroll of a cell, with every vsync.
  ///
  /// - Throws: What scrolling throws.
  package func run(
    _ cell: BenchCell, throttle: Double? = nil, clock: ScrollClock? = nil
  ) async throws -> (figures: BenchRun, records: [ScrollRecord]) {
    var options = options
    options.rendering.mode = cell.mode
    options.rendering.workerCount = max(1, cell.workerCount)
    options.isWarm = cell.isWarm
    options.heightDemand = HeightDemand(cell.caching, cell.sizing)
    if let throttle { options.costModel.throttle = throttle }
    if let clock { options.clock = clock }
    var records: [ScrollRecord] = []
    let summary = try await FeedScroll(options).run(feed) { event in
      if case .vsync(let record) = event { records.append(record) }
    }
    return (BenchRun(summary, options: options), records)
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
  /// sync mode, byte for byte.
  ///
  /// - Throws: What reading and drawing throws.
  package func prove(placeCount: Int = 12) async throws -> BenchProof {
    func view(_ mode: RenderMode) async throws -> FeedView {
      var options = options
      options.rendering.mode = mode
      options.rendering.workerCount = workerLimit
      options.costModel.throttle = 1
      let view = try FeedView(options)
      try await view.append(feed)
      return view
    }
    let (sync, async) = (try await view(.sync), try await view(.async))
    var proof = BenchProof()
    for place in 0..<max(1, placeCount) {
      // From the end to the start in leaps, and back: nothing is there before.
      let share = Double((place * 5) % placeCount) / Double(max(1, placeCount - 1))
      let offset = max(0, sync.contentHeight - options.viewportHeight) * share
      sync.offset = offset
      async.offset = offset
      async let settled = async.settle()
      let frame = try await settled
      let expected = try await sync.settle()
      let bytes = (try expected.png().bytes, try frame.png().bytes)
      if bytes.0 == bytes.1 {
        proof.equalCount += 1
      } else {
        proof.unequalOffsets.append(offset)
      }
      if place == placeCount / 2 { proof.pictures = bytes }
    }
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

  /// The plainest scroll in line, which others are compared with.
  package static let sync = BenchCell(
    caching: .key, mode: .sync, sizing: .frames, workerCount: 0, isWarm: false)

  /// The same by workers.
  package static func async(_ workerCount: Int) -> BenchCell {
    BenchCell(
      caching: .key, mode: .async, sizing: .frames, workerCount: workerCount, isWarm: false)
  }
}
