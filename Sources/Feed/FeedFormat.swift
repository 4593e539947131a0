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
}

extension FeedFormat {
  /// The name of the document's member that contains the items; `nil` for JSON Lines.
  var itemsKey: String? {
    switch self {
    case .fd: "feed"
    case .jsonLines: nil
    case .jsonFeed: "items"
    }
  }
}
