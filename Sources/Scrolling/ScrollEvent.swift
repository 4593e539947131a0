public import GalleyCellRendering
import GalleyFrames

/// An event of a scroll.
public enum ScrollEvent: Sendable {
  /// An element that is not an item, or an item that cannot be laid out or drawn.
  case failure(RowFailure)
  /// A warning about the row of the item at `index` in the feed.
  case warning(index: Int, RowWarning)
  /// A vsync, after the file of its frame is written.
  case vsync(ScrollRecord)
}
