import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// Reads posts of Bluesky: the elements of `getAuthorFeed` and its neighbours, and records.
///
/// - SeeAlso: [app.bsky.feed](https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed)
extension ItemDecoder {
  /// The post of an element, which is a post or has one.
  mutating func blueskyPost(
    _ value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> SocialPost {
    var outer = members(of: value, in: bytes)
    if outer["depth"] != nil, outer["value"] != nil {
      // A post of a thread in the form of a list.
      outer = members(of: outer["value"], in: bytes)
    }
    let view = outer["post"] == nil ? outer : members(of: outer["post"], in: bytes)
    // A record may be alone, without the view of it.
    let record = members(of: view["record"] ?? view["value"] ?? value, in: bytes)
    var post = SocialPost()
    post.id = string(view["uri"], in: bytes)
    post.time = string(record["createdAt"] ?? view["indexedAt"], in: bytes)
    if let language = elements(of: record["langs"], in: bytes).first {
      post.language = string(language, in: bytes)
    }
    (post.author, post.avatar) = profile(view["author"], in: bytes)
    let account = members(of: view["author"], in: bytes)["handle"]
    post.url = Self.page(of: post.id, handle: string(account, in: bytes))
    post.details = PostDetails(
      handle: handle(account, in: bytes),
      profile: string(account, in: bytes).map { "https://bsky.app/profile/" + $0.string },
      replies: count(view["replyCount"], in: bytes),
      reposts: count(view["repostCount"], in: bytes), likes: count(view["likeCount"], in: bytes))
    for tag in elements(of: record["tags"], in: bytes) {
      if let tag = string(tag, in: bytes) { post.tags.append(tag.string) }
    }
    post.sharer = profile(members(of: outer["reason"], in: bytes)["by"], in: bytes).name
    if let text = postText(record, in: bytes, tags: &post.tags) { post.parts.append(text) }
    let embed = members(of: view["embed"] ?? record["embed"], in: bytes)
    readMedia(ofEmbed: embed, in: bytes, to: &post)
    if let quote = quote(of: embed, in: bytes) { post.parts.append(quote) }
    return post
  }

  /// The page of a post, a feed, a list or a starter pack: `at://ACCOUNT/app.bsky.feed.post/KEY` names it.
  static func page(
    of id: TextDecoder.Text?, handle: TextDecoder.Text?
  ) -> TextDecoder.Text? {
    guard var page = id, page.cut == nil else { return nil }
    let parts = page.string.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "at:", parts[2].hasPrefix("did:"), !parts[4].isEmpty
    else { return nil }
    let account = handle.map { Substring($0.string) } ?? parts[2]
    let kinds = [
      "app.bsky.feed.post": "post", "app.bsky.feed.generator": "feed",
      "app.bsky.graph.list": "lists",
    ]
    if parts[3] == "app.bsky.graph.starterpack" {
      page.string = "https://bsky.app/starter-pack/\(account)/\(parts[4])"
    } else if let kind = kinds[String(parts[3])] {
      page.string = "https://bsky.app/profile/\(account)/\(kind)/\(parts[4])"
    } else {
      return nil
    }
    return page
  }

  mutating func profile(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (name: TextDecoder.Text?, avatar: TextDecoder.Text?) {
    let profile = members(of: value, in: bytes)
    var name = string(profile["displayName"], in: bytes)
    if name == nil, var handle = string(profile["handle"], in: bytes) {
      handle.string = "@" + handle.string
      name = handle
    }
    return (name, string(profile["avatar"], in: bytes))
  }

  /// The text of a record, with the whole address of each link that the text shortens.
  mutating func postText(
    _ record: Members, in bytes: UnsafeBufferPointer<UInt8>, tags: inout [String]
  ) -> TextDecoder.Text? {
    guard var text = string(record["text"], in: bytes) else { return nil }
    var links: [(range: Range<Int>, address: String)] = []
    var references: [(range: Range<Int>, address: String)] = []
    for element in elements(of: record["facets"], in: bytes) {
      let facet = members(of: element, in: bytes)
      let index = members(of: facet["index"], in: bytes)
      guard let start = string(index["byteStart"], in: bytes).flatMap({ Int($0.string) }),
        let end = string(index["byteEnd"], in: bytes).flatMap({ Int($0.string) }), start < end
      else { continue }
      for feature in elements(of: facet["features"], in: bytes) {
        let feature = members(of: feature, in: bytes)
        if let address = string(feature["uri"], in: bytes) {
          links.append((start..<end, address.string))
        } else if let account = string(feature["did"], in: bytes) {
          references.append((start..<end, "https://bsky.app/profile/" + account.string))
        } else if let tag = string(feature["tag"], in: bytes) {
          tags.append(tag.string)
          references.append((start..<end, "https://bsky.app/hashtag/" + tag.string))
        } else {
          continue
        }
        break
      }
    }
    let markup = Self.linking(links + references, in: text.string)
    text.string = Self.expanding(links, in: text.string)
    guard text.string.utf8.count > limits.maximumTextBytes else {
      text.markup = text.cut == nil ? markup : nil
      return text
    }
    text.string = text.string.cut(toUTF8Count: limits.maximumTextBytes)
    text.cut = .textBytes(limits.maximumTextBytes)
    return text
  }

  /// `text` as HTML with links at ranges of its UTF-8; `nil` without any.
  ///
  /// Ranges that overlap, divide a character, or are not within the text are ignored.
  private static func linking(
    _ links: [(range: Range<Int>, address: String)], in text: String
  ) -> String? {
    let bytes = Array(text.utf8)
    func html(_ range: Range<Int>) -> String {
      String(decoding: bytes[range], as: UTF8.self).html.replacing(bytes: "\n", with: "<br>")
    }
    var result = ""
    var position = 0
    for (range, address) in links.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where range.lowerBound >= position && hasWholeCharacters(range, of: bytes) {
      result += html(position..<range.lowerBound)
      var shown = html(range)
      if shown.hasSuffix("...") || shown.hasSuffix("…") { shown = address.html }
      result += "<a href=\"\(address.xml)\">\(shown)</a>"
      position = range.upperBound
    }
    return result.isEmpty ? nil : "<p>" + result + html(position..<bytes.count) + "</p>"
  }

  /// Whether a range is within `bytes` of UTF-8 and neither end is inside the bytes of a character.
  ///
  /// Programs that count UTF-16 give ranges that are not.
  private static func hasWholeCharacters(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return false }
    return [range.lowerBound, range.upperBound].allSatisfy { place in
      place == bytes.count || bytes[place] & 0xC0 != 0x80
    }
  }

  /// `text` with the addresses in place of the ranges of its UTF-8 that end with an ellipsis.
  ///
  /// Ranges that overlap, divide a character, or are not within the text are ignored.
  private static func expanding(
    _ links: [(range: Range<Int>, address: String)], in text: String
  ) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    for (range, address) in links.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard range.lowerBound >= position, hasWholeCharacters(range, of: bytes) else { continue }
      let shown = String(decoding: bytes[range], as: UTF8.self)
      guard shown.hasSuffix("...") || shown.hasSuffix("…") else { continue }
      result += bytes[position..<range.lowerBound] + Array(address.utf8)
      position = range.upperBound
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }
}
