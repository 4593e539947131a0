import GalleyFeedItems
import GalleyFeedSyntax

/// Reads statuses of Mastodon's API, and activities of an ActivityStreams outbox.
///
/// - SeeAlso: [Status](https://docs.joinmastodon.org/entities/Status/),
///   [Activity Streams 2.0](https://www.w3.org/TR/activitystreams-core/)
extension ItemDecoder {
  /// The post of a status, or of the status that it boosts.
  mutating func status(
    _ value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> SocialPost {
    let outer = members(of: value, in: bytes)
    var post = SocialPost()
    var status = outer
    // A notification has the status that it is about.
    if outer["content"] == nil, let inner = outer["status"], inner.kind == .object {
      status = members(of: inner, in: bytes)
    }
    if let boosted = outer["reblog"], boosted.kind == .object {
      status = members(of: boosted, in: bytes)
      post.sharer = account(outer["account"], in: bytes).name
      post.emojis = emojis(members(of: outer["account"], in: bytes)["emojis"], in: bytes)
    }
    post.id = string(outer["id"], in: bytes)
    post.time = string(status["created_at"], in: bytes)
    post.language = string(status["language"], in: bytes)
    post.url = webAddress(status["url"] ?? status["uri"], in: bytes)
    for element in elements(of: status["tags"], in: bytes) {
      if let name = string(members(of: element, in: bytes)["name"], in: bytes) {
        post.tags.append(name.string)
      }
    }
    (post.author, post.avatar) = account(status["account"], in: bytes)
    let account = members(of: status["account"], in: bytes)
    post.details = PostDetails(
      handle: handle(account["acct"] ?? account["username"], in: bytes),
      profile: webAddress(account["url"], in: bytes)?.string,
      replies: count(status["replies_count"], in: bytes),
      reposts: count(status["reblogs_count"], in: bytes),
      likes: count(status["favourites_count"], in: bytes),
      visibility: word(status["visibility"], in: bytes),
      isSensitive: flag(status["sensitive"], in: bytes))
    post.warning = string(status["spoiler_text"], in: bytes)
    post.emojis += emojis(account["emojis"], in: bytes) + emojis(status["emojis"], in: bytes)
    if let text = statusText(status, in: bytes) { post.parts.append(text) }
    let poll = members(of: status["poll"], in: bytes)
    if var choices = choices(poll["options"], title: "title", votes: "votes_count", in: bytes) {
      for emoji in emojis(poll["emojis"], in: bytes) { choices.show(emoji) }
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
    if let quote = quotedStatus(status["quote"], in: bytes) {
      // The link to the status is for programs that do not show it.
      if !post.parts.isEmpty { post.parts[0].dropQuoteLink() }
      post.parts.append(quote)
    }
    return post
  }

  /// The status that a status quotes, as lines of a quotation; `nil` if it is not shown to readers.
  ///
  /// A quote of a quote has only an identifier.
  private mutating func quotedStatus(
    _ quote: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    let quoted = members(of: members(of: quote, in: bytes)["quoted_status"], in: bytes)
    let author = account(quoted["account"], in: bytes).name
    let names = members(of: quoted["account"], in: bytes)["emojis"]
    // A status of pictures alone has its address.
    guard var text = statusText(quoted, in: bytes) ?? webAddress(quoted["url"], in: bytes) else {
      return nil
    }
    if let warning = string(quoted["spoiler_text"], in: bytes) {
      text.markup = text.markup.map { "<p>\(warning.string.html)</p>" + $0 }
      text.string = warning.string + "\n\n" + text.string
    }
    text = text.quoted(of: author)
    // Codes that are pictures already remain so.
    for emoji in emojis(names, in: bytes) + emojis(quoted["emojis"], in: bytes) { text.show(emoji) }
    return text
  }

  /// The text of a status, with its custom emoji.
  private mutating func statusText(
    _ status: Members, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    guard var text = html(status["content"], in: bytes) else { return nil }
    for emoji in emojis(status["emojis"], in: bytes) { text.show(emoji) }
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
  private mutating func choices(
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

  /// The post of an activity: the object that it creates, or the address of the one that it shares.
  mutating func activity(
    _ value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> SocialPost {
    let activity = members(of: value, in: bytes)
    var post = SocialPost()
    post.id = string(activity["id"], in: bytes)
    post.time = string(activity["published"], in: bytes)
    let account = activity["actor"] ?? activity["attributedTo"]
    post.author = actor(account, in: bytes)
    post.emojis = emojis(amongTags: members(of: account, in: bytes)["tag"], in: bytes)
    guard let object = activity["object"] else {
      // An object without an activity around it.
      note(activity, in: bytes, to: &post)
      post.details.profile = profile(account, in: bytes)
      return post
    }
    let type = string(activity["type"], in: bytes)?.string ?? ""
    let isShared = type == "Announce"
    // Activities other than those that have posts are told by their names.
    guard object.kind == .object, ["", "Announce", "Create", "Update"].contains(type) else {
      let named = object.kind == .object ? members(of: object, in: bytes)["id"] : object
      if var address = string(named, in: bytes) {
        let sign = ["Announce": "↻ ", "Like": "♥ ", "Create": "", "": ""][type] ?? type + " "
        address.string = sign + address.string
        post.parts.append(address)
      }
      post.details.profile = profile(account, in: bytes)
      return post
    }
    let inner = members(of: object, in: bytes)
    if isShared {
      post.sharer = post.author
      post.author = actor(inner["attributedTo"], in: bytes)
      let actor = members(of: inner["attributedTo"], in: bytes)
      post.emojis += emojis(amongTags: actor["tag"], in: bytes)
    }
    note(inner, in: bytes, to: &post)
    post.details.profile = profile(isShared ? inner["attributedTo"] : account, in: bytes)
    return post
  }

  private mutating func note(
    _ note: Members, in bytes: UnsafeBufferPointer<UInt8>, to post: inout SocialPost
  ) {
    post.time = string(note["published"], in: bytes) ?? post.time
    post.warning = string(note["summary"], in: bytes) ?? string(note["name"], in: bytes)
    post.url = webAddress(note["url"] ?? note["id"], in: bytes)
    post.details = PostDetails(
      replies: count(ofCollection: note["replies"], in: bytes),
      reposts: count(ofCollection: note["shares"], in: bytes),
      likes: count(ofCollection: note["likes"], in: bytes),
      isSensitive: flag(note["sensitive"], in: bytes))
    for element in elements(ofList: note["tag"], in: bytes) {
      let tag = members(of: element, in: bytes)
      guard string(tag["type"], in: bytes)?.string == "Hashtag",
        let name = string(tag["name"], in: bytes)?.string
      else { continue }
      post.tags.append(String(name.drop { $0 == "#" }))
    }
    let emojis = emojis(amongTags: note["tag"], in: bytes)
    post.emojis += emojis
    if var text = html(note["content"], in: bytes) {
      for emoji in emojis { text.show(emoji) }
      post.parts.append(text)
    }
    if let languages = note["contentMap"], languages.kind == .object {
      var cursor = JSONCursor(bytes, at: languages.range.lowerBound)
      cursor.enter()
      if let (language, _) = cursor.nextMember() {
        post.language = string(JSONCursor.Value(kind: .string, range: language), in: bytes)
      }
    }
    let options = note["oneOf"] ?? note["anyOf"]
    if var choices = choices(options, title: "name", votes: "replies", in: bytes) {
      for emoji in emojis { choices.show(emoji) }
      post.parts.append(choices)
    }
    for element in elements(ofList: note["attachment"], in: bytes) {
      let medium = members(of: element, in: bytes)
      let type = string(medium["mediaType"], in: bytes)?.string
      post.pictures.append(
        SocialPost.Picture(
          address: string(medium["url"] ?? medium["href"], in: bytes),
          description: string(medium["name"], in: bytes),
          isImage: type?.hasPrefix("image/") ?? true, type: Self.mediaType(type)))
    }
  }

  /// The web address of an actor.
  private mutating func profile(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    let actor = members(of: value, in: bytes)
    return webAddress(actor["url"] ?? actor["id"] ?? value, in: bytes)?.string
  }

  /// The name of an actor, or the name of the account in the address of the actor.
  private mutating func actor(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    guard value?.kind != .object else {
      let actor = members(of: value, in: bytes)
      return string(actor["name"] ?? actor["preferredUsername"], in: bytes)
    }
    guard var address = string(value, in: bytes) else { return nil }
    let parts = address.string.split(separator: "/").filter { !$0.isEmpty }
    guard parts.count >= 3, parts[0].hasSuffix(":"), let name = parts.last else { return address }
    address.string = "@" + name.drop { $0 == "@" } + "@" + parts[1]
    return address
  }
}
