import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Line breaks and wide punctuation by the rules of readers, as decision 0029 lists them.
@Suite("Breaks of readers", .timeLimit(.minutes(5)))
struct ReaderBreakTests {
  private let fonts: FontEnvironment
  private let typesetter: Typesetter

  init() throws {
    let library = try FontLibrary(.noto)
    fonts = FontEnvironment(configuration: library.configuration)
    typesetter = Typesetter(library)
  }

  private func flags(_ text: String, _ language: String) -> [BreakFlags] {
    var text = text
    return text.withUTF8 { bytes in
      var items: [TextItem] = []
      var flags: [BreakFlags] = []
      let font = FontRequest(family: "Noto Sans", size: 16, weight: 400, isItalic: false)
      fonts.itemizer.itemize(
        bytes,
        attributes: [ItemizerAttributes(bytes: 0..<bytes.count, font: font, language: language)],
        direction: .leftToRight, items: &items, flags: &flags)
      return flags
    }
  }

  /// Texts with a bar at each place where a line may end.
  private static let cases = [
    ("en", "see |map/plan"), ("en", "in |C++/Rust"), ("en", "a |https://e.org/b?|c=d-|e"),
    ("en", "word.|(x) |f(x)"), ("en", "in |.git/a |or |/etc |v1.2.3-|rc.1"), ("en", "10-|20 |-5"),
    ("en", "“a” |(b)"), ("zh", "他|说|“好”|吗"), ("zh", "设|置|为“always|（始）”，|是"),
    ("fr", "Quelle |surprise !"), ("ja", "キ|ャ|ッ|ト。"), ("ja", "チ|ー|ム"), ("ru", "-ма |да"),
    ("he", "בית־|ספר"), ("he", "של\u{AD}|ום |\u{AD}|א\u{AD}|ב"), ("ar", "مستش\u{AD}|فى"),
    ("en", "in\u{AD}|com"), ("ru", "и/|или"), ("de", "20 |%/Öl"),
  ]

  @Test("lines end where browsers and Unicode 16 end them, in text of Pango's items too")
  func breaks() {
    for (language, marked) in Self.cases {
      let text = marked.filter { $0 != "|" }
      for isPangos in [false, true] {
        fonts.itemizer.leavesAllToPango = isPangos
        let flags = flags(text, language)
        var own = ""
        for (place, scalar) in text.unicodeScalars.enumerated() {
          if place > 0, flags[place].contains(.line) { own += "|" }
          own.unicodeScalars.append(scalar)
        }
        #expect(own == marked, "\(isPangos)")
      }
    }
  }

  @Test("no line ends within a conjunct", arguments: ["ന്ന", "क्ष", "ক্ষ", "క్ష", "ક્ષ", "କ୍ଷ"])
  func conjuncts(text: String) {
    #expect(!flags(text, "en")[2].contains(.character))
    #expect(flags(text + text, "en")[3].contains(.character))
  }

  @Test(
    "carets stand at the ends of Swift's characters in scripts with conjuncts",
    arguments: [
      "क्षत्रिय ज्ञान हिन्दी क्‍ष द्ध्य राष्ट्र क़्ल", "স্বাধীনতা ক্ষমা ন্ত্র", "ગુજરાતી ક્ષેત્ર", "କ୍ଷତ୍ରିୟ",
      "క్షత్రియ స్త్రీ", "സ്വാതന്ത്ര്യം", "ಕ್ಷತ್ರಿಯ தமிழ் க்ஷ", "ꦏ්a ්क क्a ्क क्ল",
    ])
  func conjunctCarets(text: String) {
    let flags = flags(text, "hi")
    var places: Set<Int> = [0]
    for character in text { places.insert((places.max() ?? 0) + character.unicodeScalars.count) }
    let carets = flags.indices.filter { flags[$0].contains(.caret) }
    #expect(Set(carets) == places, "\(places.symmetricDifference(carets).sorted())")
  }

  private func lines(_ string: String, _ language: String, width: Double) throws -> [TextLine] {
    let font = Font(size: 16)
    let text = AttributedText(string, attributes: TextAttributes(font: font, language: language))
    return try typesetter.layout(text, in: TextContainer(width: width)).lines
  }

  @Test(
    "wide punctuation beside other punctuation loses its blank half",
    arguments: [
      ("zh", "外）。由", 3.5), ("zh-TW", "外）。由", 3.5), ("zh-TW", "說：「慢", 3.5),
      ("ja", "（「あ", 2.5), ("ja", "）（", 1.5), ("ja", "、」あ", 2.5), ("zh", "好。由", 3),
      ("zh-TW", "好。」", 3), ("ja", "あ・「", 2.5), ("zh", "》、《", 2),
    ])
  func punctuation(language: String, string: String, ems: Double) throws {
    let line = try lines(string, language, width: .infinity)[0]
    #expect(abs(line.advance - 16 * ems) < 0.05, "\(line.advance / 16)")
  }

  /// Texts in columns, with the lengths that headless Chromium 156 gives them.
  private static let columns: [(language: String, string: String, ems: Double)] = [
    ("ja", "漢」「漢", 3.5), ("ja", "漢）。漢", 3.5), ("ja", "漢：「漢", 3.5), ("ja", "「「漢", 2.5),
    ("ja", "（漢）（漢）", 5.5), ("ja", "漢！「漢", 4), ("ja", "漢。。漢", 3.5), ("ja", "漢」　漢", 3.5),
    ("zh", "漢」」漢", 3.5), ("zh", "漢，」漢", 3.5), ("zh", "漢：「漢", 4), ("zh", "漢・「漢", 3.5),
    ("zh-TW", "漢、「漢", 3.5), ("zh-TW", "漢。」漢", 4), ("zh-TW", "漢：「漢", 4),
  ]

  @Test("wide punctuation beside other punctuation is as short in columns as in Chromium")
  func columns() throws {
    for (language, string, ems) in Self.columns {
      let line = try column(string, language, height: .infinity)[0]
      #expect(abs(line.advance - 16 * ems) < 0.05, "\(language) \(string) \(line.advance / 16)")
    }
    // A bracket's blank half hangs at a column's end.
    #expect(try column("漢字漢字」漢字漢字", "ja", height: 64).map(\.range.lowerBound) == [0, 9, 21])
    let lines = try column("漢字漢字」漢字漢字", "ja", height: 72)
    #expect(lines.map(\.range.lowerBound) == [0, 15] && abs(lines[0].advance - 72) < 0.05)
    // Characters beside each other in the space of one keep it.
    var combined = AttributedText(
      "漢（１）漢", attributes: TextAttributes(font: Font(size: 16), language: "ja"))
    try combined.update(in: 3..<12) { $0.verticalForm = .combined }
    var container = TextContainer(size: Size(width: 100, height: .infinity))
    container.isVertical = true
    #expect(try typesetter.layout(combined, in: container).lines[0].advance == 48)
  }

  private func column(_ string: String, _ language: String, height: Double) throws -> [TextLine] {
    let text = AttributedText(
      string, attributes: TextAttributes(font: Font(size: 16), language: language))
    var container = TextContainer(size: Size(width: 400, height: height))
    container.isVertical = true
    return try typesetter.layout(text, in: container).lines
  }

  @Test("a bracket's blank half hangs at a line's end, and that of a full stop does not")
  func lineEnds() throws {
    let bracket = try lines("一二三四）五六", "zh", width: 74)
    #expect(bracket[0].range == 0..<15 && bracket.allSatisfy { $0.advance <= 74 })
    #expect(abs(bracket[0].advance - 72) < 0.05)
    #expect(try lines("一二三四。五六", "zh", width: 74)[0].range == 0..<9)
    // At a line's start, an opening bracket is as wide as alone.
    let opening = try lines("一二：「三四", "zh-TW", width: 48)
    #expect(opening[1].range.lowerBound == 9 && abs(opening[1].advance - 48) < 0.05)
  }

  @Test("letters stay joined at a soft hyphen where a line ends, on both sides")
  func joinedHyphens() throws {
    for (parts, language) in [
      (("مستش", "فى"), "ar"), (("كتا", "بة"), "ar"), (("שלום", "עולם"), "he"),
    ] {
      let string = parts.0 + "\u{AD}" + parts.1
      let text = AttributedText(
        string, attributes: TextAttributes(font: Font(size: 20), language: language))
      let whole = try typesetter.layout(text, in: TextContainer(width: .infinity))
      #expect(whole.lines.count == 1)
      let narrow = TextContainer(width: whole.lines[0].advance - 1)
      let broken = try typesetter.layoutByAllWays(text, in: narrow)
      #expect(broken.lines.map(\.range.lowerBound) == [0, parts.0.utf8.count + 2])
      for glyph in whole.glyphs where Int(glyph.cluster) != parts.0.utf8.count {
        let own = broken.glyphs.filter { $0.cluster == glyph.cluster }.map(\.id)
        #expect(own == [glyph.id], "\(string) \(glyph.cluster)")
      }
      // The hyphen.
      #expect(broken.glyphs.count == whole.glyphs.count + 1)
    }
  }
}
