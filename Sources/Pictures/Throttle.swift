/// Slows work down on its thread, for scrolls on the real clock with a factor.
package struct Throttle: Sendable {
  /// The factor of all times, at least 1.
  package var factor: Double
  /// The origin of the times of spans.
  package var epoch = SteadyClock.now

  /// Makes a throttle.
  package init(factor: Double = 1) { self.factor = factor }

  /// Runs `body`, and then spins until ``factor`` times its time has passed.
  package func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure)
    -> Value
  {
    guard factor > 1 else { return try body() }
    let start = ThreadClock.now
    let value = try body()
    let end = start + (ThreadClock.now - start) * factor
    while ThreadClock.now < end {}
    return value
  }
}
