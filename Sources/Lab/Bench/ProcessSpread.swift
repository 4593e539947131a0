import Foundation

/// How far the times of rows differ between processes of one program, one after the other.
///
/// The pairs of `bench turns` are such processes. Each has its memory elsewhere, and the speed of the machine changes
/// between them, so that their times differ by more than those of one process.
package struct ProcessSpread: Hashable, Sendable {
  /// The standard deviation of the difference between a process and the next one, as a share of the mean time.
  package let difference: Double
  private let differenceCount: Int

  /// The spread of the times of processes in their order.
  ///
  /// - Parameter times: The time of each process, at least two, in any unit.
  package init(_ times: [Double]) {
    differenceCount = max(1, times.count - 1)
    let mean = times.reduce(0, +) / Double(max(1, times.count))
    let squares = zip(times, times.dropFirst()).map { ($1 - $0) * ($1 - $0) }
    difference =
      mean > 0 && !squares.isEmpty
      ? (squares.reduce(0, +) / Double(squares.count)).squareRoot() / mean : 0
  }

  /// More pairs than these take too long to be of use.
  package static let pairLimit = 1000
  /// The probability that a growth is not found, though the pairs suffice.
  private static let missRisk = 0.05

  /// The smallest number of pairs of processes by which a ``BenchComparison`` finds a growth, in 19 of 20 tries.
  ///
  /// - Parameters:
  ///   - growth: The growth as a share of the time.
  ///   - figureCount: The number of compared figures, which share the risk that chance makes one of them fail.
  /// - Returns: The number; `nil` if it exceeds ``pairLimit``.
  package func pairCount(finding growth: Double, figureCount: Int) -> Int? {
    let risk = BenchComparison.risk(ofEachOf: figureCount)
    // The deviation of few processes is itself uncertain: its limit, which it exceeds in one of ten series.
    let difference = difference * (1 + 1.28 / (2 * Double(differenceCount)).squareRoot())
    return (2...Self.pairLimit).first { count in
      let degrees = Double(count - 1)
      let quantiles =
        BenchSpread.quantile(risk: risk, degrees: degrees)
        + BenchSpread.quantile(risk: 2 * Self.missRisk, degrees: degrees)
      return quantiles * difference / Double(count).squareRoot() <= growth
    }
  }
}
