import GalleyFeedItems
import GalleyFeedSyntax

/// Recognizes posts of social networks among items without a format of their own, as lines of JSON Lines are.
extension ItemDecoder {
  /// Names of which each post has one, and few other items do.
  static let leadingNames: Set = [
    "account", "reblog", "attributedTo", "actor", "record", "value", "post", "$type", "tweet",
    "like", "full_text", "contentMap",
  ]

  /// The kinds of objects and activities of ActivityStreams that have a text or an object to show.
  private static let activityTypes: Set = [
    "Note", "Article", "Question", "Page", "Image", "Video", "Audio", "Event", "Create", "Announce",
    "Update",
  ]

  /// The format of the network whose posts have the members of the object `value`; `nil` for other objects.
  mutating func network(
    of value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> FeedFormat? {
    let members = members(of: value, in: bytes)
    if members["account"]?.kind == .object, members["created_at"]?.kind == .string,
      members["content"]?.kind == .string || members["reblog"]?.kind == .object
        || members["status"]?.kind == .object || members["type"]?.kind == .string
    {
      return .mastodon
    }
    if isBluesky(members, in: bytes) { return .bluesky }
    if members["tweet"]?.kind == .object || members["full_text"]?.kind == .string
      || self.members(of: members["like"], in: bytes)["tweetId"] != nil
    {
      return .twitter
    }
    return isActivity(members, in: bytes) ? .activityStreams : nil
  }

  private mutating func isBluesky(
    _ members: Members, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if string(members["$type"], in: bytes)?.string == "app.bsky.feed.post" { return true }
    if members["post"]?.kind == .object {
      return self.members(of: members["post"], in: bytes)["record"]?.kind == .object
    }
    guard members["record"]?.kind == .object || members["value"]?.kind == .object else {
      return false
    }
    return string(members["uri"], in: bytes)?.string.hasPrefix("at://") == true
  }

  private mutating func isActivity(
    _ members: Members, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let type = string(members["type"], in: bytes)?.string, Self.activityTypes.contains(type),
      members["attributedTo"] != nil || members["actor"] != nil || members["@context"] != nil
    else { return false }
    return members["content"]?.kind == .string || members["contentMap"]?.kind == .object
      || members["object"] != nil || members["attachment"] != nil
  }
}
