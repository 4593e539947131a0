import Foundation
import Glibc

/// The processor time of the calling thread: what else the machine does meanwhile is not in it.
enum ThreadTime {
  /// The time so far.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// What `body` takes.
  static func measure(_ body: () throws -> Void) rethrows -> Duration {
    let start = now
    try body()
    return now - start
  }

  /// What `body` takes by the clock, less the time that it waited for a processor: with what it waits for
  /// other threads of its own program, unlike ``measure(_:)``.
  static func measureUndisturbed(_ body: () throws -> Void) rethrows -> Duration {
    let delay = runQueueDelay
    let time = try ContinuousClock().measure(body)
    return time - (runQueueDelay - delay)
  }

  /// How long the calling thread could have run, and had no processor; 0 where the kernel does not tell.
  private static var runQueueDelay: Duration {
    // Time on a processor, time in the run queue, and how often it ran.
    let numbers = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
    guard let fields = numbers?.split(separator: " "), fields.count > 1, let delay = Int(fields[1])
    else { return .zero }
    return .nanoseconds(delay)
  }
}
