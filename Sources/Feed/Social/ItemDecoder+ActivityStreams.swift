import GalleyDocuments
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// Reads activities of ActivityStreams, such as those of an outbox.
///
/// - SeeAlso: [Activity Streams 2.0](https://www.w3.org/TR/activitystreams-core/)
extension ItemDecoder {
  /// The largest number of activities within each other that are read.
  private static let maximumActivities = 8

  /// The activities whose object is a post to show; of others, the name and the address of the object are shown.
  private static let activitiesOfPosts: Set = ["", "Announce", "Create", "Update"]

  /// The post of an activity: the object that it creates, or the address of the one that it shares.
  ///
  /// An activity may be about another one: a group of Lemmy announces what its members create.
  mutating func activity(
    _ value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> SocialPost {
    var object = members(of: value, in: bytes)
    var post = SocialPost()
    post.id = string(object["id"], in: bytes)
    readActor(object["actor"] ?? object["attributedTo"], in: bytes, to: &post)
    for _ in 0..<Self.maximumActivities {
      guard let inner = object["object"], object["content"] == nil else { break }
      post.time = string(object["published"], in: bytes) ?? post.time
      let type = word(object["type"], in: bytes) ?? ""
      guard inner.kind == .object, Self.activitiesOfPosts.contains(type) else {
        tell(of: inner, type: type, in: bytes, to: &post)
        return post
      }
      object = members(of: inner, in: bytes)
      let account = object["actor"] ?? object["attributedTo"]
      if type == "Announce" {
        post.sharer = post.author
        (post.author, post.avatar) = (nil, nil)
        readActor(account, in: bytes, to: &post)
      } else if post.author == nil {
        readActor(account, in: bytes, to: &post)
      }
    }
    readObject(object, in: bytes, to: &post)
    return post
  }

  /// Shows the sign or the name of an activity, and the address of its object.
  private mutating func tell(
    of object: JSONCursor.Value, type: String, in bytes: UnsafeBufferPointer<UInt8>,
    to post: inout SocialPost
  ) {
    let named = object.kind == .object ? members(of: object, in: bytes)["id"] : object
    guard var address = string(named, in: bytes) else { return }
    let sign = ["Announce": "↻ ", "Like": "♥ ", "Create": "", "": ""][type] ?? type + " "
    address.string = sign + address.string
    post.parts.append(address)
  }

  /// Gives a post the name, the picture, the custom emoji and the address of its author.
  private mutating func readActor(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>, to post: inout SocialPost
  ) {
    // An object may have several authors, as a film of PeerTube has a person and a channel.
    let value = value?.kind == .array ? elements(of: value, in: bytes).first : value
    let actor = members(of: value, in: bytes)
    post.author = self.actor(value, in: bytes)
    post.avatar = picture(actor["icon"], in: bytes)?.address
    post.emojis += emojis(amongTags: actor["tag"], in: bytes)
    post.details.profile = webAddress(actor["url"] ?? actor["id"] ?? value, in: bytes)?.string
  }

  /// The name of an actor, or the name of the account in the address of the actor.
  private mutating func actor(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    var address = value
    if value?.kind == .object {
      let actor = members(of: value, in: bytes)
      if let name = string(actor["name"] ?? actor["preferredUsername"], in: bytes) { return name }
      address = actor["id"]
    }
    guard var address = string(address, in: bytes) else { return nil }
    let parts = address.string.split(separator: "/").filter { !$0.isEmpty }
    guard parts.count >= 3, parts[0].hasSuffix(":"), let name = parts.last else { return address }
    address.string = "@" + name.drop { $0 == "@" } + "@" + parts[1]
    return address
  }

  /// Reads the object that is the post.
  private mutating func readObject(
    _ object: Members, in bytes: UnsafeBufferPointer<UInt8>, to post: inout SocialPost
  ) {
    let type = word(object["type"], in: bytes) ?? ""
    post.time = string(object["published"], in: bytes) ?? post.time
    post.url = page(of: object, in: bytes)
    let profile = post.details.profile
    post.details = PostDetails(
      profile: profile, replies: count(ofCollection: object["replies"], in: bytes),
      reposts: count(ofCollection: object["shares"], in: bytes),
      likes: count(ofCollection: object["likes"], in: bytes),
      isSensitive: flag(object["sensitive"], in: bytes))
    for element in elements(ofList: object["tag"], in: bytes) {
      let tag = members(of: element, in: bytes)
      guard string(tag["type"], in: bytes)?.string == "Hashtag",
        let name = string(tag["name"], in: bytes)?.string
      else { continue }
      post.tags.append(String(name.drop { $0 == "#" }))
    }
    let emojis = emojis(amongTags: object["tag"], in: bytes)
    post.emojis += emojis
    readTexts(object, type: type, emojis: emojis, in: bytes, to: &post)
    if type == "Event" { readEvent(object, in: bytes, to: &post) }
    let options = object["oneOf"] ?? object["anyOf"]
    if var choices = choices(options, title: "name", votes: "replies", in: bytes) {
      choices.show(emojis)
      post.parts.append(choices)
    }
    readMedia(object, type: type, in: bytes, to: &post)
  }

  /// Reads the title, the text and the language.
  ///
  /// The summary of a note or a question is the warning before its text. Other objects have a title, and their summary
  /// is an excerpt, which is shown if there is no text.
  private mutating func readTexts(
    _ object: Members, type: String, emojis: [CustomEmoji],
    in bytes: UnsafeBufferPointer<UInt8>, to post: inout SocialPost
  ) {
    let (content, language) = natural("content", of: object, in: bytes)
    let summary = natural("summary", of: object, in: bytes).value
    post.language = language
    let name = string(natural("name", of: object, in: bytes).value, in: bytes)
    var text = text(content, type: word(object["mediaType"], in: bytes), in: bytes)
    if ["", "Note", "Question"].contains(type) {
      post.warning = string(summary, in: bytes) ?? name
    } else {
      post.warning = name
      let excerpt = html(summary, in: bytes)
      if text == nil {
        text = excerpt
      } else if var excerpt, flag(object["sensitive"], in: bytes) == true || name == nil {
        // Here it is a warning, or the only title.
        if name == nil {
          excerpt.markup = nil
          post.warning = excerpt
        } else {
          post.parts.append(excerpt)
        }
      }
    }
    guard var text else { return }
    text.show(emojis)
    post.parts.append(text)
  }

  /// The value of a text in natural language, which may be in a map of languages, and the first language of the map.
  private mutating func natural(
    _ name: String, of object: Members, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (value: JSONCursor.Value?, language: TextDecoder.Text?) {
    guard let languages = object[name + "Map"], languages.kind == .object else {
      return (object[name], nil)
    }
    var cursor = JSONCursor(bytes, at: languages.range.lowerBound)
    cursor.enter()
    guard let (language, text) = cursor.nextMember() else { return (object[name], nil) }
    let tag = string(JSONCursor.Value(kind: .string, range: language), in: bytes)
    return (object[name] ?? text, tag)
  }

  /// The largest number of bytes of Markdown, whose parser takes quadratic time for hostile texts.
  private static let maximumMarkdownBytes = 64 << 10

  /// The text of content of a media type, which is HTML unless it says something else.
  private mutating func text(
    _ content: JSONCursor.Value?, type: String?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    guard type == "text/markdown" || type == "text/plain" else { return html(content, in: bytes) }
    guard let text = string(content, in: bytes) else { return nil }
    var plain: Set<MarkdownSyntax> = []
    guard type == "text/markdown", text.cut == nil,
      text.string.utf8.count <= Self.maximumMarkdownBytes
    else { return text }
    var html = Array(MarkdownReader.html(text.string, plain: &plain).utf8)
    var shown = HTMLText.field(ofHTML: &html, isCut: false, limits: limits)
    shown.repairCount = text.repairCount
    shown.plainSyntax = plain
    return shown.string.isEmpty && !shown.isLimited ? nil : shown
  }

  /// Shows the time and the place of an event, as the feed has them.
  private mutating func readEvent(
    _ event: Members, in bytes: UnsafeBufferPointer<UInt8>, to post: inout SocialPost
  ) {
    var words = ["startTime", "endTime"].compactMap { string(event[$0], in: bytes)?.string.moment }
      .joined(separator: " – ")
    for element in elements(ofList: event["location"], in: bytes) {
      let place = members(of: element, in: bytes)
      guard let name = string(place["name"] ?? place["id"], in: bytes) else { continue }
      words += (words.isEmpty ? "" : " · ") + name.string
    }
    guard !words.isEmpty else { return }
    post.parts.append(TextDecoder.Text(string: words, repairCount: 0))
  }
}

extension String {
  /// A moment in the form of RFC 3339 for readers: `2026-06-01 18:00 UTC`.
  fileprivate var moment: String {
    guard let date = FeedDate(self)?.text, date.utf8.count >= 16 else { return self }
    let zone = date.dropFirst(16).drop { $0 == ":" || $0.isNumber }
    return date.prefix(16).replacing(bytes: "T", with: " ") + " " + (zone == "Z" ? "UTC" : zone)
  }
}
