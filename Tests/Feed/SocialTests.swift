import GalleyFeed
import GalleyFeedItems
import GalleyPrimitives
import TestSupport
import Testing

@Suite("Feeds of social networks", .timeLimit(.minutes(15)))
struct SocialTests {
  @Test("statuses of Mastodon have their text, poll, pictures and boosts", arguments: [1, 1 << 16])
  func mastodon(chunk: Int) {
    for text in [SampleDocuments.mastodon, "{\"statuses\":\(SampleDocuments.mastodon)}"] {
      let reading = Reading(text, chunk: chunk)
      #expect(reading.format == .mastodon)
      #expect(reading.error == nil)
      let items = reading.items
      #expect(items.map(\.id) == ["1", "2"])
      #expect(items.map(\.title) == ["Food", nil])
      #expect(
        items.map(\.describingAttachments.body) == [
          "Hi x.example/a…\n\n• Yes (3)\n• No\n\n▶ Video", "Boosted",
        ])
      #expect(items[0].body == "Hi x.example/a…\n\n• Yes (3)\n• No")
      #expect(items[0].pictures.map(\.description) == ["one", "two"])
      #expect(items[0].attachments.map(\.type) == ["image/*", "video/*"])
      #expect(items.map(\.author) == ["Ann :cat:", "@cy@x.example ↻ @bob"])
      #expect(items.map(\.avatar) == ["a.png", "c.png"])
      #expect(items.map(\.image) == ["1.jpg", nil])
      #expect(items.map(\.time) == ["2024-05-01T10:00:00Z", "2024-04-01T00:00:00Z"])
      #expect(items.map(\.language) == ["en", nil])
    }
  }

  @Test("an outbox has the objects of its activities, and the addresses of boosts")
  func outbox() {
    let reading = Reading(SampleDocuments.outbox)
    #expect(reading.format == .activityStreams)
    let items = reading.items
    #expect(items.map(\.id) == ["a1", "a2"])
    #expect(
      items.map(\.body) == ["Tea?\n\n• Yes (2)", "↻ https://m.example/users/bob/statuses/9"])
    #expect(items.map(\.author) == ["@ann@m.example", "@ann@m.example"])
    #expect(items.map(\.image) == ["/m/1.png", nil])
    #expect(items.map(\.language) == ["en", nil])
    #expect(items.map(\.time) == ["2024-05-01T10:00:00Z", "2024-05-02T10:00:00Z"])
  }

  @Test("activities without a post have their names, and the objects they are about")
  func activities() {
    let outbox = #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[
      {"id":"1","type":"Like","actor":"https://m.example/users/ann","object":"https://m.example/x"},
      {"id":"2","type":"Undo","actor":"https://m.example/users/ann","object":{"id":"https://m.example/f","type":"Follow"}}]}
      """#
    #expect(
      Reading(outbox).items.map(\.body) == ["♥ https://m.example/x", "Undo https://m.example/f"])
  }

  @Test("an outbox without items names the page that has them")
  func firstPage() {
    let reading = Reading(
      #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","first":"https://m.example/p1"}"#
    )
    guard case .unrecognized(_, let reason) = reading.error else {
      Issue.record("\(String(describing: reading.error))")
      return
    }
    #expect(reason.contains("https://m.example/p1"))
  }

  @Test("posts of Bluesky have whole links, quotes, pictures and the account that shared them")
  func bluesky() {
    let reading = Reading(SampleDocuments.bluesky)
    #expect(reading.format == .bluesky)
    let item = reading.items.first
    #expect(item?.body == "é see https://x.example/long now\n\n> @q.example: quoted\n> lines")
    #expect(item?.describingAttachments.body == item?.body)
    #expect(item?.pictures.map(\.url) == ["f.jpg", "g.jpg"])
    #expect(item?.pictures.map(\.description) == ["sea", "sky"])
    #expect(item?.author == "Ann ↻ @bob.example")
    #expect(item?.avatar == "a.jpg")
    #expect(item?.image == "f.jpg")
    #expect(item?.id == "at://did/1")
    #expect(item?.language == "en")
    #expect(item?.time == "2024-05-01T10:00:00Z")
  }

  @Test("facets that are not within the text, or overlap, change nothing")
  func facets() {
    for range in [(-1, 3), (0, 99), (3, 1), (7, 7)] {
      let text = SampleDocuments.bluesky
        .replacing(
          "\"byteStart\":7,\"byteEnd\":22", with: "\"byteStart\":\(range.0),\"byteEnd\":\(range.1)")
      #expect(Reading(text).items.first?.body?.hasPrefix("é see x.example/lo... now") == true)
    }
  }

  @Test("facets that begin or end inside a character change nothing", arguments: [(1, 8), (0, 1)])
  func dividedCharacters(start: Int, end: Int) {
    let text = SampleDocuments.bluesky
      .replacing(
        "\"byteStart\":7,\"byteEnd\":22", with: "\"byteStart\":\(start),\"byteEnd\":\(end)")
    let item = Reading(text).items.first
    #expect(item?.body?.hasPrefix("é see x.example/lo... now") == true)
    #expect(item?.body?.contains("\u{FFFD}") == false)
    #expect(item?.bodyHTML?.contains("\u{FFFD}") != true)
  }

  @Test("an archive of Twitter has whole links and no links of pictures")
  func twitter() {
    for text in [SampleDocuments.twitter, String(SampleDocuments.twitter.drop { $0 != "[" })] {
      let reading = Reading(text)
      #expect(reading.format == .twitter)
      let item = reading.items.first
      #expect(item?.body == "a & b https://x.example/")
      #expect(item?.image == "p.jpg")
      #expect(item?.id == "9")
      #expect(item?.language == nil)
      #expect(item?.time == "2018-10-10T20:19:24Z")
    }
  }

  @Test("members of other kinds than expected are ignored")
  func kinds() {
    let reading = Reading(
      #"[{"account":7,"content":[1],"media_attachments":{"a":[]},"poll":"x","reblog":true,"id":{}}]"#
    )
    #expect(reading.format == .mastodon)
    #expect(reading.items.count == 1)
    #expect(reading.items.first?.unknownMembers?.contains("poll") == true)
  }

  @Test(
    "in an archive of Twitter is whole if its references are few bytes, and has no long row of marks"
  )
  func references() throws {
    func item(_ text: String, address: String, limit: Int) throws -> FeedItem {
      let reading = Reading(
        """
        window.YTD.tweets.part0 = [{"tweet":{"id":"1","full_text":"\(text)","entities":{"urls":[\
        {"url":"http://a","expanded_url":"\(address)"}]}}}]
        """, as: .twitter, limits: FeedLimits(maximumTextBytes: limit))
      return try #require(reading.items.first)
    }
    let address = "http://x/?" + String(repeating: "&amp;b", count: 50)
    let text = String(repeating: "http://a ", count: 10) + "END"
    let whole = text.replacing(bytes: "a", with: "x/?" + String(repeating: "&b", count: 50))
    let fits = try item(text, address: address, limit: whole.utf8.count)
    #expect(fits.body == whole && fits.cuts.isEmpty)
    let signs = try item(String(repeating: "&amp;", count: 100) + " END", address: "b", limit: 104)
    #expect(signs.body == String(repeating: "&", count: 100) + " END" && signs.cuts.isEmpty)
    let cut = try item(text, address: address, limit: whole.utf8.count - 1)
    #expect(cut.body == String(whole.dropLast()) && cut.cuts.map(\.field) == [.body])
    let marks = String(repeating: "&#769;&#803;", count: 1_000)
    let rows = try item("a\(marks) http://a", address: "b\(marks)", limit: 1 << 20)
    #expect(rows.body?.isStreamSafe == true && rows.body?.isEmpty == false)
  }
}
