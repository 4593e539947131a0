import Foundation
import GalleyPrimitives
import GalleyRandomness

/// A figure of several runs: the mean of its values in the runs, and its 95 % interval.
///
/// The interval is a bootstrap over runs, because the frames of one run depend on each other: the mean is computed
/// again for many draws of whole runs with replacement. The plain percentiles of these means are too narrow for a few
/// runs, so percentiles farther out are taken, by Student's distribution. An interval need not have the mean in its
/// middle.
///
/// - SeeAlso: T. C. Hesterberg, What Teachers Should Know About the Bootstrap, 2015, section 3.3 (the expanded
///   percentile interval).
package struct BenchFigure: Hashable, Sendable {
  /// The mean of all runs.
  package var mean: Double
  /// The 95 % interval; `nil` for a single run.
  package var interval: ClosedRange<Double>?

  /// The mean of a value of each run.
  ///
  /// - Precondition: There is at least one.
  package init(_ values: [Double]) {
    mean = Self.mean(values)
    guard values.count > 1 else { return }
    // The same runs give the same interval.
    var generator = SeededGenerator(seed: 1)
    var draws: [Double] = []
    for _ in 0..<Self.drawCount {
      var sum = 0.0
      for _ in values.indices { sum += values[generator.below(values.count)] }
      draws.append(sum / Double(values.count))
    }
    draws.sort()
    let tail = Int(Double(Self.drawCount) * Self.tailShare(ofRuns: values.count))
    // The mean of equal values may differ from their mean in another order by rounding.
    interval = min(mean, draws[tail])...max(mean, draws[Self.drawCount - 1 - tail])
  }

  /// The figure of a number of rare events in each run.
  ///
  /// Equal numbers are chance too: the interval has at least the width of that of a Poisson distribution.
  ///
  /// - Precondition: There is at least one.
  /// - SeeAlso: F. Garwood, Fiducial Limits for the Poisson Distribution, 1936, by the roots of Wilson and Hilferty.
  package init(counts: [Double]) {
    self.init(counts)
    guard let interval else { return }
    let (number, sum) = (Double(counts.count), counts.reduce(0, +))
    func limit(_ count: Double, _ deviations: Double) -> Double {
      guard count > 0 else { return 0 }
      let root = 1 - 1 / (9 * count) + deviations / (3 * count.squareRoot())
      return max(0, count * root * root * root) / number
    }
    self.interval =
      min(
        interval.lowerBound, limit(sum, -Self.deviations))...max(
        interval.upperBound, limit(sum + 1, Self.deviations))
  }

  /// The standard deviations that 95 % of a normal distribution are within.
  private static let deviations = 1.96

  private static let drawCount = 4000
  private static let risk = 0.05

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  /// The share of the draws that an interval leaves out on each side.
  private static func tailShare(ofRuns count: Int) -> Double {
    let degrees = Double(count - 1)
    let deviations =
      BenchSpread.quantile(risk: risk, degrees: degrees) * (Double(count) / degrees).squareRoot()
    return erfc(deviations / 2.squareRoot()) / 2
  }
}
