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
  static let names = ["handle", "replies", "reposts", "likes"]

  /// The numbers that are known, with their names.
  package var counts: [(name: String, value: Int)] {
    [("replies", replies), ("reposts", reposts), ("likes", likes)].compactMap { name, count in
      count.map { (name, $0) }
    }
  }

  /// The values that are known, as members of a JSON object.
  var members: [(name: String, value: String)] {
    (handle.map { [("handle", $0.json)] } ?? []) + counts.map { ($0.name, String($0.value)) }
  }
}

extension ItemDecoder {
  /// The count of a number or of a string of digits; `nil` for other values.
  mutating func count(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    string(value, in: bytes).flatMap { Int($0.string) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The number of the elements of a collection of ActivityStreams.
  mutating func count(
    ofCollection value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    count(members(of: value, in: bytes)["totalItems"], in: bytes)
  }

  /// The name of an account with `@` before it.
  mutating func handle(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    guard let name = string(value, in: bytes), name.cut == nil, name.string.utf8.count <= 1024
    else { return nil }
    return "@" + name.string.drop { $0 == "@" }
  }
}
