import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyFeedWriting
import GalleyPrimitives
import Testing

/// Texts of combining marks, which the standard library takes the square of their number to compare.
@Suite("Long rows of marks in feeds", .timeLimit(.minutes(15)))
struct MarkRowTests {
  private static let row = marks { String($0) }

  private static func marks(_ mark: (Unicode.Scalar) -> String) -> String {
    "a" + (0..<60_000).map { mark($0.isMultiple(of: 2) ? "\u{301}" : "\u{323}") }.joined()
  }

  private static let rss = """
    <rss version="2.0"><channel><title>ROW</title><item><title>ROW</title><guid>ROW</guid>
    <description>ROW</description><author>ROW</author><category domain="ROW">ROW</category>
    <pubDate>ROW</pubDate><link>ROW</link><enclosure url="ROW" type="ROW"/><x:y z="ROW">ROW</x:y>
    </item></channel></rss>
    """
  private static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="ROW">ROW</title><id>ROW</id>
    <author><name>ROW</name></author><category term="ROW"/><link rel="ROW" href="ROW" type="ROW"/>
    <updated>ROW</updated><content type="ROW">ROW</content></entry></feed>
    """
  private static let lines = """
    {"title":"ROW","body":"ROW","author":"ROW","time":"ROW","tags":["ROW"],"lang":"ROW","x":"ROW",\
    "images":[{"url":"ROW","description":"ROW"}],"ROW":{"ROW":"ROW"}}
    """
  private static let jsonFeed = """
    {"version":"https://jsonfeed.org/version/1.1","items":[{"id":"ROW","title":"ROW","x":"ROW",\
    "content_html":"<p class='ROW'>ROW</p>","tags":["ROW"],"date_published":"ROW",\
    "attachments":[{"url":"ROW","mime_type":"ROW"}],"authors":[{"name":"ROW"}]}]}
    """
  private static let mastodon = """
    [{"id":"ROW","uri":"ROW","created_at":"ROW","content":"<p>ROW</p>","language":"ROW",\
    "account":{"acct":"ROW","display_name":"ROW"},"media_attachments":[{"type":"ROW","url":"ROW"}],\
    "emojis":[{"shortcode":"ROW","url":"ROW"}]}]
    """
  private static let feeds: [(format: FeedFormat, text: String)] = [
    (.rss, rss), (.atom, atom), (.jsonLines, lines), (.jsonFeed, jsonFeed), (.mastodon, mastodon),
    (.csv, "title,body,author,date,x,ROW\nROW,ROW,ROW,ROW,ROW,ROW\n"),
    (.markdown, "# ROW\n\n[ROW](ROW \"ROW\")\n\n![ROW](ROW)\n"),
  ]

  private static func check(_ text: String, as format: FeedFormat) throws {
    var limits = FeedLimits(maximumTextBytes: 1 << 20)
    limits.keptMemberBytes = 4 << 20
    let clock = ContinuousClock()
    let start = clock.now
    let items = Reading(text, as: format, limits: limits).items
    #expect(items.count == 1)
    for target in [FeedFormat.jsonLines, .rss] {
      var writer = try #require(FeedWriter(format: target))
      for item in items { _ = writer.head + writer.text(of: item) + writer.tail }
    }
    #expect(clock.now - start < .seconds(20), "\(format)")
  }

  @Test("take linear time to read and to write", arguments: feeds.indices)
  func rows(index: Int) throws {
    let (format, text) = Self.feeds[index]
    try Self.check(text.replacing(bytes: "ROW", with: Self.row), as: format)
  }

  @Test("take linear time as escapes")
  func escapes() throws {
    let json = Self.marks { "\\u0\(String($0.value, radix: 16))" }
    try Self.check(Self.lines.replacing(bytes: "ROW", with: json), as: .jsonLines)
    let xml = Self.marks { "&#\($0.value);" }
    try Self.check(Self.rss.replacing(bytes: "ROW", with: xml), as: .rss)
    try Self.check(Self.atom.replacing(bytes: "ROW", with: xml), as: .atom)
  }

  @Test("in the names of a cell with attachments take linear time, and the others are read")
  func attachments() throws {
    let name = Self.marks { "\\u0\(String($0.value, radix: 16))" }
    let long = #"[{"NAME":1,"url":"x"}]"#.replacing(bytes: "NAME", with: name)
    let cells = [#"[{"url":"y"}]"#, long].map { $0.replacing(bytes: "\"", with: "\"\"") }
    let text = "title,attachments\n" + cells.map { "a,\"\($0)\"\n" }.joined()
    var items: [FeedItem] = []
    let time = ContinuousClock().measure { items = Reading(text, as: .csv).items }
    #expect(items.map { $0.attachments.map(\.url) } == [["y"], []])
    #expect(time < .seconds(2))
  }

  @Test("lose no mark")
  func kept() throws {
    let item = try #require(
      Reading("{\"title\":\"\(Self.row)\"}", limits: FeedLimits(maximumTextBytes: 1 << 20)).items
        .first)
    let title = try #require(item.title)
    #expect(
      String(String.UnicodeScalarView(title.unicodeScalars.filter { $0 != "\u{34F}" }))
        .unicodeScalars.elementsEqual(Self.row.unicodeScalars))
  }

  @Test("take linear time in front matter, also with aliases", arguments: ["", "\"", "'"])
  func frontMatter(quote: String) {
    let row = String(Self.row.unicodeScalars.prefix(14_000))
    let value = quote + row + quote
    let text = """
      ---
      title: z
      s: &s \(value)
      a: &a [*s, *s, *s]
      b: &b [*a, *a, *a]
      c: [*b, *b]
      d: {\(value): 1}
      ---
      """
    let time = ContinuousClock().measure {
      let document = FrontMatter(text)
      #expect(document.properties["title"] == "z")
      _ = document.members(without: [])
    }
    #expect(time < .seconds(20), "\(time)")
  }
}
