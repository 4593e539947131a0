import Galley
import TestSupport
import Testing

@Suite("Language of a row", .timeLimit(.minutes(15)))
struct RowLanguageTests {
  @Test(
    "the texts of a row decide its language together, unless the row names one",
    arguments: [
      (#"{"title":"直","body":"これは骨"}"#, "JP"), (#"{"title":"直","body":"뼈 骨"}"#, "KR"),
      (#"{"title":"直","body":"骨"}"#, "SC"), (#"{"title":"直","body":"これは骨","lang":"zh-TW"}"#, "TC"),
    ])
  func decides(item: String, family: String) async throws {
    let renderer = try FeedRenderer(RenderOptions(mode: .sync))
    let folder = try TestFolder()
    var fonts: [String] = []
    _ = try await renderer.render(.bytes(Array(item.utf8)), to: .tall(path: folder.path("a.png"))) {
      if case .row(let row) = $0 { fonts = row.fonts }
    }
    #expect(fonts.contains("Noto Sans CJK \(family) Bold"), "\(fonts)")
  }

  @Test("by Pango's rules, a row without a language has Chinese kanji beside kana")
  func pango() async throws {
    var options = RenderOptions(mode: .sync)
    options.textRules = .pango
    let measured = try FeedRenderer(options)
    let folder = try TestFolder()
    var fonts: [String] = []
    let feed = FeedInput.bytes(Array(#"{"body":"これは骨"}"#.utf8))
    _ = try await measured.render(feed, to: .tall(path: folder.path("a.png"))) {
      if case .row(let row) = $0 { fonts = row.fonts }
    }
    #expect(Set(fonts) == ["Noto Sans CJK JP", "Noto Sans CJK SC"], "\(fonts)")
  }
}
