import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import Testing

@testable import GalleyFeedWriting

@Suite("What formats keep by way of each other", .timeLimit(.minutes(15)))
struct LosslessTests {
  private func items(_ text: String, _ format: FeedFormat?) -> [FeedItem] {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    return Reading(text, as: format, limits: limits).items
  }

  private func written(_ items: [FeedItem], as format: FeedFormat) throws -> String {
    var writer = try #require(FeedWriter(format: format))
    return writer.head + items.map { writer.text(of: $0) }.joined() + writer.tail
  }

  private func converted(_ text: String, to format: FeedFormat) throws -> String {
    try written(items(text, nil), as: format)
  }

  @Test("a text and HTML that differ are both there", arguments: FeedWriter.formats)
  func bodies(format: FeedFormat) throws {
    // Tables have no white space at the ends of a text.
    let space = [.csv, .tsv].contains(format) ? "" : " "
    let given = FeedItem(
      id: "1", title: "t", body: "\(space)plain & \"own\"\n\nwords\(space)",
      bodyHTML: "<p>other <b>words</b></p>"
    )
    let text = try written([given], as: format)
    let item = try #require(items(text, format).first)
    #expect(item.body == given.body, "\(text)")
    #expect(item.bodyHTML?.contains("<b>words</b>") == true || format == .markdown, "\(text)")
    #expect(item.bodyHTML?.contains("words</") == true, "\(text)")
    #expect(item.otherMembers.isEmpty, "\(text)")
    // One text is not written twice.
    let same = FeedItem(id: "1", title: "t", body: "a b", bodyHTML: "<p>a <b>b</b></p>")
    #expect(try !written([same], as: format).contains("galley:body"))
  }

  @Test("mentions and links of Mastodon keep their addresses in Markdown")
  func mentions() throws {
    let html =
      "<p><span class=\"h-card\"><a href=\"https://m.example/@bo\" class=\"u-url mention\">@<span>bo</span></a></span> "
      + "<a href=\"https://m.example/tags/tea\" class=\"mention hashtag\">#<span>tea</span></a> "
      + "<a name=\"x\">y <b>z</b></a> <a href=\"https://x.example/\"><i>w</i></a></p>"
    let status =
      "[{\"id\":\"1\",\"created_at\":\"2024-05-01T10:00:00Z\",\"content\":\(html.json),\"account\":{\"acct\":\"ann\"}}]"
    let text = try converted(status, to: .markdown)
    let item = try #require(items(text, .markdown).first)
    let addresses = (item.bodyHTML ?? "").split(separator: "href=\"").dropFirst()
      .map { $0.prefix { $0 != "\"" } }
    #expect(
      addresses == ["https://m.example/@bo", "https://m.example/tags/tea", "https://x.example/"],
      "\(text)")
    #expect(item.body == "@bo #tea y z w")
  }

  @Test("pictures keep their extents in Markdown")
  func extents() throws {
    let line =
      #"{"title":"t","body_html":"<p>a <img src='a.png' width=20 style='height:9px'></p>"}"#
    let text = try converted(line, to: .markdown)
    let html = try #require(items(text, .markdown).first?.bodyHTML)
    #expect(html.contains(#"width="20" style="height:9px" src="a.png""#), "\(text)")
  }

  @Test("a page that a post of Bluesky links to has its title, words and links")
  func linkCards() throws {
    let card =
      #""external":{"uri":"https://x.example/?a=1&b","title":"A <page>","description":"about"}"#
    let posts = #"""
      {"feed":[{"post":{"uri":"at://d/app.bsky.feed.post/1","author":{"handle":"a.example"},"record":{"text":"t"},"embed":{\#(card)}}},
      {"post":{"uri":"at://d/app.bsky.feed.post/2","author":{"handle":"a.example"},"record":{"text":"","embed":{\#(card)}}}}]}
      """#
    for text in [posts, try converted(posts, to: .rss), try converted(posts, to: .csv)] {
      let items = items(text, nil)
      let page = "A <page>\n\nabout\n\nhttps://x.example/?a=1&b"
      #expect(items.map(\.body) == ["t\n\n" + page, page])
      #expect(
        items.allSatisfy {
          $0.bodyHTML?.ranges(of: "href=\"https://x.example/?a=1&amp;b\"").count == 2
        })
    }
  }

  @Test("a summary beside a text keeps its name by way of RSS and Atom")
  func summary() throws {
    let feed =
      #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","content_text":"long","summary":"short"}]}"#
    for way in [FeedFormat.rss, .atom, .markdown, .csv] {
      let text = try converted(feed, to: way)
      let back = try converted(text, to: .jsonFeed)
      let items = try #require(back.split(separator: "\"items\"").last)
      #expect(
        items.contains(#""summary":"short""#) && !items.contains("_galley"), "\(text)\n\(back)")
    }
    let updated = try converted(
      "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><id>a:1</id><title>t</title><published>2024-05-01T10:00:00Z</published>"
        + "<updated>2024-05-02T10:00:00Z</updated></entry></feed>", to: .rss)
    let member = try #require(items(updated, .rss).first).otherMembers.map(\.name)
    #expect(member == ["updated"], "\(updated)")
  }

  @Test(
    "enclosures, media and categories are there once",
    arguments: [
      #"<enclosure url="https://a/p.jpg" length="99" type="image/jpeg"/>"#,
      #"<media:content url="https://a/p.jpg" medium="image" width="100" height="50"/>"#,
      #"<enclosure url="https://a/s.mp3" length="7" type="audio/mpeg" x:own="1" xmlns:x="urn:x"/>"#,
      #"<media:content url="https://a/v.mp4" type="video/mp4" duration="3" bitrate="9"><media:description>v</media:description></media:content>"#,
      #"<category domain="d">A</category><category>A</category><category>B</category>"#,
      #"<enclosure url="https://a/s.mp3" length="7" type="audio/mpeg"/><enclosure url="https://a/p.jpg" length="9" type="image/jpeg"/>"#,
    ])
  func once(elements: String) throws {
    let feed = """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title><item><title>t</title>
      <guid>1</guid>\(elements)</item></channel></rss>
      """
    let given = try #require(items(feed, .rss).first)
    for way in [FeedFormat.rss, .atom] {
      var text = feed
      for _ in 0..<3 { text = try converted(text, to: way) }
      let item = try #require(items(text, way).first)
      #expect(item.attachments == given.attachments && item.image == given.image, "\(text)")
      #expect(Set(item.tags) == Set(given.tags), "\(text)")
      if !given.tags.isEmpty {
        #expect(text.ranges(of: "<category").count == given.tags.count, "\(text)")
      }
      let copy = try converted(text, to: .rss)
      for url in given.attachments.map(\.url) + [given.image].compactMap({ $0 }) {
        #expect(copy.ranges(of: url).count == 1, "\(copy)")
      }
      let back = try #require(items(copy, .rss).first)
      #expect(back.otherMembers.map(\.name) == given.otherMembers.map(\.name), "\(text)")
    }
  }

  @Test("what a feed says of itself behind its items is known where the whole feed is read first")
  func behind() throws {
    let rss = """
      <rss version="2.0"><channel><item><title>one</title></item><ttl>5</ttl>
      <item><title>two</title></item><title>T</title><language>de</language><dc:creator>Ed</dc:creator>
      <category>c</category></channel></rss>
      """
    let json = #"""
      {"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","content_text":"one"},
      {"id":"2","content_text":"two"}],"title":"T","language":"de","authors":[{"name":"Ed"}],"favicon":"f"}
      """#
    for text in [rss, json] {
      var limits = FeedLimits()
      limits.keptMemberBytes = 1 << 20
      let first = FeedReader(bytes: Array(text.utf8), limits: limits)
      let head = try #require(try first.passedHead())
      let reader = FeedReader(bytes: Array(text.utf8), limits: limits)
      reader.adopt(head)
      let items = Reading(reader).items
      #expect(reader.feed.title == "T" && reader.feed.language == "de")
      #expect(items.map(\.feedLanguage) == ["de", "de"])
      #expect(items.map(\.author) == ["Ed", "Ed"])
      let names = reader.feed.otherMembers.map(\.name)
      #expect(names.contains(text == rss ? "ttl" : "favicon"), "\(names)")
      #expect(reader.feed.tags == (text == rss ? ["c"] : []))
    }
    let lines = FeedReader(bytes: Array("{\"title\":\"a\"}\n".utf8))
    #expect(try lines.passedHead() == nil)
  }
}
