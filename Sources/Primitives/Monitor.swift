public import Glibc

/// A value that threads share, one at a time, with a condition to wait on.
///
/// The decisions belong in `State`, a value; this carries them out. It is the only lock: those of
/// `Synchronization` are not seen by the thread sanitizer on Linux, which then reports a race for each use
/// of what they guard (decision 0010). Inlinable, because the main queue asks at each frame, and the
/// runtime has to look up the layout of a generic type that is not known where it is compiled.
@usableFromInline
package final class Monitor<State>: @unchecked Sendable {
  // Invariant: `state` is touched only while `mutex` is locked, and only this class can lock it. The
  // `sending` of the methods checks what enters and leaves `state`. All are allocated, because a mutex must
  // not move, and the lock already gives what the runtime would check of each access to a property.
  @usableFromInline let state: UnsafeMutablePointer<State>
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Makes a monitor that takes over `state`.
  @inlinable package init(_ state: sending State) {
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Lends the state; `body` must not come back to this monitor.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state.pointee)
  }

  /// Does `body`, which does not see the state, while no other thread uses it.
  @inlinable package func exclusively<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Lends the state, and wakes the threads that wait, if afterwards `isDue`.
  ///
  /// They wake after the lock is free: one that woke earlier would wait for it, which takes two more system calls.
  @inlinable package func notifyingWithLock<Result>(
    if isDue: (inout sending State) -> Bool = { _ in true },
    _ body: (inout sending State) -> sending Result
  ) -> sending Result {
    pthread_mutex_lock(mutex)
    let result = body(&state.pointee)
    let wakes = isDue(&state.pointee)
    pthread_mutex_unlock(mutex)
    if wakes { pthread_cond_broadcast(condition) }
    return result
  }

  /// Blocks the calling thread until `body` returns a value.
  ///
  /// Only a thread of Galley's own may wait here: the threads of Swift's concurrency pool must not
  /// block.
  @inlinable package func wait<Result>(
    _ body: (inout sending State) -> sending Result?
  ) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state.pointee) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }
}
