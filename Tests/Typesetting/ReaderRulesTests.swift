import GalleyFonts
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Text by the rules of readers beside text by Pango's.
@Suite("Rules of text", .timeLimit(.minutes(15)))
struct ReaderRulesTests {
  private let reader: Typesetter
  private let pango: Typesetter

  init() throws {
    reader = Typesetter(try FontLibrary(.noto))
    pango = Typesetter(try FontLibrary(.noto, rules: .pango))
  }

  private func text(_ string: String, language: String? = nil) -> AttributedText {
    AttributedText(string, attributes: TextAttributes(font: Font(size: 16), language: language))
  }

  private func families(_ string: String, _ language: String?) throws -> [String] {
    try reader.layout(text(string, language: language), in: TextContainer(width: .infinity))
      .fonts.map(\.name)
  }

  @Test("each symbol comes from its family, whatever the language of other scripts is")
  func symbols() throws {
    var count = 0
    for (family, characters) in ExpectedFonts.symbols {
      for character in characters {
        for (string, language) in [
          ("\(character)", nil), ("a \(character) b", "en"), ("\(character)", "de"),
        ] as [(String, String?)] {
          let found = try families(string, language)
          #expect(
            found.contains(family) && found.allSatisfy { [family, "Noto Sans"].contains($0) },
            "\(string) in \(language ?? "no language"): \(found)")
          count += 1
        }
      }
    }
    #expect(count > 500)
  }

  @Test("letters come from the family of the language, or of the letters beside them")
  func letters() throws {
    for (language, family, string) in ExpectedFonts.letters {
      #expect(try families(string, language) == [family], "\(string) in \(language ?? "none")")
      // Pango itemizes a text with attributes.
      var bold = text("\(string) \(string)", language: language)
      try bold.update(in: 0..<string.utf8.count) { $0.underline = TextDecoration() }
      let layout = try reader.layout(bold, in: TextContainer(width: .infinity))
      #expect(layout.fonts.allSatisfy { [family, "Noto Sans"].contains($0.name) }, "\(string)")
    }
  }

  /// The line's advance at a justified width of 200.
  private func justified(_ string: String, with typesetter: Typesetter, line: Int) throws
    -> TextLine
  {
    var style = ParagraphStyle()
    style.alignment = .justify
    let text = AttributedText(
      string, attributes: TextAttributes(font: Font(size: 16)), paragraphStyle: style)
    return try typesetter.layout(text, in: TextContainer(width: 200)).lines[line]
  }

  @Test("a justified line of one word keeps its letters together, where Pango draws them apart")
  func justifiedWord() throws {
    let string = "one two three supercalifragilistic expialidocious"
    let own = try justified(string, with: reader, line: 1)
    let alone = try reader.layout(
      text("supercalifragilistic"), in: TextContainer(width: .infinity))
    #expect(own.advance - own.trailingWhitespace == alone.lines[0].advance && own.advance < 200)
    #expect(try justified(string, with: pango, line: 1).advance == 200)
  }

  @Test("a justified line widens at spaces and around ideographs, and not between letters")
  func justifiedIdeographs() throws {
    for string in ["漢字かな交じり文の行は幅いっぱいに広がる", "漢字 abc 漢字かな漢字 漢字かな", "abc漢字def漢字かな漢字かな漢字"] {
      let line = try justified(string, with: reader, line: 0)
      #expect(line.advance == 200, "\(string)")
    }
  }

  @Test("a symbol does not make its line as high as a line of Han")
  func symbolHeights() throws {
    func height(_ string: String, by typesetter: Typesetter) throws -> Double {
      try typesetter.layout(text(string), in: TextContainer(width: .infinity)).boundingRect.height
    }
    let plain = try height("Ahoy", by: reader)
    let han = try height("Ahoy 骨", by: reader)
    for string in ["Ahoy → sea", "★ Ahoy", "a ≤ b", "⌘C"] {
      #expect(try height(string, by: reader) < (plain + han) / 2, "\(string)")
      #expect(try height(string, by: pango) > plain + 1, "\(string)")
    }
  }

  @Test(
    "no script moves the baseline of another",
    arguments: ["骨 abc", "हिन्दी abc", "كلمات abc", "한글 abc", "かな abc", "ཚིག abc", "abc 骨 हिन्दी"])
  func baselines(string: String) throws {
    let own = try reader.layout(text(string), in: TextContainer(width: .infinity))
    let latin = own.runs.filter { own.fonts[$0.font].name == "Noto Sans" }
    #expect(!latin.isEmpty)
    for run in latin {
      #expect(run.origin.y == own.lines[0].origin.y)
      for glyph in own.glyphs[run.glyphs] { #expect(glyph.y.rawValue == 0) }
    }
    guard string.hasPrefix("骨") || string.hasPrefix("か") else { return }
    let lifted = try pango.layout(text(string), in: TextContainer(width: .infinity))
    let moved = lifted.runs.filter { lifted.fonts[$0.font].name == "Noto Sans" }
    #expect(
      moved.contains { run in
        run.origin.y != lifted.lines[0].origin.y
          || lifted.glyphs[run.glyphs].contains { $0.y.rawValue != 0 }
      })
  }

  @Test("a word is broken without a hyphen, save at a soft hyphen")
  func hyphens() throws {
    func glyphCount(_ string: String, width: Double, by typesetter: Typesetter) throws -> Int {
      let layout = try typesetter.layout(text(string), in: TextContainer(width: width))
      #expect(layout.lines.count > 1)
      return layout.glyphs.count
    }
    for string in [
      "https://example.org/articles/averyverylongnamewithoutanybreak",
      "d41d8cd98f00b204e9800998ecf8427e", "@averylonghandleofsomeone",
      "IMG_20240131_120000final.jpeg",
    ] {
      let whole = try reader.layout(text(string), in: TextContainer(width: .infinity)).glyphs.count
      #expect(try glyphCount(string, width: 70, by: reader) == whole, "\(string)")
      #expect(try glyphCount(string, width: 70, by: pango) > whole, "\(string)")
      // Attributes leave itemizing to Pango.
      var part = text(string)
      try part.update(in: 0..<4) { $0.font.weight = 700 }
      let layout = try reader.layout(part, in: TextContainer(width: 70))
      #expect(layout.glyphs.count == whole, "\(string)")
    }
    let soft = "com\u{AD}pos\u{AD}i\u{AD}tion"
    let shown = try reader.layout(text(soft), in: TextContainer(width: 50))
    let same = try pango.layout(text(soft), in: TextContainer(width: 50))
    #expect(shown.lines.count > 1 && shown.glyphs.map(\.id) == same.glyphs.map(\.id))
  }

  @Test("a full stop is not followed by an ellipsis")
  func fullStops() throws {
    for string in [
      "One. Two. Three. Four. Five. Six. Seven.", "一。二。三。四。五。六。七。八。", "a… b… c… d… e… f… g…",
    ] {
      func rows(by typesetter: Typesetter) throws -> [String] {
        try (20..<200).compactMap { width in
          let container = TextContainer(
            width: Double(width), maximumRowCount: 1, truncation: .end)
          let map = try typesetter.map(text(string), in: container)
          guard map.layout.isTruncated, let range = map.layout.lines.first?.range else {
            return nil
          }
          return text(string).subtext(range).string
        }
      }
      func endsStopped(_ row: String) -> Bool { row.last.map { ".。…".contains($0) } ?? false }
      let own = try rows(by: reader)
      #expect(own.count > 50 && !own.contains(where: endsStopped), "\(own)")
      #expect(try rows(by: pango).contains(where: endsStopped))
    }
  }

  @Test(
    "a token that is wider than its line is cut",
    arguments: [TextContainer.Truncation.end, .start, .middle])
  func wideTokens(truncation: TextContainer.Truncation) throws {
    for width in [1.0, 20, 45, 80] {
      var container = TextContainer(width: width, maximumRowCount: 1, truncation: truncation)
      container.truncationToken = text("… read the whole article")
      container.truncationMessage = text(" (3,000 words)")
      let map = try reader.map(text("One two three four"), in: container)
      #expect(map.layout.isTruncated && !map.tokenRects.isEmpty)
      let token = map.graphemes.count { $0.isToken }
      #expect(map.layout.lines[0].advance <= width || token == 1, "\(width): \(token)")
    }
  }

  @Test("lines of Khmer, Lao and Burmese begin with words", arguments: DictionarySample.all)
  func dictionaries(sample: DictionarySample) throws {
    let string = sample.words.joined()
    let ends = sample.words.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf8.count) }
    let icu = try #require(
      Array(string.utf8).withUnsafeBufferPointer { DictionaryBreaks()?.offsets(in: $0) })
    #expect(ends.dropFirst().count { icu.contains($0) } * 4 >= 3 * (ends.count - 1), "\(icu)")
    var (own, others) = (0, 0)
    for width in stride(from: 40.0, through: 300, by: 13) {
      for typesetter in [reader, pango] {
        let layout = try typesetter.layout(text(string), in: TextContainer(width: width))
        // A line that holds no whole word may break one.
        for (line, next) in zip(layout.lines, layout.lines.dropFirst())
        where icu.contains(where: { line.range.contains($0) && $0 > line.range.lowerBound }) {
          guard !icu.contains(next.range.lowerBound) else { continue }
          if typesetter === reader { own += 1 } else { others += 1 }
        }
        #expect(layout.lines.last?.range.upperBound == string.utf8.count)
      }
    }
    #expect(own == 0 && others > 0, "\(own) and \(others)")
    // Attributes leave itemizing to Pango.
    var bold = text(string)
    try bold.update(in: 0..<ends[1]) { $0.font.weight = 700 }
    for line in try reader.layout(bold, in: TextContainer(width: 120)).lines {
      #expect(line.range.lowerBound == 0 || icu.contains(line.range.lowerBound))
    }
  }
}

/// A text of words without spaces.
struct DictionarySample: Sendable, CustomStringConvertible {
  var description: String
  var words: [String]

  /// From the Universal Declaration of Human Rights, article 1, or common phrases.
  static let all = [
    DictionarySample(
      description: "Khmer",
      words: ["មនុស្ស", "ទាំងអស់", "កើត", "មក", "មាន", "សេរីភាព", "និង", "សមភាព"]),
    DictionarySample(
      description: "Lao",
      words: ["ມະນຸດ", "ທຸກ", "ຄົນ", "ເກີດ", "ມາ", "ມີ", "ກຽດ", "ສັກສີ", "ແລະ", "ສິດທິ"]),
    DictionarySample(
      description: "Burmese",
      words: ["လူတိုင်း", "သည်", "တူညီ", "လွတ်လပ်", "သော", "အခွင့်အရေး", "များ", "ဖြစ်", "သည်"]),
  ]
}
