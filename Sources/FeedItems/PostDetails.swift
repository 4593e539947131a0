/// What a post of a social network has beside the fields of other items.
///
/// Templates and JSON Lines name the values `handle`, `replies`, `reposts` and `likes`. JSON Lines have the address of the
/// account in `authors`, as JSON Feed does.
public struct PostDetails: Hashable, Sendable {
  /// The name of the account, with `@` before it; `nil` if it is unknown, or if ``FeedItem/author`` is this name.
  public var handle: String?
  /// The web address of the account; `nil` if the feed does not tell it.
  public var profile: String?
  /// The number of replies; `nil` if the feed does not tell it, as for the two others.
  public var replies: Int?
  /// The number of times that the post was shared.
  public var reposts: Int?
  /// The number of readers who like the post.
  public var likes: Int?

  /// The details of a post.
  public init(
    handle: String? = nil, profile: String? = nil, replies: Int? = nil, reposts: Int? = nil,
    likes: Int? = nil
  ) {
    self.handle = handle
    self.profile = profile
    self.replies = replies
    self.reposts = reposts
    self.likes = likes
  }

  /// The name of the member with the author, if the address of the account is known.
  package static let authorsKey = "authors"

  /// The names of the values, in their order.
  package static let names = ["handle", "replies", "reposts", "likes"]

  /// The numbers that are known, with their names.
  package var counts: [(name: String, value: Int)] {
    [("replies", replies), ("reposts", reposts), ("likes", likes)].compactMap { name, count in
      count.map { (name, $0) }
    }
  }
}
