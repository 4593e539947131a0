/// The progress of a bench, with the time that is left.
struct BenchProgress {
  private let weights: [Double]
  private let start = ContinuousClock.now
  private let now: () -> ContinuousClock.Instant

  /// The progress of parts that take times in these relations.
  init(
    weights: [Double], now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.weights = weights
    self.now = now
  }

  /// The number of the next part, and the time left if at least one part is done.
  func words(done: Int) -> String {
    "\(min(done + 1, weights.count)) of \(weights.count)"
      + (timeLeft(done: done).map { ", \($0) left" } ?? "")
  }

  /// The time left, to the second.
  private func timeLeft(done: Int) -> String? {
    let past = weights.prefix(done).reduce(0, +)
    guard past > 0 else { return nil }
    let elapsed = start.duration(to: now()) / .seconds(1)
    let left = elapsed / past * weights.dropFirst(done).reduce(0, +)
    // A clock that was put to sleep must not trap.
    let seconds = Int(min(max(0, left.rounded(.up)), 1e9))
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
