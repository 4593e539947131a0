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

/// The spread of a figure over the runs of two benches, and the difference that it can tell apart.
package struct BenchSpread: Hashable, Sendable {
  /// The later mean less the earlier one.
  package let difference: Double
  /// The smallest difference that is not chance; 0 if all runs are equal, or if there is one run of each.
  package let detectable: Double

  /// Compares the runs of two benches by Welch's test.
  ///
  /// - Parameters:
  ///   - before: A value of each run; at least one.
  ///   - after: A value of each run; at least one.
  ///   - risk: The accepted probability that chance alone exceeds ``detectable``.
  package init(_ before: [Double], _ after: [Double], risk: Double) {
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    /// The squared error of the mean.
    func error(_ values: [Double]) -> Double {
      guard values.count > 1 else { return 0 }
      let center = mean(values)
      let squares = values.reduce(0) { $0 + ($1 - center) * ($1 - center) }
      return squares / Double(values.count - 1) / Double(values.count)
    }
    difference = mean(after) - mean(before)
    let (one, other) = (error(before), error(after))
    guard one + other > 0 else {
      detectable = 0
      return
    }
    func share(_ error: Double, _ count: Int) -> Double {
      count > 1 ? error * error / Double(count - 1) : 0
    }
    let degrees =
      (one + other) * (one + other) / (share(one, before.count) + share(other, after.count))
    detectable = Self.quantile(risk: risk, degrees: degrees) * (one + other).squareRoot()
  }

  /// The value of Student's distribution that chance exceeds, on both sides together, with the
  /// probability `risk`.
  ///
  /// - SeeAlso: G. W. Hill, Algorithm 396: Student's t-quantiles, 1970.
  package static func quantile(risk: Double, degrees: Double) -> Double {
    let (p, n) = (risk, max(1, degrees))
    if n < 1.000_01 { return cos(p * .pi / 2) / sin(p * .pi / 2) }
    if abs(n - 2) < 0.000_01 { return (2 / (p * (2 - p)) - 2).squareRoot() }
    let a = 1 / (n - 0.5)
    let b = 48 / (a * a)
    var c = ((20_700 * a / b - 98) * a - 16) * a + 96.36
    let d = ((94.5 / (b + c) - 3) / b + 1) * (a * .pi / 2).squareRoot() * n
    var x = d * p
    var y = pow(x, 2 / n)
    if y > 0.05 + a {
      x = normalQuantile(p / 2)
      y = x * x
      if n < 5 { c += 0.3 * (n - 4.5) * (x + 0.6) }
      c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
      y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
      y = a * y * y
      y = y > 0.002 ? exp(y) - 1 : 0.5 * y * y + y
    } else {
      y =
        ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1)
        * (n + 1) / (n + 2) + 1 / y
    }
    return (n * y).squareRoot()
  }

  /// The value below which the standard normal distribution has the probability `p`, at most a half.
  ///
  /// - SeeAlso: M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions, 26.2.23.
  private static func normalQuantile(_ p: Double) -> Double {
    let t = (-2 * log(p)).squareRoot()
    let above = 2.515_517 + 0.802_853 * t + 0.010_328 * t * t
    let below = 1 + 1.432_788 * t + 0.189_269 * t * t + 0.001_308 * t * t * t
    return -(t - above / below)
  }
}
