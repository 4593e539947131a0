public import GalleyFrames
import GalleyPrimitives

extension FeedScroll {
  /// The record of one vsync of a scroll.
  public struct Record: Hashable, Sendable {
    /// The vsync's number, from 0.
    public var vsync: Int
    /// The y of the viewport's top at the vsync's start, in layout units.
    public var offset: Double
    /// The outcome for the user.
    public var outcome: VsyncOutcome
    /// The file of the new frame; `nil` if there is no new frame, or frames are not written.
    public var file: String?
    /// The timings of the new frame; `nil` if there is none.
    public var timings: FrameTimings?
    /// The number of visible device pixels of rows that do not show their current pictures.
    public var blankArea: Int
    /// The content of the new frame; `nil` if there is none.
    package var content: ShownContent?
  }
}
