import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// The space between ideographs and letters, and punctuation outside of lines.
@Suite("Spaces and punctuation at the edges of lines", .timeLimit(.minutes(15)))
struct LineEdgeTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func layout(
    _ string: String, width: Double = .infinity, language: String = "ja", isVertical: Bool = false,
    _ change: (inout ParagraphStyle) -> Void
  ) throws -> TextLayout {
    var style = ParagraphStyle()
    change(&style)
    let text = AttributedText(
      string, attributes: TextAttributes(font: Font(size: 16), language: language),
      paragraphStyle: style)
    var container = TextContainer(width: width)
    if isVertical {
      container = TextContainer(size: Size(width: .infinity, height: width))
      container.isVertical = true
    }
    return try typesetter.layoutByAllWays(text, in: container)
  }

  /// The characters of each line.
  private func lines(_ layout: TextLayout, _ string: String) -> [String] {
    layout.lines.map { String(decoding: Array(string.utf8)[$0.range], as: UTF8.self) }
  }

  /// Whether headless Chromium 156 puts an eighth of an em between two characters by `text-autospace: normal`.
  private static let pairs: [(String, Bool)] = [
    ("漢A", true), ("A漢", true), ("漢1", true), ("かA", true), ("ー1", true), ("がA", true),
    ("漢e\u{301}", true), ("か\u{3099}A", true), ("漢\u{FE00}A", true), ("々A", true), ("〇A", true),
    ("〆A", true), ("ㇰA", true), ("゛A", true), ("ㄅA", true), ("한A", true), ("漢Я", true),
    ("漢α", true), ("漢ا", true), ("漢अ", true), ("漢ª", true), ("漢٣", true), ("𠀀A", true),
    ("漢字", false), ("AB", false), ("漢한", false), ("・A", false), ("、A", false), ("A「", false),
    ("漢Ａ", false), ("漢１", false), ("漢Ⅳ", false), ("漢①", false), ("漢$", false), ("漢²", false),
    ("漢ﾊ", false), ("ﾊA", false), ("゠A", false), ("⺀A", false), ("㍉A", false), ("漢 A", false),
    ("漢℃", false), ("漢\u{200B}A", false),
  ]

  @Test("ideographs and letters are an eighth of the font's size apart, as in Chromium")
  func spaces() throws {
    for (string, isSpaced) in Self.pairs {
      for isVertical in [false, true] {
        let own = try layout(string, isVertical: isVertical) { $0.autospace = .normal }
        let plain = try layout(string, isVertical: isVertical) { _ in }
        let difference = own.lines[0].advance - plain.lines[0].advance
        #expect(difference == (isSpaced ? 2 : 0), "\(string) \(difference)")
      }
    }
  }

  @Test("the space is not at the end of a line, and lines that need none stay as they are")
  func noSpaceAtEnds() throws {
    let string = "漢字A漢"
    // Two ideographs fit exactly, and the space after them must not count.
    let own = try layout(string, width: 32) { $0.autospace = .normal }
    #expect(lines(own, string) == ["漢字", "A漢"])
    #expect(own.lines[0].advance == 32)
    #expect(own.lines[1].advance > 16 + 2)
    let japanese = "吾輩は猫である。名前はまだ無い。"
    #expect(
      try layout(japanese, width: 60) { $0.autospace = .normal }.lines
        == layout(japanese, width: 60) { _ in }.lines)
  }

  /// The visible neighbours, from left to right, that a space between scripts keeps apart.
  private func spacedNeighbours(
    _ string: String, _ direction: ParagraphStyle.Direction
  ) throws -> [String] {
    let bytes = Array(string.utf8)
    func places(_ layout: TextLayout) -> [(letter: String, x: Double)] {
      let content = layout.content
      return content.runs.flatMap { run in
        content.glyphs[run.glyphs].map { glyph in
          let rest = String(decoding: bytes[Int(glyph.cluster)...], as: UTF8.self)
          return (String(rest.prefix(1)), run.origin.x + glyph.x.length)
        }
      }
    }
    let plain = places(try layout(string) { $0.direction = direction })
    let own = places(
      try layout(string) {
        $0.direction = direction
        $0.autospace = .normal
      })
    let shifts = zip(own, plain).map { $0.x - $1.x }
    return plain.indices.dropFirst().filter { shifts[$0] - shifts[$0 - 1] > 1.9 }
      .map { plain[$0 - 1].letter + plain[$0].letter }
  }

  @Test("the space is between the visible neighbours of two directions")
  func spacesOfDirections() throws {
    #expect(try spacedNeighbours("漢字עברית", .rightToLeft) == ["ע漢"])
    #expect(try spacedNeighbours("עברית漢字", .rightToLeft) == ["字ת"])
    #expect(try spacedNeighbours("漢字עברית漢字", .leftToRight) == ["字ת", "ע漢"])
    #expect(try spacedNeighbours("עברית漢字דה", .rightToLeft) == ["ד漢", "字ת"])
    #expect(try spacedNeighbours("漢字abc漢字", .rightToLeft) == ["字a", "c漢"])
    #expect(try spacedNeighbours("\u{202E}漢字abc漢\u{202C}", .leftToRight) == ["漢c", "a字"])
    // A line that begins with the letters has no space before them.
    let string = "漢字עברית"
    let (plain, own) = (
      try layout("עברית") { _ in },
      try layout(string, width: 50) {
        $0.direction = .rightToLeft
        $0.autospace = .normal
      }
    )
    #expect(lines(own, string) == ["漢字", "עברית"])
    #expect(own.lines.map(\.advance) == [32, plain.lines[0].advance])
  }

  @Test("each letter size has its own space, and letter spacing is added")
  func sizes() throws {
    var builder = AttributedTextBuilder()
    builder.append("漢", attributes: TextAttributes(font: Font(size: 32), language: "ja"))
    builder.append("A", attributes: TextAttributes(font: Font(size: 16), language: "ja"))
    var text = builder.text(emptyAttributes: TextAttributes(font: Font(size: 16)))
    let plain = try typesetter.layout(text, in: TextContainer(width: .infinity)).lines[0].advance
    text.paragraphStyle.autospace = .normal
    let own = try typesetter.layout(text, in: TextContainer(width: .infinity)).lines[0].advance
    #expect(own == plain + 4)
    var spaced = AttributedText(
      "漢A", attributes: TextAttributes(font: Font(size: 16), language: "ja"))
    try spaced.update(in: 0..<4) { $0.kern = 3 }
    let wide = try typesetter.layout(spaced, in: TextContainer(width: .infinity)).lines[0].advance
    spaced.paragraphStyle.autospace = .normal
    let both = try typesetter.layout(spaced, in: TextContainer(width: .infinity)).lines[0].advance
    #expect(both == wide + 2)
  }

  @Test("quotation marks hang before the first line and behind the last one")
  func quotes() throws {
    let string = "“To be, or not to be”"
    let plain = try layout(string) { _ in }
    let hanging = try layout(string) {
      $0.hangsOpening = true
      $0.hangsClosing = true
    }
    // Kerns are parts of the advances.
    let glyphs = plain.content.glyphs
    let marks = [glyphs[0], glyphs[glyphs.count - 1]].map(\.advance.length)
    #expect(abs(hanging.lines[0].advance - (plain.lines[0].advance - marks[0] - marks[1])) < 0.01)
    #expect(hanging.content.runs[0].origin.x == -marks[0])
    let map = try typesetter.map(
      AttributedText(
        string, attributes: TextAttributes(font: Font(size: 16), language: "ja"),
        paragraphStyle: {
          var style = ParagraphStyle()
          style.hangsOpening = true
          return style
        }()), in: TextContainer(width: 400))
    #expect(map.caretRect(at: TextPosition(offset: 0))?.minX == -marks[0])
    #expect(map.caretRect(at: TextPosition(offset: 3))?.minX == 0)
  }

  @Test("lines of a narrow text begin at one edge, whatever hangs")
  func edges() throws {
    let string = "“Alpha beta gamma delta”"
    for alignment in [ParagraphStyle.Alignment.start, .end, .justify] {
      let own = try layout(string, width: 90) {
        $0.alignment = alignment
        $0.hangsOpening = true
        $0.hangsClosing = true
      }
      #expect(own.lines.count > 1)
      if alignment != .end {
        #expect(own.lines.allSatisfy { $0.origin.x == 0 })
      } else {
        #expect(own.lines.allSatisfy { abs($0.rect.maxX - $0.trailingWhitespace - 90) < 0.01 })
      }
      #expect(own.content.runs[0].origin.x < own.lines[0].origin.x)
    }
  }

  @Test("a stop hangs where its line is too long otherwise, and stays on the line elsewhere")
  func stops() throws {
    let string = "漢字漢字、漢字。"
    // Without hanging, a stop may not begin a line, so that its letter goes with it.
    let plain = try layout(string, width: 64) { _ in }
    #expect(lines(plain, string) == ["漢字漢", "字、漢字。"] || lines(plain, string).count == 3)
    let own = try layout(string, width: 64) { $0.hangsStops = true }
    #expect(lines(own, string) == ["漢字漢字、", "漢字。"])
    #expect(own.lines[0].advance == 64)
    let wide = try layout(string, width: 96) { $0.hangsStops = true }
    #expect(wide.lines[0].advance > 64)
    let justified = try layout(string, width: 66) {
      $0.hangsStops = true
      $0.alignment = .justify
    }
    #expect(justified.lines[0].advance == 66)
    let latin = "one, two"
    let width = try layout("one") { _ in }.lines[0].advance
    let hanging = try layout(latin, width: width + 1) { $0.hangsStops = true }
    #expect(lines(hanging, latin) == ["one, ", "two"])
    #expect(hanging.lines[0].advance <= width + 1)
  }

  @Test("punctuation hangs at the left of lines from right to left")
  func rightToLeft() throws {
    let string = "«שלום, עולם»"
    let own = try layout(string, width: 200, language: "he") {
      $0.hangsOpening = true
      $0.hangsClosing = true
    }
    let plain = try layout(string, width: 200, language: "he") { _ in }
    #expect(own.lines[0].isRightToLeft)
    #expect(own.lines[0].rect.maxX == 200)
    #expect(own.lines[0].advance < plain.lines[0].advance)
    let ends = own.content.runs.map { $0.origin.x + $0.advance.length }
    #expect(ends.max() ?? 0 > 201)
    #expect(own.content.runs.map(\.origin.x).min() ?? 0 < own.lines[0].origin.x)
  }

  @Test("no part of an ideograph hangs out of a justified line")
  func justifiedIdeographs() throws {
    let string = "漢字漢字漢字漢字"
    let own = try layout(string, width: 72) { $0.alignment = .justify }
    #expect(lines(own, string) == ["漢字漢字", "漢字漢字"])
    #expect(own.lines[0].advance == 72)
    #expect(own.content.runs[0].advance.length == 72)
  }

  @Test("texts of single characters and of nothing keep their width")
  func smallTexts() throws {
    for string in ["", "“", "”", ".", " ", "“”", "。", "\n", "“\n”"] {
      let own = try layout(string, width: 40) {
        $0.hangsOpening = true
        $0.hangsClosing = true
        $0.hangsStops = true
        $0.autospace = .normal
      }
      #expect(own.lines.allSatisfy { $0.advance >= 0 })
    }
  }

  @Test(
    "an opening bracket is trimmed after punctuation of another font or orientation, as in Chromium",
    arguments: [
      ("漢”「漢", "zh", 3.5), ("漢’『漢", "zh", 3.5), ("漢”（漢", "zh-TW", 3.5), ("漢。「漢", "zh", 3.5),
      ("漢」「漢", "ja", 3.5),
    ] as [(String, String, Double)])
  func brackets(string: String, language: String, ems: Double) throws {
    let attributes = TextAttributes(
      font: Font(family: "Noto Sans CJK SC", size: 16), language: language)
    var container = TextContainer(size: Size(width: .infinity, height: 1000))
    container.isVertical = true
    let text = AttributedText(string, attributes: attributes)
    #expect(try typesetter.layoutByAllWays(text, in: container).lines[0].advance == ems * 16)
    // A bold bracket has a font of its own, and a whole square at the start of a line.
    var bold = text
    try bold.update(in: 6..<bold.utf8Count) { $0.font.weight = 700 }
    #expect(try typesetter.layoutByAllWays(bold, in: container).lines[0].advance == ems * 16)
    guard !string.contains("”"), !string.contains("’") else { return }
    container.size.height = 36
    let lines = try typesetter.layoutByAllWays(bold, in: container).lines
    #expect(lines.count == 2 && lines[1].advance == 32)
  }
}
