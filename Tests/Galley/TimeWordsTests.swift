import Foundation
import Galley
import GalleyCells
import GalleyFeedItems
import GalleyTemplates
import Testing

@testable import GalleyCellRendering

@Suite("Times", .timeLimit(.minutes(15)))
struct TimeWordsTests {
  private static let now = Date(timeIntervalSince1970: 1_714_550_400)  // 2024-05-01T08:00:00Z

  /// The words without the narrow and unbreakable spaces of some locales.
  private func words(
    _ text: String, _ style: Theme.TimeFormat.Style, locale: String = "en", language: String? = nil,
    now: Date? = now
  ) -> String {
    TimeWords(Theme.TimeFormat(style: style, locale: locale), now: now)
      .words(for: text, language: language)
      .map { $0.isWhitespace ? " " : String($0) }.joined()
  }

  @Test(
    "show a date of a program in the zone of the date",
    arguments: [
      ("2024-05-01T10:00:00+02:00", "en", "May 1, 2024 at 10:00 AM"),
      ("2024-05-01T10:00:00+02:00", "de", "1. Mai 2024, 10:00"),
      ("2024-05-01T10:00:00+02:00", "ja", "2024年5月1日 10:00"),
      ("2024-05-01", "en", "May 1, 2024"), ("1714550400", "en", "May 1, 2024 at 8:00 AM"),
      ("1714550400000", "en", "May 1, 2024 at 8:00 AM"),
      ("Wed, 01 May 2024 08:00:00 GMT", "en", "May 1, 2024 at 8:00 AM"),
      ("Wed, 01 May 2024 08:00:00 +0000 (UTC)", "en", "May 1, 2024 at 8:00 AM"),
      ("Wed, 01 May 2024 08:00:00 -0700 (Pacific (PDT) Time)", "en", "May 1, 2024 at 8:00 AM"),
      ("1899-12-31T23:59:59-05:30", "en", "Dec 31, 1899 at 11:59 PM"),
    ])
  func absolute(text: String, locale: String, shown: String) {
    #expect(words(text, .dateTime, locale: locale) == shown)
  }

  @Test(
    "stay as they are if they are words of a person, or no date",
    arguments: [
      "9 min", "2015.04.10", "10 May 2024", "yesterday", "12:30", "42", "", "2024-13-01",
      "2024-05-01 10:00 (Berlin)",
    ])
  func stay(text: String) {
    for style in Theme.TimeFormat.Style.allCases { #expect(words(text, style) == text) }
  }

  @Test(
    "count from a given moment, up to six days",
    arguments: [
      ("2024-05-01T07:10:00Z", "50 min. ago"), ("2024-05-01T08:30:00Z", "in 30 min."),
      ("2024-04-28T08:00:00Z", "3 days ago"), ("2024-04-01T08:00:00Z", "Apr 1, 2024"),
      ("2024-04-30", "Apr 30, 2024"),
    ])
  func relative(text: String, shown: String) {
    #expect(words(text, .relative) == shown)
  }

  @Test("do not depend on the clock")
  func withoutMoment() {
    #expect(words("2024-05-01T07:10:00Z", .relative, now: nil) == "May 1, 2024")
  }

  @Test("take the locale of the theme before the language of the item")
  func locales() {
    let date = "2024-05-01T08:00:00Z"
    #expect(words(date, .date, locale: "", language: "fr") == "1 mai 2024")
    #expect(words(date, .date, locale: "de", language: "fr") == "1. Mai 2024")
    #expect(words(date, .date, locale: "") == "May 1, 2024")
    #expect(words(date, .asWritten) == date)
  }

  @Test("count seconds as Foundation does")
  func seconds() throws {
    let formatter = ISO8601DateFormatter()
    for text in [
      "1970-01-01T00:00:00Z", "2000-02-29T12:34:56+05:30", "1600-03-01T00:00:00Z",
      "2399-12-31T23:59:59-11:00", "2024-02-28T00:00:00Z",
    ] {
      let expected = try #require(formatter.date(from: text)).timeIntervalSince1970
      #expect(FeedDate(text)?.secondsSince1970 == Int(expected), "\(text)")
    }
  }
}

@Suite("Dates of rows", .timeLimit(.minutes(15)))
struct RowDateTests {
  @Test(
    "follow the language that the item, the feed or the theme states, and not the row's letters",
    arguments: [
      (#""date_published":"2024-05-01""#, "en-GB", "", "1 May 2024"),
      (#""date_published":"2024-05-01","language":"de""#, "en-GB", "", "1. Mai 2024"),
      (#""date_published":"2024-05-01""#, "und", "fr", "1 mai 2024"),
    ])
  func stated(member: String, feedLanguage: String, themeLanguage: String, shown: String) throws {
    let feed = """
      {"version":"https://jsonfeed.org/version/1.1","title":"T","language":"\(feedLanguage)","items":[
      {"id":"1","title":"これは日本語の見出しです","content_text":"本文もかなで書かれています",\(member)}]}
      """
    var theme = Theme.light
    theme.timeFormat.style = .date
    theme.language = themeLanguage
    let template = try Template(
      yaml: "body: {column: [{text: \"{title}\"}, {text: \"{time|date}\"}]}", theme: theme)
    for cell in [nil, FeedCell(template)] {
      var options = RenderOptions(template: CellTemplate(theme: theme))
      options.cell = cell
      let layout = try FeedInspector(options).inspect(.bytes(Array(feed.utf8)), row: 0).layout
      let texts = layout.parts.compactMap { $0.text?.text }
      #expect(texts.contains { $0.contains(shown) }, "\(texts)")
    }
  }
}
