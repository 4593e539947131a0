/// The progress of a bench, with the time that is left.
struct BenchProgress {
  private let count: Int
  private let start = ContinuousClock.now
  private let now: () -> ContinuousClock.Instant

  /// The progress of `count` parts, which take about the same time.
  init(_ count: Int, now: @escaping () -> ContinuousClock.Instant = { .now }) {
    self.count = count
    self.now = now
  }

  /// The number of the next part, and the time left if at least one part is done.
  func words(done: Int) -> String {
    "\(done + 1) of \(count)" + (timeLeft(done: done).map { ", \($0) left" } ?? "")
  }

  /// The time left, rounded up to 5 s.
  private func timeLeft(done: Int) -> String? {
    guard done > 0 else { return nil }
    let elapsed = start.duration(to: now())
    let seconds = (elapsed / .seconds(1)) / Double(done) * Double(count - done)
    let rounded = Int((seconds / 5).rounded(.up)) * 5
    return rounded < 60 ? "\(rounded) s" : "\(rounded / 60) min \(rounded % 60) s"
  }
}
