import GalleyFonts
import Testing

@Suite("Missing font families", .timeLimit(.minutes(15)))
struct MissingFamilyTests {
  private let library: FontLibrary

  init() throws { library = try FontLibrary(.noto) }

  @Test(
    "a family that the fonts have is found whatever its case and blanks",
    arguments: [
      "Noto Sans", "noto sans", "NotoSans", "Noto  Sans CJK JP", "Noto Color Emoji",
      "Noto Serif, Arial", "sans-serif", "Sans", "system-ui", "emoji",
    ])
  func found(family: String) { #expect(library.missingFamily(family) == nil) }

  @Test(
    "a family that is not there is named with its replacement and with near names",
    arguments: [
      ("Noto Snas", "Noto Sans"), ("Noto Seriff", "Noto Serif"), ("Nöto Sans", "Noto Sans"),
      ("NotoSansThia", "Noto Sans Thai"), ("Serif", "Noto Serif"),
    ])
  func near(family: String, expected: String) throws {
    let missing = try #require(library.missingFamily(family, askers: ["title", "body"]))
    #expect(missing.family == family && missing.askers == ["title", "body"])
    #expect(missing.replacement == "Noto Sans")
    #expect(missing.nearNames.contains(expected), "\(missing.nearNames)")
    #expect(missing.nearNames.count <= 3)
    #expect("\(missing)".contains("'\(family)' for title, body; Noto Sans is used; near names: "))
  }

  @Test("a name like no family has no near names")
  func far() throws {
    let missing = try #require(library.missingFamily("Zapfino Extra Wide"))
    #expect(missing.nearNames == [])
    #expect("\(missing)" == "there is no font family 'Zapfino Extra Wide'; Noto Sans is used")
    #expect(library.missingFamily("") != nil)
    #expect(library.missingFamily(String(repeating: "x", count: 100_000))?.nearNames == [])
  }
}
