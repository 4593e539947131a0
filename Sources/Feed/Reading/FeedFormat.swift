/// A file format of feeds.
public enum FeedFormat: String, Hashable, Sendable, CaseIterable, Codable {
  /// The JSON of the FDTemplateLayoutCell demo, `{"feed": [{"title": …, "content": …}]}`, or its
  /// array of items alone.
  case fd
  /// JSON Lines: one item on each line, with `id`, `title`, `body`, `author`, `time`, `image`,
  /// `avatar` and `lang`, all optional.
  case jsonLines = "jsonl"
  /// JSON Feed 1.0 and 1.1.
  ///
  /// - SeeAlso: [JSON Feed 1.1](https://www.jsonfeed.org/version/1.1/)
  case jsonFeed = "jsonfeed"
  /// RSS 0.9x, 1.0 and 2.0.
  ///
  /// - SeeAlso: [RSS 2.0](https://www.rssboard.org/rss-specification)
  case rss
  /// Atom 1.0 (RFC 4287).
  case atom
  /// Statuses of Mastodon's API: an array, the member `statuses`, the members of a context, or statuses alone.
  case mastodon
  /// A collection of ActivityStreams, such as the outbox in an archive of Mastodon, or its objects alone.
  case activityStreams = "activitystreams"
  /// Posts of Bluesky's `app.bsky.feed`, its threads, or records of its repositories.
  case bluesky
  /// The posts in an archive of Twitter, now X: `tweets.js`.
  case twitter
  /// CSV with a header (RFC 4180), divided by commas or semicolons.
  case csv
  /// CSV divided by tabulators.
  case tsv
  /// An article in Markdown with front matter, or a folder of such files.
  case markdown
}

extension FeedFormat {
  /// The names of the document's members that contain the items; none for formats without them.
  var itemsKeys: [String] {
    switch self {
    case .fd: ["feed"]
    case .jsonFeed: ["items"]
    case .mastodon: ["statuses", "ancestors", "descendants"]
    case .activityStreams: ["orderedItems", "items"]
    case .bluesky: ["feed", "posts", "records", "thread"]
    case .jsonLines, .rss, .atom, .twitter, .csv, .tsv, .markdown: []
    }
  }

  /// Whether the document may be an array of items alone.
  var mayBeArray: Bool {
    switch self {
    case .fd, .mastodon, .activityStreams, .bluesky, .twitter: true
    case .jsonLines, .jsonFeed, .rss, .atom, .csv, .tsv, .markdown: false
    }
  }

  /// Whether the items are posts of a social network, one of which may be the whole document.
  var isSocial: Bool {
    switch self {
    case .mastodon, .activityStreams, .bluesky, .twitter: true
    case .fd, .jsonLines, .jsonFeed, .rss, .atom, .csv, .tsv, .markdown: false
    }
  }
}
