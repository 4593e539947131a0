import Foundation
package import Galley
package import GalleyPrimitives

/// The articles' dozen: what a scroll costs with so many round parts on a screen, in each way to make
/// them round, in line and by workers.
@MainActor
package struct CornerBench {
  /// What is scrolled with: options of which the axes are replaced.
  package var options: ScrollOptions
  /// How often each is measured; 1 on the virtual clock, where all runs are the same.
  package var repeatCount: Int { didSet { repeatCount = max(1, repeatCount) } }
  /// The workers of async mode.
  package var workerCount: Int
  private let feed: FeedInput

  /// A bench of `feed`.
  package init(_ feed: FeedInput, options: ScrollOptions, repeatCount: Int, workerCount: Int) {
    self.feed = feed
    self.options = options
    self.repeatCount = options.clock == .virtual ? 1 : max(1, repeatCount)
    self.workerCount = max(1, workerCount)
  }

  /// Round parts on a screen, on average.
  package static let counts = [0, 6, 12, 24]

  /// What is measured: without parts there is only one way to make them round.
  package static func cells(_ roundings: [CornerRounding]) -> [CornerCell] {
    counts.flatMap { count in
      (count == 0 ? [.none] : roundings).flatMap { rounding in
        [RenderMode.sync, .async].map {
          CornerCell(partCount: count, corners: rounding, mode: $0)
        }
      }
    }
  }

  /// Measures a cell.
  ///
  /// - Throws: What scrolling throws.
  package func measure(_ cell: CornerCell) async throws -> CornerResult {
    var options = options
    options.rendering.mode = cell.mode
    options.rendering.workerCount = workerCount
    // Frames show what is measured only where pictures are there.
    options.isWarm = true
    options.rendering.roundParts = RoundParts(
      onScreen: Double(cell.partCount), height: options.viewportHeight, rounding: cell.corners)
    var runs: [BenchRun] = []
    for _ in 0..<repeatCount {
      var composite: [Duration] = []
      let summary = try await FeedScroll(options).run(feed) { event in
        if case .vsync(let record) = event, let time = record.timings?.duration(of: .composite) {
          composite.append(time)
        }
      }
      var run = BenchRun(summary, options: options)
      run.setComposite(composite)
      runs.append(run)
    }
    return CornerResult(cell: cell, workerCount: cell.mode == .sync ? 0 : workerCount, runs: runs)
  }
}

/// A way to have round parts.
package struct CornerCell: Hashable, Sendable, Codable {
  /// Round parts on a screen, on average.
  package var partCount: Int
  /// How they come to be round.
  package var corners: CornerRounding
  /// Who makes the pictures.
  package var mode: RenderMode

  /// So many parts, made round in a way.
  package init(partCount: Int, corners: CornerRounding, mode: RenderMode) {
    self.partCount = partCount
    self.corners = corners
    self.mode = mode
  }
}

/// What was measured of a way to have round parts.
package struct CornerResult: Hashable, Sendable, Codable {
  /// What was measured.
  package var cell: CornerCell
  /// The workers; 0 in sync mode.
  package var workerCount: Int
  /// Each run.
  package var runs: [BenchRun]

  /// The head of the table.
  package static let head = row(
    ["parts", "corners", "mode", "cpu P50 ms", "cpu P99 ms", "composite P50", "dropped", "blank %"])

  /// The figures for people.
  package var words: String {
    func text(_ value: (BenchRun) -> Double) -> String {
      let figure = BenchFigure(runs.map(value))
      return String(format: "%.2f", figure.mean)
        + (figure.halfWidth.map { String(format: " ±%.2f", $0) } ?? "")
    }
    return Self.row([
      "\(cell.partCount)", cell.corners.rawValue, cell.mode.rawValue,
      text { $0.frameDurationCpuMs["P50"] ?? 0 }, text(\.cpuP99),
      text { $0.compositeMs?["P50"] ?? 0 }, text { Double($0.ownDropped) },
      text { 100 * $0.blankShare },
    ])
  }

  private static func row(_ words: [String]) -> String {
    zip(words, [6, 8, 6, 14, 14, 14, 14, 14]).map {
      $0.padding(toLength: max($1, $0.count), withPad: " ", startingAt: 0)
    }.joined(separator: " ")
  }
}
