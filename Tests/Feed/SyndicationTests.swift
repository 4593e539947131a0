import Foundation
import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@Suite("RSS and Atom", .timeLimit(.minutes(15)))
struct SyndicationTests {
  @Test("RSS 2.0 has all fields of its items", arguments: [1, 7, 1 << 16])
  func rss(chunk: Int) {
    let reading = Reading(SampleDocuments.rss, chunk: chunk)
    #expect(reading.error == nil)
    #expect(reading.format == .rss)
    let items = reading.items
    #expect(items.map(\.title) == ["Tom & Jerry", "a < b"])
    #expect(items.map(\.body) == ["Long …\n\n• a\n• b", "AT&T &b; \u{A0}x"])
    #expect(items.map(\.author) == ["Ann, Bob", "Ann"])
    #expect(items.map(\.time) == ["2024-05-01T10:00:00+02:00", "2024-05-02"])
    #expect(items.map(\.id) == ["g1", "https://example.org/2"])
    #expect(items.map(\.image) == ["thumb.jpg", "e.png"])
    #expect(items.map(\.feedLanguage) == ["de-AT", "de-AT"])
    #expect(items.allSatisfy { $0.language == nil })
    let bytes = Array(SampleDocuments.rss.utf8)
    for item in items { #expect(bytes[item.byteOffset...].starts(with: "<item>".utf8)) }
  }

  @Test("RSS 1.0 has items beside its channel")
  func rdf() {
    let reading = Reading(SampleDocuments.rdf)
    #expect(reading.format == .rss)
    #expect(reading.items.map(\.title) == ["One"])
    #expect(reading.items.map(\.body) == ["x y"])
    #expect(reading.items.map(\.id) == ["i1"])
    #expect(reading.items.map(\.time) == ["2024-05-01T10:00:00Z"])
  }

  @Test("Atom has texts, HTML and XHTML, and its entries inherit the author and the language")
  func atom() {
    let reading = Reading(SampleDocuments.atom)
    #expect(reading.format == .atom)
    let items = reading.items
    #expect(items.map(\.title) == ["One", "a <b> c"])
    #expect(items.map(\.body) == ["a < b\nc", "plain & text"])
    #expect(items.map(\.author) == ["Ann", "Feed"])
    #expect(items.map(\.time) == ["2024-05-01T10:00:00Z", "2024-05-02T00:00:00+02:00"])
    #expect(items.map(\.id) == ["1", "2"])
    #expect(items.map(\.image) == ["p.jpg", nil])
    #expect(items.map(\.language) == [nil, "fr"])
    #expect(items.allSatisfy { $0.feedLanguage == "en" })
  }

  @Test(
    "damage costs no item",
    arguments: [
      "<rss><item><title>a</title></item><item><title>b</title></item></rss>",
      "<rss><item><title>a</item><item><title>b</rss>",
      "<rss><item><title>a<description>x</item><item><title>b",
      "<rss><item a=b c='d><title>a</title></item><item><title>b</title></item>",
      "<rss><item></b><title>a</title></i></item><ITEM><Title>b</Title></ITEM>",
      "\n <!-- - -- --><?pi ?><rss><item><title>a</title><x:y><z></item><item><title>b</title>",
      "<rss><item><title><![CDATA[a]]></title></item><item><title><![CDATA[b",
      "<rss><item/><item><title>a</title></item><item><title>b</title></item></rss>",
      "<!DOCTYPE rss [<!ELEMENT x (y)> <!-- > -->]><rss><item><title>a<item><title>b",
    ])
  func damage(text: String) {
    for chunk in [1, 3, 1 << 16] {
      let reading = Reading(text, chunk: chunk)
      #expect(reading.error == nil)
      #expect(reading.items.compactMap(\.title) == ["a", "b"], "\(text)")
    }
  }

  @Test("a document is read in the encoding that it declares")
  func encodings() throws {
    let cases: [(String, [UInt8], String)] = [
      ("windows-1251", [0xCF, 0xF0, 0xE8], "При"), ("ISO-8859-1", [0x80, 0xE9], "€é"),
      ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("koi8-r", [0xF0], "П"),
      ("iso-8859-8-i", [0xE9], "י"), ("x-cp1251", [0xCF], "П"), ("CP437", [0x81], "ü"),
      ("iso-8859-2", [0xB1], "ą"), ("macintosh", [0x8E], "é"), ("euc-jp", [0xC6, 0xFC], "日"),
      ("big5", [0xA4, 0xE5], "文"), ("gbk", [0xCE, 0xC4], "文"), ("euc-kr", [0xB0, 0xA1], "가"),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
      ("no such encoding", [0xC3, 0xA9], "é"), ("windows-1", [0xC3, 0xA9], "é"),
    ]
    for (name, bytes, text) in cases {
      let start = "<?xml version='1.0' encoding='\(name)'?><rss><item><title>"
      let feed = Array(start.utf8) + bytes + Array("</title></item></rss>".utf8)
      for chunk in [1, 5, 1 << 16] {
        #expect(Reading(bytes: feed, chunk: chunk).items.map(\.title) == [text], "\(name)")
      }
    }
    let declared = "<?xml version='1.0' encoding='utf-16'?><rss><item><title>字</title></item></rss>"
    let data = try #require(declared.data(using: .utf16))
    #expect(Reading(bytes: Array(data)).items.map(\.title) == ["字"])
    #expect(Reading(declared).items.map(\.title) == ["字"])
  }

  @Test(
    "encodings that no reader of feeds knows are read as UTF-8",
    arguments: [
      "", "8", "utf-7", "ISO-2022-CN-EXT", "EBCDIC-US", "ISO-10646/UTF7/", "UTF-8//TRANSLIT",
      "wchar_t",
    ])
  func closedEncodings(name: String) {
    let feed =
      "<?xml version='1.0' encoding='\(name)'?><rss><item><title>+ADw-a~é</title></item></rss>"
    for chunk in [1, 7, 1 << 16] {
      #expect(Reading(feed, chunk: chunk).items.map(\.title) == ["+ADw-a~é"])
    }
  }

  @Test("ill-formed bytes are repaired, and an item without a field has its names")
  func repairs() {
    let bytes = Array("<rss><item><title>a".utf8) + [0xFF] + Array("</title></item>".utf8)
    let reading = Reading(bytes: bytes + Array("<item><x>1</x><y/></item>".utf8))
    #expect(reading.items.first?.title == "a\u{FFFD}")
    #expect(reading.items.first?.repairCount == 1)
    #expect(reading.items.last?.unknownMembers == ["x", "y"])
  }

  @Test("items beyond the limits of depth and length are bad, and the next one is read")
  func limits() {
    let deep = String(repeating: "<x>", count: 100)
    let feed = "<rss><item>\(deep)</item><item><title>b</title></item></rss>"
    let reading = Reading(feed, limits: FeedLimits(maximumDepth: 50))
    #expect(reading.errors.map(\.fault) == [.tooDeep(limit: 50)])
    #expect(reading.items.map(\.title) == ["b"])
    let long = String(repeating: "x", count: 5000)
    let wide = Reading(
      "<rss><item><title>\(long)</title></item><item><title>b</title></item></rss>",
      limits: FeedLimits(maximumElementBytes: 1000))
    #expect(wide.errors.map(\.fault) == [.tooLarge(limit: 1000)])
    #expect(wide.items.map(\.title) == ["b"])
    let cut = Reading(
      "<rss><item><title>\(long)</title></item></rss>", limits: FeedLimits(maximumTextBytes: 10))
    #expect(cut.items.first?.title == "xxxxxxxxxx")
    #expect(cut.items.first?.cutFields == [.title])
  }

  @Test("a document of hostile nesting takes bounded memory and little time")
  func hostile() {
    for piece in [
      "<item>", "<x>", "<item><title>", "</x>", "<!--", "<![CDATA[", "<a b='", "&a;", "<",
    ] {
      let source = RepeatingSource(
        prefix: "<rss><item><title>a</title></item>", element: piece, count: 30_000, suffix: "")
      let reader = FeedReader(source, limits: FeedLimits(maximumElementBytes: 1 << 16))
      let time = processorTime { #expect(Reading(reader).elements.first != nil) }
      #expect(time < .seconds(30), "\(piece): \(time)")
      #expect(reader.peakByteCount < 4 << 20, "\(piece)")
    }
  }
}
