package import GalleyFrames

/// What a scroll on the real clock plays: a table that makes one pass for each vsync, on the main
/// queue.
@MainActor
package protocol LivePlayer: AnyObject {
  /// What the table is scrolled with.
  var options: ScrollOptions { get }
  /// The last offset there is, in device pixels.
  var offsetLimit: Int { get }
  /// Where the last frame shows the table, in device pixels; `nil` before the first.
  var shownOffset: Int? { get }
  /// Whether a frame made now would differ from the last one.
  var needsFrame: Bool { get }
  /// Says where the viewport's top is, in device pixels.
  func scroll(toPixel pixels: Int)
  /// Does what has to be done for a vsync; tells of each event of the frame as it happens.
  func pass(_ record: (FrameEvent) throws -> Void) throws -> LivePass
}

/// One pass over everything that has happened since the last one.
package struct LivePass {
  /// Whether the offset or what is there had changed.
  package var hasChanged = false
  /// Whether the frame waits for its pictures, as the policy is.
  package var isWaiting = false
  /// Whether a frame came new.
  package var isPresented = false
  /// The pixels of its visible rows that are not their current pictures.
  package var blankArea = 0
  /// Where the viewport's top is, in device pixels.
  package var offset = 0
  /// What the new frame is made of, where that is kept.
  package var frame: FeedFrame?

  /// A pass that has not found anything yet.
  package init() {}
}

extension FeedView: LivePlayer {
  /// The last offset there is, in device pixels.
  package var offsetLimit: Int { max(0, offsets.totalHeight - options.frameSize.height) }

  /// Where the last frame shows the table, in device pixels.
  package var shownOffset: Int? { shown?.offset }
}
