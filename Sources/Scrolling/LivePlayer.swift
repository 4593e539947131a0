package import GalleyFrames
package import GalleyLive
import GalleyPictures

/// A table that a scroll on the real clock can play: it makes one pass for each vsync, on the main queue.
@MainActor
package protocol LivePlayer: AnyObject {
  /// The settings of the scroll.
  var options: ScrollOptions { get }
  /// The maximum offset in device pixels.
  var offsetLimit: Int { get }
  /// The offset of the last frame in device pixels; `nil` before the first.
  var shownOffset: Int? { get }
  /// Whether a new frame would differ from the last one.
  var needsFrame: Bool { get }
  /// Moves the viewport's top to an offset in device pixels.
  func scroll(toPixel pixels: Int)
  /// Makes the pass of a vsync, and calls `record` at each event of the frame.
  func pass(_ record: (FrameEvent) throws -> Void) throws -> LivePass
  /// The time in which each worker had a task and did not run, because the host ran other programs; empty
  /// without workers.
  var workerStalls: [Int: Duration] { get }
  /// Supersedes all work of workers, and waits for its end.
  func close() async
}

extension LivePlayer {
  package var workerStalls: [Int: Duration] { [:] }
}

extension LiveView: LivePlayer {
  package var workerStalls: [Int: Duration] { store.stalls }
}
