/// How a feed is written down.
public enum FeedFormat: String, Hashable, Sendable, CaseIterable, Codable {
  /// The FDTemplateLayoutCell demo's JSON, `{"feed": [{"title": …, "content": …}]}`, or an array of
  /// items without the object around it.
  case fd
  /// JSON Lines: one item a line, with `id`, `title`, `body`, `author`, `time`, `image`, `avatar`
  /// and `lang`, all optional.
  case jsonLines = "jsonl"
  /// JSON Feed 1.0 and 1.1.
  ///
  /// - SeeAlso: [JSON Feed 1.1](https://www.jsonfeed.org/version/1.1/)
  case jsonFeed = "jsonfeed"
}

extension FeedFormat {
  /// The member of the document's object that holds the items; `nil` for lines.
  var itemsKey: String? {
    switch self {
    case .fd: "feed"
    case .jsonLines: nil
    case .jsonFeed: "items"
    }
  }
}
