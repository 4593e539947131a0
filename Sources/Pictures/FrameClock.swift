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

  /// Makes a clock.
  package init(
    now: @escaping @Sendable () -> Duration, threadTime: @escaping @Sendable () -> Duration
  ) {
    self.now = now
    self.threadTime = threadTime
  }

  /// The machine's clocks.
  package static let steady = FrameClock(
    now: { time(of: CLOCK_MONOTONIC) }, threadTime: { time(of: CLOCK_THREAD_CPUTIME_ID) })
}

private func time(of clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
