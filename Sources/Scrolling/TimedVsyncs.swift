package import GalleyFrames
package import GalleyPictures

/// Vsyncs at absolute times of the machine's clock.
package final class TimedVsyncs: VsyncSource {
  /// The instant of vsync 0 on the clock.
  package let epoch: Duration
  private let clock: FrameClock

  /// Makes vsyncs, of which the first is a little later, so that it is not delayed.
  package init(_ clock: FrameClock = .steady) {
    self.clock = clock
    epoch = clock.now() + .milliseconds(20)
  }

  package var now: Duration { clock.now() - epoch }

  package var processorTime: Duration { clock.threadTime() }

  package var isTimed: Bool { true }

  package func work(for duration: Duration) {
    let end = processorTime + duration
    while processorTime < end {}
  }

  package func wait(for vsync: Vsync) async throws {
    try await Task.sleep(for: max(.zero, vsync.start - now), tolerance: .zero)
  }
}
