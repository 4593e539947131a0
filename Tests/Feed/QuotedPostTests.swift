import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@Suite("Posts within posts", .timeLimit(.minutes(15)))
struct QuotedPostTests {
  private func item(_ text: String) throws -> FeedItem { try #require(Reading(text).items.first) }

  /// The feed of a post of Bluesky with an embed.
  private func bluesky(_ embed: String) -> String {
    #"{"feed":[{"post":{"uri":"at://did:plc:a/app.bsky.feed.post/1","cid":"c","author":{"handle":"ann.example","displayName":"Ann"},"record":{"text":"","createdAt":"2024-05-01T10:00:00Z"},"embed":"#
      + embed + "}}]}"
  }

  @Test("of Bluesky have their pictures, whose descriptions are the plain text")
  func pictures() throws {
    let item = try item(
      bluesky(
        #"""
        {"record":{"uri":"at://did:plc:q/app.bsky.feed.post/9","author":{"handle":"q.example","displayName":"Quinn"},
        "value":{"text":""},"embeds":[{"images":[{"fullsize":"park.webp","alt":"A \"park\""},{"fullsize":"b.png","alt":""}]}]}}
        """#))
    #expect(item.body == "> Quinn: A \"park\"")
    #expect(item.inlineImages.map(\.name) == ["park.webp", "b.png"])
    #expect(item.inlineImages.map(\.description) == ["A \"park\"", ""])
    let bare = try self.item(
      bluesky(
        #"""
        {"record":{"uri":"at://did:plc:q/app.bsky.feed.post/9","author":{"handle":"q.example"},
        "value":{"text":""},"embeds":[{"images":[{"fullsize":"b.png","alt":""}]}]}}
        """#))
    #expect(bare.body == "> @q.example: https://bsky.app/profile/q.example/post/9")
    #expect(bare.inlineImages.map(\.name) == ["b.png"])
  }

  @Test("of Bluesky have whole links")
  func links() throws {
    let item = try item(
      bluesky(
        #"""
        {"media":{"external":{"uri":"https://n.example","title":"T"}},"record":{"record":{"author":{"handle":"q.example"},
        "value":{"text":"See x.ex/a... now","facets":[{"index":{"byteStart":4,"byteEnd":13},
        "features":[{"uri":"https://x.ex/abc"}]}]}}}}
        """#))
    #expect(item.body == "T\n\nhttps://n.example\n\n> @q.example: See https://x.ex/abc now")
    #expect(
      item.bodyHTML?.contains("<a href=\"https://x.ex/abc\">https://x.ex/abc</a> now") == true)
  }

  @Test(
    "of Bluesky may be feeds, starter packs, posts that are not there, and addresses alone",
    arguments: [
      (
        #"{"uri":"at://did:plc:g/app.bsky.feed.generator/boats","creator":{"handle":"g.example"},"displayName":"Boats","description":"All"}"#,
        "> @g.example: Boats\n> \n> All\n> \n> https://bsky.app/profile/g.example/feed/boats"
      ),
      (
        #"{"uri":"at://did:plc:g/app.bsky.graph.starterpack/k","creator":{"handle":"g.example"},"record":{"name":"Pack"}}"#,
        "> @g.example: Pack\n> \n> https://bsky.app/starter-pack/g.example/k"
      ),
      (
        #"{"uri":"at://did:plc:z/app.bsky.feed.post/0","notFound":true}"#,
        "> ✕ https://bsky.app/profile/did:plc:z/post/0"
      ),
      (
        #"{"cid":"x","uri":"at://did:plc:q/app.bsky.feed.post/9"}"#,
        "> https://bsky.app/profile/did:plc:q/post/9"
      ),
    ])
  func otherRecords(record: String, body: String) throws {
    #expect(try item(bluesky("{\"record\":\(record)}")).body == body)
  }

  @Test("of Bluesky's records, a film has its description")
  func film() throws {
    #expect(try item(bluesky(#"{"video":{},"alt":"A seal"}"#)).body == "▶ A seal")
    #expect(try item(bluesky(#"{"video":{}}"#)).body == "▶ Video")
  }

  @Test("of Mastodon have their polls, pictures and other media")
  func mastodon() throws {
    let item = try item(
      #"""
      [{"id":"1","created_at":"2024-05-01T10:00:00Z","account":{"display_name":"Ann"},
      "content":"<p class=\"quote-inline\">RE: <a href=\"https://m.example/5\">https://m.example/5</a></p><p>Mine</p>",
      "quote":{"state":"accepted","quoted_status":{"content":"<p>The <b>one</b></p>","account":{"display_name":"Q"},
      "media_attachments":[{"type":"image","url":"park.webp","description":"A park"},{"type":"audio","url":"a.mp3"}],
      "poll":{"options":[{"title":"A","votes_count":1}]}}}}]
      """#)
    #expect(item.body == "Mine\n\n> Q: The one\n> \n> • A (1)\n> \n> A park\n> \n> ▶ Audio")
    #expect(item.inlineImages.map(\.name) == ["park.webp"] && item.image == nil)
  }
}
