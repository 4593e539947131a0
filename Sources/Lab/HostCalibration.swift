import Foundation
package import GalleyFrames
import GalleyPrimitives

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

  /// The smallest growth of the work of a frame that so many runs of `frameCount` frames can tell from
  /// chance, as a share, if frames differ as the times of equal work do.
  package func detectableGrowth(runCount: Int, frameCount: Int) -> Double {
    let error = workSpread / 1.645 / Double(max(1, frameCount)).squareRoot()
    let degrees = Double(max(1, 2 * (runCount - 1)))
    return BenchSpread.quantile(risk: 0.01, degrees: degrees) * error
      * (2 / Double(max(1, runCount))).squareRoot()
  }

  /// The answer as lines of text.
  package func words(hertz: Int) -> [String] {
    func milliseconds(_ time: Duration?) -> String {
      time.map { String(format: "%.3f", $0 / .milliseconds(1)) } ?? "–"
    }
    func percent(_ share: Double?) -> String {
      share.map { String(format: "%.1f %%", 100 * $0) } ?? "not reported by the kernel"
    }
    let interval = FrameBudget(hertz: hertz).interval
    let missed = lateness.count - lateness.count(upTo: interval)
    return [
      "timers late by \(milliseconds(lateness.median)) ms (P50), \(milliseconds(lateness.percentile(99))) ms "
        + "(P99), \(milliseconds(lateness.max)) ms at most, of \(lateness.count)",
      "\(missed) of them later than a refresh at \(hertz) Hz: so many frames would be dropped by the host",
      "processors taken by other virtual machines: \(percent(stolenShare)); by other programs: "
        + percent(busyShare),
      String(
        format:
          "equal work differs by ±%.1f %%: 5 runs of 120 frames tell a growth of %.1f %% from chance",
        100 * workSpread, 100 * detectableGrowth(runCount: 5, frameCount: 120)),
      missed * 100 > lateness.count
        ? "this machine cannot tell dropped frames on the real clock; take --clock virtual"
        : "this machine can tell dropped frames on the real clock",
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
