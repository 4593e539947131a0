import Glibc

/// A value that one thread at a time may use.
///
/// `Synchronization.Mutex` would serve, but on Linux the thread sanitizer does not see it, and
/// reports a race for each use of what it guards.
package final class Guarded<Value>: @unchecked Sendable {
  // Both are touched only while the mutex is held, by `withLock`; it is allocated because a mutex
  // must not move, and destroyed with the last reference.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  /// Takes over `value`.
  package init(_ value: sending Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Lends the value; `body` must not come back to this lock, and what it returns leaves the value.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Does `body` while no other thread uses the value, which `body` does not see.
  package func exclusively<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}

/// A lock for objects that are too many and too short-lived to have one each: those share a few.
///
/// What is done under it must not come back for another object's, which may be the same.
package enum SharedLock {
  // Numbers, since the thread sanitizer takes what lies behind a value without size for that value.
  private static let locks = (0..<64).map { _ in Guarded(0) }

  /// Does `body` while no other thread does so for `object`.
  package static func withLock<Result, Failure: Error>(
    of object: AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // What one thread allocates lies together: objects of a page have one lock, which stays in the
    // cache of the processor that made them.
    let page = UInt(bitPattern: ObjectIdentifier(object)) >> 12
    return try locks[Int((page ^ page >> 6) & 63)].exclusively(body)
  }
}
