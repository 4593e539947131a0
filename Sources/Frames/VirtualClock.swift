/// A clock that stands still until it is told the time.
public struct VirtualClock: Hashable, Sendable {
  /// The time since the clock's start.
  public private(set) var now: Duration

  /// A clock at `now`.
  public init(now: Duration = .zero) { self.now = now }

  /// Lets `duration` pass.
  ///
  /// - Precondition: It is not negative.
  public mutating func advance(by duration: Duration) { advance(to: now + duration) }

  /// Lets the time up to `instant` pass.
  ///
  /// - Precondition: It has not passed.
  public mutating func advance(to instant: Duration) {
    precondition(instant >= now, "from \(now) back to \(instant)")
    now = instant
  }
}
