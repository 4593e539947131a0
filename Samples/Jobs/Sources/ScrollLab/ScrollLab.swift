import Galley

/// The vsyncs of a fling through a feed without a new frame, in both modes.
public struct DroppedFrames: Sendable, Equatable {
  /// All work is done on the main queue.
  public var sync: Int
  /// Workers lay out and draw.
  public var async: Int
}

/// Flings through the feed at `path` on a virtual clock, on a machine that is `throttle` times slower than the one of
/// the cost model.
///
/// The result is the same on each machine.
@MainActor
public func countDroppedFrames(of path: String, throttle: Double) async throws -> DroppedFrames {
  var counts: [Int] = []
  for mode in [RenderMode.sync, .async] {
    var options = try ScrollOptions(
      rendering: RenderOptions(mode: mode, workerCount: 2), script: .fling(), duration: .seconds(3))
    options.costModel.throttle = throttle
    let summary = try await FeedScroll(options).run(.path(path))
    counts.append(summary.frames.droppedCount)
  }
  return DroppedFrames(sync: counts[0], async: counts[1])
}
