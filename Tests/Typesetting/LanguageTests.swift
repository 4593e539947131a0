import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyText
@testable import GalleyTypesetting
import TestSupport
import Testing

@Suite("Languages", .timeLimit(.minutes(15)))
struct LanguageTests {
  private let library: FontLibrary

  init() throws { library = try FontLibrary(.noto) }

  /// The families of the fonts that a text is laid out in.
  private func families(
    of string: String, language: String?, parts: [Range<Int>] = [],
    with typesetter: Typesetter
  ) throws -> Set<String> {
    var text = AttributedText(
      string, attributes: TextAttributes(font: Font(size: 16), language: language))
    for part in parts { try text.update(in: part) { $0.font.weight = 700 } }
    let layout = try typesetter.layout(text, in: TextContainer(width: 1000))
    #expect(layout.missingGlyphCount == 0)
    return Set(layout.fonts.map(\.name))
  }

  @Test(
    "Han is taken from the family of the language",
    arguments: [
      ("ja", "JP"), ("ja-JP", "JP"), ("JA_jp.UTF-8", "JP"), ("jpn", "JP"), ("ja-Latn", "JP"),
      ("ko", "KR"), ("ko-KR", "KR"), ("ko-Kore-KR", "KR"), ("kor", "KR"),
      ("zh-Hant", "TC"), ("zh-TW", "TC"), ("zh-Hant-TW", "TC"), ("zh-MO", "TC"),
      ("zh-Hant-MO", "TC"), ("zh_TW", "TC"),
      ("zh-HK", "HK"), ("zh-Hant-HK", "HK"), ("yue", "HK"), ("yue-Hant-HK", "HK"),
      ("zh-yue", "HK"),
      ("zh", "SC"), ("zh-Hans", "SC"), ("zh-CN", "SC"), ("zh-Hans-CN", "SC"), ("zh-SG", "SC"),
      ("zh-Hans-HK", "SC"), ("yue-Hans", "SC"), ("yue-CN", "SC"), ("cmn", "SC"),
      ("en", "SC"), ("kok", "SC"), ("vi", "SC"),
    ])
  func hanFamilies(language: String, family: String) throws {
    let typesetter = Typesetter(library)
    let expected = "Noto Sans CJK \(family)"
    #expect(try families(of: "漢字", language: language, with: typesetter) == [expected])
    // Text of several fonts is cut into items by Pango.
    let byPango = try families(
      of: "漢字漢字", language: language, parts: [6..<12], with: typesetter)
    #expect(byPango == [expected, expected + " Bold"])
    let mixed = try families(of: "Mix 漢字, end", language: language, with: typesetter)
    #expect(mixed == ["Noto Sans", expected])
  }

  @Test(
    "punctuation of East Asia is that of the text's language, beside all letters",
    arguments: ExpectedFonts.hanLanguages)
  func punctuation(language: String, family: String) throws {
    let typesetter = Typesetter(library)
    let expected = "Noto Sans CJK \(family)"
    for mark in ExpectedFonts.hanPunctuation {
      var glyphs: [String: UInt32] = [:]
      for neighbours in ExpectedFonts.neighbours {
        let string = neighbours.replacing("%", with: String(mark))
        let offset = string[..<(try #require(string.firstIndex(of: mark)))].utf8.count
        var text = AttributedText(
          string, attributes: TextAttributes(font: Font(size: 16), language: language))
        for isByPango in [false, true] {
          if isByPango { try text.update(in: offset..<offset + 3) { $0.font.weight = 700 } }
          let layout = try typesetter.layout(text, in: TextContainer(width: 1000))
          let han = layout.fonts.map(\.name).filter { $0.hasPrefix("Noto Sans CJK") }
          let names = [expected, expected + " Bold"]
          #expect(
            !han.isEmpty && han.allSatisfy(names.contains), "\(string) in \(language): \(han)")
          let glyph = try #require(layout.glyphs.first { Int($0.cluster) == offset }).id
          let known = glyphs[isByPango ? "bold" : "regular", default: glyph]
          #expect(glyph == known, "\(string) in \(language): glyph \(glyph), not \(known)")
          glyphs[isByPango ? "bold" : "regular"] = known
        }
      }
    }
  }

  @Test("punctuation in text without Han is as before in other languages", arguments: ["en", "vi"])
  func otherPunctuation(language: String) throws {
    let typesetter = Typesetter(library)
    for mark in ExpectedFonts.hanPunctuation {
      let found = try families(of: "a\(mark)b", language: language, with: typesetter)
      #expect(found.isSubset(of: ["Noto Sans", "Noto Sans CJK SC"]), "\(mark): \(found)")
    }
  }

  @Test("Han in Korean text is shaped in Korean, in our own way and in Pango's")
  func koreanItems() {
    let fonts = FontEnvironment(configuration: library.configuration)
    let request = FontRequest(family: "Noto Sans", size: 16, weight: 400, isItalic: false)
    for leavesAllToPango in [false, true] {
      fonts.itemizer.leavesAllToPango = leavesAllToPango
      var items: [TextItem] = []
      var flags: [BreakFlags] = []
      Array("大韓民國 한글 and Latin".utf8).withUnsafeBufferPointer { text in
        fonts.itemizer.itemize(
          text,
          attributes: [ItemizerAttributes(bytes: 0..<text.count, font: request, language: "ko")],
          direction: .leftToRight, items: &items, flags: &flags)
      }
      #expect(items.map(\.languageTag) == ["ko", "ko", "en"])
      #expect(
        items.map { fonts.map.faces[$0.font].name }
          == ["Noto Sans CJK KR", "Noto Sans CJK KR", "Noto Sans"])
    }
  }

  @Test(
    "a tag is reduced to what fonts, breaks and shaping tell apart",
    arguments: [
      (nil, "en"), ("", "en"), ("en", "en"), ("EN", "en"), ("en-US", "en"), ("en-x-1", "en"),
      ("en-u-ca-buddhist", "en"), ("en-GB-oxendict", "en"), ("de-DE-1996", "de"),
      ("pa-PK", "pa-pk"), ("pa-Guru-IN", "pa"), ("ro-MD", "ro-md"), ("sr-Latn-RS", "sr"),
      ("syr-Syre", "syr-syre"), ("mn-Mong-CN", "mn-cn"), ("iw", "he"), ("und", "und"),
      ("und-Arab", "und"), ("zh-min-nan", "nan"), ("tlh", "xx"), ("qaa-Latn", "xx"),
      ("und-Hant", "zh-hant"), ("und-Hant-HK", "zh-hant-hk"), ("und-Hans-TW", "zh-hans"),
      ("und-Jpan-JP", "ja"), ("und-Kore", "ko"), ("nan-Hant", "zh-hant"), ("hak-Latn", "hak"),
      ("ja-Hant", "ja"), ("ko-Hang", "ko"), ("vi-Hant", "zh-hant"),
      ("x-private", "en"), ("i-klingon", "en"), ("english", "en"), ("e", "en"), ("en-", "en"),
      ("-en", "en"), ("en us", "en"), ("日本", "en"), ("en-verylongsubtag", "en"),
      ("C", "en"), ("POSIX", "en"), ("de_AT@euro", "de"),
    ] as [(String?, String)])
  func canonicalTags(tag: String?, expected: String) {
    #expect(LanguageTag.canonical(tag) == expected)
  }

  @Test("a canonical tag stays as it is")
  func canonicalStays() {
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Character(Unicode.Scalar($0)) }
    var tags: Set<String> = []
    for first in letters {
      for second in letters {
        for third in [""] + letters.map(String.init) {
          for rest in ["", "-Hant-HK", "-IR"] {
            tags.insert(LanguageTag.canonical("\(first)\(second)\(third)\(rest)"))
          }
        }
      }
    }
    // Some 56,000 tags were asked for.
    #expect(tags.count <= LanguageTag.count && LanguageTag.count < 400)
    #expect(tags.allSatisfy { LanguageTag.canonical($0) == $0 })
  }

  private func layOut(_ font: Font, language: String?, with typesetter: Typesetter) throws {
    _ = try typesetter.layout(
      AttributedText("ab 漢", attributes: TextAttributes(font: font, language: language)),
      in: TextContainer(width: 300))
  }

  @Test("a language of its own in each text takes linear time and leaves tables that do not grow")
  func languagesAreFlat() throws {
    let typesetter = Typesetter(library)
    func layOut(_ indices: Range<Int>) throws {
      for index in indices {
        let tag = ["en-x-\(index)", "qq\(index % 26)-\(index)", "ja-u-co-\(index)"][index % 3]
        try self.layOut(Font(size: 14), language: tag, with: typesetter)
      }
    }
    try layOut(0..<100)
    let counts = typesetter.fonts.counts
    let once = try processorTime { try layOut(100..<1100) }
    let twice = try processorTime { try layOut(1100..<3100) }
    #expect(twice < once * 4)
    #expect(typesetter.fonts.counts == counts)
  }

  @Test("a size or a family of its own in each text leaves tables that do not grow")
  func sizesAreFlat() throws {
    let typesetter = Typesetter(library)
    var largest = 0
    for index in 0..<200 {
      try layOut(Font(size: 10 + Double(index) / 1024), language: "en", with: typesetter)
      if index % 8 == 0 {
        try layOut(Font(family: "No\(index)", size: 14), language: "en", with: typesetter)
      }
      largest = max(largest, typesetter.fonts.counts[0])
    }
    // Two fonts a size.
    #expect(largest <= FontEnvironment.fontLimit + 2)
    #expect(typesetter.fonts.counts[0] < 200)
    #expect(typesetter.fonts.counts[1] < 200)
  }

  @Test("text is laid out alike before and after more sizes than an environment keeps")
  func renewal() throws {
    let typesetter = Typesetter(library)
    let text = AttributedText(
      "Ab 漢字 가 مرحبا 👋", attributes: TextAttributes(font: Font(size: 14), language: "ko"))
    let container = TextContainer(width: 60)
    let shaped = try typesetter.shape(text)
    let before = try typesetter.layout(text, in: container)
    for index in 0..<FontEnvironment.fontLimit {
      let font = Font(size: 20 + Double(index) / 64)
      _ = try typesetter.layout(
        AttributedText("a", attributes: TextAttributes(font: font)), in: container)
    }
    #expect(try typesetter.layout(text, in: container) == before)
    #expect(try typesetter.layout(shaped, in: container) == before)
    #expect(try typesetter.boundingSize(of: shaped, in: container) == before.boundingSize)
    #expect(try Typesetter(library).layout(text, in: container) == before)
  }
}
