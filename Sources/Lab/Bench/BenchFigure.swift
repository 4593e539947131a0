import Foundation
import GalleyPrimitives
import GalleyRandomness

/// A figure of several runs: its value over all runs, and its 95 % interval.
///
/// The interval is a bootstrap over runs: the value is computed again for many draws of whole runs with
/// replacement, because the frames of one run depend on each other. A few runs give a rough interval.
package struct BenchFigure: Hashable, Sendable {
  /// The value of all runs.
  package var mean: Double
  /// The 95 % interval; `nil` for a single run.
  package var interval: ClosedRange<Double>?

  /// Half the width of the interval; `nil` for a single run.
  package var halfWidth: Double? { interval.map { ($0.upperBound - $0.lowerBound) / 2 } }

  /// The mean of a sample of each run.
  ///
  /// - Precondition: There is at least one.
  package init(_ samples: [Double]) {
    self.init(samples) { runs in runs.reduce(0, +) / Double(runs.count) }
  }

  /// The percentile of the frames of all runs: one of the frames, as in `OrderStatistics`.
  ///
  /// - Precondition: There is at least one run, and `percent` is in 1...100.
  package init(percentile percent: Int, of runs: [[Double]]) {
    precondition((1...100).contains(percent), "p\(percent)")
    self.init(runs) { runs in
      let frames = runs.flatMap { $0 }.sorted()
      return frames.isEmpty ? 0 : frames[(frames.count * percent + 99) / 100 - 1]
    }
  }

  private static let drawCount = 400

  private init<Run>(_ runs: [Run], _ value: ([Run]) -> Double) {
    mean = value(runs)
    guard runs.count > 1 else { return }
    // The same runs give the same interval.
    var generator = SeededGenerator(seed: 1)
    var draws: [Double] = []
    for _ in 0..<Self.drawCount {
      draws.append(value(runs.indices.map { _ in runs[generator.below(runs.count)] }))
    }
    draws.sort()
    let tail = Self.drawCount / 40
    interval = draws[tail]...draws[Self.drawCount - 1 - tail]
  }
}
