/// What a post of a social network has beside the fields of other items.
///
/// Templates and JSON Lines name the values `handle`, `replies`, `reposts`, `likes`, `visibility` and `sensitive`. JSON Lines have the address of the
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
  /// The readers of the post, in Mastodon's words: `public`, `unlisted`, `private` or `direct`.
  public var visibility: String?
  /// Whether the network hides the pictures until a reader asks for them; `nil` if the feed does not tell it.
  public var isSensitive: Bool?

  /// The details of a post.
  public init(
    handle: String? = nil, profile: String? = nil, replies: Int? = nil, reposts: Int? = nil,
    likes: Int? = nil, visibility: String? = nil, isSensitive: Bool? = nil
  ) {
    self.handle = handle
    self.profile = profile
    self.replies = replies
    self.reposts = reposts
    self.likes = likes
    self.visibility = visibility
    self.isSensitive = isSensitive
  }

  /// The name of the member with the author, if the address of the account is known.
  package static let authorsKey = "authors"

  /// The names of the values, in their order.
  package static let names = ["handle", "replies", "reposts", "likes", visibilityKey, sensitiveKey]

  /// The name of ``visibility``.
  package static let visibilityKey = "visibility"

  /// The name of ``isSensitive``.
  package static let sensitiveKey = "sensitive"

  /// The numbers that are known, with their names.
  package var counts: [(name: String, value: Int)] {
    [("replies", replies), ("reposts", reposts), ("likes", likes)].compactMap { name, count in
      count.map { (name, $0) }
    }
  }
}
