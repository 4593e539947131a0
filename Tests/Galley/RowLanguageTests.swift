import Galley
import GalleyCellRendering
import TestSupport
import Testing

@Suite("Language of a row", .timeLimit(.minutes(15)))
struct RowLanguageTests {
  /// The rows of a feed.
  private func rows(
    _ feed: String, _ change: (inout RenderOptions) -> Void = { _ in }
  ) async throws -> [RenderedRow] {
    var options = RenderOptions(mode: .sync)
    change(&options)
    let renderer = try FeedRenderer(options)
    let folder = try TestFolder()
    var rows: [RenderedRow] = []
    _ = try await renderer.render(.bytes(Array(feed.utf8)), to: .tall(path: folder.path("a.png"))) {
      if case .row(let row) = $0 { rows.append(row) }
    }
    return rows
  }

  @Test(
    "the texts of a row decide its language together, unless the row names one",
    arguments: [
      (#"{"title":"直","body":"これは骨"}"#, "JP", RowLanguage(tag: "ja", source: .kana)),
      (#"{"title":"直","body":"뼈 骨"}"#, "KR", RowLanguage(tag: "ko", source: .hangul)),
      (#"{"title":"直","body":"骨"}"#, "SC", nil),
      (#"{"title":"直","body":"骨","lang":"und"}"#, "SC", nil),
      (
        #"{"title":"直","body":"これは骨","lang":"zh-TW"}"#, "TC",
        RowLanguage(tag: "zh-TW", source: .own)
      ),
    ])
  func decides(item: String, family: String, language: RowLanguage?) async throws {
    let row = try #require(try await rows(item).first)
    #expect(row.fonts.contains("Noto Sans CJK \(family) Bold"), "\(row.fonts)")
    #expect(row.language == language)
  }

  /// Feeds in a language, with an item of texts that may have another one.
  private func feeds(_ language: String, title: String, body: String) -> [String] {
    [
      """
      <rss version="2.0"><channel><title>T</title><language>\(language)</language>
      <item><title>\(title)</title><description>\(body)</description></item></channel></rss>
      """,
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "T", "language": "\(language)",
      "items": [{"id": "1", "title": "\(title)", "content_text": "\(body)"}]}
      """,
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(language)"><title>T</title>
      <entry><id>1</id><title>\(title)</title><content>\(body)</content></entry></feed>
      """,
    ]
  }

  @Test("kana and Hangul of a row precede the language of its feed, and nothing else does")
  func feedComesLast() async throws {
    let cases: [(String, String, String, String, RowLanguage)] = [
      ("en-us", "直", "これは骨です", "JP", RowLanguage(tag: "ja", source: .kana)),
      ("en", "直", "뼈 骨", "KR", RowLanguage(tag: "ko", source: .hangul)),
      ("zh-TW", "直", "骨", "TC", RowLanguage(tag: "zh-TW", source: .feed)),
      ("ja", "直", "骨", "JP", RowLanguage(tag: "ja", source: .feed)),
    ]
    for (language, title, body, family, expected) in cases {
      for feed in feeds(language, title: title, body: body) {
        let row = try #require(try await rows(feed).first)
        #expect(
          row.fonts.allSatisfy { $0.contains(" CJK \(family)") || $0.hasPrefix("Noto Sans Bold") }
            && row.fonts.contains("Noto Sans CJK \(family) Bold")
            && row.fonts.contains("Noto Sans CJK \(family)"), "\(feed): \(row.fonts)")
        #expect(row.language == expected, "\(feed)")
      }
    }
  }

  @Test("the theme's language is that of rows for which nothing else says one")
  func themes() async throws {
    let feed = #"{"title":"直","body":"骨"}"# + "\n" + #"{"title":"直","body":"뼈"}"#
    let rows = try await rows(feed) { $0.template.theme.language = "ja" }
    #expect(rows.map { $0.language?.source } == [.byDefault, .hangul])
    #expect(rows.count == 2 && rows[0].fonts.contains("Noto Sans CJK JP Bold"))
    #expect(rows.count == 2 && rows[1].fonts.contains("Noto Sans CJK KR Bold"))
  }

  @Test("by Pango's rules, a row without a language has Chinese kanji beside kana")
  func pango() async throws {
    let row = try #require(
      try await rows(#"{"body":"これは骨"}"#) { $0.textRules = .pango }.first)
    #expect(Set(row.fonts) == ["Noto Sans CJK JP", "Noto Sans CJK SC"], "\(row.fonts)")
    #expect(row.language == nil)
    let feed = try #require(feeds("ko", title: "a", body: "これは骨").first)
    let own = try await rows(feed) { $0.textRules = .pango }
    #expect(own.first?.language == RowLanguage(tag: "ko", source: .feed))
  }
}
