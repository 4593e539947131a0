/// What a post of a social network has beside the fields of other items.
///
/// Templates and JSON Lines name the values `handle`, `replies`, `reposts` and `likes`.
public struct PostDetails: Hashable, Sendable {
  /// The name of the account, with `@` before it; `nil` if it is unknown, or if ``FeedItem/author`` is this name.
  public var handle: String?
  /// The number of replies; `nil` if the feed does not tell it, as for the two others.
  public var replies: Int?
  /// The number of times that the post was shared.
  public var reposts: Int?
  /// The number of readers who like the post.
  public var likes: Int?

  /// The details of a post.
  public init(
    handle: String? = nil, replies: Int? = nil, reposts: Int? = nil, likes: Int? = nil
  ) {
    self.handle = handle
    self.replies = replies
    self.reposts = reposts
    self.likes = likes
  }

  /// The names of the values, in their order.
  package static let names = ["handle", "replies", "reposts", "likes"]

  /// The numbers that are known, with their names.
  package var counts: [(name: String, value: Int)] {
    [("replies", replies), ("reposts", reposts), ("likes", likes)].compactMap { name, count in
      count.map { (name, $0) }
    }
  }
}
