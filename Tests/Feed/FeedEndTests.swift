import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@Suite("The end of RSS and Atom", .timeLimit(.minutes(15)))
struct FeedEndTests {
  private static let rss =
    "<?xml version='1.0'?><rss><channel><title>T</title><item><title>a</title></item><item><title>b</title>"
    + "<description>words</description></item></channel></rss>"

  @Test("names the end tag that is missing, wherever the feed breaks off", arguments: [1, 1 << 16])
  func everyLength(chunk: Int) throws {
    let whole = Reading(Self.rss, as: .rss, chunk: chunk)
    #expect(whole.items.map(\.missingEndTag) == [nil, nil])
    let rss = Self.rss
    let starts = rss.ranges(of: "<item>").map(\.lowerBound)
    let ends = rss.ranges(of: "</item>").map(\.upperBound)
    let last = try #require(rss.ranges(of: "</rss").last).upperBound
    for end in rss.indices where end > rss.index(starts[0], offsetBy: 6) && end < last {
      let items = Reading(String(rss[..<end]), as: .rss, chunk: chunk).items
      #expect(items.count == (end < rss.index(starts[1], offsetBy: 5) ? 1 : 2), "\(rss[..<end])")
      // Of a tag without its end, the name is read.
      let isInside =
        end < rss.index(before: ends[0])
        || end >= rss.index(starts[1], offsetBy: 5) && end < rss.index(before: ends[1])
      #expect(items.last?.missingEndTag == (isInside ? "item" : "rss"), "\(rss[..<end])")
      #expect(items.dropLast().allSatisfy { $0.missingEndTag == nil })
    }
  }

  @Test("is whole where elements within it lack their own end tags, and without a root")
  func sloppy() {
    let ends: [(text: String, [String?])] = [
      ("<rss><channel><item><title>a<br></item></rss>", [nil]),
      ("<item><title>a</title></item>", [nil]),
      ("<rss><channel><item><title>a</title></rss>\n<!-- end -->", [nil]),
      ("<feed><entry><title>a</title><item/></entry></feed>", [nil, nil]),
      // What a server adds behind the feed is no part of it, unless it is another item.
      ("<rss><channel><item><title>a</title></item></channel></rss><script>x", [nil]),
      ("<rdf:RDF><channel/><item><title>a</title></item></rdf:RDF><div><p>x</p>", [nil]),
      ("<feed><entry><title>a</title></feed><script><feed>", [nil]),
      ("<item><title>a</title></item><item><title>b", [nil, "item"]),
      ("<rss><item><title>a</title></item></rss><item><title>b", [nil, "item"]),
    ]
    for (text, tags) in ends {
      #expect(Reading(text).items.map(\.missingEndTag) == tags, "\(text)")
    }
  }

  @Test("a feed that breaks off before its first item is an error, and a whole one is empty")
  func noItem() {
    for (text, name) in [
      ("<rss><channel><title>T</title>", "rss"), ("<feed><title>T", "feed"),
      ("<rss><channel><title>T</title></channel>\n", "rss"),
    ] {
      let reading = Reading(text)
      #expect(reading.error == .breaksOff(byteOffset: text.utf8.count, endTag: name), "\(text)")
      #expect(reading.items.isEmpty)
    }
    for text in [
      "<rss><channel><title>T</title></channel></rss>", "<feed/>", "<rss></rss><script>", "",
    ] {
      let reading = Reading(text)
      #expect(reading.error == nil, "\(text)")
      #expect(reading.elements.isEmpty)
    }
  }

  @Test("gives the last whole item before an error of the source")
  func damage() {
    let text = "<rss><item><title>a</title></item>" + String(repeating: " ", count: 4000)
    let reading = Reading(text, as: .rss, limits: FeedLimits(maximumBytes: 2000), chunk: 100)
    #expect(reading.items.map(\.title) == ["a"])
    #expect(reading.error == .limitExceeded(.bytes, value: 2000))
  }

  @Test("an error names the format of a feed that is read as another one")
  func otherFormat() {
    for (format, text, words) in [
      (FeedFormat.atom, Self.rss, "this is RSS, not Atom"),
      (.rss, "<feed><entry><title>a</title></entry></feed>", "this is Atom, not RSS"),
      (.rss, "{\"items\":[]}", "this is JSON, not RSS"),
    ] {
      guard case .unrecognized(_, let reason)? = Reading(text, as: format).error else {
        Issue.record("no error: \(text)")
        continue
      }
      #expect(reason.hasPrefix(words), "\(reason)")
    }
  }

  @Test(
    "titles keep the text of tags that no title has",
    arguments: [
      ("<![CDATA[I built a <canvas> for looms]]>", "I built a <canvas> for looms"),
      (
        "Why &lt;template&gt;, &lt;Vec&lt;T&gt;&gt; and &lt;/video&gt;",
        "Why <template>, <Vec<T>> and </video>"
      ),
      (
        "&lt;B&gt;bold&lt;/B&gt; &lt;em class='x'&gt;and&lt;/em&gt;&lt;br/&gt;more &lt; 3",
        "bold and more < 3"
      ),
      ("a&lt;script&gt;b&lt;/script&gt;c &lt;!-- d --&gt;", "ac"),
      ("&lt;select&gt;", "<select>"), ("x &lt;", "x <"),
    ])
  func tagsInTitles(title: String, text: String) {
    for chunk in [1, 1 << 16] {
      #expect(
        Reading("<rss><item><title>\(title)</title></item></rss>", chunk: chunk).items.map(\.title)
          == [text])
    }
  }

  @Test("a picture of one pixel in HTML is none of the item")
  func beacons() {
    let html = """
      <p>x <img src="a.png" width="10" height="1"><img src='b.png' width=1 height=1><img src="c.png" width="0" height="1px">
      <img src="d.png"></p>
      """
    let item = Reading("<rss><item><description><![CDATA[\(html)]]></description></item></rss>")
      .items.first
    #expect(item?.inlineImages.map(\.name) == ["a.png", "d.png"])
  }

  @Test("text has no end of a section that another one has ended already")
  func sections() {
    let text =
      "<rss><item><title><![CDATA[x]]>]]></title><description>a]]>b ]] > c</description></item></rss>"
    for chunk in [1, 1 << 16] {
      let item = Reading(text, chunk: chunk).items.first
      #expect(item?.title == "x")
      #expect(item?.body == "ab ]] > c")
    }
  }

  @Test(
    "links of HTML are relative to the address of the item, or of the site; pictures stay names")
  func links() {
    let html =
      "&lt;a href='/x'&gt;x&lt;/a&gt;&lt;a href=\"#fn\"&gt;1&lt;/a&gt;&lt;img src='i.png'&gt;"
    let text = """
      <rss><channel><link>https://s.example/</link><item><link>https://s.example/a/1</link><description>\(html)</description>
      </item><item><description>\(html)</description></item></channel></rss>
      """
    let items = Reading(text).items
    for (item, note) in zip(items, ["https://s.example/a/1#fn", "https://s.example/#fn"]) {
      let links = (item.bodyHTML ?? "").matches(of: /href=['"]([^'"]*)/).map { String($0.1) }
      #expect(links == ["https://s.example/x", note])
      #expect(item.bodyHTML?.contains("src='i.png'") == true)
    }
    #expect(items.count == 2)
  }

  @Test(
    "links of an item about a page of another site are relative to its own page, or to its site",
    arguments: [
      // The address, the identifier, and what a link to `/x` becomes.
      ("https://other.example/p/", "1", "https://s.example/x"),
      ("https://other.example/p/", "https://s.example/own", "https://s.example/x"),
      ("https://www.s.example/p/", "1", "https://www.s.example/x"),
      ("https://blog.s.example/p/", "1", "https://blog.s.example/x"),
      ("https://nots.example/p/", "1", "https://s.example/x"),
      ("https://S.example:80/p/", "1", "https://S.example:80/x"),
    ])
  func otherSites(url: String, id: String, link: String) {
    let html = "<a href='/x'>x</a>"
    let rss = """
      <rss><channel><link>https://s.example/feed</link><item><link>\(url)</link><guid>\(id)</guid>
      <description><![CDATA[\(html)]]></description></item></channel></rss>
      """
    let json = """
      {"version":"https://jsonfeed.org/version/1.1","title":"T","home_page_url":"https://s.example/feed",
      "items":[{"id":"\(id)","url":"\(url)","content_html":"\(html)"}]}
      """
    for text in [rss, json] {
      #expect(Reading(text).items.map(\.bodyHTML) == ["<a href='\(link)'>x</a>"], "\(text)")
    }
  }

  @Test("links of JSON Feed are never relative to an external address")
  func externalAddress() {
    let html = "<a href='#n'>x</a>"
    func links(_ head: String, _ item: String) -> [String?] {
      Reading(
        """
        {"version":"https://jsonfeed.org/version/1.1","title":"T",\(head)
        "items":[{"id":"1",\(item)"external_url":"https://o.example/p","content_html":"\(html)"}]}
        """
      ).items.map(\.bodyHTML)
    }
    #expect(links("", "") == [html])
    #expect(
      links("", #""url":"https://s.example/1","#) == ["<a href='https://s.example/1#n'>x</a>"])
    #expect(
      links(#""feed_url":"https://s.example/f.json","#, "")
        == ["<a href='https://s.example/f.json#n'>x</a>"])
    #expect(
      links(#""home_page_url":"https://s.example/","feed_url":"https://s.example/f.json","#, "")
        == ["<a href='https://s.example/#n'>x</a>"])
  }
}
