import GalleyFeed
import GalleyFeedItems
import GalleyPrimitives
import TestSupport
import Testing

/// Feeds in which one address stands for many.
@Suite("Addresses that many links have", .timeLimit(.minutes(15)))
struct AmplificationTests {
  @Test("of an archive of Twitter are cut at the limit of a text")
  func links() throws {
    func reading(_ count: Int) -> FeedItem? {
      let address = String(repeating: "b", count: 9 * count)
      let text = String(repeating: "http://a ", count: count)
      return Reading(
        """
        window.YTD.tweets.part0 = [{"tweet":{"id":"1","full_text":"\(text)","entities":{"urls":[\
        {"url":"http://a","expanded_url":"\(address)"}]}}}]
        """, as: .twitter, limits: FeedLimits(maximumTextBytes: 1 << 18)
      ).items.first
    }
    let few = try #require(reading(10))
    #expect(few.body?.utf8.count == 10 * 91)
    #expect(few.cuts.isEmpty)
    let time = try processorTime {
      let many = try #require(reading(14_000))
      #expect(many.body?.utf8.count == 1 << 18)
      #expect(many.cuts.map(\.field) == [.body])
    }
    #expect(time < .seconds(20), "\(time)")
  }

  @Test("of custom emoji are pictures up to a ceiling")
  func emoji() throws {
    func html(_ count: Int, urlBytes: Int) throws -> String? {
      let url = "https://e.example/" + String(repeating: "u", count: urlBytes)
      let content = "<p>" + String(repeating: ":bl:", count: count) + "</p>"
      let text =
        #"[{"id":"1","created_at":"2024-05-01","account":{"acct":"a"},"content":"\#(content)","emojis":[{"shortcode":"bl","url":"\#(url)"}]}]"#
      return try #require(Reading(text, as: .mastodon).items.first).bodyHTML
    }
    #expect(try html(100, urlBytes: 10)?.count(bytes: "<img") == 100)
    #expect(try html(2000, urlBytes: 60)?.count(bytes: "<img") == 2000)
    #expect((try html(8000, urlBytes: 32_000)?.utf8.count ?? 0) < 1 << 20)
  }

  @Test("are those of an item in front of its links up to a ceiling")
  func bases() throws {
    func html(_ count: Int, pathBytes: Int) throws -> String? {
      let base = "http://x/" + String(repeating: "c", count: pathBytes) + "/"
      let links = String(repeating: "&lt;a href=b&gt;d&lt;/a&gt; ", count: count)
      let text =
        "<rss version='2.0'><channel><title>t</title><item><link>\(base)</link><description>\(links)</description></item></channel></rss>"
      return try #require(Reading(text, as: .rss).items.first).bodyHTML
    }
    #expect(try html(50, pathBytes: 20)?.count(bytes: "href=http://x/c") == 50)
    for pathBytes in [3_900, 30_000] {
      #expect((try html(2000, pathBytes: pathBytes)?.utf8.count ?? 0) < 2 << 20)
    }
  }

  @Test("are found in rows of flags in linear time")
  func flags() {
    let flags = String(repeating: "\u{1F1E9}", count: 8_000)
    let emojis = (0..<60).map { CustomEmoji(shortcode: "e\($0)", url: "u") }
    var item = FeedItem(id: "1", title: flags, author: flags)
    let time = processorTime { item.take(emojis: emojis) }
    #expect(item.emojis.isEmpty)
    #expect(time < .seconds(5), "\(time)")
  }
}
