public import GalleyFeed
public import GalleyWorkers

/// Whom a ``FeedView`` tells of what the user sees, on the main queue.
@MainActor
public protocol FeedViewDelegate: AnyObject {
  /// A row is seen, at least in part, for the first time since it was not.
  func feedView(_ view: FeedView, willDisplay row: Int)
  /// A row is no longer seen.
  func feedView(_ view: FeedView, didEndDisplaying row: Int)
  /// Asked for when the viewport comes within two screenfuls of the end; nothing ends the asking.
  ///
  /// Items that cannot be laid out are left out, and listed in ``FeedViewStatistics/failures``.
  func moreItems(for view: FeedView) async -> [FeedItem]
}

extension FeedViewDelegate {
  /// Does nothing.
  public func feedView(_ view: FeedView, willDisplay row: Int) {}
  /// Does nothing.
  public func feedView(_ view: FeedView, didEndDisplaying row: Int) {}
  /// Has none.
  public func moreItems(for view: FeedView) async -> [FeedItem] { [] }
}

/// What a ``FeedView`` holds, and what its workers came to.
public struct FeedViewStatistics: Sendable {
  /// The pictures that are held.
  public var pictureCount: Int
  /// The bytes of their pixels.
  public var pictureByteCount: Int
  /// The most bytes that pictures ever took, those that workers were busy with included.
  public var mostPictureByteCount: Int
  /// The requests that wait for a worker.
  public var waitingCount: Int
  /// The most requests that ever waited.
  public var mostWaitingCount: Int
  /// Every task's end, with the check points at which tasks were superseded.
  public var requests: RequestLedger
  /// The rows that could not be drawn, and the delegate's items that could not be laid out.
  ///
  /// In the place of a row that could not be drawn the page is seen; an item that could not be laid out
  /// has no row. Rows of equal content share a picture, and a failure.
  public var failures: [RowFailure]
}
