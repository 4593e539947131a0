/// A clock whose time the caller advances.
package struct VirtualClock: Hashable, Sendable {
  /// The time since the clock's start.
  package private(set) var now: Duration

  /// A clock at `now`.
  package init(now: Duration = .zero) { self.now = now }

  /// Advances the time by `duration`.
  ///
  /// - Precondition: It is not negative.
  package mutating func advance(by duration: Duration) { advance(to: now + duration) }

  /// Advances the time to `instant`.
  ///
  /// - Precondition: `instant` is not in the past.
  package mutating func advance(to instant: Duration) {
    precondition(instant >= now, "from \(now) back to \(instant)")
    now = instant
  }
}
