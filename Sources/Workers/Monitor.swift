import Glibc

/// State that threads share, with a condition to wait on.
///
/// The decisions belong in `State`, a value; this carries them out.
public final class Monitor<State>: @unchecked Sendable {
  // Invariant: `state` is touched only while `mutex` is locked, and only this class can lock it. What
  // enters and leaves `state` is checked by the `sending` of `withLock`. Both are allocated since they
  // must not move; Foundation's condition is one more object to fetch when a frame finds caches cold.
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// A monitor that keeps `state`.
  public init(_ state: sending State) {
    self.state = state
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
  }

  /// Lends the state to `body`, to nobody else at the same time.
  public func withLock<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Lends the state to `body`, and wakes those that wait, if afterwards `isDue`.
  public func notifyingWithLock<Result>(
    if isDue: (State) -> Bool = { _ in true }, _ body: (inout sending State) -> sending Result
  ) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let result = body(&state)
    if isDue(state) { pthread_cond_broadcast(condition) }
    return result
  }

  /// Blocks the calling thread until `body` returns a value.
  ///
  /// Only a thread of our own may wait here: the threads of Swift's concurrency pool must not
  /// block.
  public func wait<Result>(_ body: (inout sending State) -> sending Result?) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }
}
