import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Words of Arabic and Syriac that are lengthened in justified lines.
@Suite("Kashidas of justified lines", .timeLimit(.minutes(15)))
struct KashidaTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private static let sentence =
    "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، "
    + "وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء"

  private func text(
    _ string: String, kashida: Double, language: String = "ar", size: Double = 16
  ) -> AttributedText {
    var style = ParagraphStyle(alignment: .justify)
    style.kashida = kashida
    return AttributedText(
      string, attributes: TextAttributes(font: Font(size: size), language: language),
      paragraphStyle: style)
  }

  /// A layout, which is the same by all ways.
  private func layout(_ text: AttributedText, width: Double) throws -> TextLayout {
    try typesetter.layoutByAllWays(text, in: TextContainer(width: width))
  }

  /// The identifier of a tatweel's glyph.
  private func tatweel() throws -> UInt32 {
    let alone = try typesetter.layout(text("\u{640}", kashida: 0), in: TextContainer(width: 100))
    return try #require(alone.content.glyphs.first).id
  }

  /// The advance of a tatweel at size 16.
  private func advance() throws -> Double {
    try typesetter.layout(text("\u{640}", kashida: 0), in: TextContainer(width: 100))
      .lines[0].advance
  }

  /// The number of tatweels behind each character of a line, by the character's byte.
  private func tatweels(on line: Int, of layout: TextLayout) throws -> [Int: Int] {
    let glyph = try tatweel()
    var counts: [Int: Int] = [:]
    for run in layout.content.runs where layout.lines[line].range.contains(run.range.lowerBound) {
      for placed in layout.content.glyphs[run.glyphs] where placed.id == glyph {
        counts[Int(placed.cluster), default: 0] += 1
      }
    }
    return counts
  }

  /// A text with the tatweels that a line has.
  private func lengthened(_ string: String, _ counts: [Int: Int], in range: Range<Int>) -> String {
    var result = String.UnicodeScalarView()
    var byte = 0
    for scalar in string.unicodeScalars {
      defer { byte += String(scalar).utf8.count }
      guard range.contains(byte) else { continue }
      result.append(scalar)
      for _ in 0..<(counts[byte] ?? 0) { result.append("\u{640}") }
    }
    // The last space of a wrapped line hangs.
    if result.last == " " { result.removeLast() }
    return String(result)
  }

  @Test("a line with kashidas has the glyphs of a text with tatweels, and its container's width")
  func glyphs() throws {
    for width in stride(from: 90.0, through: 330, by: 12) {
      let plain = try layout(text(Self.sentence, kashida: 0), width: width)
      let own = try layout(text(Self.sentence, kashida: 1.5), width: width)
      #expect(own.lines.map(\.range) == plain.lines.map(\.range))
      for (number, line) in own.lines.dropLast().enumerated() {
        let counts = try tatweels(on: number, of: own)
        let typed = lengthened(Self.sentence, counts, in: line.range)
        let alone = try typesetter.layout(
          text(typed, kashida: 0), in: TextContainer(width: .infinity))
        let ids = own.content.runs.filter { line.range.contains($0.range.lowerBound) }
          .flatMap { own.content.glyphs[$0.glyphs].map(\.id) }
        #expect(ids == alone.content.glyphs.map(\.id), "\(width), line \(number)")
        // The tatweels of a line without spaces overlap.
        let overlap = typed.contains(" ") ? 0 : try advance()
        #expect(
          alone.lines[0].advance - alone.lines[0].trailingWhitespace <= width + overlap + 0.01)
        if plain.lines[number].advance == width { #expect(line.advance == width) }
      }
      #expect(try tatweels(on: own.lines.count - 1, of: own).isEmpty)
    }
  }

  /// A word, the letter before its kashida, and the reason.
  private static let ranks: [(word: String, before: String, reason: String)] = [
    ("مستقبل", "مس", "after seen"), ("صباح", "ص", "after sad"),
    ("محمد", "محم", "before a final dal"),
    ("مدرسة", "مدرس", "after seen, before teh marbuta too"),
    ("جميلة", "جميل", "before teh marbuta"),
    ("فتح", "فت", "before a final hah"), ("كتاب", "كت", "before alef"),
    ("مليك", "ملي", "before a final kaf"), ("قيق", "قي", "before a final qaf"),
    ("هجين", "هجي", "before a final noon"), ("مَحَمَد", "مَحَمَ", "marks stay with their letter"),
    ("مـحمد", "مـ", "where the text has a tatweel"), ("تفاءلوا", "تف", "one place beside a hamza"),
  ]

  @Test("one place of a word is lengthened, by the ranks of its letters")
  func places() throws {
    for (word, before, reason) in Self.ranks {
      let string = word + " " + String(repeating: "ه", count: 40)
      let width = try typesetter.layout(text(word, kashida: 0), in: TextContainer(width: .infinity))
        .lines[0].advance
      let own = try layout(text(string, kashida: 4), width: (width + 30).rounded())
      let own0 = try tatweels(on: 0, of: own)
      let last = before.unicodeScalars.dropLast().reduce(0) { $0 + String($1).utf8.count }
      // A tatweel of the text has a glyph of its own.
      let typed = word.unicodeScalars.contains("\u{640}") ? 1 : 0
      #expect(Array(own0.keys) == [last], "\(word): \(reason)")
      #expect(own0[last] ?? 0 > typed, "\(word): \(reason)")
    }
  }

  @Test("a ligature, letters that do not join, and other scripts have no kashida")
  func withoutPlaces() throws {
    let words = [
      "لا", "ورد", "دار", "\u{200C}ه\u{200C}", "word", "עברית", "漢字", "123", "ه\u{200C}د",
    ]
    for word in words {
      let string = word + " " + String(repeating: "ه", count: 40)
      let width = try typesetter.layout(text(word, kashida: 0), in: TextContainer(width: .infinity))
        .lines[0].advance
      let own = try layout(text(string, kashida: 4), width: (width + 30).rounded())
      #expect(try tatweels(on: 0, of: own).isEmpty, "\(word)")
      let plain = try layout(text(string, kashida: 0), width: (width + 30).rounded())
      #expect(own.lines[0] == plain.lines[0], "\(word)")
    }
  }

  @Test("no kashida is longer than its limit, and none is in a line that is not justified")
  func limits() throws {
    let glyph = try tatweel()
    for limit in [0.25, 0.5, 1, 16] {
      let own = try layout(text(Self.sentence, kashida: limit), width: 200)
      for number in own.lines.indices {
        for (_, count) in try tatweels(on: number, of: own) {
          let advance = try #require(own.content.glyphs.first { $0.id == glyph }).advance.length
          #expect(Double(count) * advance <= limit * 16 + 0.01)
        }
      }
    }
    var start = text(Self.sentence, kashida: 2)
    start.paragraphStyle.alignment = .start
    let plain = text(Self.sentence, kashida: 0).started
    #expect(try layout(start, width: 200) == layout(plain, width: 200))
    for value in [-1, 17, Double.nan, .infinity] {
      #expect(throws: LayoutError.self) {
        try typesetter.layout(text("ه", kashida: value), in: TextContainer(width: 10))
      }
    }
  }

  @Test("a kashida does not divide the end of Allah, with marks too")
  func allah() throws {
    for word in ["الله", "اللَّه", "بالله", "لله", "اللہ", "للهم"] {
      let string = word + " " + String(repeating: "ه", count: 40)
      let width = try typesetter.layout(text(word, kashida: 0), in: TextContainer(width: .infinity))
        .lines[0].advance
      let own = try layout(text(string, kashida: 4), width: (width + 30).rounded())
      let places = try tatweels(on: 0, of: own).keys
      // Letters other than the three may be apart.
      let lams = word.utf8.count - word.drop { $0 != "ل" }.utf8.count
      #expect(places.allSatisfy { $0 < lams || word.hasSuffix("م") && $0 > lams + 3 }, "\(word)")
    }
  }

  @Test("a line of one word is as long as its container, by tatweels that overlap")
  func oneWord() throws {
    let rest = " " + String(repeating: "ه", count: 60)
    let (unit, glyph) = (try advance(), try tatweel())
    for word in ["محمد", "مستقبل", "كتاب"] {
      let plain = try typesetter.layout(text(word, kashida: 0), in: TextContainer(width: .infinity))
        .lines[0].advance
      for added in stride(from: 1.2 * unit, through: 6 * unit, by: 0.37 * unit) {
        let width = plain + added
        let own = try layout(text(word + rest, kashida: 8), width: width)
        #expect(abs(own.lines[0].advance - width) < 0.002, "\(word) \(added / unit)")
        let counts = try tatweels(on: 0, of: own)
        #expect(counts.count == 1 && counts.values.allSatisfy { Double($0) >= added / unit - 0.1 })
        // No tatweel begins before, or ends behind, the place that they have together.
        let run = own.content.runs.filter { $0.range.lowerBound < word.utf8.count }
        let ends = run.map { $0.origin.x + $0.advance.length }
        #expect(ends.allSatisfy { $0 <= width + 0.01 })
        let tatweels = own.content.glyphs.filter { $0.id == glyph }
        #expect(tatweels.allSatisfy { $0.advance.length > 0 && $0.advance.length <= unit + 0.01 })
        #expect(tatweels.last.map { abs($0.advance.length - unit) < 0.01 } == true)
      }
      // A kashida at its limit stays there.
      let limited = try layout(text(word + rest, kashida: 0.5), width: plain + 40)
      #expect(limited.lines[0].advance < plain + 9)
    }
  }

  @Test("words of several font sizes have kashidas in proportion to their sizes")
  func sizes() throws {
    let words = ["محمد", "محمد", "محمد", "محمد"]
    var mixed = text(
      words.joined(separator: " ") + " " + String(repeating: "ه", count: 90), kashida: 16)
    try mixed.update(in: 9..<17) { $0.font.size = 48 }
    let glyph = try tatweel()
    let plain = try typesetter.layout(
      mixed.subtext(0..<36), in: TextContainer(width: .infinity)
    ).lines[0].advance
    for added in [60.0, 150, 333] {
      let own = try layout(mixed, width: plain + added)
      let counts = try tatweels(on: 0, of: own)
      #expect(counts.count == 4 && own.lines[0].advance == plain + added || added < 90)
      let spread = (counts.values.max() ?? 0) - (counts.values.min() ?? 0)
      #expect(spread <= 1, "\(counts)")
      #expect(own.content.glyphs.contains { $0.id == glyph })
    }
  }

  @Test("a stop hangs by the width of its line before words are lengthened")
  func hanging() throws {
    let string = "محمد، " + String(repeating: "ه", count: 60)
    var own = text(string, kashida: 8)
    own.paragraphStyle.hangsStops = true
    let plain = try typesetter.layout(
      text("محمد،", kashida: 0), in: TextContainer(width: .infinity)
    )
    .lines[0].advance
    for width in stride(from: plain + 1, through: plain + 30, by: 1.3) {
      let layout = try layout(own, width: width)
      // The stop fits, so that no glyph is outside of the line.
      #expect(layout.content.runs[0].origin.x >= layout.lines[0].origin.x - 0.01)
    }
  }

  @Test("carets, selections and hits cover a lengthened word, and the text has no tatweel more")
  func queries() throws {
    let own = text(Self.sentence, kashida: 2)
    let map = try typesetter.map(own, in: TextContainer(width: 150))
    for line in map.layout.lines {
      let rects = map.selectionRects(for: line.range)
      let width = rects.reduce(0) { $0 + $1.rect.width }
      #expect(abs(width - line.advance) < 1.5, "\(line.range)")
      for x in stride(from: line.rect.minX + 0.5, to: line.rect.maxX, by: 3) {
        let position = map.position(closestTo: Point(x: x, y: line.origin.y))
        #expect(line.range.contains(position.offset) || position.offset == line.range.upperBound)
      }
    }
    #expect(map.layout.text == Self.sentence)
  }

  @Test("features, colours, ruby and letter spacing keep the line's width")
  func withAttributes() throws {
    var own = text(Self.sentence, kashida: 2)
    try own.update(in: 0..<Self.sentence.utf8.count) {
      $0.color = Color(red: 200, green: 0, blue: 0)
      $0.kern = 1
    }
    for width in [120.0, 180, 240] {
      let layout = try layout(own, width: width)
      for line in layout.lines.dropLast() { #expect(line.advance <= width + 0.01) }
    }
  }
}

extension AttributedText {
  fileprivate var started: AttributedText {
    var text = self
    text.paragraphStyle = ParagraphStyle()
    return text
  }
}
