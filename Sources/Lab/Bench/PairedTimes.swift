import Foundation
import GalleyRandomness

/// The times of processes of two programs that worked in steps with each other, compared by the growth in each pair.
///
/// Other programs and other virtual machines lengthen the times of both processes of a pair, up to twice, and hardly their
/// relation. A pair in which they lengthen one counts as twice the usual growth or loss at most. The test is one of
/// permutation: without a difference, both times of a pair could be exchanged.
///
/// - Complexity: O(draws · pairs), with 20 draws for each draw that may exceed ``detectable``.
/// - SeeAlso: R. A. Fisher, The Design of Experiments, 1935, section 21.
package struct PairedTimes: Hashable, Sendable {
  /// The median time before.
  package let before: Double
  /// The time before with the mean growth of the pairs.
  package let after: Double
  /// The smallest difference that is not chance; that of all draws, if the pairs are too few for the risk.
  package let detectable: Double

  /// More draws take too long; a smaller risk has the largest difference of these.
  private static let drawLimit = 200_000
  /// A growth counts as so many times the median of all growths and losses at most.
  private static let mostMedians = 2.0

  /// Compares pairs of times.
  ///
  /// - Parameters:
  ///   - pairs: The times of a process before and of one after; at least one pair.
  ///   - risk: The accepted probability that chance alone exceeds ``detectable``, on both sides together.
  package init(pairs: [(before: Double, after: Double)], risk: Double) {
    before = Self.median(pairs.map(\.before))
    let growths = Self.growths(pairs)
    let sum = growths.reduce(0, +)
    // The same times give the same limit.
    var generator = SeededGenerator(seed: 1)
    let drawCount = min(Self.drawLimit, Int((20 / max(risk, 1e-9)).rounded(.up)))
    var sums: [Double] = []
    for _ in 0..<drawCount {
      var (drawn, bits) = (0.0, UInt64(0))
      for (number, growth) in growths.enumerated() {
        if number.isMultiple(of: 64) { bits = generator.next() }
        drawn += bits & 1 == 1 ? growth : -growth
        bits >>= 1
      }
      sums.append(abs(drawn))
    }
    sums.sort()
    let index = Int((Double(drawCount) * (1 - risk)).rounded(.up))
    let count = Double(pairs.count)
    after = before * exp(sum / count)
    // The largest sum of all draws must not exceed itself by rounding.
    detectable = before * (exp(sums[min(index, drawCount - 1)] / count) - 1) * (1 + 1e-9)
  }

  /// The logarithm of the growth in each pair, limited.
  static func growths(_ pairs: [(before: Double, after: Double)]) -> [Double] {
    let least = Double.leastNormalMagnitude
    let growths = pairs.map { log(max($0.after, least) / max($0.before, least)) }
    let most = mostMedians * median(growths.map(abs))
    return growths.map { min(max($0, -most), most) }
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
