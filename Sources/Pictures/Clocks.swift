import Glibc

/// The processor time of the calling thread.
///
/// It does not include time in which the thread is ready and other threads run.
package enum ThreadClock {
  package static var now: Duration { time(of: CLOCK_THREAD_CPUTIME_ID) }
}

/// The time since a fixed point, equal on all threads.
///
/// Times are `Duration` values, because the compiler knows their layout. A type that stores an instant of
/// `ContinuousClock` asks the runtime for its layout, which is too slow for a frame.
package enum SteadyClock {
  package static var now: Duration { time(of: CLOCK_MONOTONIC) }
}

private func time(of clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
