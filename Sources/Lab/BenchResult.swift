import Foundation
import Galley
import GalleyFrames

/// The figures of one scroll, by the names that the field has for them.
package struct BenchRun: Hashable, Sendable, Codable {
  /// Milliseconds of the processor that the main queue took for a frame, by percentile.
  package var frameDurationCpuMs: [String: Double]
  /// Milliseconds that frames were past their targets; below 0 before them.
  package var frameOverrunMs: [String: Double]
  /// Milliseconds of hitch in a second.
  package var hitchTimeRatio: Double
  /// Vsyncs.
  package var vsyncs: Int
  /// Frames that were presented.
  package var presented: Int
  /// Dropped frames, the host's included.
  package var dropped: Int
  /// Dropped frames in which our own work stayed within the budget.
  package var hostDropped: Int
  /// Dropped frames by the stage that overran.
  package var droppedBy: [String: Int]
  /// The blank area times the time it was shown, in pixels times seconds.
  package var blankPixelSeconds: Double
  /// The same as a share of everything shown, 0 to 1.
  package var blankShare: Double
  /// The share of the workers' time that went into pictures nobody saw, 0 to 1.
  package var wastedWorkRatio: Double
  /// Heights that were asked for.
  package var heightsAsked: Int
  /// Heights that were known when they were asked for.
  package var cacheHits: Int

  /// The share of vsyncs that our own stages dropped.
  package var droppedShare: Double {
    vsyncs == 0 ? 0 : Double(dropped - hostDropped) / Double(vsyncs)
  }

  init(_ summary: ScrollSummary, options: ScrollOptions) {
    let interval = FrameBudget(hertz: options.hertz).interval
    frameDurationCpuMs = Self.percentiles(summary.mainTimes) { $0 }
    frameOverrunMs = Self.percentiles(summary.frameTimes) { $0 - interval }
    let frames = summary.frames
    hitchTimeRatio = frames.hitchRatio
    vsyncs = frames.vsyncCount
    presented = frames.presentedCount
    dropped = frames.droppedCount
    hostDropped = frames.hostDroppedCount
    droppedBy = [:]
    for blame in DropBlame.allCases where frames.droppedCount(of: blame) > 0 {
      droppedBy[blame.rawValue] = frames.droppedCount(of: blame)
    }
    blankPixelSeconds = frames.blankPixelSeconds
    let scale = options.rendering.template.scale
    let area = options.rendering.template.width * options.viewportHeight * scale * scale
    blankShare = blankPixelSeconds / max(1e-9, area * (frames.elapsed / .seconds(1)))
    wastedWorkRatio = summary.wastedShare
    heightsAsked = summary.heightDemand?.askedCount ?? 0
    cacheHits = summary.heightDemand?.hitCount ?? 0
  }

  private static func percentiles(
    _ times: OrderStatistics, _ change: (Duration) -> Duration
  ) -> [String: Double] {
    var result: [String: Double] = [:]
    for percent in [50, 90, 95, 99] {
      guard let time = times.percentile(percent) else { continue }
      result["P\(percent)"] = change(time) / .milliseconds(1)
    }
    return result
  }
}

/// A figure of several runs: its mean, and where the true one lies in 95 of 100 experiments.
package struct BenchFigure: Hashable, Sendable, Codable {
  /// The mean.
  package var mean: Double
  /// Half of the interval around it; `nil` for a single run.
  package var halfWidth: Double?

  /// The figure of `samples`, by Student's distribution.
  ///
  /// - Precondition: There is at least one.
  package init(_ samples: [Double]) {
    let mean = samples.reduce(0, +) / Double(samples.count)
    self.mean = mean
    guard samples.count > 1 else { return }
    let squares = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(samples.count - 1)).squareRoot()
    halfWidth = Self.quantile(samples.count - 1) * deviation / Double(samples.count).squareRoot()
  }

  /// The 97.5 % quantile of Student's distribution.
  private static func quantile(_ degrees: Int) -> Double {
    let table = [
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
      2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    ]
    return degrees <= table.count ? table[degrees - 1] : 1.96 + 2.6 / Double(degrees)
  }
}

/// What was measured of a cell.
package struct BenchResult: Hashable, Sendable, Codable {
  /// What was measured.
  package var cell: BenchCell
  /// Each run.
  package var runs: [BenchRun]

  /// The figure of what `value` takes from each run.
  package func figure(_ value: (BenchRun) -> Double) -> BenchFigure { BenchFigure(runs.map(value)) }
}

/// What of a bench got worse.
package struct BenchComparison: Hashable, Sendable {
  /// A figure of a cell that can be compared.
  package struct Change: Hashable, Sendable {
    /// What was measured.
    package var cell: BenchCell
    /// The figure's name.
    package var metric: String
    /// The figure before and after.
    package var before: BenchFigure
    package var after: BenchFigure

    /// How much more it is, as a share of before.
    package var growth: Double {
      before.mean == 0 ? (after.mean == 0 ? 0 : .infinity) : after.mean / before.mean - 1
    }

    /// Whether both intervals hold a common value: then it may be chance.
    package var isChance: Bool {
      guard let one = before.halfWidth, let other = after.halfWidth else { return false }
      return abs(after.mean - before.mean) <= one + other
    }
  }

  /// Everything that is in both.
  package private(set) var changes: [Change] = []

  /// Compares the cells that are in both.
  package init(_ before: [BenchResult], _ after: [BenchResult]) {
    let metrics: [(String, (BenchRun) -> Double)] = [
      ("frameDurationCpuMs.P50", { $0.frameDurationCpuMs["P50"] ?? 0 }),
      ("frameDurationCpuMs.P99", { $0.frameDurationCpuMs["P99"] ?? 0 }),
      ("dropped", { Double($0.dropped - $0.hostDropped) }),
      ("hitchTimeRatio", { $0.hitchTimeRatio }),
      ("blankShare", { $0.blankShare }),
    ]
    for old in before {
      guard let new = after.first(where: { $0.cell == old.cell }) else { continue }
      for (name, value) in metrics {
        changes.append(
          Change(
            cell: old.cell, metric: name, before: old.figure(value), after: new.figure(value)))
      }
    }
  }

  /// The figures that grew by more than `share`, where that is not chance.
  package func failures(over share: Double) -> [Change] {
    changes.filter { $0.growth > share && !$0.isChance }
  }
}
