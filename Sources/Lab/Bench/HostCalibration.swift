import Foundation
package import GalleyFrames
import GalleyPrimitives
import GalleyRandomness
import GalleyStageBenches

/// The disturbances of the host: how late timers are, and how much time other programs and other virtual
/// machines take.
package struct HostCalibration: Sendable {
  /// The lateness of timers, shortest first.
  package let lateness: OrderStatistics
  /// The share of the processors' time that the hypervisor gave to others; `nil` if the kernel does not
  /// report it.
  package let stolenShare: Double?
  /// The share of the processors' time that other programs took; `nil` if the kernel does not report it.
  package let busyShare: Double?
  /// The times of equal work, shortest first.
  package let work: OrderStatistics

  /// Measures for `duration`, with a timer at each refresh of `budget`.
  @MainActor package init(duration: Duration, budget: FrameBudget) async throws {
    let clock = ContinuousClock()
    let (start, before, own) = (clock.now, ProcessorTimes.now, ThreadTime.now)
    var lateness: [Duration] = []
    var work: [Duration] = []
    for index in 1...max(1, budget.firstVsync(from: duration)) {
      let due = start + budget.vsync(index).start
      try await clock.sleep(until: due, tolerance: .zero)
      lateness.append(max(.zero, due.duration(to: clock.now)))
      work.append(ThreadTime.measure { Self.spin() })
    }
    self.lateness = OrderStatistics(lateness)
    self.work = OrderStatistics(work)
    runSpread = Self.spread(work)
    let ownTime = ThreadTime.now - own
    guard let before, let after = ProcessorTimes.now, after.total > before.total else {
      (stolenShare, busyShare) = (nil, nil)
      return
    }
    let total = after.total - before.total
    stolenShare = (after.stolen - before.stolen) / total
    busyShare = max(0, (after.busy - before.busy) / total - ownTime / .seconds(1) / total)
  }

  /// Work whose time depends on the processor alone.
  private static func spin() {
    var generator = SeededGenerator(seed: 1)
    var sum: UInt64 = 0
    for _ in 0..<20_000 { sum &+= generator.next() }
    precondition(sum != 1)
  }

  /// The relative spread of the times of equal work: half of the distance of the 5th and 95th percentile,
  /// by the median.
  package var workSpread: Double {
    guard let low = work.percentile(5), let high = work.percentile(95), let median = work.median,
      median > .zero
    else { return 0 }
    return (high - low) / median / 2
  }

  /// The relative standard deviation of the mean times of ``runCount`` equal parts of the measurement.
  ///
  /// The parts stand for runs. Their means differ more than chance among frames explains if the host's load
  /// comes and goes.
  package let runSpread: Double

  /// The number of runs that are compared with as many.
  package static let runCount = 5
  /// Other programs that take more than this share of the processors take frames too.
  private static let busyLimit = 0.05
  /// The growth that a bench is to find.
  private static let growthLimit = 0.05

  private static func spread(_ times: [Duration]) -> Double {
    let count = times.count / runCount
    guard count > 0 else { return 0 }
    let means = (0..<runCount).map { run in
      times[run * count..<(run + 1) * count].reduce(.zero, +) / .nanoseconds(1) / Double(count)
    }
    let mean = means.reduce(0, +) / Double(runCount)
    let squares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return mean > 0 ? (squares / Double(runCount - 1)).squareRoot() / mean : 0
  }

  /// The smallest growth of work that ``runCount`` runs before and after can tell from chance, as a share, if
  /// runs differ as the parts of the measurement do, and `figureCount` figures share the risk, as in a
  /// ``BenchComparison``.
  package func detectableGrowth(figureCount: Int) -> Double {
    let degrees = Double(2 * (Self.runCount - 1))
    return BenchSpread.quantile(
      risk: BenchComparison.risk(ofEachOf: figureCount), degrees: degrees) * runSpread
      * (2 / Double(Self.runCount)).squareRoot()
  }

  /// The share of the processors' time that others took: other programs and other virtual machines.
  private var foreignShare: Double { (busyShare ?? 0) + (stolenShare ?? 0) }

  private func missedCount(hertz: Int) -> Int {
    lateness.count - lateness.count(upTo: FrameBudget(hertz: hertz).interval)
  }

  /// Whether dropped frames on the real clock are those of the program.
  package func tellsDrops(hertz: Int) -> Bool {
    missedCount(hertz: hertz) * 100 <= lateness.count && foreignShare <= Self.busyLimit
  }

  /// Whether a growth of 5 % of the work can be told from chance.
  package func tellsTimes(figureCount: Int) -> Bool {
    detectableGrowth(figureCount: figureCount) <= Self.growthLimit
  }

  /// The answer as lines of text.
  package func words(hertz: Int, figureCount: Int) -> [String] {
    func milliseconds(_ time: Duration?) -> String {
      time.map { String(format: "%.3f", $0 / .milliseconds(1)) } ?? "–"
    }
    func percent(_ share: Double?) -> String {
      share.map { String(format: "%.1f %%", 100 * $0) } ?? "not reported by the kernel"
    }
    func can(_ isAble: Bool, _ words: String) -> String {
      "this machine " + (isAble ? "can" : "cannot") + " tell \(words) on the real clock"
    }
    let missed = missedCount(hertz: hertz)
    let growth = detectableGrowth(figureCount: figureCount)
    let (tellsDrops, tellsTimes) = (
      tellsDrops(hertz: hertz), self.tellsTimes(figureCount: figureCount)
    )
    return [
      "timers late by \(milliseconds(lateness.median)) ms (P50), \(milliseconds(lateness.percentile(99))) ms "
        + "(P99), \(milliseconds(lateness.max)) ms at most, of \(lateness.count)",
      "\(missed) of them later than a refresh at \(hertz) Hz: so many frames would be dropped by the host",
      "processors taken by other virtual machines: \(percent(stolenShare)); by other programs: "
        + percent(busyShare),
      String(
        format:
          "equal work differs by ±%.1f %%, and \(Self.runCount) parts of the measurement by ±%.1f %%: "
          + "\(Self.runCount) runs like them tell a growth of %.1f %% from chance, in any of %d figures",
        100 * workSpread, 100 * runSpread, 100 * growth, figureCount),
      can(tellsDrops, "dropped frames")
        + (tellsDrops ? "" : ": other programs take its frames; take --clock virtual"),
      can(tellsTimes, String(format: "a growth of %.0f %% of the work", 100 * Self.growthLimit))
        + (tellsTimes ? "" : ": take an idle machine or a larger --repeat"),
    ]
  }
}

/// The times of all processors since the start of the system, in ticks.
private struct ProcessorTimes {
  var busy: Double
  var stolen: Double
  var total: Double

  /// Reads `/proc/stat`; `nil` if it has no such line.
  static var now: ProcessorTimes? {
    ProcessorTimes((try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? "")
  }

  init?(_ text: String) {
    // user nice system idle iowait irq softirq steal; a hundred ticks are a second.
    let numbers = text.split(separator: "\n").first { $0.hasPrefix("cpu ") }?
      .split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
    guard let numbers, numbers.count == 8 else { return nil }
    let ticks = 100.0
    total = numbers.reduce(0, +) / ticks
    stolen = numbers[7] / ticks
    busy = (numbers[0] + numbers[1] + numbers[2] + numbers[5] + numbers[6]) / ticks
  }
}
