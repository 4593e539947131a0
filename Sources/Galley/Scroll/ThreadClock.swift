import Glibc

/// The processor's time that the calling thread has taken.
///
/// What others take from us while we are ready to run is not in it.
enum ThreadClock {
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
