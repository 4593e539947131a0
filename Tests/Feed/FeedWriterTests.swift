import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyFeedWriting
import Testing

@Suite("Written feeds", .timeLimit(.minutes(15)))
struct FeedWriterTests {
  private static let html = "<p>a <b>b</b></p><ul><li>one</li><li>two</li></ul>"

  /// Items with the signs that each syntax escapes.
  private static let items: [FeedItem] = [
    FeedItem(
      id: "a<1>&\"b\"", title: "Tom & Jerry <3 \"quotes\", 'single'; x",
      body: "one\ntwo\n\nthree & <b>four</b>",
      author: "Ann, Bob & Co.", time: "2024-05-01T10:00:00+02:00", image: "img/a b.jpg",
      avatar: "ann.png", language: "de"),
    FeedItem(
      id: "2", title: "*stars* _and_ `ticks` # 1. [x](y) \\ | ~ & &amp; {z}",
      body: "# no heading\n- no list\n1. no number\n> no quote\n```\n    no code: https://a.b",
      author: "Цой", time: "2024-05-01", image: "b.png", language: "ru"),
    FeedItem(id: "3", title: "9 minutes", body: "日本語の本文\nמילים", time: "9 min"),
    FeedItem(
      id: "5", title: "pictures", body: "a b\n\n• one\n• two", bodyHTML: html,
      image: "1.jpg?a=1&b=2", url: "https://a.example/5?x=1&y=<2>",
      tags: ["a, b", "[c", "d \"e\" \\ & <f>", "日本"], imageDescription: "line one\n\"two\"",
      attachments: [
        FeedAttachment(url: "2.png", description: "a, b: 'c' & <d> \\"),
        FeedAttachment(url: "https://a.example/3", type: "audio/mpeg"),
        FeedAttachment(url: "4", type: "image/*", description: "four\nfive"),
      ]),
    // Marks on signs: they are one character for Swift, and two for each syntax.
    FeedItem(
      id: "7",
      title: "\"\u{301}, a<\u{301}b>\u{301} *\u{301}c*\u{301} [d]\u{301}(e) #\u{20DD}&\u{301}",
      body: "`\u{301}a`\u{301} _\u{301}b_\u{301} \\\u{301}\nc\u{301};\u{301} d", bodyHTML: nil,
      url: "https://a.example/>\u{301}<\u{301}\\\u{301}x", tags: ["a\"\u{301}b", ",\u{301}"]),
    FeedItem(id: "6", title: "plain tags", tags: ["a", "b c"]),
    FeedItem(id: "4", body: "only a body"),
  ]

  private func written(_ items: [FeedItem], as format: FeedFormat) throws -> [UInt8] {
    var writer = try #require(FeedWriter(format: format, feed: FeedItem(title: "A & <B>")))
    return Array((writer.head + items.map { writer.text(of: $0) }.joined() + writer.tail).utf8)
  }

  private func read(_ bytes: [UInt8], as format: FeedFormat?) throws -> [FeedItem] {
    let reader = FeedReader(bytes: bytes, format: format)
    var items: [FeedItem] = []
    while let element = try reader.next() {
      guard case .item(let item) = element else {
        Issue.record("a bad element: \(element)")
        continue
      }
      items.append(item)
    }
    if let format { #expect(reader.format == format) }
    return items
  }

  /// The fields of an item, of which empty ones are `nil`.
  private func fields(_ item: FeedItem) -> [FeedField: String] {
    var fields: [FeedField: String] = [:]
    for field in FeedField.allCases {
      fields[field] = item[field].flatMap { $0.isEmpty ? nil : $0 }
    }
    return fields
  }

  @Test("blanks that begin a paragraph make no code of it in Markdown")
  func indentedParagraphs() throws {
    for blanks in ["    ", "\t", " \t  "] {
      let item = FeedItem(
        id: "1", title: "t", body: blanks + "a\n\n" + blanks + "x!y\n" + blanks + "z")
      let back = try #require(try read(try written([item], as: .markdown), as: .markdown).first)
      #expect(back.body == "a\n\nx!y\nz")
    }
  }

  @Test(
    "are read again with all fields, and are recognized",
    arguments: [FeedFormat.jsonLines, .jsonFeed, .rss, .atom, .csv, .tsv])
  func roundTrip(format: FeedFormat) throws {
    let bytes = try written(Self.items, as: format)
    for detected in [format, nil] {
      let items = try read(bytes, as: detected)
      #expect(items.count == Self.items.count)
      for (item, expected) in zip(items, Self.items) {
        #expect(fields(item) == fields(expected), "\(format)")
      }
    }
  }

  @Test("get identifiers for JSON Feed that no other item has")
  func madeIdentifiers() throws {
    let ids = [nil, "0", nil, "2"]
    let items = ids.enumerated().map { FeedItem(index: $0.offset, id: $0.element, title: "t") }
    let read = try read(written(items, as: .jsonFeed), as: .jsonFeed)
    #expect(read.map(\.id) == ids)
    let text = String(decoding: try written(items, as: .jsonFeed), as: UTF8.self)
    #expect(["\"galley:0\"", "\"galley:2\""].allSatisfy { text.contains($0) })
  }

  @Test("as articles are read again, with the same text", arguments: items)
  func articles(item: FeedItem) throws {
    let bytes = try written([item], as: .markdown)
    var expected = item
    // Markdown has no blanks at the start of a line.
    expected.body = item.body?.replacing("\n    ", with: "\n")
    let read = try #require(try read(bytes, as: .markdown).first)
    #expect(fields(read) == fields(expected), "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test(
    "keep white space of a text",
    arguments: ["a  b", "\tc", "a\n\n\nb", " a", "a \nb", "a\n b", "a\u{A0}\u{2003}b"])
  func whiteSpace(text: String) throws {
    for format in [FeedFormat.jsonLines, .jsonFeed, .rss] {
      let items = try read(
        written([FeedItem(id: "1", title: "t", body: text)], as: format), as: format)
      #expect(items.first?.body == text, "\(format)")
    }
  }

  /// The formats that hold all of an item in one document, and the one whose documents are one item each.
  private static let pairs = FeedWriter.formats.flatMap { one in
    FeedWriter.formats.map { (one, $0) }
  }

  /// Writes items in a format, and reads them again.
  private func rewritten(_ items: [FeedItem], as format: FeedFormat) throws -> [FeedItem] {
    guard format == .markdown else { return try read(written(items, as: format), as: nil) }
    return try items.map { item in
      try #require(try read(written([item], as: .markdown), as: .markdown).first)
    }
  }

  /// The elements with a look in HTML, in order.
  private func looks(_ html: String?) -> [String] {
    let tags = (html ?? "").split(separator: "<", omittingEmptySubsequences: false).dropFirst()
      .map { $0.prefix { $0.isLetter } }
    let same = ["strong": "b", "em": "i", "del": "s"]
    return tags.filter { !["", "p", "br", "div"].contains($0) }.map {
      same[String($0)] ?? String($0)
    }
  }

  @Test("are the same after each pair of formats", arguments: pairs)
  func pair(first: FeedFormat, second: FeedFormat) throws {
    let items = try rewritten(rewritten(Self.items, as: first), as: second)
    #expect(items.count == Self.items.count)
    for (item, given) in zip(items, Self.items) {
      for field in FeedField.allCases {
        var expected = given[field]
        // Markdown has no blanks at the start of a line.
        if field == .body, [first, second].contains(.markdown) {
          expected = expected?.replacing("\n    ", with: "\n")
        }
        #expect((item[field] ?? "") == (expected ?? ""), "\(field)")
      }
      #expect(looks(item.bodyHTML) == looks(given.bodyHTML) || given.bodyHTML == nil)
      #expect(item.tags == given.tags && item.imageDescription == given.imageDescription)
      #expect(item.attachments == given.attachments)
    }
  }

  @Test(
    "as articles have the looks of HTML",
    arguments: [
      "<p>a <b>b</b>c <i>d</i> <b><i>e</i></b> <s>f</s> x<b>y: </b>z</p><p>line<br>break</p>",
      "<h2>head <em>x</em></h2><p>1. no list</p><hr><p>* no * list *</p>",
      "<ul><li>a<ul><li>b</li><li>c <b>d</b></li></ul></li><li>e</li></ul><p>after</p>",
      "<ol start=\"3\"><li>three</li><li>four</li></ol>",
      "<ol><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>",
      "<blockquote><p>q</p><blockquote><p>inner</p></blockquote><p>r</p></blockquote><p>x</p>",
      "<blockquote>one</blockquote><blockquote>two</blockquote>",
      "<blockquote><ul><li>a</li><li>b</li></ul><p>c</p></blockquote>",
      "<pre><code class=\"language-swift\">let a = `b`\n\n  ``` x\n</code></pre><p>y</p>",
      "<p>code <code>a `b` *c*</code> and <code>`</code></p>",
      "<p>x<sub>2</sub>, y<sup>3</sup>, <u>u</u>, <mark>m</mark>, <ruby>漢<rt>kan</rt></ruby></p>",
      "<p><a href=\"https://a.example/?x=(1)&amp;y=%20<>\">link <b>bold</b></a> [no](link)</p>",
      "<p><img src=\"a b.png\" alt=\"al*t\"> and <img class=\"emoji\" src=\"e.png\" alt=\":e:\"></p>",
      "<p>a <img src=\"a.png\" width=\"20\" height=9 alt=\"x &amp; y\"> b</p>",
      "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1 * 2 *</td><td><b>x</b><br>y</td></tr></table><p>z</p>",
      "<p>a</p><p><b>one</b></p><div>two <span class=\"invisible\">hid</span>den</div>",
    ])
  func looks(html: String) throws {
    let source = try #require(
      try read(Array(#"{"title":"t","body_html":\#(html.json)}"#.utf8), as: .jsonLines).first)
    let item = try #require(try rewritten([source], as: .markdown).first)
    #expect(item.body == source.body)
    #expect(looks(item.bodyHTML) == looks(source.bodyHTML), "\(item.bodyHTML ?? "")")
  }

  @Test("of JSON Lines keep the members that no field has, of JSON and of tables")
  func members() throws {
    func lines(_ text: String) throws -> String {
      var limits = FeedLimits()
      limits.keptMemberBytes = 1 << 20
      var writer = try #require(FeedWriter(format: .jsonLines))
      return Reading(text, limits: limits).items.map { writer.text(of: $0) }.joined()
    }
    let text =
      #"{"title":"a","likes":1e3,"who":{"x":["\u00e9\n", null, true]},"t\"x":"\"y\"","image":"i","x":""}"#
    let others = #""likes":1e3,"who":{"x":["\u00e9\n", null, true]},"t\"x":"\"y\"","x":""}"#
    #expect(try lines(text) == #"{"title":"a","image":"i","# + others + "\n")
    #expect(try lines(lines(text)) == lines(text))
    #expect(
      try lines("{\"feed\":[{\"title\":\"a\",\n\"n\":{\n\"b\": 1}}]}")
        == "{\"title\":\"a\",\"n\":{ \"b\": 1}}\n")
    #expect(
      try lines("title,likes,tags,z\na,7,x,\n")
        == #"{"title":"a","tags":["x"],"likes":7}"# + "\n")
    // A post has members of other meanings.
    #expect(try !lines(SampleDocuments.mastodon).contains("account"))
    #expect(try !lines(SampleDocuments.twitter).contains("entities"))
  }

  @Test("have no control characters that XML lacks")
  func controls() throws {
    let bytes = try written([FeedItem(id: "1", title: "a\u{1}b\u{FFFE}")], as: .atom)
    #expect(try read(bytes, as: .atom).first?.title == "a\u{2401}b\u{FFFD}")
  }

  @Test("are not made in formats that are only read")
  func readOnly() {
    for format in FeedFormat.allCases where !FeedWriter.formats.contains(format) {
      #expect(FeedWriter(format: format) == nil)
    }
  }

  @Test("have dates of RFC 822 in RSS, in the zone of the date")
  func dates() throws {
    let bytes = try written(Self.items, as: .rss)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<pubDate>01 May 2024 10:00:00 +0200</pubDate>"), "\(text)")
    #expect(text.contains("<dc:date>2024-05-01</dc:date>"))
  }
}
