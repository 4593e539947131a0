/// Order statistics of durations.
///
/// A median resists single page faults, and a mean does not. A percentile is one of the samples
/// (the nearest rank), so the p99 of fewer than 100 samples is their maximum.
public struct OrderStatistics: Hashable, Sendable {
  private let sorted: [Duration]

  /// The statistics of `samples`, in any order.
  public init(_ samples: some Sequence<Duration>) { sorted = samples.sorted() }

  /// The samples, shortest first.
  package var samples: [Duration] { sorted }

  /// The number of samples.
  public var count: Int { sorted.count }

  /// The longest sample; `nil` without samples.
  public var max: Duration? { sorted.last }

  /// The number of samples that are at most `limit`.
  ///
  /// - Complexity: O(log n).
  public func count(upTo limit: Duration) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The middle sample, the shorter of two; `nil` without samples.
  public var median: Duration? { percentile(50) }

  /// The shortest sample that at least `percent` % of the samples do not exceed; `nil` without
  /// samples.
  ///
  /// - Precondition: `percent` is in 1...100.
  public func percentile(_ percent: Int) -> Duration? {
    precondition((1...100).contains(percent), "p\(percent)")
    guard !sorted.isEmpty else { return nil }
    return sorted[(sorted.count * percent + 99) / 100 - 1]
  }
}
