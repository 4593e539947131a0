public import GalleyFeed

/// The delegate of a ``FeedView``, which is notified of visible rows on the main queue.
@MainActor
public protocol FeedViewDelegate: AnyObject {
  /// A row has become visible, at least in part.
  func feedView(_ view: FeedView, willDisplay row: Int)
  /// A row is no longer visible.
  func feedView(_ view: FeedView, didEndDisplaying row: Int)
  /// Returns more items; called when the viewport comes within two screenfuls of the end.
  ///
  /// Items that cannot be laid out are left out, and listed in ``FeedViewStatistics/failures``.
  func moreItems(for view: FeedView) async -> [FeedItem]
}

extension FeedViewDelegate {
  /// Does nothing.
  public func feedView(_ view: FeedView, willDisplay row: Int) {}
  /// Does nothing.
  public func feedView(_ view: FeedView, didEndDisplaying row: Int) {}
  /// Returns no items.
  public func moreItems(for view: FeedView) async -> [FeedItem] { [] }
}
