import GalleyPictures
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
    let queue = RunQueue()
    let delay = queue.delay
    var turn = Turn(start: .now)
    try body()
    turn.end = .now
    turn.delay = queue.delay - delay
    return turn
  }
}
