import Foundation
import Glibc

/// The processor time of the calling thread, without that of other threads and programs.
package enum ThreadTime {
  /// The time so far.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The processor time of `body`.
  package static func measure(_ body: () throws -> Void) rethrows -> Duration {
    let start = now
    try body()
    return now - start
  }

  /// One run of a thread's work, by the clock.
  package struct Turn: Sendable {
    package var start = ContinuousClock.now
    package var end = ContinuousClock.now
    /// The time in which the thread was ready and had no processor.
    package var delay = Duration.zero

    /// The time of the run, including waits for other threads of the program, which processor time
    /// lacks.
    package var duration: Duration { end - start - delay }
    /// Whether other programs took at most a fiftieth of the time.
    package var isUndisturbed: Bool { delay * 50 <= end - start }
  }

  /// The run in which the calling thread executes `body`.
  package static func turn(_ body: () throws -> Void) rethrows -> Turn {
    let delay = runQueueDelay
    var turn = Turn(start: .now)
    try body()
    turn.end = .now
    turn.delay = runQueueDelay - delay
    return turn
  }

  /// The time in which the calling thread was ready and had no processor; 0 if the kernel does not
  /// report it.
  private static var runQueueDelay: Duration {
    // Time on a processor, time in the run queue, and the number of runs.
    let numbers = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
    guard let fields = numbers?.split(separator: " "), fields.count > 1, let delay = Int(fields[1])
    else { return .zero }
    return .nanoseconds(delay)
  }
}
