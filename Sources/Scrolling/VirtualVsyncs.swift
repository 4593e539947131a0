package import GalleyFrames
package import GalleyPictures
import GalleyPrimitives
import GalleySimulation

/// Vsyncs on a virtual clock: each starts as soon as the scroll waits for it.
package final class VirtualVsyncs: VsyncSource {
  private let times = Monitor((now: VirtualClock(), work: VirtualClock()))

  /// Makes vsyncs; vsync 0 is at time 0.
  package init() {}

  package var now: Duration { times.withLock { $0.now.now } }

  package var processorTime: Duration { times.withLock { $0.work.now } }

  package var isTimed: Bool { false }

  /// The clock, for a ``/GalleyLive/FeedView``.
  package var clock: FrameClock {
    FrameClock(
      now: { [times] in times.withLock { $0.now.now } },
      threadTime: { [times] in times.withLock { $0.work.now } })
  }

  /// Advances the time by `duration`, in which the main queue works or waits.
  package func advance(by duration: Duration, isWork: Bool) {
    times.withLock { times in
      times.now.advance(by: duration)
      if isWork { times.work.advance(by: duration) }
    }
  }

  package func work(for duration: Duration) { advance(by: duration, isWork: true) }

  package func wait(for vsync: Vsync) async throws {
    try Task.checkCancellation()
    // Each vsync is a turn of the main queue, which other tasks share.
    await Task.yield()
    times.withLock { $0.now.advance(to: max(vsync.start, $0.now.now)) }
  }
}
