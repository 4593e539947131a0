import Foundation
import Galley
package import GalleyCompositing
import GalleyFrames

/// The figures of one scroll.
///
/// Percentiles are keyed by their names: `p50`, `p90`, `p95`, `p99`.
package struct BenchRun: Hashable, Sendable, Codable {
  /// The processor time of the main queue for a frame, in milliseconds, by percentile.
  package var frameDurationCpuMs: [String: Double]
  /// The time past a frame's target, in milliseconds, by percentile; negative before the target.
  package var frameOverrunMs: [String: Double]
  /// The time of compositing a frame, in milliseconds, by percentile; `nil` if it was not measured.
  package var compositeMs: [String: Double]?
  /// Milliseconds of hitch for each second.
  package var hitchMsPerSecond: Double
  /// Vsyncs.
  package var vsyncs: Int
  /// Frames that were presented.
  package var presented: Int
  /// Dropped frames, including those that the host caused.
  package var dropped: Int
  /// Dropped frames whose own work stayed within the budget.
  package var hostDropped: Int
  /// Dropped frames by the stage that overran.
  package var droppedBy: [String: Int]
  /// The blank area multiplied by the time it was shown, in pixel seconds.
  package var blankPixelSeconds: Double
  /// The blank area as a share of all shown pixels, 0 to 1.
  package var blankShare: Double
  /// The share of the workers' time for pictures that were superseded, 0 to 1.
  package var wastedWorkRatio = 0.0
  /// The largest size of all pictures in bytes; `nil` if cells are drawn for each frame.
  package var mostPictureBytes: Int?
  /// Requested heights.
  package var heightsAsked = 0
  /// Requested heights that were known.
  package var cacheHits = 0

  /// Dropped frames that the host did not cause.
  package var ownDropped: Int { dropped - hostDropped }

  /// The share of vsyncs whose frames were dropped, without those that the host caused.
  package var droppedShare: Double { vsyncs == 0 ? 0 : Double(ownDropped) / Double(vsyncs) }

  /// The processor time of the main queue for the 99th of 100 frames, in milliseconds.
  package var cpuP99: Double { frameDurationCpuMs["p99"] ?? 0 }

  /// The figures of a scroll through a ``FeedView``, or on the virtual clock.
  init(_ summary: ScrollSummary, options: ScrollOptions) {
    self.init(
      summary.frames, mainTimes: summary.mainTimes, frameTimes: summary.frameTimes,
      options: options)
    wastedWorkRatio = summary.wastedShare
    mostPictureBytes = summary.mostPictureBytes
    heightsAsked = summary.heightDemand?.askedCount ?? 0
    cacheHits = summary.heightDemand?.hitCount ?? 0
  }

  /// The figures of a scroll without workers and heights.
  init(
    _ frames: FrameLedger, mainTimes: OrderStatistics, frameTimes: OrderStatistics,
    options: ScrollOptions
  ) {
    let interval = FrameBudget(hertz: options.hertz).interval
    frameDurationCpuMs = Self.percentiles(mainTimes) { $0 }
    frameOverrunMs = Self.percentiles(frameTimes) { $0 - interval }
    hitchMsPerSecond = frames.hitchRatio
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
  }

  /// Stores the times of compositing.
  mutating func setComposite(_ times: [Duration]) {
    compositeMs = Self.percentiles(OrderStatistics(times)) { $0 }
  }

  private static func percentiles(
    _ times: OrderStatistics, _ change: (Duration) -> Duration
  ) -> [String: Double] {
    var result: [String: Double] = [:]
    for percent in [50, 90, 95, 99] {
      guard let time = times.percentile(percent) else { continue }
      result["p\(percent)"] = change(time) / .milliseconds(1)
    }
    return result
  }
}

/// A figure of several runs: its mean and its 95 % confidence interval.
package struct BenchFigure: Hashable, Sendable, Codable {
  /// The mean.
  package var mean: Double
  /// Half the width of the confidence interval; `nil` for a single run.
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

/// The measured figures of a combination.
package struct BenchResult: Hashable, Sendable, Codable {
  /// The combination.
  package var cell: BenchCell
  /// Each run.
  package var runs: [BenchRun]
  /// The processor time of the main queue in sync mode divided by that of this combination.
  ///
  /// It compares the 99th of 100 frames, all else being equal. `nil` in sync mode, and if the
  /// frames of both modes were not found equal.
  package var speedUp: Double?

  /// The figure of `value` over all runs.
  package func figure(_ value: (BenchRun) -> Double) -> BenchFigure { BenchFigure(runs.map(value)) }
}

/// The results of async mode with one blank policy.
package struct BenchPolicy: Hashable, Sendable, Codable {
  /// The policy.
  package var policy: BlankPolicy
  /// Each run.
  package var runs: [BenchRun]

  /// The figures as a line of text.
  package var words: String {
    func mean(_ value: (BenchRun) -> Double) -> Double { BenchFigure(runs.map(value)).mean }
    return String(
      format: "%@ blank %.2f %% (%.0f pixel seconds), dropped %.1f, hitch %.2f ms/s",
      policy.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0),
      100 * mean(\.blankShare), mean(\.blankPixelSeconds), mean { Double($0.ownDropped) },
      mean(\.hitchMsPerSecond))
  }
}

/// A comparison of two benches.
package struct BenchComparison: Hashable, Sendable {
  /// A figure of a combination, before and after.
  package struct Change: Hashable, Sendable {
    /// The combination.
    package var cell: BenchCell
    /// The name of the figure.
    package var metric: String
    /// The figure before and after.
    package var before: BenchFigure
    package var after: BenchFigure

    /// The growth as a share of the earlier value.
    package var growth: Double {
      before.mean == 0 ? (after.mean == 0 ? 0 : .infinity) : after.mean / before.mean - 1
    }

    /// Whether the two confidence intervals overlap, so that the difference may be chance.
    package var isChance: Bool {
      guard let one = before.halfWidth, let other = after.halfWidth else { return false }
      return abs(after.mean - before.mean) <= one + other
    }
  }

  /// Every figure of the combinations that are in both benches.
  package private(set) var changes: [Change] = []
  /// The combinations that only the earlier bench has.
  package let missingAfter: [BenchCell]
  /// The combinations that only the later bench has.
  package let missingBefore: [BenchCell]

  /// A comparison of the results before and after.
  package init(_ before: [BenchResult], _ after: [BenchResult]) {
    let (old, new) = (Set(before.map(\.cell)), Set(after.map(\.cell)))
    missingAfter = before.map(\.cell).filter { !new.contains($0) }
    missingBefore = after.map(\.cell).filter { !old.contains($0) }
    let metrics: [(String, (BenchRun) -> Double)] = [
      ("frameDurationCpuMs.p50", { $0.frameDurationCpuMs["p50"] ?? 0 }),
      ("frameDurationCpuMs.p99", { $0.frameDurationCpuMs["p99"] ?? 0 }),
      ("dropped", { Double($0.dropped - $0.hostDropped) }),
      ("hitchMsPerSecond", { $0.hitchMsPerSecond }),
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

  /// The figures that grew by more than `share`, and whose growth is not chance.
  package func failures(over share: Double) -> [Change] {
    changes.filter { $0.growth > share && !$0.isChance }
  }
}
