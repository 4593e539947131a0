import Foundation
package import Galley
package import GalleyPrimitives
import GalleyStageBenches

/// The cost of a scroll with many round parts on a screen, for each way to make them round, in sync
/// and async mode.
@MainActor
package struct CornerBench {
  /// The options of the scrolls; the bench replaces the compared ones.
  package var options: ScrollOptions
  /// The number of runs of each combination; 1 on the virtual clock, on which all runs are equal.
  package var repeatCount: Int { didSet { repeatCount = max(1, repeatCount) } }
  /// The number of workers in async mode.
  package var workerCount: Int
  private let feed: FeedInput

  /// A bench of `feed`.
  package init(_ feed: FeedInput, options: ScrollOptions, repeatCount: Int, workerCount: Int) {
    self.feed = feed
    self.options = options
    self.repeatCount = options.clock == .virtual ? 1 : max(1, repeatCount)
    self.workerCount = max(1, workerCount)
  }

  /// The average numbers of round parts on a screen.
  package static let counts = [0, 6, 12, 24]

  /// The combinations; without parts there is only one way to make them round.
  package static func cells(_ roundings: [CornerRounding]) -> [CornerCell] {
    counts.flatMap { count in
      (count == 0 ? [.none] : roundings).flatMap { rounding in
        [RenderMode.sync, .async].map {
          CornerCell(partCount: count, corners: rounding, mode: $0)
        }
      }
    }
  }

  /// Scrolls once through the feed with a combination.
  ///
  /// - Throws: The error of the scroll.
  package func run(_ cell: CornerCell) async throws -> BenchRun {
    var options = options
    options.rendering.mode = cell.mode
    options.rendering.workerCount = workerCount
    // The pictures have to exist, or the frames would not show the parts.
    (options.isWarm, options.encodesPictures) = (true, false)
    options.rendering.decoration =
      RoundParts(
        onScreen: Double(cell.partCount), height: options.viewportHeight, rounding: cell.corners
      ).decoration
    var composite: [Duration] = []
    let load = HostLoad.now
    let summary = try await FeedScroll(options).run(feed) { event in
      if case .vsync(let record) = event, let time = record.timings?.duration(of: .composite) {
        composite.append(time)
      }
    }
    var run = BenchRun(summary, options: options)
    run.setComposite(composite)
    run.foreignShare = load.foreignShare(on: options.clock)
    return run
  }

  /// Measures combinations in rounds, each of which has a run of every one.
  ///
  /// The speed of a machine changes from minute to minute, but hardly within a round.
  ///
  /// - Parameters:
  ///   - cells: The combinations.
  ///   - begin: A function to call before each run, with the number of runs before it.
  /// - Returns: The results, in the order of `cells`.
  /// - Throws: The error of a scroll.
  package func measure(
    _ cells: [CornerCell], begin: (Int, CornerCell) throws -> Void = { _, _ in }
  ) async throws -> [CornerResult] {
    var results = cells.map {
      CornerResult(cell: $0, workerCount: $0.mode == .sync ? 0 : workerCount, runs: [])
    }
    for round in 0..<repeatCount {
      for (index, cell) in cells.enumerated() {
        try begin(round * cells.count + index, cell)
        results[index].runs.append(try await run(cell))
      }
    }
    return results
  }
}

/// A combination of round parts, a way to make them round, and a mode.
package struct CornerCell: Hashable, Sendable, Codable {
  /// The average number of round parts on a screen.
  package var partCount: Int
  /// The way to make them round.
  package var corners: CornerRounding
  /// The mode in which pictures are made.
  package var mode: RenderMode

  /// The combination in words.
  package var words: String { "\(partCount) \(corners.rawValue) \(mode.rawValue)" }

  /// A combination.
  package init(partCount: Int, corners: CornerRounding, mode: RenderMode) {
    self.partCount = partCount
    self.corners = corners
    self.mode = mode
  }
}

/// The measured figures of a combination.
package struct CornerResult: Hashable, Sendable, Codable {
  /// The combination.
  package var cell: CornerCell
  /// The number of workers; 0 in sync mode.
  package var workerCount: Int
  /// Each run.
  package var runs: [BenchRun]

  /// The heads of the columns.
  package static let head = row(
    [
      "parts", "corners", "mode", "cpu P50 ms", "cpu P99 ms", "composite ms", "dropped frames",
      "blank %",
    ])

  /// The figures as a line of the table.
  package var words: String {
    func text(_ value: (BenchRun) -> Double) -> String {
      BenchTable.words(BenchFigure(runs.map(value)))
    }
    return Self.row([
      "\(cell.partCount)", cell.corners.rawValue,
      cell.mode.rawValue + (BenchRules.isDisturbed(runs) ? BenchTable.mark : ""),
      text { $0.frameDurationCpuMs["p50"] ?? 0 }, text { $0.frameDurationCpuMs["p99"] ?? 0 },
      text { $0.compositeMs?["p50"] ?? 0 },
      BenchTable.words(BenchFigure(counts: runs.map { Double($0.ownDropped) })),
      text { 100 * $0.blankShare },
    ])
  }

  private static func row(_ words: [String]) -> String {
    zip(words, [6, 8, 6, 20, 20, 20, 20, 20]).map {
      $0.padding(toLength: max($1, $0.count), withPad: " ", startingAt: 0)
    }.joined(separator: " ")
  }
}
