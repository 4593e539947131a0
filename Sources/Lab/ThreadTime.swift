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

  /// One turn of a thread, by the clock.
  struct Turn: Sendable {
    var start = ContinuousClock.now
    var end = ContinuousClock.now
    /// How long the thread could have run, and had no processor.
    var delay = Duration.zero

    /// What the turn took, with what it waited for other threads of its own program: not so the
    /// processor time.
    var duration: Duration { end - start - delay }
    /// Whether other programs left it the processor, but for a fiftieth of the time.
    var isUndisturbed: Bool { delay * 50 <= end - start }
  }

  /// The turn in which the calling thread does `body`.
  static func turn(_ body: () throws -> Void) rethrows -> Turn {
    let delay = runQueueDelay
    var turn = Turn(start: .now)
    try body()
    turn.end = .now
    turn.delay = runQueueDelay - delay
    return turn
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
