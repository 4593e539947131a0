import Foundation

/// State that threads share, with a condition to wait on.
///
/// The decisions belong in `State`, a value; this carries them out.
public final class Monitor<State>: @unchecked Sendable {
  // Invariant: `state` is touched only while `condition` is locked, and only this class can lock
  // it. What enters and leaves `state` is checked by the `sending` of `withLock`.
  private var state: State
  private let condition = NSCondition()

  /// A monitor that keeps `state`.
  public init(_ state: sending State) { self.state = state }

  /// Lends the state to `body`, to nobody else at the same time.
  public func withLock<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
    condition.lock()
    defer { condition.unlock() }
    return body(&state)
  }

  /// Lends the state to `body`, and wakes those that wait, if afterwards `isDue`.
  public func notifyingWithLock<Result>(
    if isDue: (State) -> Bool = { _ in true }, _ body: (inout sending State) -> sending Result
  ) -> sending Result {
    condition.lock()
    defer { condition.unlock() }
    let result = body(&state)
    if isDue(state) { condition.broadcast() }
    return result
  }

  /// Blocks the calling thread until `body` returns a value.
  ///
  /// Only a thread of our own may wait here: the threads of Swift's concurrency pool must not
  /// block.
  public func wait<Result>(_ body: (inout sending State) -> sending Result?) -> sending Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = body(&state) { return result }
      condition.wait()
    }
  }
}
