import Foundation
package import GalleyFrames
import GalleyPrimitives

/// The disturbances of the host: how late timers are, how much time other programs and other virtual machines take, and
/// how far processes of one program differ.
package struct HostCalibration: Sendable {
  /// The lateness of timers, shortest first.
  package let lateness: OrderStatistics
  /// The share of the processors' time that the hypervisor gave to others; `nil` if the kernel does not
  /// report it.
  package let stolenShare: Double?
  /// The share of the processors' time that other programs took; `nil` if the kernel does not report it.
  package let busyShare: Double?
  /// The times of the rows in pairs of processes of one program that worked in steps with each other.
  package let rows: [(before: RowTimes, after: RowTimes)]

  /// Measures for `duration`, with a timer at each refresh of `budget`.
  ///
  /// - Parameters:
  ///   - duration: The length of the measurement.
  ///   - budget: The refreshes.
  ///   - rows: The times of rows in pairs of processes of one program.
  /// - Throws: `CancellationError`.
  @MainActor package init(
    duration: Duration, budget: FrameBudget, rows: [(before: RowTimes, after: RowTimes)]
  ) async throws {
    let clock = ContinuousClock()
    let (start, load) = (clock.now, HostLoad.now)
    var lateness: [Duration] = []
    for index in 1...max(1, budget.firstVsync(from: duration)) {
      let due = start + budget.vsync(index).start
      try await clock.sleep(until: due, tolerance: .zero)
      lateness.append(max(.zero, due.duration(to: clock.now)))
    }
    self.lateness = OrderStatistics(lateness)
    self.rows = rows
    let shares = HostLoad.now.shares(since: load)
    (stolenShare, busyShare) = (shares?.stolen, shares?.busy)
  }

  /// Other programs that take more than this share of the processors take frames too.
  package static let busyLimit = 0.05
  /// A pair for each round of bench turns.
  private static let leastPairCount = 5
  /// The growth that a bench is to find.
  private static let growthLimit = 0.05

  /// The share of the processors' time that others took: other programs and other virtual machines.
  private var foreignShare: Double { (busyShare ?? 0) + (stolenShare ?? 0) }

  private func missedCount(hertz: Int) -> Int {
    lateness.count - lateness.count(upTo: FrameBudget(hertz: hertz).interval)
  }

  /// Whether dropped frames on the real clock are those of the program.
  package func tellsDrops(hertz: Int) -> Bool {
    missedCount(hertz: hertz) * 100 <= lateness.count && foreignShare <= Self.busyLimit
  }

  /// The answer as lines of text.
  package func words(hertz: Int) -> [String] {
    func milliseconds(_ time: Duration?) -> String {
      time.map { String(format: "%.3f", $0 / .milliseconds(1)) } ?? "–"
    }
    func percent(_ share: Double?) -> String {
      share.map { String(format: "%.1f %%", 100 * $0) } ?? "not reported by the kernel"
    }
    let missed = missedCount(hertz: hertz)
    let tellsDrops = tellsDrops(hertz: hertz)
    return [
      "timers late by \(milliseconds(lateness.median)) ms (P50), \(milliseconds(lateness.percentile(99))) ms "
        + "(P99), \(milliseconds(lateness.max)) ms at most, of \(lateness.count)",
      "\(missed) of them later than a refresh at \(hertz) Hz: so many frames would be dropped by the host",
      "processors taken by other virtual machines: \(percent(stolenShare)); by other programs: "
        + percent(busyShare),
      "this machine \(tellsDrops ? "can" : "cannot") tell dropped frames on the real clock"
        + (tellsDrops ? "" : ": other programs take its frames; take --clock virtual"),
    ] + words("layout", \.layoutUs) + words("raster", \.rasterUs)
  }

  /// What the times of a stage in processes of one program can tell, as lines of text.
  private func words(_ stage: String, _ time: KeyPath<RowTimes, Double>) -> [String] {
    let pairs = rows.map { ($0.before[keyPath: time], $0.after[keyPath: time]) }
    let times = pairs.flatMap { [$0.0, $0.1] }
    let spread = ProcessSpread(pairs: pairs)
    let growth = String(format: "a growth of %.0f %% of \(stage)", 100 * Self.growthLimit)
    let least = spread.pairCount(finding: Self.growthLimit, figureCount: 1)
    let all = spread.pairCount(
      finding: Self.growthLimit, figureCount: ScrollBench.verdictFigureCount)
    func words(_ count: Int?) -> String {
      count.map { "--pairs \(max($0, Self.leastPairCount))" }
        ?? "more than \(ProcessSpread.pairLimit) pairs"
    }
    return [
      String(
        format: "\(stage): %.2f to %.2f µs a row in %d processes of one program, "
          + "%.1f %% apart in a usual pair",
        times.min() ?? 0, times.max() ?? 0, times.count, 100 * spread.difference),
      least == nil
        ? "this machine cannot tell \(growth) on the real clock: take an idle machine"
        : "this machine can tell \(growth) by bench turns: with \(words(least)) and bench compare --fail-on \(stage), "
          + "with \(words(all)) if all metrics of --verdict-only are compared",
    ]
  }
}
