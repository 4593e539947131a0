import GalleyFeedItems
import GalleyFeedWriting
import TestSupport
import Testing

@testable import GalleyFeed

@Suite("Elements without a field", .timeLimit(.minutes(15)))
struct ElementMemberTests {
  private static let rss = """
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/DTDs/Podcast-1.0.dtd" \
    xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:a="http://www.w3.org/2005/Atom" \
    xmlns:x="https://x.example/ns"><channel><title>C</title><item>
    <title>A</title><guid>1</guid><link>https://a.example/1</link>
    <description>In short</description><content:encoded>&lt;p&gt;At &lt;b&gt;length&lt;/b&gt;</content:encoded>
    <comments>https://a.example/1#c</comments>
    <category domain="https://a.example/tags">tea</category><category>cup</category>
    <source url="https://b.example/feed">B &amp; C</source>
    <enclosure url="https://a.example/1.mp3" length="12345" type="audio/mpeg"/>
    <itunes:duration>1:02:03</itunes:duration><itunes:episode>7</itunes:episode>
    <a:link rel="related" href="https://c.example/?a=1&amp;b=2"/>
    <x:who a="1" x:b="2">me<x:inner>y</x:inner><x:inner>z</x:inner></x:who>
    <author>ann@a.example (Ann)</author><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate>
    </item></channel></rss>
    """

  private static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0"><title>F</title>
    <author><name>Cy</name><uri>https://cy.example</uri></author>
    <entry><id>1</id><title>A</title><published>2024-05-01T10:00:00Z</published>
    <updated>2024-05-02T10:00:00Z</updated><rights>© Ann</rights><summary>In short</summary><content>At length</content>
    <author><name>Ann</name><uri>https://ann.example</uri><email>ann@a.example</email></author>
    <author><name>Bo</name></author><contributor><name>Dee</name></contributor>
    <category term="tea" scheme="https://a.example/tags" label="Tea"/>
    <link rel="alternate" href="https://a.example/1"/><link rel="replies" href="https://a.example/1/c" thr:count="3"/>
    <source><id>s</id><title>Other</title><author><name>Eve</name></author></source></entry>
    <entry><id>2</id><title>B</title><updated>2024-05-02T10:00:00Z</updated></entry></feed>
    """

  private func items(_ text: String, as format: FeedFormat? = nil) throws -> [FeedItem] {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    let reader = FeedReader(bytes: Array(text.utf8), format: format, limits: limits)
    var items: [FeedItem] = []
    while let element = try reader.next() {
      if case .item(let item) = element { items.append(item) }
    }
    return items
  }

  private func written(_ items: [FeedItem], as format: FeedFormat) throws -> String {
    var writer = try #require(FeedWriter(format: format))
    return writer.head + items.map { writer.text(of: $0) }.joined() + writer.tail
  }

  private func members(_ item: FeedItem?) -> [String: String] {
    Dictionary(item?.otherMembers ?? []) { first, _ in first }
  }

  @Test("of RSS are members of their names, unless a part of the item has all of them")
  func ofRSS() throws {
    let item = try #require(try items(Self.rss).first)
    #expect(item.author == "Ann" && item.tags == ["tea", "cup"])
    #expect(item.attachments.first?.byteCount == 12345)
    #expect(
      members(item) == [
        "description": #""In short""#, "comments": #""https://a.example/1#c""#,
        "category": ##"{"@domain":"https://a.example/tags","#text":"tea"}"##,
        "source": ##"{"@url":"https://b.example/feed","#text":"B & C"}"##,
        "itunes:duration": #""1:02:03""#, "itunes:episode": #""7""#,
        "atom:link": #"{"@rel":"related","@href":"https://c.example/?a=1&b=2"}"#,
        "x:who":
          ##"{"@a":"1","@x:b":"2","@xmlns:x":"https://x.example/ns","x:inner":["y","z"],"#text":"me"}"##,
        "authors": #"[{"name":"Ann","email":"ann@a.example"}]"#,
      ], "\(members(item))")
    #expect(try items(Self.rss.replacing("<item>", with: "<item><title/>")).first?.title == "A")
  }

  @Test("of Atom are members of their names, and addresses of authors are those of JSON Feed")
  func ofAtom() throws {
    let items = try items(Self.atom)
    #expect(
      members(items.first) == [
        "updated": #""2024-05-02T10:00:00Z""#, "rights": #""© Ann""#, "summary": #""In short""#,
        "contributor": #"{"name":"Dee"}"#,
        "category": #"{"@term":"tea","@scheme":"https://a.example/tags","@label":"Tea"}"#,
        "link": #"{"@rel":"replies","@href":"https://a.example/1/c","@thr:count":"3"}"#,
        "source": #"{"id":"s","title":"Other","author":{"name":"Eve"}}"#,
        "authors":
          #"[{"name":"Ann","url":"https://ann.example","email":"ann@a.example"},{"name":"Bo"}]"#,
      ], "\(members(items.first))")
    // An entry has the author of the feed if it has none.
    #expect(
      members(items.last) == ["authors": #"[{"name":"Cy","url":"https://cy.example"}]"#],
      "\(members(items.last))")
    let feed = try written(items, as: .jsonFeed)
    #expect(feed.contains(#""authors":[{"name":"Cy","url":"https://cy.example"}]"#), "\(feed)")
  }

  @Test("are elements of the same names again in RSS and Atom, by way of each format")
  func again() throws {
    for source in [Self.rss, Self.atom] {
      let given = try items(source)
      for first in FeedWriter.formats where first != .markdown {
        for second in FeedWriter.formats where second != .markdown {
          let way = try items(written(given, as: first), as: first)
          let back = try items(written(way, as: second), as: second)
          for (item, expected) in zip(back, given) {
            // In RSS and Atom, a prefix says the namespace of the other one.
            #expect(names(item) == names(expected), "\(first), \(second)")
            #expect(
              Set(item.tags) == Set(expected.tags) && item.attachments == expected.attachments)
            for field in FeedField.allCases {
              #expect(item[field] == expected[field], "\(first), \(second), \(field)")
            }
          }
        }
      }
    }
  }

  /// The members with names without the prefix of Atom.
  private func names(_ item: FeedItem) -> [String: String] {
    Dictionary(
      members(item).map { ($0.replacing("atom:", with: ""), $1.replacing("atom:", with: "")) }
    ) { first, _ in first }
  }

  @Test("are whole elements of RSS and Atom, which other readers know")
  func elements() throws {
    let lines = try written(items(written(items(Self.rss), as: .jsonLines)), as: .rss)
    for part in [
      "<comments>https://a.example/1#c</comments>",
      #"<source url="https://b.example/feed">B &amp; C</source>"#,
      #"<enclosure url="https://a.example/1.mp3" length="12345" type="audio/mpeg"/>"#,
      #"<itunes:duration xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">1:02:03</itunes:duration>"#,
      "<author>ann@a.example (Ann)</author>", "<description>In short</description>",
      "<content:encoded xmlns:content=", "<category>cup</category>",
      #"<category domain="https://a.example/tags">tea</category>"#,
      #"<atom:link rel="related" href="https://c.example/?a=1&amp;b=2" xmlns:atom="#,
      #"<x:who a="1" x:b="2" xmlns:x="https://x.example/ns">me<x:inner>y</x:inner>"#,
    ] {
      #expect(lines.contains(part), "\(part) in \(lines)")
    }
    #expect(!lines.contains("galley:extra") && !lines.contains("<category>tea"))
    let entries = try written(items(written(items(Self.atom), as: .csv)), as: .atom)
    for part in [
      "<rights>© Ann</rights>", "<contributor><name>Dee</name></contributor>",
      "<author><name>Ann</name><uri>https://ann.example</uri><email>ann@a.example</email></author>",
      "<source><id>s</id><title>Other</title><author><name>Eve</name></author></source>",
      "<updated>2024-05-02T10:00:00Z</updated><rights>".replacing("<rights>", with: ""),
    ] {
      #expect(entries.contains(part), "\(part) in \(entries)")
    }
    #expect(entries.split(separator: "<updated>").count == 3)
    #expect(!entries.contains("galley:extra"))
  }

  @Test(
    "of JSON become no element that another part of an item would come from",
    arguments: [
      #""item":{"a":"b"}"#, #""media:content":{"@url":"x.png","@medium":"image"}"#,
      #""dc:creator":"Eve""#, #""media:title":"T""#, #""x:y":"no address""#,
      #""x:y":{"@xmlns:x":"https://x.example","entry":"z"}"#,
      #""itunes:a":{"@xmlns:dc":"https://x.example"}"#, #""itunes:a":{"@a b":"c"}"#,
      #""itunes:a":{"@a\"":"c"}"#, #""itunes:<b>":"c""#, #""galley:extra":"{\"n\":1}""#,
      #""category":"not a tag""#, #""comments":5"#, #""comments":"\u0001""#, #""comments":" a""#,
      #""comments":[["a","b"],"c"]"#, #""source":{"name":"x","item":"y"}"#,
      #""enclosure":{"@url":"x.mp3","@type":"audio/mpeg"}"#,
      #""authors":[{"name":"Eve","url":"u"}]"#,
      #""itunes:a":{"@x:b":"c"}"#, #""itunes:a":{"@b":"c","@b":"d"}"#,
      ##""x:y":{"@xmlns:x":"http://search.yahoo.com/mrss/","#text":"z"}"##,
    ])
  func harmless(member: String) throws {
    let given = try #require(try items(#"{"id":"1","body":"b",\#(member)}"#).first)
    for format in [FeedFormat.rss, .atom] {
      let text = try written([given], as: format)
      #expect(text.contains("<galley:extra"), "\(text)")
      let back = try items(text)
      #expect(back.count == 1)
      let item = try #require(back.first)
      for field in FeedField.allCases { #expect(item[field] == given[field], "\(text)") }
      #expect(item.tags == [] && item.attachments == [])
      #expect(members(item) == members(given), "\(text)")
    }
  }

  @Test("of the authors of a JSON Feed are kept with the items that have no authors")
  func feedAuthors() throws {
    let ann = #"{"name":"Ann","url":"https://ann.example"}"#
    for authors in [#""authors":[\#(ann)]"#, #""author":\#(ann)"#] {
      let text = """
        {"version":"https://jsonfeed.org/version/1.1","title":"T",\(authors),"items":[
        {"id":"1","content_text":"a"},{"id":"2","authors":[{"name":"Bo"}],"content_text":"b"},{}]}
        """
      let items = try items(text)
      #expect(items.map(\.author) == ["Ann", "Bo", "Ann"])
      #expect(items.map { members($0)["authors"] } == ["[\(ann)]", nil, "[\(ann)]"])
      #expect(try written(items, as: .jsonFeed).contains(#""authors":[\#(ann)]"#))
      #expect(
        try written(items, as: .atom).contains(
          "<author><name>Ann</name><uri>https://ann.example</uri></author>"))
    }
  }

  @Test(
    "of a feed itself are its title, its site and the words about it",
    arguments: [FeedFormat.rss, .atom, .jsonFeed])
  func feed(format: FeedFormat) throws {
    let feed = FeedItem(title: "A & B", body: "Words & <signs>", url: "https://a.example/?x=1&y=2")
    var writer = try #require(FeedWriter(format: format, feed: feed))
    let item = FeedItem(id: "1", title: "t")
    let text = writer.head + writer.text(of: item) + writer.tail
    let reader = FeedReader(bytes: Array(text.utf8))
    guard case .item(let found)? = try reader.next() else {
      Issue.record("no item in \(text)")
      return
    }
    #expect(found.title == "t" && found.body?.isEmpty != false, "\(text)")
    #expect(reader.feed.title == feed.title && reader.feed.url == feed.url, "\(text)")
    #expect(reader.feed.body == feed.body, "\(text)")
  }

  @Test("of entries without limits for members are not kept, nor beyond them")
  func limits() throws {
    for bytes in [0, 40] {
      var limits = FeedLimits()
      limits.keptMemberBytes = bytes
      let reader = FeedReader(bytes: Array(Self.rss.utf8), limits: limits)
      guard case .item(let item)? = try reader.next() else {
        Issue.record("no item")
        return
      }
      #expect(item.otherMembers.isEmpty && item.title == "A")
    }
    let deep =
      "<rss><channel><item><title>A</title>" + String(repeating: "<d>", count: 40)
      + String(repeating: "</d>", count: 40) + "<e>f</e></item></channel></rss>"
    #expect(try members(items(deep).first) == ["e": "\"f\""])
  }

  @Test(
    "and all other members of the recordings are the same by way of RSS, Atom and JSON",
    arguments: Recording.all)
  func recordings(recording: Recording) throws {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    let given = Reading(bytes: recording.bytes, limits: limits).items
    for format in FeedWriter.formats where format != .markdown {
      let text = try written(given, as: format)
      let back = try items(text, as: format)
      #expect(back.count == given.count, "\(format): \(text)")
      for (item, expected) in zip(back, given) {
        #expect(names(item) == names(expected), "\(format): \(text)")
        #expect(Set(item.tags) == Set(expected.tags), "\(format): \(text)")
        #expect(
          Set(item.attachments.map(\.url)) == Set(expected.attachments.map(\.url)),
          "\(format): \(text)")
      }
    }
  }
}
