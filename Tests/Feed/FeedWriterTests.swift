import Testing

@testable import GalleyFeed

@Suite("Written feeds", .timeLimit(.minutes(15)))
struct FeedWriterTests {
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
    FeedItem(id: "4", body: "only a body"),
  ]

  private func written(_ items: [FeedItem], as format: FeedFormat) throws -> [UInt8] {
    var writer = try #require(FeedWriter(format: format, title: "A & <B>"))
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

  /// The fields of an item, of which those that `writer` lacks and empty ones are `nil`.
  private func fields(_ item: FeedItem, _ writer: FeedWriter) -> [FeedField: String] {
    var fields: [FeedField: String] = [:]
    for field in writer.fields { fields[field] = item[field].flatMap { $0.isEmpty ? nil : $0 } }
    return fields
  }

  @Test(
    "are read again with all fields that the format has, and are recognized",
    arguments: [FeedFormat.jsonLines, .jsonFeed, .rss, .atom, .csv, .tsv])
  func roundTrip(format: FeedFormat) throws {
    let writer = try #require(FeedWriter(format: format))
    let bytes = try written(Self.items, as: format)
    for detected in [format, nil] {
      let items = try read(bytes, as: detected)
      #expect(items.count == Self.items.count)
      for (item, expected) in zip(items, Self.items) {
        #expect(fields(item, writer) == fields(expected, writer), "\(format)")
      }
    }
  }

  @Test("as articles are read again, with the same text", arguments: items)
  func articles(item: FeedItem) throws {
    let writer = try #require(FeedWriter(format: .markdown))
    let bytes = try written([item], as: .markdown)
    var expected = item
    // Markdown has no blanks at the start of a line.
    expected.body = item.body?.replacing("\n    ", with: "\n")
    let read = try #require(try read(bytes, as: .markdown).first)
    #expect(
      fields(read, writer) == fields(expected, writer), "\(String(decoding: bytes, as: UTF8.self))")
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

  @Test("are the same after any chain of formats that have all fields")
  func chain() throws {
    var items = Self.items
    for format in [FeedFormat.csv, .jsonFeed, .tsv, .jsonLines, .csv] {
      items = try read(written(items, as: format), as: nil)
    }
    let writer = try #require(FeedWriter(format: .jsonLines))
    for (item, expected) in zip(items, Self.items) {
      #expect(fields(item, writer) == fields(expected, writer))
    }
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
