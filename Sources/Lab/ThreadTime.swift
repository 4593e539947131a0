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
}
