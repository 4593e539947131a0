import GalleyFeed
import GalleyFeedItems

@testable import GalleyLive

extension FeedView {
  /// Inserts rows and lays them out, so that no height is an estimate.
  func insertLaidOut(_ items: [FeedItem], at row: Int) async throws {
    try insert(items, at: row)
    try await layOutRows()
  }

  /// Adds the rows of a feed and lays them out, so that no height is an estimate.
  func appendLaidOut(_ feed: FeedInput) async throws {
    try await append(feed)
    try await layOutRows()
  }
}
