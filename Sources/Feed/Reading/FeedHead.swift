package import GalleyFeedItems

/// What a whole feed says of itself, also behind its items, and what its items inherit.
package struct FeedHead {
  var feed: FeedItem
  var feedURL: String?
  var json: FeedHeader
  var syndication: SyndicationEntry
}

extension FeedReader {
  /// Passes all elements of a feed that may say something of itself behind them.
  ///
  /// - Returns: `nil` for a feed of a format without a head.
  /// - Complexity: O(feed).
  package func passedHead() throws(FeedError) -> FeedHead? {
    var element = try next()
    guard let format, [.jsonFeed, .rss, .atom].contains(format) else { return nil }
    while element != nil { element = try next() }
    if format == .jsonFeed {
      try noteFeed(with: nil)
    } else {
      syndication.finish()
      noteSyndication()
    }
    return FeedHead(
      feed: feed, feedURL: feedURL, json: decoder.header, syndication: syndication.inherited)
  }

  /// Reads a feed whose head is known, so that the first element is read with all of it.
  ///
  /// - Precondition: Nothing is read yet.
  package func adopt(_ head: FeedHead) { knownHead = head }
}
