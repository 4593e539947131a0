public import Glibc

/// State that threads share, with a condition to wait on.
///
/// The decisions belong in `State`, a value; this carries them out. Inlinable, since the main queue
/// asks at each frame: of a generic type that is not known where it is compiled, the runtime has to
/// look up the layout.
public final class Monitor<State>: @unchecked Sendable {
  // Invariant: `state` is touched only while `mutex` is locked, and only this class can lock it. What
  // enters and leaves `state` is checked by the `sending` of `withLock`. All are allocated: a mutex must
  // not move, and the lock already gives what the runtime would check of each access to a property.
  @usableFromInline let state: UnsafeMutablePointer<State>
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// A monitor that keeps `state`.
  @inlinable public init(_ state: sending State) {
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

  /// Lends the state to `body`, to nobody else at the same time.
  @inlinable public func withLock<Result>(
    _ body: (inout sending State) -> sending Result
  ) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state.pointee)
  }

  /// Lends the state to `body`, and wakes those that wait, if afterwards `isDue`.
  @inlinable public func notifyingWithLock<Result>(
    if isDue: (inout sending State) -> Bool = { _ in true },
    _ body: (inout sending State) -> sending Result
  ) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let result = body(&state.pointee)
    if isDue(&state.pointee) { pthread_cond_broadcast(condition) }
    return result
  }

  /// Blocks the calling thread until `body` returns a value.
  ///
  /// Only a thread of our own may wait here: the threads of Swift's concurrency pool must not
  /// block.
  @inlinable public func wait<Result>(
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
