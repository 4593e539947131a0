import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// Reads the posts of an archive of Twitter, now X: `tweets.js`, `like.js` and their older forms.
extension ItemDecoder {
  /// The post of an element, which is a post or has one.
  mutating func tweet(
    _ value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> SocialPost {
    let outer = members(of: value, in: bytes)
    let inner = outer["tweet"] ?? outer["like"]
    let tweet = inner == nil ? outer : members(of: inner, in: bytes)
    var post = SocialPost()
    post.id = string(tweet["id_str"] ?? tweet["id"] ?? tweet["tweetId"], in: bytes)
    post.time = string(tweet["created_at"], in: bytes)
    post.url = webAddress(tweet["expandedUrl"], in: bytes)
    post.language = string(tweet["lang"], in: bytes)
    if ["und", "zxx", "qme"].contains(post.language?.string) { post.language = nil }
    let user = members(of: tweet["user"], in: bytes)
    post.author = string(user["name"] ?? user["screen_name"], in: bytes)
    post.avatar = string(user["profile_image_url_https"], in: bytes)
    post.details = PostDetails(
      handle: handle(user["screen_name"], in: bytes),
      replies: count(tweet["reply_count"], in: bytes),
      reposts: count(tweet["retweet_count"], in: bytes),
      likes: count(tweet["favorite_count"], in: bytes),
      isSensitive: flag(tweet["possibly_sensitive"], in: bytes))
    let entities = members(of: tweet["entities"], in: bytes)
    let extended = members(of: tweet["extended_entities"], in: bytes)
    for element in elements(of: entities["hashtags"], in: bytes) {
      if let tag = string(members(of: element, in: bytes)["text"], in: bytes) {
        post.tags.append(tag.string)
      }
    }
    var replacements: [String: String] = [:]
    for element in elements(of: entities["urls"], in: bytes) {
      let link = members(of: element, in: bytes)
      guard let short = string(link["url"], in: bytes),
        let address = string(link["expanded_url"] ?? link["display_url"], in: bytes)
      else { continue }
      replacements[short.string] = address.string.resolvingReferences
    }
    for element in elements(of: extended["media"] ?? entities["media"], in: bytes) {
      let medium = members(of: element, in: bytes)
      if let short = string(medium["url"], in: bytes) { replacements[short.string] = "" }
      post.pictures.append(
        SocialPost.Picture(
          address: string(medium["media_url_https"] ?? medium["media_url"], in: bytes),
          description: string(medium["ext_alt_text"], in: bytes)))
    }
    // A reference of up to eight bytes stands for one.
    let text = string(
      tweet["full_text"] ?? tweet["text"] ?? tweet["fullText"], in: bytes,
      limit: 8 * limits.maximumTextBytes)
    if let text, let whole = expanded(text, replacements) { post.parts.append(whole) }
    return post
  }

  /// `text` with the whole addresses of its links, without those of its pictures, and with `&`, `<` and `>`
  /// in place of their references.
  private func expanded(
    _ text: TextDecoder.Text, _ replacements: [String: String]
  ) -> TextDecoder.Text? {
    let limit = limits.maximumTextBytes
    var whole = text
    // References may be those of marks, and so may those of an address behind them.
    let resolved = text.string.resolvingReferences.streamSafe
    whole.string = Self.expanded(resolved, replacements, limit: limit).streamSafe
    guard !whole.string.isEmpty else { return nil }
    guard text.cut != nil || whole.string.utf8.count > limit else { return whole }
    whole.string = whole.string.cut(toUTF8Count: limit)
    whole.cut = .textBytes(limit)
    return whole
  }

  /// `text` with its links replaced, and without the blank before one that is replaced by nothing.
  ///
  /// One address may be that of many links: the search ends when the result is longer than `limit` bytes and a blank.
  ///
  /// - Complexity: O(text + `limit`).
  private static func expanded(
    _ text: String, _ replacements: [String: String], limit: Int
  ) -> String {
    guard !replacements.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(bytes: "http")?.lowerBound {
      guard result.utf8.count <= limit + 1 else { return result }
      result += rest[..<start]
      let link = rest[start...].prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber || ":/.-_".contains($0))
      }
      // A full stop may end the sentence, and not the link.
      let name = String(
        link.prefix(link.count - link.reversed().prefix { ".:-".contains($0) }.count))
      rest = rest[link.endIndex...]
      if let address = replacements[name] {
        if address.isEmpty {
          if result.utf8.last == UInt8(ascii: " ") {
            result.unicodeScalars.removeLast()
          } else if result.isEmpty, rest.hasPrefix(bytes: " ") {
            rest.unicodeScalars.removeFirst()
          }
        }
        result += address + link.dropFirst(name.count)
      } else {
        result += link
      }
    }
    return result + rest
  }
}

extension String {
  fileprivate var resolvingReferences: String {
    String(decoding: XMLReferences.resolved(Array(utf8)), as: UTF8.self)
  }
}
