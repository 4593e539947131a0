import Foundation

/// How far the times of rows differ between processes of one program that worked in steps with each other.
///
/// The pairs of `bench turns` are such processes. Each process has its memory elsewhere, so that they differ by more than
/// the passes of one process.
package struct ProcessSpread: Hashable, Sendable {
  /// The standard deviation of the growth from one process of a pair to the other, as a share of the time.
  package let difference: Double
  private let pairCount: Int

  /// The spread of pairs of times, at least one, in any unit.
  package init(pairs: [(before: Double, after: Double)]) {
    pairCount = pairs.count
    let squares = PairedTimes.growths(pairs).map { $0 * $0 }
    difference = (squares.reduce(0, +) / Double(max(1, squares.count))).squareRoot()
  }

  /// More pairs than these take too long to be of use.
  package static let pairLimit = 640
  /// The probability that a growth is not found, though the pairs suffice.
  private static let missRisk = 0.05

  /// How many times the found deviation the true one may be, which it exceeds in one of twenty series.
  ///
  /// - SeeAlso: E. B. Wilson, M. M. Hilferty, The Distribution of Chi-Square, 1931.
  private var doubt: Double {
    let ninth = 2 / (9 * Double(max(1, pairCount)))
    let root = max(0.1, 1 - ninth - 1.645 * ninth.squareRoot())
    return 1 / (root * root * root).squareRoot()
  }

  /// A number of pairs of processes by which a ``BenchComparison`` finds a growth, in 19 of 20 tries: the smallest one of
  /// 10, 20, 40 and so on.
  ///
  /// - Parameters:
  ///   - growth: The growth as a share of the time.
  ///   - figureCount: The number of compared figures, which share the risk that chance makes one of them fail.
  /// - Returns: The number; `nil` if it exceeds ``pairLimit``.
  package func pairCount(finding growth: Double, figureCount: Int) -> Int? {
    let risk = BenchComparison.risk(ofEachOf: figureCount)
    let deviation = doubt * difference
    // Exchanged pairs differ by the growth as well.
    let exchanged = (growth * growth + deviation * deviation).squareRoot()
    let limit =
      BenchSpread.quantile(risk: risk, degrees: 1e6) * exchanged
      + BenchSpread.quantile(risk: 2 * Self.missRisk, degrees: 1e6) * deviation
    let counts = sequence(first: 10) { $0 * 2 }.prefix { $0 <= Self.pairLimit }
    return counts.first { count in
      // Fewer pairs have too few exchanges for the risk.
      pow(2, Double(count - 1)) * risk > 1 && limit <= growth * Double(count).squareRoot()
    }
  }
}
