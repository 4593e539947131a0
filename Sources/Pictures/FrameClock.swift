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

/// The queue of threads that are ready and have no processor, as the thread that asks first sees it.
package final class RunQueue {
  /// The kernel's account of the thread; `nil` before the first call, and negative if there is none.
  private var descriptor: Int32?

  /// Makes a reader of the queue, which one thread uses.
  package init() {}

  deinit {
    if let descriptor, descriptor >= 0 { close(descriptor) }
  }

  /// The time that the thread has spent in the queue; zero if the kernel does not report it.
  package var delay: Duration {
    let file = descriptor ?? open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
    descriptor = file
    guard file >= 0 else { return .zero }
    return withUnsafeTemporaryAllocation(byteCount: 96, alignment: 1) { memory in
      let count = pread(file, memory.baseAddress, memory.count, 0)
      // Time on a processor, time in the run queue, and the number of runs.
      let fields = memory.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
      guard fields.count > 1, let delay = Int(String(decoding: fields[1], as: UTF8.self)) else {
        return .zero
      }
      return .nanoseconds(delay)
    }
  }
}

private func time(of clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
