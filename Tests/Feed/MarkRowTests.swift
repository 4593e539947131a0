import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyFeedWriting
import GalleyPrimitives
import TestSupport
import Testing

/// Texts of combining marks, which the standard library takes the square of their number to compare.
@Suite("Long rows of marks in feeds", .timeLimit(.minutes(15)))
struct MarkRowTests {
  private static func row(_ count: Int, _ mark: (Unicode.Scalar) -> String = { String($0) })
    -> String
  {
    "a" + (0..<count).map { mark($0.isMultiple(of: 2) ? "\u{301}" : "\u{323}") }.joined()
  }

  /// Whether four times as many marks take `body` about four times the processor time.
  ///
  /// A square of their number takes sixteen times the time. The limit is between both.
  private static func isLinear(_ count: Int = 10_000, _ body: (Int) throws -> Void) rethrows -> Bool
  {
    let small = try processorTime { try body(count) }
    let large = try processorTime { try body(4 * count) }
    return large < small * 8
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
    (.jsonLines, lines), (.rss, rss), (.atom, atom), (.jsonFeed, jsonFeed), (.mastodon, mastodon),
    (
      .twitter,
      """
      [{"tweet":{"id":"ROW","full_text":"ROW http://aROW","lang":"ROW","entities":{"urls":[{"url":"http://a",\
      "expanded_url":"ROW"}],"hashtags":[{"text":"ROW"}]}}}]
      """
    ),
    (.csv, "title,body,author,date,x,ROW\nROW,ROW,ROW,ROW,ROW,ROW\n"),
    (.markdown, "# ROW\n\n[ROW](ROW \"ROW\")\n\n![ROW](ROW)\n"),
  ]

  private static func convert(_ text: String, _ format: FeedFormat, row: String) throws {
    var limits = FeedLimits(maximumTextBytes: 1 << 20)
    limits.keptMemberBytes = 4 << 20
    let items = Reading(text.replacing(bytes: "ROW", with: row), as: format, limits: limits).items
    #expect(items.count == 1)
    for target in [FeedFormat.jsonLines, .rss] {
      var writer = try #require(FeedWriter(format: target))
      for item in items { _ = writer.head + writer.text(of: item) + writer.tail }
    }
  }

  @Test("take linear time to read and to write", arguments: feeds.indices)
  func rows(index: Int) throws {
    let (format, text) = Self.feeds[index]
    let isLinear = try Self.isLinear { try Self.convert(text, format, row: Self.row($0)) }
    #expect(isLinear, "\(format)")
  }

  @Test("take linear time as escapes", arguments: [0, 1, 2])
  func escapes(index: Int) throws {
    let (format, text) = Self.feeds[index]
    let isLinear = try Self.isLinear { count in
      let row = Self.row(count) {
        format == .jsonLines ? "\\u0\(String($0.value, radix: 16))" : "&#\($0.value);"
      }
      try Self.convert(text, format, row: row)
    }
    #expect(isLinear, "\(format)")
  }

  @Test("take linear time as references of HTML that are written as Markdown")
  func markdown() throws {
    let isLinear = try Self.isLinear(30_000) { count in
      let row = Self.row(count) { "&#\($0.value);" }
      let piece = String(Self.row(60) { "&#\($0.value);" }.dropFirst()) + "<span></span>"
      let pieces = "a" + String(repeating: piece, count: count / 60)
      let item = FeedItem(
        id: "1", body: "a",
        bodyHTML: "<p>\(row) <b>\(row)</b> <code>\(row)</code> <code>\(row)<br></code>\(pieces)</p>"
      )
      var writer = try #require(FeedWriter(format: .markdown))
      _ = writer.head + writer.text(of: item) + writer.tail
    }
    #expect(isLinear)
  }

  @Test("in the names of a cell with attachments take linear time, and the others are read")
  func attachments() {
    let isLinear = Self.isLinear { count in
      let name = Self.row(count) { "\\u0\(String($0.value, radix: 16))" }
      let long = #"[{"NAME":1,"url":"x"}]"#.replacing(bytes: "NAME", with: name)
      let cells = [#"[{"url":"y"}]"#, long].map { $0.replacing(bytes: "\"", with: "\"\"") }
      let text = "title,attachments\n" + cells.map { "a,\"\($0)\"\n" }.joined()
      let items = Reading(text, as: .csv).items
      #expect(items.map { $0.attachments.map(\.url) } == [["y"], []])
    }
    #expect(isLinear)
  }

  @Test("lose no mark")
  func kept() throws {
    let row = Self.row(10_000)
    let item = try #require(Reading("{\"title\":\"\(row)\"}").items.first)
    let marks = try #require(item.title).unicodeScalars.filter { $0 != "\u{34F}" }
    #expect(marks.elementsEqual(row.unicodeScalars))
  }

  @Test("take linear time in front matter, also with aliases", arguments: ["", "\"", "'"])
  func frontMatter(quote: String) {
    let isLinear = Self.isLinear(3_500) { count in
      let value = quote + Self.row(count) + quote
      let document = FrontMatter(
        """
        ---
        title: z
        s: &s \(value)
        a: &a [*s, *s, *s]
        b: &b [*a, *a, *a]
        c: [*b, *b]
        d: {\(value): 1}
        ---
        """)
      #expect(document.properties["title"] == "z")
      _ = document.members(without: [])
    }
    #expect(isLinear)
  }
}
