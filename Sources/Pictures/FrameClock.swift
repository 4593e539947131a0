import Foundation
import Glibc

/// The clock that the main queue and the workers of a scroll read.
///
/// Times are `Duration` values, because the compiler knows their layout. A type that stores an instant of
/// `ContinuousClock` asks the runtime for its layout, which is too slow for a frame.
package struct FrameClock: Sendable {
  /// Returns the time since a fixed point, equal on all threads.
  package let now: @Sendable () -> Duration
  /// Returns the processor time of the calling thread; it does not include time in which the thread is ready
  /// and other threads run.
  package let threadTime: @Sendable () -> Duration
  /// Returns the time in which the calling thread was ready and had no processor.
  ///
  /// A call takes tens of microseconds.
  package let runQueueDelay: @Sendable () -> Duration

  /// Makes a clock; of one that is no clock of the machine, no thread waits for a processor.
  package init(
    now: @escaping @Sendable () -> Duration, threadTime: @escaping @Sendable () -> Duration,
    runQueueDelay: @escaping @Sendable () -> Duration = { .zero }
  ) {
    self.now = now
    self.threadTime = threadTime
    self.runQueueDelay = runQueueDelay
  }

  /// The machine's clocks.
  package static let steady = FrameClock(
    now: { time(of: CLOCK_MONOTONIC) }, threadTime: { time(of: CLOCK_THREAD_CPUTIME_ID) },
    runQueueDelay: { RunQueue.delay })
}

/// The queue of threads that are ready and have no processor.
package enum RunQueue {
  /// The time that the calling thread has spent in it; zero if the kernel does not report it.
  package static var delay: Duration {
    // Time on a processor, time in the run queue, and the number of runs.
    let numbers = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
    guard let fields = numbers?.split(separator: " "), fields.count > 1, let delay = Int(fields[1])
    else { return .zero }
    return .nanoseconds(delay)
  }
}

private func time(of clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
