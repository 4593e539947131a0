import Foundation
import GalleyFonts
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

/// A folder with a serif, and with a bold font of runes, whose Noto font has no bold face.
@Suite("Fonts added to the Noto fonts", .timeLimit(.minutes(15)))
struct AddedFontTests {
  private let folder: TestFolder
  private let library: FontLibrary
  private let added: Typesetter
  private let noto: Typesetter

  init() throws {
    folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("within"), withIntermediateDirectories: false)
    for (name, file, weight) in [
      ("NotoSerif-Regular", "serif.ttf", nil), ("NotoSansRunic-Regular", "within/runes.ttf", 700),
    ] as [(String, String, Int?)] {
      let font = try SampleFonts.renamed(name, weight: weight)
      try Data(font).write(to: folder.url.appendingPathComponent(file))
    }
    library = try FontLibrary(.notoAnd(folder: folder.path))
    added = Typesetter(library)
    noto = Typesetter(try FontLibrary(.noto))
  }

  private func layout(
    _ string: String, _ font: Font, _ language: String?, by typesetter: Typesetter
  ) throws -> TextLayout {
    let text = AttributedText(string, attributes: TextAttributes(font: font, language: language))
    return try typesetter.layout(text, in: TextContainer(width: .infinity))
  }

  @Test(
    "serve the text that asks for their family; the Noto fonts serve all other scripts by language")
  func asked() throws {
    #expect(library.warnings == [])
    for (language, family, string) in ExpectedFonts.letters {
      let font = Font(family: "Neue Serif", size: 16)
      let names = try layout(string, font, language, by: added).fonts.map(\.name)
      #expect(names == [family == "Noto Sans" ? "Neue Serif" : family], "\(string)")
    }
    let mixed = try layout(
      "Ahoy مرحبا 骨 👋", Font(family: "neue serif", size: 16), "ko", by: added)
    #expect(
      mixed.fonts.map(\.path).filter { $0.hasPrefix(folder.path) } == [folder.path("serif.ttf")])
    #expect(
      Set(mixed.fonts.map(\.name)) == [
        "Neue Serif", "Noto Sans Arabic", "Noto Sans CJK KR", "Noto Color Emoji",
      ])
    let runes = try layout(
      "ᚠᚢᚦ", Font(family: "Neue Sans Runic", size: 16), nil, by: added)
    #expect(runes.fonts.map(\.path) == [folder.path("within/runes.ttf")])
  }

  @Test(
    "change no other text, even if a font of the folder has its weight and the Noto font does not")
  func others() throws {
    let fonts = [
      Font(size: 16), Font(size: 16, weight: 700), Font(size: 16, isItalic: true),
      Font(family: "Noto Serif", size: 16, weight: 300),
    ]
    let texts =
      ExpectedFonts.letters.map { ($0.text, $0.language) }
      + ExpectedFonts.symbols.map { ($0.characters, nil) }
      + [("ᚠᚢᚦ", nil), ("ᚠᚢᚦ a", "de"), ("ᏣᎳᎩ ܫܠܡܐ ߒߞߏ ᠮᠣᠩᠭᠣᠯ 𐌰 𒀀 \u{E000}", nil)]
    for (string, language) in texts {
      for font in fonts {
        let one = try layout(string, font, language, by: noto)
        let other = try layout(string, font, language, by: added)
        #expect(one == other, "\(string) in \(font), \(language ?? "no language")")
      }
    }
  }

  @Test(
    "are among the near names of a family that is missing; the mark of the Noto fonts is no family")
  func names() throws {
    #expect(library.missingFamily("Neue Serif") == nil)
    let missing = try #require(library.missingFamily("Neue Serf", askers: ["title"]))
    #expect(missing.replacement == "Noto Sans" && missing.nearNames.first == "Neue Serif")
    #expect(
      "\(missing)".hasPrefix(
        "there is no font family 'Neue Serf' for title; Noto Sans is used; near names: Neue Serif"))
    let mark = try #require(library.missingFamily("galley-preferred"))
    #expect(!mark.nearNames.contains("galley-preferred"))
  }

  @Test("are left out with a warning if they are damaged, and are an error if none is left")
  func damaged() throws {
    for sample in try SampleFonts.unusable() {
      try Data(sample.bytes).write(to: folder.url.appendingPathComponent(sample.name))
    }
    let library = try FontLibrary(.notoAnd(folder: folder.path + "/within/.."))
    let names = try SampleFonts.unusable().map { folder.path($0.name) }.sorted()
    #expect(library.skippedFonts.map(\.path) == names)
    #expect(library.warnings == library.skippedFonts.map { .skipped($0) })
    #expect(library.hasFamily("Neue Serif"))
    for name in ["serif.ttf", "within"] {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    for path in [folder.path, "/nonexistent"] {
      let error = #expect(throws: FontError.self) { try FontLibrary(.notoAnd(folder: path)) }
      #expect(error?.description.contains("found in \(path) to add to the Noto fonts") == true)
    }
  }

  @Test(
    "may be in a folder around those of the Noto fonts",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/fonts/truetype/dejavu")))
  func around() throws {
    let library = try FontLibrary(.notoAnd(folder: "/usr/share/fonts"))
    let fonts = try layout("Ahoy 骨", Font(size: 16), "ja", by: Typesetter(library)).fonts
    #expect(fonts.map(\.name) == ["Noto Sans", "Noto Sans CJK JP"])
    #expect(library.skippedFonts.allSatisfy { !$0.path.contains("/noto/") })
  }
}
