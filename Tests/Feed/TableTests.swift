import Foundation
import GalleyFeed
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

@Suite("CSV, TSV and Markdown", .timeLimit(.minutes(15)))
struct TableTests {
  @Test("CSV has quoted cells, of several lines too", arguments: [1, 2, 1 << 16])
  func csv(chunk: Int) {
    for end in ["\n", "\r\n"] {
      let text = SampleDocuments.csv.replacing("\n", with: end)
      let reading = Reading(text, chunk: chunk)
      #expect(reading.format == .csv)
      let items = reading.items
      #expect(items.map(\.id) == ["1", "2"])
      #expect(items.map(\.title) == ["a, \"b\"", "two\(end)lines"])
      #expect(items.map(\.body) == ["x\n\ny", nil])
      #expect(items.map(\.time) == ["2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z"])
      #expect(items.map(\.author) == ["Ann", nil])
    }
  }

  @Test("TSV and semicolons divide cells, and a mark within a cell is text")
  func delimiters() {
    let reading = Reading(SampleDocuments.tsv)
    #expect(reading.format == .tsv)
    #expect(reading.items.map(\.body) == ["first", "5\" disk"])
    #expect(reading.items.map(\.language) == ["en", "de"])
    let semicolons = Reading("sep=;\nTitle;Text\na;\"b;\"c\"")
    #expect(semicolons.format == .csv)
    #expect(semicolons.items.map(\.body) == ["b;c\""])
  }

  @Test("cells beyond the columns of the header are kept apart, except for those without text")
  func surplus() {
    let text = "title,body\na,b,c, d\n\"a,\",b,, \nx\n"
    #expect(Reading(text).items.map(\.surplusCells) == [["c", "d"], [], []])
    #expect(Reading(text).items.map(\.body) == ["b", "b", nil])
  }

  @Test("a record beyond the limit is bad, with its line, and the next one is read")
  func long() {
    let text = "title,body\n\"\n\n\(String(repeating: "x", count: 3000))\",\nb,c\n"
    let reading = Reading(text, limits: FeedLimits(maximumElementBytes: 1000))
    #expect(reading.errors.map(\.fault) == [.tooLarge(limit: 1000)])
    #expect(reading.errors.map(\.line) == [2])
    #expect(reading.items.map(\.title) == ["b"])
  }

  @Test("a table that names no field is named, and is read where its format is given")
  func unnamed() {
    guard case .unrecognized(0, let reason) = Reading("a,b\n1,2\n").error else {
      Issue.record("a table without a field is read")
      return
    }
    #expect(reason.contains("table"))
    #expect(Reading("a,b\n1,2\n", as: .csv).items.first?.unknownMembers == ["a", "b"])
    #expect(Reading("title\nx", as: .csv).items.map(\.title) == ["x"])
    #expect(Reading("", as: .tsv).elements.isEmpty)
  }

  @Test(
    "a table of one column is read by the name of its file, and common names of other languages are fields"
  )
  func names() throws {
    let folder = try TestFolder()
    let reader = try FeedReader(path: folder.write("Titel\nGrüße\n", to: "a.csv"))
    let text = try folder.write("title\nx\n", to: "a.txt")
    guard case .item(let item) = try reader.next() else { throw NoItem() }
    #expect(item.title == "Grüße" && reader.format == .csv)
    #expect(throws: FeedError.self) { try FeedReader(path: text).next() }
    let table = Reading("Titel;Text;Datum;Autor\na;b;2024-05-01;c\n").items.first
    #expect(table?.title == "a" && table?.body == "b" && table?.author == "c")
    #expect(table?.time == "2024-05-01")
    // A name of a field comes before that of another language.
    #expect(Reading("titel,title\na,b\n").items.first?.title == "b")
    #expect(Reading("title,date\na,0001-01-01T00:00:00\n").items.first?.time == nil)
  }

  private struct NoItem: Error {}

  @Test("a quotation mark that is open at the table's end is noted", arguments: [1, 1 << 16])
  func openQuotes(chunk: Int) {
    func isOpen(_ text: String) -> [Bool] {
      Reading(text, as: .csv, chunk: chunk).items.map(\.hasOpenQuote)
    }
    #expect(isOpen("title,body\na,b\nc,\"d\ne,f\n") == [false, true])
    #expect(isOpen("title,body\na,\"b\"\"\"\nc,d\"\n") == [false, false])
    #expect(isOpen("title,body\na,\"b\"") == [false])
  }

  @Test("an article has the properties of its front matter", arguments: [1, 1 << 16])
  func markdown(chunk: Int) {
    let reading = Reading(SampleDocuments.markdown, chunk: chunk)
    #expect(reading.format == .markdown)
    let item = reading.items.first
    #expect(item?.title == "A \"title\"")
    #expect(item?.author == "Ann, Bob")
    #expect(item?.time == "2024-05-01T10:00:00+02:00")
    #expect(item?.image == "c.jpg")
    #expect(item?.body == "Head\n\nSome bold text.\n\n• ☑ done\n• item\n\n> quoted")
    #expect(reading.elements.count == 1)
  }

  @Test("TOML, a heading for a title and a summary for a body are read")
  func forms() {
    let toml = Reading(
      "+++\ntitle = \"T\"\ndate = 2024-05-01\nauthors = ['a', \"b\"]\n[x]\nid = 1\n+++\nBody")
    #expect(toml.format == .markdown)
    #expect(toml.items.first?.title == "T")
    #expect(toml.items.first?.author == "a, b")
    #expect(toml.items.first?.id == nil)
    #expect(toml.items.first?.body == "Body")
    let heading = Reading("# The *title*\n\nText", as: .markdown).items.first
    #expect(heading?.title == "The title")
    #expect(heading?.body == "Text")
    let summary = Reading("---\nsummary: |\n  a\n  b\nlang: 'de'\n---\n").items.first
    #expect(summary?.body == "a\nb")
    #expect(summary?.language == "de")
  }

  @Test("pictures alone are the body of an article, also beside a summary")
  func picturesAlone() {
    for head in ["# T\n\n", "---\ntitle: T\nsummary: s\n---\n"] {
      let item = Reading(head + "![](a.png)\n\n![](b.png)\n", as: .markdown).items.first
      #expect(item?.title == "T")
      #expect(
        item?.bodyHTML?.contains("a.png") == true && item?.bodyHTML?.contains("b.png") == true)
    }
    let empty = Reading("---\nsummary: s\n---\n<!-- none -->", as: .markdown).items.first
    #expect(empty?.body == "s")
  }

  @Test("line separators of Unicode are text of a property", arguments: ["---", "+++"])
  func separators(fence: String) {
    let sign = fence == "---" ? ":" : " ="
    for separator in ["\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}"] {
      let reading = Reading(
        "\(fence)\ntitle\(sign) \"one\(separator)two\"\r\nauthor\(sign) \"Ann\"\n\(fence)\nBody")
      #expect(reading.items.first?.title?.hasSuffix("two") == true, "\(separator.unicodeScalars)")
      #expect(reading.items.first?.author == "Ann")
    }
  }

  @Test("a folder is a feed of its articles, by name")
  func folder() throws {
    let folder = try TestFolder()
    _ = try folder.write("---\ntitle: B\n---\nb", to: "b.md")
    _ = try folder.write("# A\n\na", to: "a.markdown")
    _ = try folder.write("no", to: "c.txt")
    let reading = Reading(try FeedReader(path: folder.path))
    #expect(reading.error == nil)
    #expect(reading.items.map(\.title) == ["A", "B"])
    #expect(reading.items.map(\.index) == [0, 1])
    #expect(reading.format == .markdown)
  }
}

@Suite("Dates of feeds", .timeLimit(.minutes(15)))
struct DateTests {
  @Test(
    "have one form",
    arguments: [
      ("2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z"),
      ("2024-05-01T10:00:00.123+05:30", "2024-05-01T10:00:00+05:30"),
      ("2024-05-01 10:00", "2024-05-01T10:00:00"), ("20240501T1000", nil),
      ("2024-05-01 10:00:00 -0330", "2024-05-01T10:00:00-03:30"), ("2024-05-01", "2024-05-01"),
      ("2024-02-30", nil), ("2023-02-29", nil), ("2024-02-29", "2024-02-29"),
      ("Wed, 01 May 2024 10:00:00 GMT", "2024-05-01T10:00:00Z"),
      ("1 May 24 10:00 EST", "2024-05-01T10:00:00-05:00"),
      ("Wed, 1 May 2024 10:00:00 +0200", "2024-05-01T10:00:00+02:00"),
      ("Wednesday, May 1, 2024 3:04 PM", "2024-05-01T15:04:00"),
      ("Wed Oct 10 20:19:24 +0000 2018", "2018-10-10T20:19:24Z"),
      ("1714557600", "2024-05-01T10:00:00Z"), ("1714557600123", "2024-05-01T10:00:00Z"),
      ("951782400", "2000-02-29T00:00:00Z"), ("2 hours ago", nil), ("May", nil), ("2024", "2024"),
      ("Wed, 32 May 2024 10:00:00 GMT", nil), ("2024-05-01T25:00:00Z", nil), ("", nil),
      (
        "Fri May 01 2026 10:00:00 GMT+0200 (Central European Summer Time)",
        "2026-05-01T10:00:00+02:00"
      ),
      ("Fri, 01 May 2026 10:00:00 GMT+2", "2026-05-01T10:00:00+02:00"),
      ("Fri, 01 May 2026 10:00:00 UTC-03:30", "2026-05-01T10:00:00-03:30"),
      ("Fri, 01 May 2026 10:00:00 AEST", "2026-05-01T10:00:00+10:00"),
      ("Fri, 01 May 2026 10:00:00 ACDT", "2026-05-01T10:00:00+10:30"),
      ("Thu, 31 Dec 2026 24:00:00 GMT", "2027-01-01T00:00:00Z"),
      ("2024-02-28T24:00:00+02:00", "2024-02-29T00:00:00+02:00"), ("2024-05-01T24:00:01Z", nil),
      ("Fri, 01 May 2026 10:00pm", "2026-05-01T22:00:00"),
      ("May 1, 2026 12:05 a.m.", "2026-05-01T00:05:00"), ("01-May-2026", "2026-05-01"),
      ("01-May-26 10:00:00", "2026-05-01T10:00:00"), ("May 1st, 2026", "2026-05-01"),
      ("May 22nd, 2026", "2026-05-22"), ("May 1, 2026 at 10:00 AM", "2026-05-01T10:00:00"),
      ("Friday, May 1, 2026 - 10:00", "2026-05-01T10:00:00"),
      ("2026-05-01T10:00:00+02:00[Europe/Berlin]", "2026-05-01T10:00:00+02:00"),
      ("2026-05-01T10:00:00[Europe/Berlin]", nil), ("1777622400000000", "2026-05-01T08:00:00Z"),
      ("1st", nil), ("01-05-May", nil), ("at May 2026", nil), ("10:00pm", nil),
      ("99999999999999999999", nil), ("2024-05-01T10:00:00+99:99", nil),
    ])
  func form(text: String, form: String?) {
    let feed = "<rss><item><title>t</title><pubDate>\(text)</pubDate></item></rss>"
    let item = Reading(feed).items.first
    #expect(item?.time == form ?? (text.isEmpty ? nil : text))
    #expect(item?.isTimeUnread == (form == nil && !text.isEmpty))
  }

  @Test("of JSON Feed have one form too, and words to show are no fault")
  func jsonFeed() {
    let reading = Reading(
      #"{"items":[{"date_published":"Wed, 1 May 2024 10:00 GMT"},{"date_published":"yesterday"}]}"#)
    #expect(reading.items.map(\.time) == ["2024-05-01T10:00:00Z", "yesterday"])
    #expect(reading.items.map(\.isTimeUnread) == [false, false])
  }

  @Test("are those of Foundation for any second since 1970")
  func epoch() {
    var generator = SeededGenerator(seed: 41)
    let style = ISO8601DateFormatter()
    for _ in 0..<Effort.count(300, full: 10_000) {
      let seconds = Int.random(in: 100_000_000...9_999_999_999, using: &generator)
      let date = Date(timeIntervalSince1970: Double(seconds))
      let feed = "<rss><item><pubDate>\(seconds)</pubDate></item></rss>"
      #expect(Reading(feed).items.first?.time == style.string(from: date))
    }
  }
}
