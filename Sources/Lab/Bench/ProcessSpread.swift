import Foundation
import GalleyRandomness

/// How far the times of rows differ between processes of one program, one after the other.
///
/// The pairs of `bench turns` are such processes. Each has its memory elsewhere, and the speed of the machine changes
/// between them, so that their times differ by more than those of one process.
package struct ProcessSpread: Hashable, Sendable {
  /// The standard deviation of the difference between a process and the next one, as a share of the mean time.
  package let difference: Double
  private let times: [Double]

  /// The spread of the times of processes in their order.
  ///
  /// - Parameter times: The time of each process, at least two, in any unit.
  package init(_ times: [Double]) {
    self.times = times
    let mean = times.reduce(0, +) / Double(max(1, times.count))
    let squares = zip(times, times.dropFirst()).map { ($1 - $0) * ($1 - $0) }
    difference =
      mean > 0 && !squares.isEmpty
      ? (squares.reduce(0, +) / Double(squares.count)).squareRoot() / mean : 0
  }

  /// More pairs than these take too long to be of use.
  package static let pairLimit = 640
  /// The probability that a growth is not found, though the pairs suffice.
  private static let missRisk = 0.05
  private static let drawCount = 400

  /// A number of pairs of processes by which a ``BenchComparison`` finds a growth, in 19 of 20 tries: the smallest one of
  /// 10, 20, 40 and so on.
  ///
  /// - Parameters:
  ///   - growth: The growth as a share of the time.
  ///   - figureCount: The number of compared figures, which share the risk that chance makes one of them fail.
  /// - Returns: The number; `nil` if it exceeds ``pairLimit``.
  /// - Complexity: O(pairs · log pairs) for each of 400 draws.
  package func pairCount(finding growth: Double, figureCount: Int) -> Int? {
    let risk = BenchComparison.risk(ofEachOf: figureCount)
    // The deviation of few processes is itself uncertain: its limit, which it exceeds in one of ten series.
    let doubt = 1 + 1.28 / (2 * Double(max(1, times.count - 1))).squareRoot()
    let quantiles =
      BenchSpread.quantile(risk: risk, degrees: 1e6)
      + BenchSpread.quantile(risk: 2 * Self.missRisk, degrees: 1e6)
    let counts = sequence(first: 10) { $0 * 2 }.prefix { $0 <= Self.pairLimit }
    return counts.first { count in
      // Fewer pairs have too few exchanges for the risk.
      pow(2, Double(count - 1)) * risk > 1
        && doubt * quantiles * deviation(ofPairs: count) <= growth
    }
  }

  /// The standard deviation of the difference between two series of so many processes, as a share of the time, by
  /// bootstrap.
  private func deviation(ofPairs count: Int) -> Double {
    var generator = SeededGenerator(seed: 1)
    func draw() -> Double {
      ShortestTimes.mean((0..<count).map { _ in times[generator.below(times.count)] })
    }
    let mean = ShortestTimes.mean(times)
    let squares = (0..<Self.drawCount).map { _ in
      let difference = draw() - draw()
      return difference * difference
    }
    return (squares.reduce(0, +) / Double(Self.drawCount)).squareRoot()
      / max(mean, .leastNonzeroMagnitude)
  }
}
