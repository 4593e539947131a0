public import Glibc

/// A state that threads share, with a condition to wait for.
///
/// `State` is a value that makes the decisions, and the monitor guards it. Inlinable, since the
/// main queue locks it at each frame: for a generic type of another module, the runtime looks up
/// the layout at each access.
public final class Monitor<State>: @unchecked Sendable {
  // Invariant: `state` is accessed only while `mutex` is locked, and only this class can lock it.
  // The `sending` of `withLock` checks what enters and leaves `state`. The members are allocated: a
  // mutex must not move, and the lock makes the runtime's exclusivity checks of properties
  // unnecessary.
  @usableFromInline let state: UnsafeMutablePointer<State>
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// A monitor of `state`.
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

  /// Lends the state to `body`, which has exclusive access.
  @inlinable public func withLock<Result>(
    _ body: (inout sending State) -> sending Result
  ) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state.pointee)
  }

  /// Lends the state to `body`, and then wakes all waiting threads if `isDue`.
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
  /// Call it only on threads of Galley: the threads of Swift's concurrency pool must not block.
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
