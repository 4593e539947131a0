import GalleyRandomness

/// The times of processes of two programs that were started in pairs, compared by the shorter half of them.
///
/// Other programs and other virtual machines only lengthen a time, and often the times of a whole process by half, so
/// that means tell little. The test is one of permutation: without a difference, both times of a pair could be exchanged.
///
/// - Complexity: O(draws · pairs), with 20 draws for each draw that may exceed ``detectable``.
/// - SeeAlso: R. A. Fisher, The Design of Experiments, 1935, section 21.
package struct ShortestTimes: Hashable, Sendable {
  /// The mean of the shorter half of the times before and after.
  package let before: Double
  package let after: Double
  /// The smallest difference that is not chance; that of all draws, if the pairs are too few for the risk.
  package let detectable: Double

  /// More draws take too long; a smaller risk has the largest difference of these.
  private static let drawLimit = 200_000

  /// Compares pairs of times.
  ///
  /// - Parameters:
  ///   - pairs: The times of a process before and of one after; at least one pair.
  ///   - risk: The accepted probability that chance alone exceeds ``detectable``, on both sides together.
  package init(pairs: [(before: Double, after: Double)], risk: Double) {
    before = Self.mean(pairs.map(\.before))
    after = Self.mean(pairs.map(\.after))
    let times = pairs.enumerated().flatMap { number, pair in
      [(time: pair.before, pair: number, side: false), (pair.after, number, true)]
    }.sorted { $0.time < $1.time }
    let kept = Self.keptCount(of: pairs.count)
    // The same times give the same limit.
    var generator = SeededGenerator(seed: 1)
    let drawCount = min(Self.drawLimit, Int((20 / max(risk, 1e-9)).rounded(.up)))
    var isExchanged = Array(repeating: false, count: pairs.count)
    var differences: [Double] = []
    for _ in 0..<drawCount {
      for number in isExchanged.indices { isExchanged[number] = generator.below(2) == 1 }
      var sums = (first: 0.0, second: 0.0)
      var counts = (first: 0, second: 0)
      for (time, pair, side) in times {
        if side == isExchanged[pair] {
          if counts.first < kept {
            (sums.first, counts.first) = (sums.first + time, counts.first + 1)
          }
        } else if counts.second < kept {
          (sums.second, counts.second) = (sums.second + time, counts.second + 1)
        }
        if counts.first == kept, counts.second == kept { break }
      }
      differences.append(abs(sums.first - sums.second) / Double(kept))
    }
    differences.sort()
    let index = Int((Double(drawCount) * (1 - risk)).rounded(.up))
    detectable = differences[min(index, drawCount - 1)]
  }

  /// The number of the shortest times of which the mean is taken.
  private static func keptCount(of count: Int) -> Int { (count + 1) / 2 }

  /// The mean of the shorter half of times, at least one.
  static func mean(_ times: [Double]) -> Double {
    let kept = keptCount(of: times.count)
    return times.sorted().prefix(kept).reduce(0, +) / Double(kept)
  }
}
