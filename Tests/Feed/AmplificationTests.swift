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
    let long = try #require(try html(8000, urlBytes: 32_000))
    #expect((2...20).contains(long.count(bytes: "<img")) && long.utf8.count < 1 << 20)
  }

  @Test("of custom emoji in a quotation have one ceiling")
  func quoted() throws {
    let status =
      #""created_at":"2024-05-01","account":{"acct":"a"},"content":"<p>\#(String(repeating: ":a:", count: 15_000))</p>","emojis":[{"shortcode":"a","url":"\#(String(repeating: "u", count: 2_000))"}]"#
    let text =
      #"[{"id":"1","created_at":"2024-05-01","account":{"acct":"b"},"content":"<p>c</p>","quote":{"quoted_status":{"id":"2",\#(status)}}}]"#
    let html = try #require(Reading(text, as: .mastodon).items.first?.bodyHTML)
    #expect(html.count(bytes: "<img") > 100 && html.utf8.count < 2 << 20)
  }

  @Test("of custom emoji have the size of the HTML for a measure")
  func emojiInHTML() throws {
    let links = String(
      repeating: "<a href='http://x/\(String(repeating: "y", count: 3_000))'>z</a>", count: 100)
    let text =
      #"[{"id":"1","created_at":"2024-05-01","account":{"acct":"a"},"content":"<p>\#(links):bl:</p>","emojis":[{"shortcode":"bl","url":"u"}]}]"#
    let item = try #require(
      Reading(text, as: .mastodon, limits: FeedLimits(maximumTextBytes: 1 << 18)).items.first)
    #expect(item.cuts.isEmpty && item.bodyHTML?.count(bytes: "<img") == 1)
  }

  @Test("of custom emoji are found in rows of colons in linear time")
  func colons() throws {
    let row = String(repeating: ":", count: 60_000)
    let words = ["a"] + (0..<63).map { String(repeating: ":", count: 120) + "\($0)" }
    let list = words.map { #"{"shortcode":"\#($0)","url":"u"}"# }.joined(separator: ",")
    let text =
      #"[{"id":"1","created_at":"2024-05-01","account":{"acct":"a"},"spoiler_text":"\#(row)","content":"<p>\#(row)a:</p>","emojis":[\#(list)]}]"#
    let time = try processorTime {
      let item = try #require(Reading(text, as: .mastodon).items.first)
      #expect(item.bodyHTML?.count(bytes: "<img") == 1 && item.emojis.isEmpty)
    }
    #expect(time < .seconds(5), "\(time)")
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
      let many = try #require(try html(2000, pathBytes: pathBytes))
      #expect(many.utf8.count < 2 << 20)
    }
  }

  @Test(
    "are those of xml:base up to a ceiling, in XHTML, in attributes and in bases within each other")
  func nested() throws {
    func reading(_ count: Int, pathBytes: Int, depth: Int) throws -> (Int, Int) {
      let path = String(repeating: "c", count: pathBytes) + "/"
      let start = "<div xml:base='\(path)'>"
      let entries = [
        String(repeating: "<q src='b'/>", count: count),
        "<content type='xhtml'>\(String(repeating: start, count: depth))"
          + String(repeating: "<a href='b'>d</a>", count: count)
          + String(repeating: "</div>", count: depth) + "</content>",
      ].map { "<entry><title>t</title>\($0)</entry>" }.joined()
      let text =
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://x/\(path)'><title>t</title>\(entries)</feed>"
      var limits = FeedLimits(maximumTextBytes: 1 << 20)
      limits.keptMemberBytes = 64 << 20
      let items = Reading(text, as: .atom, limits: limits).items
      guard case .json(let members) = items.first?.members else { return (0, 0) }
      return (members.count, try #require(items.last?.bodyHTML).utf8.count)
    }
    let (members, html) = try reading(50, pathBytes: 20, depth: 3)
    #expect(members > 50 * 30 && html > 50 * 90)
    for depth in [1, 10] {
      let (members, html) = try reading(2_000, pathBytes: 3_900, depth: depth)
      #expect(members < 2 << 20 && html < 2 << 20)
    }
  }

  @Test("are those of a feed for many small entries")
  func entries() {
    let path = String(repeating: "c", count: 4_000)
    let links = String(repeating: "<a href=\"../a\"/>", count: 64)
    let xhtml = "<content type=\"xhtml\"><div>\(links)</div></content>"
    let html = "<content type=\"html\">\(links.xml)</content>"
    for content in [xhtml, html] {
      let entries = String(repeating: "<entry><title>t</title>\(content)</entry>", count: 100)
      let text =
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://x/\(path)/'><title>t</title>\(entries)</feed>"
      let time = processorTime {
        let items = Reading(text, as: .atom).items
        let count = items.reduce(0) { $0 + ($1.bodyHTML?.utf8.count ?? 0) }
        #expect(items.count == 100 && count < 100 * (40 << 10) + 16 * text.utf8.count)
        #expect(items.last?.bodyHTML?.contains(bytes: "http://x/a") == true)
      }
      #expect(time < .seconds(10), "\(time)")
    }
  }

  @Test("are found in rows of flags in linear time")
  func flags() {
    let flags = String(repeating: "\u{1F1E9}", count: 32_000)
    let emojis = (0..<60).map { CustomEmoji(shortcode: "e\($0)", url: "u") }
    var item = FeedItem(id: "1", title: flags, author: flags)
    let time = processorTime { item.take(emojis: emojis) }
    #expect(item.emojis.isEmpty)
    #expect(time < .seconds(5), "\(time)")
  }
}
