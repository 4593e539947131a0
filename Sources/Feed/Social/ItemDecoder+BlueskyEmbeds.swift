import GalleyFeedItems
import GalleyFeedSyntax

/// Reads what a post of Bluesky embeds: pictures, a film, a link, or another record.
///
/// - SeeAlso: [app.bsky.embed](https://docs.bsky.app/docs/advanced-guides/posts#images-embeds)
extension ItemDecoder {
  /// Reads the pictures, the film and the link of a view or a record.
  mutating func readMedia(
    ofEmbed embed: Members, in bytes: UnsafeBufferPointer<UInt8>, to post: inout SocialPost
  ) {
    let media = embed["media"] == nil ? embed : members(of: embed["media"], in: bytes)
    for element in elements(of: media["images"], in: bytes) {
      let image = members(of: element, in: bytes)
      post.pictures.append(
        SocialPost.Picture(
          address: string(image["fullsize"] ?? image["thumb"], in: bytes),
          description: string(image["alt"], in: bytes)))
    }
    if media["playlist"] != nil || media["video"] != nil {
      let poster = string(media["thumbnail"], in: bytes)
      post.pictures.append(
        SocialPost.Picture(
          address: poster, description: string(media["alt"], in: bytes), isImage: poster != nil,
          type: poster == nil ? "video/*" : nil))
    }
    let external = members(of: media["external"], in: bytes)
    if !external.isEmpty {
      post.parts += linkCard(external, address: "uri", in: bytes)
      post.pictures.append(SocialPost.Picture(address: string(external["thumb"], in: bytes)))
    }
  }

  /// The record that a post quotes, as lines of a quotation; `nil` without any.
  mutating func quote(
    of embed: Members, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    // With media, it is a record in a record.
    var record = members(of: embed["record"], in: bytes)
    if record["value"] == nil, record["uri"] == nil, record["record"] != nil {
      record = members(of: record["record"], in: bytes)
    }
    var quoted = SocialPost()
    let account = record["author"] ?? record["creator"]
    quoted.author = profile(account, in: bytes).name
    let handle = string(members(of: account, in: bytes)["handle"], in: bytes)
    quoted.url = Self.page(of: string(record["uri"], in: bytes), handle: handle)
    if record["value"] == nil {
      readDescription(record, in: bytes, to: &quoted)
    } else {
      let value = members(of: record["value"], in: bytes)
      var tags: [String] = []
      if let text = postText(value, in: bytes, tags: &tags) { quoted.parts.append(text) }
      for embed in elements(of: record["embeds"], in: bytes) {
        readMedia(ofEmbed: members(of: embed, in: bytes), in: bytes, to: &quoted)
      }
    }
    return quoted.quotation(limits: limits)
  }

  /// Reads the name and the words of a feed, a list or a starter pack, or the notice of a post that is not there.
  private mutating func readDescription(
    _ record: Members, in bytes: UnsafeBufferPointer<UInt8>, to quoted: inout SocialPost
  ) {
    let isMissing = ["notFound", "blocked", "detached"].contains {
      flag(record[$0], in: bytes) == true
    }
    guard !isMissing else {
      quoted.warning = quoted.url
      quoted.warning?.string = "✕ " + (quoted.url?.string ?? "")
      return
    }
    // The names of a starter pack are in its record.
    let inner = members(of: record["record"], in: bytes)
    var card: Members = [:]
    card["title"] = record["displayName"] ?? record["name"] ?? inner["name"]
    card["description"] = record["description"] ?? inner["description"]
    guard !card.isEmpty else { return }
    quoted.parts += linkCard(card, address: "uri", in: bytes)
    if let url = quoted.url { quoted.parts.append(url.linked) }
  }
}
