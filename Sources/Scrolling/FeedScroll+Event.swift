public import GalleyCellRendering
import GalleyFrames
import GalleyLive

extension FeedScroll {
  /// An event of a scroll.
  public enum Event: Sendable {
    /// An element that is not an item, or a row that cannot be laid out or drawn.
    case failure(RowFailure)
    /// A warning about the row of the item at `index` in the feed, or of the cell at `index`.
    case warning(index: Int, RowWarning)
    /// A vsync, after the file of its frame is written.
    case vsync(FeedScroll.Record)
  }
}

extension FeedScroll.Event {
  /// A finding while rows are laid out.
  init(_ event: FeedSurvey.Event) {
    switch event {
    case .failure(let failure): self = .failure(failure)
    case .warning(let index, let warning): self = .warning(index: index, warning)
    }
  }
}
