import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@testable import GalleyFeedWriting

@Suite("Emoji that are pictures", .timeLimit(.minutes(15)))
struct EmojiTests {
  private static let blob = CustomEmoji(shortcode: "blob", url: "blob.png")
  private static let cat = CustomEmoji(shortcode: "cat", url: "https://m.example/cat.png")

  private func item(_ text: String, as format: FeedFormat? = nil) throws -> FeedItem {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 16
    let reading = Reading(FeedReader(bytes: Array(text.utf8), format: format, limits: limits))
    return try #require(reading.items.first)
  }

  private static let boost = #"""
    [{"id":"1","created_at":"2024-05-01T10:00:00Z","account":{"acct":"bo","display_name":"Bo :cat:",
      "emojis":[{"shortcode":"cat","url":"cat.gif","static_url":"https://m.example/cat.png"}]},
      "reblog":{"id":"2","created_at":"2024-05-01T10:00:00Z","content":"<p>hi</p>","spoiler_text":"on :dog:",
      "account":{"acct":"ann","display_name":"Ann :blob:","emojis":[{"shortcode":"blob","url":"blob.png"},
        {"shortcode":"bio","url":"bio.png"},{"shortcode":"cat","url":"other.png"}]},
      "emojis":[{"shortcode":"dog","url":"dog.png"}],
      "poll":{"options":[{"title":"yes :up:"},{"title":"no"}],"emojis":[{"shortcode":"up","url":"up.png"}]},
      "quote":{"quoted_status":{"content":"<p>q</p>","account":{"acct":"cy","display_name":"Cy :owl:",
        "emojis":[{"shortcode":"owl","url":"owl.png"}]}}}}}]
    """#

  @Test(
    "of Mastodon are those in the names and in the warning; polls and quotes have theirs in the HTML"
  )
  func mastodon() throws {
    let item = try item(Self.boost)
    #expect(item.author == "Ann :blob: ↻ Bo :cat:" && item.title == "on :dog:")
    let dog = CustomEmoji(shortcode: "dog", url: "dog.png")
    #expect(item.emojis == [Self.cat, Self.blob, dog])
    #expect(
      item.inlineImages.map(\.name)
        == ["up.png", "owl.png", "https://m.example/cat.png", "blob.png", "dog.png"])
    #expect(item.inlineImages.map(\.field) == [.body, .body, .author, .author, .title])
    let html = try #require(item.bodyHTML)
    #expect(html.contains("yes <img class=\"emoji\" src=\"up.png\" alt=\":up:\">"))
    #expect(html.contains("Cy <img class=\"emoji\" src=\"owl.png\" alt=\":owl:\">:"))
  }

  @Test("of ActivityStreams are among the tags of the actor and of the post")
  func activityStreams() throws {
    let item = try item(
      #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[
      {"id":"a1","type":"Create","actor":{"type":"Person","name":"Ann :cat:","tag":[{"type":"Emoji","name":":cat:",
        "icon":{"type":"Image","url":"https://m.example/cat.png"}}]},
      "object":{"id":"n1","type":"Question","summary":"on :blob:","content":"<p>a :blob:</p>","tag":[
        {"type":"Emoji","name":":blob:","icon":{"url":"blob.png"}},{"type":"Hashtag","name":"#x"}],
        "oneOf":[{"name":"b :blob:"}]}}]}
      """#)
    #expect(item.emojis == [Self.cat, Self.blob] && item.tags == ["x"])
    #expect(item.bodyHTML?.split(separator: "src=\"blob.png\"").count == 3)
  }

  @Test("are kept in each format", arguments: FeedWriter.formats)
  func kept(format: FeedFormat) throws {
    let given = try item(Self.boost)
    let mastodon = FeedReader(bytes: Array(Self.boost.utf8))
    _ = try mastodon.next()
    #expect(mastodon.otherColumns.contains("emojis"))
    for columns in [mastodon.otherColumns, ["extra"]] {
      var writer = try #require(FeedWriter(format: format))
      writer.otherColumns = columns
      let text = writer.head + writer.text(of: given) + writer.tail
      let read = try item(text, as: format)
      #expect(read.emojis == given.emojis, "\(text)")
      // The second time, they are a member of the first document.
      var again = try #require(FeedWriter(format: format))
      again.otherColumns = columns
      let copy = try item(again.head + again.text(of: read) + again.tail, as: format)
      #expect(copy.emojis == given.emojis)
    }
  }

  @Test(
    "without a code in a text, without a picture or of another form are none",
    arguments: [
      #"[{"shortcode":"x","url":"x.png"}]"#, #"[{"shortcode":"blob"}]"#, #"["blob"]"#, "7",
      #"[{"shortcode":"","url":"x.png"}]"#, #"{"shortcode":"blob","url":"x.png"}"#,
    ])
  func others(list: String) throws {
    let line = #"{"author":"Ann :blob: ::","title":"t","emojis":\#(list)}"#
    #expect(try item(line).emojis.isEmpty)
    #expect(
      try item("author,emojis\nAnn :blob: ::,\"\(list.replacing("\"", with: "\"\""))\"\n").emojis
        .isEmpty)
  }

  @Test("are at most 64, with words of at most 128 bytes")
  func limits() throws {
    func author(_ words: [String]) throws -> FeedItem {
      let list = words.map { "{\"shortcode\":\"\($0)\",\"url\":\"u\"}" }.joined(separator: ",")
      return try item(
        "{\"author\":\":\(words.joined(separator: "::")):\",\"emojis\":[\(list)]}")
    }
    #expect(try author((1...70).map { "e\($0)" }).emojis.count == 64)
    let long = String(repeating: "x", count: 129)
    #expect(
      try author([long, String(long.dropFirst())]).emojis.map(\.shortcode.utf8.count) == [128])
  }

  @Test("in HTML are characters that fonts have, or else pictures")
  func smileys() throws {
    let html = """
      a <img class='wp-smiley x' alt='🙂' src='s.png'> <img class=emoji alt=':blob:' src=blob.png>\
      <img class=emoji alt=':' src=colon.png> <img alt='🙂' src=photo.png>
      """
    let item = try #require(
      Reading("{\"items\":[{\"content_html\":\"\(html)\"}]}").items.first)
    #expect(item.body == "a 🙂 :blob::")
    #expect(item.inlineImages.map(\.name) == ["blob.png", "colon.png", "photo.png"])
    #expect(item.inlineImages.map(\.isEmoji) == [true, true, false])
  }
}
