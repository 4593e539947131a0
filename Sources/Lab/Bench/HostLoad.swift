import Foundation
import GalleyLive
import Glibc

/// The work of all processors and of this process so far.
///
/// A scroll takes it before and after.
struct HostLoad {
  private let processors: ProcessorTimes?
  private let own: Double

  /// The work so far.
  static var now: HostLoad {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return HostLoad(
      processors: .now, own: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  /// The shares of the processors' time that other virtual machines and other programs took since an earlier load, 0
  /// to 1; `nil` if the kernel does not tell, or if no time has passed.
  ///
  /// The kernel counts ticks of a hundredth of a second, so that the shares of a second are right to about a hundredth.
  func shares(since earlier: HostLoad) -> (stolen: Double, busy: Double)? {
    guard let after = processors, let before = earlier.processors, after.total > before.total
    else { return nil }
    let total = after.total - before.total
    let busy = (after.busy - before.busy - (own - earlier.own)) / total
    return ((after.stolen - before.stolen) / total, max(0, busy))
  }

  /// The share of the processors' time that other virtual machines and other programs have taken since this load, 0 to
  /// 1; `nil` on a clock that they do not disturb, or if the kernel does not tell.
  func foreignShare(on clock: ScrollClock) -> Double? {
    guard clock == .real else { return nil }
    return HostLoad.now.shares(since: self).map { $0.stolen + $0.busy }
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
