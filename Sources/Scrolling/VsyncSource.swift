package import GalleyFrames

/// The vsyncs for which a scroll waits, and their clock.
@MainActor
package protocol VsyncSource: AnyObject {
  /// The time since vsync 0.
  var now: Duration { get }
  /// The processor time of the main queue.
  var processorTime: Duration { get }
  /// Whether time passes while the main queue works, so that a listener's work may delay the next vsync.
  var isTimed: Bool { get }
  /// Makes the main queue work for `duration`.
  func work(for duration: Duration)
  /// Waits until a vsync starts.
  ///
  /// - Throws: `CancellationError`.
  func wait(for vsync: Vsync) async throws
}
