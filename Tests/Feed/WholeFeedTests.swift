import Foundation
import FoundationXML
import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import Testing

@testable import GalleyFeedWriting

@Suite("Feeds by way of other formats", .timeLimit(.minutes(15)))
struct WholeFeedTests {
  /// A document in each format that says much of itself.
  private static let documents: [(format: FeedFormat, text: String)] = [
    (
      .rss,
      """
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom" \
      xmlns:x="https://x.example/ns" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
      <title>A &amp;amp; B</title><link>https://a.example/</link><description>Words, &lt;b&gt;bold&lt;/b&gt;</description>
      <atom:link rel="self" href="https://a.example/feed.xml"/><atom:link rel="hub" href="https://hub.example/"/>
      <language>de</language><copyright>© A</copyright><managingEditor>ed@a.example (Ed)</managingEditor>
      <pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate><lastBuildDate>Thu, 02 May 2024 10:00:00 GMT</lastBuildDate>
      <category>tea</category><category domain="https://a.example/tags">cup</category><generator>Hand 1.0</generator>
      <docs>https://cyber.example/rss</docs><ttl>60</ttl><cloud domain="c.example" port="80" path="/" registerProcedure="" protocol="soap"/>
      <image><url>https://a.example/i.png</url><title>A &amp; B</title><link>https://a.example/</link></image>
      <image><url>https://a.example/small.png</url><title>Small</title><link>https://a.example/s</link><width>8</width></image>
      <skipHours><hour>1</hour><hour>2</hour></skipHours>
      <itunes:image href="https://a.example/big.png"/><itunes:category text="Arts"><itunes:category text="Food"/></itunes:category>
      <itunes:owner><itunes:name>O</itunes:name><itunes:email>o@a.example</itunes:email></itunes:owner>
      <item><title>One</title><guid>1</guid><link>https://a.example/1</link><description>Text</description>
      <x:note>a <x:b>b</x:b> c</x:note><x:page><div xmlns="http://www.w3.org/1999/xhtml"><p>p</p><hr/><p>q <i>r</i></p></div></x:page>
      <math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>+</mo><mi>y</mi></math></item>
      <item><description>Only a text</description></item>
      <item><title>Three</title><dc:language>fr</dc:language><dc:date>2024-05-03</dc:date></item></channel></rss>
      """
    ),
    (
      .atom,
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr"><title>A &amp; B</title><id>urn:uuid:60a76c80-d399-11d9-b93C-0003939e0af6</id>
      <updated>2024-05-02T10:00:00Z</updated><subtitle type="html">Words, &lt;b&gt;bold&lt;/b&gt;</subtitle>
      <link rel="self" href="https://a.example/feed.atom"/><link href="https://a.example/"/><link rel="next" href="https://a.example/2"/>
      <author><name>Ann</name><uri>https://ann.example</uri></author><author><name>Bo</name></author>
      <contributor><name>Cy</name></contributor><category term="tea"/><category term="c" label="cup" scheme="https://a.example/"/>
      <generator uri="https://g.example" version="1">G</generator><icon>https://a.example/f.ico</icon>
      <logo>https://a.example/i.png</logo><rights>© A</rights>
      <entry><id>tag:a.example,2024:1</id><title>One</title><updated>2024-05-01T10:00:00Z</updated><content>Text</content></entry>
      <entry><id>2</id><title>Two</title><updated>2024-05-01T11:00:00Z</updated><author><name>Dee</name></author></entry></feed>
      """
    ),
    (
      .jsonFeed,
      #"""
      {"version":"https://jsonfeed.org/version/1.1","title":"A & B","home_page_url":"https://a.example/",
      "feed_url":"https://a.example/feed.json","description":"Words","user_comment":"by hand","next_url":"https://a.example/2",
      "icon":"https://a.example/i.png","favicon":"https://a.example/f.png","language":"de","expired":false,
      "authors":[{"name":"Ann","url":"https://ann.example","avatar":"ann.png"}],"hubs":[{"type":"WebSub",
      "url":"https://hub.example"}],"_own":{"n":[1,2]},"items":[{"id":"1","title":"One","content_text":"Text"},
      {"id":"2","content_html":"<p>a <b>b</b></p>","authors":[{"name":"Bo"}],"language":"fr"}]}
      """#
    ),
  ]

  /// What a document has: the items, and what the feed says of itself.
  private struct Content {
    var items: [FeedItem] = []
    var feed = FeedItem()
    var url: String?
  }

  private func read(_ text: String, _ format: FeedFormat? = nil) throws -> Content {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    let reader = FeedReader(bytes: Array(text.utf8), format: format, limits: limits)
    var content = Content()
    while let element = try reader.next() {
      if case .item(let item) = element { content.items.append(item) }
    }
    (content.feed, content.url) = (reader.feed, reader.feedURL)
    if let format { #expect(reader.format == format) }
    return content
  }

  private func written(_ content: Content, as format: FeedFormat) throws -> String {
    var writer = try #require(FeedWriter(format: format, feed: content.feed))
    writer.feedURL = content.url
    writer.firstTime = content.items.first?.time
    return writer.head + content.items.map { writer.text(of: $0) }.joined() + writer.tail
  }

  /// The members of an item, whose names in RSS say when they are those of Atom.
  private func members(_ item: FeedItem) -> [String: String] {
    let members = item.otherMembers.filter { $0.name != FeedItem.feedURLKey }.map { name, value in
      let name = name.replacing("atom:", with: "")
      return (name == "rights" ? "copyright" : name, value.replacing("atom:", with: ""))
    }
    return Dictionary(members) { first, _ in first }
  }

  private func expect(_ item: FeedItem, is given: FeedItem, _ text: String) {
    for field in FeedField.allCases { #expect(item[field] == given[field], "\(field): \(text)") }
    #expect(Set(item.tags) == Set(given.tags), "\(text)")
    #expect(item.attachments == given.attachments, "\(text)")
    #expect(members(item) == members(given), "\(text)")
  }

  @Test(
    "have the same items, and say the same of themselves",
    arguments: documents.indices, FeedWriter.formats)
  func roundTrip(index: Int, way: FeedFormat) throws {
    let (format, text) = Self.documents[index]
    var given = try read(text, format)
    if way == .markdown { given.items = [given.items[0]] }
    let between = try written(given, as: way)
    let copy = try read(between, way)
    let back = try written(copy, as: format)
    for (content, shown) in [(copy, between), (try read(back, format), back)] {
      #expect(content.url == given.url && content.items.count == given.items.count, "\(shown)")
      expect(content.feed, is: given.feed, shown)
      for (item, given) in zip(content.items, given.items) {
        var given = given
        // JSON Feed has its own number for an item without an identifier.
        if way == .jsonFeed, given.id == nil { given.id = item.id }
        expect(item, is: given, shown)
      }
    }
  }

  @Test("have the marks of feeds where other programs look for them")
  func native() throws {
    let contents = try Self.documents.map { try read($0.text) }
    let rss = try contents.map { try written($0, as: .rss) }
    let atom = try contents.map { try written($0, as: .atom) }
    let json = try contents.map { try written($0, as: .jsonFeed) }
    for (texts, part) in [
      (rss, "<title>A &amp;amp; B</title>"), (rss, "<link>https://a.example/</link>"),
      (rss, "<image><url>https://a.example/i.png</url><title>A &amp; B</title>"),
      (rss, #" rel="self" href="https://a.example/feed."#),
      (Array(rss[..<2]), "<copyright>© A</copyright>"),
      (Array(rss[..<2]), "<lastBuildDate>02 May 2024 10:00:00 +0000</lastBuildDate>"),
      (Array(rss[..<2]), "<category>tea</category>"), ([rss[0]], "<ttl>60</ttl>"),
      ([rss[0]], #"<itunes:category text="Arts""#), ([rss[0]], "<hour>1</hour>"),
      ([rss[0]], "<generator>Hand 1.0</generator>"),
      (atom, "<title>A &amp; B</title>"), (atom, "<logo>https://a.example/i.png</logo>"),
      (atom, #"<link rel="self" href="https://a.example/feed."#),
      (Array(atom[..<2]), "<rights>© A</rights>"),
      (Array(atom[..<2]), "<updated>2024-05-02T10:00:00Z</updated>"),
      ([atom[0]], "<generator>Hand 1.0</generator>"),
      ([atom[1]], "<author><name>Ann</name><uri>https://ann.example</uri></author>"),
      ([atom[2]], "<author><name>Ann</name><uri>https://ann.example</uri>"),
      ([atom[1]], "<id>tag:a.example,2024:1</id>"), ([atom[1]], "<dc:identifier>2</dc:identifier>"),
      (json, #""icon": "https://a.example/i.png""#),
      (json, #""feed_url": "https://a.example/feed."#),
      ([json[2]], #""hubs": [{"type":"WebSub", "url":"https://hub.example"}]"#),
      ([json[2]], #""_own": {"n":[1,2]}"#), ([json[1]], #""language": "fr""#),
    ] {
      for text in texts { #expect(text.contains(part), "\(part) in \(text)") }
    }
    // Markup keeps the order of its texts and elements.
    for text in [rss[0], atom[0]] {
      #expect(text.contains(">a <x:b>b</x:b> c</x:note>"), "\(text)")
      #expect(text.contains("<p>p</p><hr></hr><p>q <i>r</i></p></div>"), "\(text)")
      #expect(text.contains("<mi>x</mi><mo>+</mo><mi>y</mi></math>"), "\(text)")
    }
  }

  @Test("are valid Atom and RSS, with derived elements that the reader passes over")
  func valid() throws {
    let least = Content(items: [
      FeedItem(), FeedItem(title: "t", time: "9 min"), FeedItem(image: "i.png"),
    ])
    for content in try Self.documents.map({ try read($0.text) }) + [least, Content()] {
      for format in [FeedFormat.atom, .rss] {
        let text = try written(content, as: format)
        let parser = XMLParser(data: Data(text.utf8))
        let checker = FeedChecker(format)
        parser.delegate = checker
        #expect(parser.parse(), "\(String(describing: parser.parserError)) in \(text)")
        #expect(checker.faults.isEmpty, "\(checker.faults) in \(text)")
        let back = try read(text, format)
        expect(back.feed, is: content.feed, text)
        for (item, given) in zip(back.items, content.items) { expect(item, is: given, text) }
      }
    }
    // The same feed has the same addresses on each run, and its items have different ones.
    let text = try written(least, as: .atom)
    #expect(try text == written(least, as: .atom))
    let ids = text.split(separator: "<id").dropFirst().map { $0.split(separator: "<")[0] }
    #expect(ids.count == 4 && Set(ids).count == 4, "\(ids)")
  }
}

/// Finds elements that RFC 4287 and RSS 2.0 require, and that a document lacks.
private final class FeedChecker: NSObject, XMLParserDelegate {
  private let format: FeedFormat
  private(set) var faults: [String] = []
  private var open: [(name: String, children: [String: [String]])] = []
  private var text = ""
  private var hasFeedAuthor = false

  init(_ format: FeedFormat) { self.format = format }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    text = ""
    open.append((name, [:]))
    if name == "entry", format == .atom {
      // Metadata of the feed stands before its entries.
      hasFeedAuthor = open[0].children["author"] != nil
      for child in ["id", "title", "updated"] where open[0].children[child]?.count != 1 {
        faults.append("feed without one \(child)")
      }
    }
    if name == "link", let kind = attributes["rel"], kind != "alternate" {
      open[open.count - 1].name = "link " + kind
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    let (name, children) = open.removeLast()
    if let last = open.indices.last { open[last].children[name, default: []].append(text) }
    let required: [String]
    switch (format, name) {
    case (.atom, "feed"), (.atom, "entry"): required = ["id", "title", "updated"]
    case (_, "channel"): required = ["title", "link", "description"]
    case (_, "image") where format == .rss: required = ["url", "title", "link"]
    default: required = []
    }
    for child in required where children[child]?.count ?? 0 < 1 {
      faults.append("\(name) without \(child)")
    }
    for child in ["id", "title", "updated", "published", "subtitle", "logo", "content"]
    where format == .atom && children[child]?.count ?? 0 > 1 {
      faults.append("\(name) with several \(child)")
    }
    for id in children["id"] ?? [] where format == .atom && !id.isAbsoluteAddress {
      faults.append("\(id) is no address")
    }
    let dates = (children["updated"] ?? []) + (children["published"] ?? [])
    for date in dates
    where date.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)/) == nil {
      faults.append("\(date) is no date")
    }
    if format == .atom, name == "entry" {
      if !hasFeedAuthor, children["author"] == nil { faults.append("no author") }
      if children["content"] == nil, children["link"] == nil {
        faults.append("no content and no link")
      }
    }
    if name == "item", children["title"] == nil, children["description"] == nil {
      faults.append("neither title nor description")
    }
    text = ""
  }
}
