import GalleyFrames

/// The time of work on a thread, and a factor that slows the work down.
@usableFromInline
package struct Throttle: Sendable {
  /// The factor of all times, at least 1.
  @usableFromInline package var factor: Double
  /// The factor of the times of layouts, besides ``factor``: a fault of a bench.
  package var layoutFactor = 1.0
  /// Whether workers measure the time in which they are ready and have no processor, for the account of a scroll.
  package var countsStalls = false
  /// The instant of the clock from which ``now`` counts.
  package let epoch: Duration
  private let clock: FrameClock

  /// Makes a throttle whose times count from now on.
  package init(factor: Double = 1, clock: FrameClock = .steady) {
    self.factor = factor
    self.clock = clock
    epoch = clock.now()
  }

  /// The throttle of a stage.
  func of(_ stage: CostStage) -> Throttle {
    guard stage == .layout, layoutFactor > 1 else { return self }
    var throttle = self
    throttle.factor *= layoutFactor
    return throttle
  }

  /// The time since ``epoch``.
  package var now: Duration { clock.now() - epoch }

  /// The processor time of the calling thread.
  package var threadTime: Duration { clock.threadTime() }

  /// Runs `body`, and then spins until ``factor`` times its time has passed.
  ///
  /// Inlinable, because the runtime has to look up the layout of a generic result at each call.
  @inlinable package func run<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard factor > 1 else { return try body() }
    return try runSlowly(body)
  }

  @usableFromInline func runSlowly<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = clock.threadTime()
    let value = try body()
    let end = start + (clock.threadTime() - start) * factor
    while clock.threadTime() < end {}
    return value
  }
}
