import GalleyFeedItems
import GalleyFeedSyntax

/// Reads statuses and notifications of Mastodon's API.
///
/// - SeeAlso: [Status](https://docs.joinmastodon.org/entities/Status/),
///   [Notification](https://docs.joinmastodon.org/entities/Notification/)
extension ItemDecoder {
  /// The post of a status, of the status that it boosts, or of a notification.
  mutating func status(
    _ value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> SocialPost {
    let outer = members(of: value, in: bytes)
    var post = SocialPost()
    if outer["content"] == nil, outer["reblog"] == nil, let kind = word(outer["type"], in: bytes) {
      readNotification(outer, kind: kind, in: bytes, to: &post)
    } else if let boosted = outer["reblog"], boosted.kind == .object {
      readSharer(outer["account"], sign: "↻", in: bytes, to: &post)
      readStatus(members(of: boosted, in: bytes), in: bytes, to: &post)
    } else {
      readStatus(outer, in: bytes, to: &post)
    }
    post.id = string(outer["id"], in: bytes)
    return post
  }

  /// Reads the status that a notification is about, and the account that it names.
  ///
  /// An account that shares or likes the status stands beside its author. A notification without a status has the account, behind
  /// a sign or the name of its kind.
  private mutating func readNotification(
    _ notification: Members, kind: String, in bytes: UnsafeBufferPointer<UInt8>,
    to post: inout SocialPost
  ) {
    if let status = notification["status"], status.kind == .object {
      if let sign = ["reblog": "↻", "favourite": "♥"][kind] {
        readSharer(notification["account"], sign: sign, in: bytes, to: &post)
      }
      return readStatus(members(of: status, in: bytes), in: bytes, to: &post)
    }
    readStatus(notification, in: bytes, to: &post)
    let account = members(of: notification["account"], in: bytes)
    post.url = webAddress(account["url"], in: bytes)
    let name = handle(account["acct"] ?? account["username"], in: bytes)
    let words = [kind == "follow" ? "+" : kind, name].compactMap(\.self)
    post.parts.append(TextDecoder.Text(string: words.joined(separator: " "), repairCount: 0))
  }

  /// Gives a post the account that shared it or likes it, and the custom emoji of the name.
  private mutating func readSharer(
    _ value: JSONCursor.Value?, sign: String, in bytes: UnsafeBufferPointer<UInt8>,
    to post: inout SocialPost
  ) {
    post.sharer = account(value, in: bytes).name
    post.sharerSign = sign
    post.emojis += emojis(members(of: value, in: bytes)["emojis"], in: bytes)
  }

  /// Reads a status and what it quotes.
  private mutating func readStatus(
    _ status: Members, in bytes: UnsafeBufferPointer<UInt8>, to post: inout SocialPost
  ) {
    post.time = string(status["created_at"], in: bytes)
    post.language = string(status["language"], in: bytes)
    for element in elements(of: status["tags"], in: bytes) {
      if let name = string(members(of: element, in: bytes)["name"], in: bytes) {
        post.tags.append(name.string)
      }
    }
    let account = members(of: status["account"], in: bytes)
    post.details = PostDetails(
      handle: handle(account["acct"] ?? account["username"], in: bytes),
      profile: webAddress(account["url"], in: bytes)?.string,
      replies: count(status["replies_count"], in: bytes),
      reposts: count(status["reblogs_count"], in: bytes),
      likes: count(status["favourites_count"], in: bytes),
      visibility: word(status["visibility"], in: bytes),
      isSensitive: flag(status["sensitive"], in: bytes))
    readContent(status, in: bytes, to: &post)
    // A quote of a quote has only an identifier, and so has one that is not shown to readers.
    let quoted = members(of: members(of: status["quote"], in: bytes)["quoted_status"], in: bytes)
    guard !quoted.isEmpty else { return }
    var quote = SocialPost()
    readContent(quoted, in: bytes, to: &quote)
    guard let text = quote.quotation(limits: limits) else { return }
    // The link to the status is for programs that do not show it.
    if !post.parts.isEmpty { post.parts[0].dropQuoteLink() }
    post.parts.append(text)
  }

  /// Reads what a status shows: its author, its warning, its text, its poll and its media.
  private mutating func readContent(
    _ status: Members, in bytes: UnsafeBufferPointer<UInt8>, to post: inout SocialPost
  ) {
    (post.author, post.avatar) = account(status["account"], in: bytes)
    post.url = webAddress(status["url"] ?? status["uri"], in: bytes)
    post.warning = string(status["spoiler_text"], in: bytes)
    let account = members(of: status["account"], in: bytes)
    post.emojis += emojis(account["emojis"], in: bytes) + emojis(status["emojis"], in: bytes)
    if let text = statusText(status, in: bytes) { post.parts.append(text) }
    let poll = members(of: status["poll"], in: bytes)
    if var choices = choices(poll["options"], title: "title", votes: "votes_count", in: bytes) {
      choices.show(emojis(poll["emojis"], in: bytes))
      post.parts.append(choices)
    }
    for element in elements(of: status["media_attachments"], in: bytes) {
      let medium = members(of: element, in: bytes)
      let kind = string(medium["type"], in: bytes)?.string
      post.pictures.append(
        SocialPost.Picture(
          address: string(medium["url"] ?? medium["preview_url"], in: bytes)
            ?? webAddress(medium["remote_url"], in: bytes),
          description: string(medium["description"], in: bytes),
          isImage: kind == nil || kind == "image", type: Self.mediaType(kind)))
    }
    // As in Mastodon's own pages, pictures stand in place of the card of a link.
    if post.pictures.isEmpty {
      let card = members(of: status["card"], in: bytes)
      post.parts += linkCard(card, address: "url", in: bytes)
      if let picture = webAddress(card["image"], in: bytes) {
        post.pictures.append(SocialPost.Picture(address: picture))
      }
    }
  }

  /// The text of a status, with its custom emoji.
  private mutating func statusText(
    _ status: Members, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    guard var text = html(status["content"], in: bytes) else { return nil }
    text.show(emojis(status["emojis"], in: bytes))
    return text
  }

  private mutating func account(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (name: TextDecoder.Text?, avatar: TextDecoder.Text?) {
    let account = members(of: value, in: bytes)
    var name = string(account["display_name"], in: bytes)
    if name == nil, var handle = string(account["acct"] ?? account["username"], in: bytes) {
      handle.string = "@" + handle.string
      name = handle
    }
    return (name, string(account["avatar"] ?? account["avatar_static"], in: bytes))
  }

  /// The choices of a poll, one on a line, with the numbers of their votes if they are known.
  mutating func choices(
    _ value: JSONCursor.Value?, title: String, votes: String,
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    var whole: TextDecoder.Text?
    for element in elements(of: value, in: bytes) {
      let choice = members(of: element, in: bytes)
      guard var text = string(choice[title], in: bytes) else { continue }
      let votes = choice[votes]
      let counted =
        votes?.kind == .object ? members(of: votes, in: bytes)["totalItems"] : votes
      if let count = string(counted, in: bytes) { text.string += " (\(count.string))" }
      text.string = "• " + text.string
      if let known = whole {
        text.string = known.string + "\n" + text.string
        text.repairCount += known.repairCount
      }
      whole = text
    }
    return whole
  }
}
