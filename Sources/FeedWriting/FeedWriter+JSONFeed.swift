import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax

/// Writes JSON Feed.
extension FeedWriter {
  /// The members of a JSON Feed before its items.
  var jsonFeedHead: String {
    let others = feed.otherMembers.filter { $0.name != FeedItem.feedURLKey }
    let own = others.filter {
      Self.headMembers.contains($0.name)
        || $0.name.first == "_" && $0.name != FeedItem.extensionKey
    }
    let names = Set(own.map(\.name))
    let rest = others.filter { !names.contains($0.name) && !Self.isAuthors($0, of: feed) }
    let kept: [(name: String, value: String?)] =
      [
        ("id", feed.id?.json), ("time", feed.time?.json), (FeedItem.htmlKey, feed.bodyHTML?.json),
        (FeedItem.imageDescriptionKey, feed.imageDescription?.json),
        ("tags", Self.list(feed.tags.map(\.json))),
        ("attachments", Self.list(feed.attachments.map { Self.attachment($0) })),
      ] + rest.map { ($0.name, $0.value) }
      + [("title", feed.title == nil ? FeedItem.madeValue : nil)]
    let members: [(name: String, value: String?)] =
      [
        ("version", "https://jsonfeed.org/version/1.1".json),
        ("title", (feed.title ?? Self.defaultTitle).json), ("home_page_url", feed.url?.json),
        ("feed_url", feedURL?.json), ("description", feed.body?.json), ("icon", feed.image?.json),
        ("language", feed.language?.json), ("authors", Self.authors(of: feed, others)),
      ] + own.map { ($0.name, $0.value) }
      + [
        (
          FeedItem.extensionKey,
          kept.contains { $0.value != nil } ? MemberList.object(kept) : nil
        )
      ]
    let lines = members.compactMap { member in
      member.value.map { "  \(member.name.json): \($0),\n" }
    }
    return "{\n" + lines.joined() + "  \"items\": ["
  }

  /// The members of a whole JSON Feed that no item has.
  private static let headMembers: Set = [
    "favicon", "next_url", "user_comment", "expired", "hubs",
  ]

  /// The authors of an item or of a feed; those in a member if the fields come from them.
  private static func authors(
    of item: FeedItem, _ others: [(name: String, value: String)]
  ) -> String? {
    if let whole = others.first(where: { isAuthors($0, of: item) })?.value { return whole }
    guard item.author != nil || item.avatar != nil else { return nil }
    return "[" + MemberList.object([("name", item.author?.json), ("avatar", item.avatar?.json)])
      + "]"
  }

  /// Whether a member has the authors of which the fields of an item have a part.
  private static func isAuthors(
    _ member: (name: String, value: String), of item: FeedItem
  ) -> Bool {
    guard member.name == PostDetails.authorsKey, let list = AuthorList(json: member.value) else {
      return false
    }
    return list.name == item.author && list.avatar == item.avatar
  }

  /// The attachments of an item of JSON Feed, and its image if that has a description, for which the format has no
  /// other place.
  private static func attachments(_ item: FeedItem) -> String? {
    var attachments = item.attachments
    if let image = item.image, let words = item.imageDescription {
      attachments.insert(FeedAttachment(url: image, type: nil, description: words), at: 0)
    }
    return list(
      attachments.map { attachment in
        MemberList.object(
          [
            ("url", attachment.url.json), ("mime_type", attachment.type.json),
            ("title", attachment.description?.json),
          ] + attachment.numbers)
      })
  }

  /// An item of JSON Feed, whose identifier is its address or `galley:` and its number if the item has none.
  func jsonFeedItem(_ item: FeedItem) -> String {
    let others = item.otherMembers
    let authors = Self.authors(of: item, others)
    let own = others.filter { Self.isMemberOfJSONFeed($0) }
    var rest = others.filter { !Self.isMemberOfJSONFeed($0) && !Self.isAuthors($0, of: item) }
    if item.id == nil { rest.append(("id", FeedItem.madeValue)) }
    return "    "
      + MemberList.object(
        [
          ("id", (item.id ?? item.url ?? "galley:\(item.index)").json), ("url", item.url?.json),
          ("title", item.title?.json),
          ("content_text", (item.body ?? "").json), ("content_html", item.bodyHTML?.json),
          ("date_published", item.time?.json),
          ("image", item.image?.json), ("authors", authors), ("language", item.language?.json),
          ("tags", Self.list(item.tags.map(\.json))), ("attachments", Self.attachments(item)),
        ] + own.map { ($0.name, $0.value) }
          + [
            (
              FeedItem.extensionKey,
              rest.isEmpty ? nil : MemberList.object(rest.map { ($0.name, $0.value) })
            )
          ])
  }

  /// Whether JSON Feed knows a member that is no field of items, or takes it for an extension.
  private static func isMemberOfJSONFeed(_ member: (name: String, value: String)) -> Bool {
    switch member.name {
    case "summary", "banner_image", "external_url", "date_modified": member.value.first == "\""
    case FeedItem.extensionKey: false
    default: member.name.first == "_"
    }
  }
}
