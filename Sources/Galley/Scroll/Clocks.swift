import Glibc

/// The processor's time that the calling thread has taken.
///
/// What others take from us while we are ready to run is not in it.
enum ThreadClock {
  static var now: Duration { time(of: CLOCK_THREAD_CPUTIME_ID) }
}

/// The time since some fixed point, as all threads see it.
///
/// Times are kept as `Duration`, whose layout is known to the compiler: one of `ContinuousClock` makes
/// each type that holds it ask the runtime for its layout, which a frame's time is too short for.
enum SteadyClock {
  static var now: Duration { time(of: CLOCK_MONOTONIC) }
}

private func time(of clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
