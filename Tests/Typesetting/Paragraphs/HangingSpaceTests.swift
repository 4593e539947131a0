import GalleyFonts
import GalleyLayout
import GalleyPangoOracle
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// White space at the ends of lines.
@Suite("Spaces that hang", .timeLimit(.minutes(15)))
struct HangingSpaceTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func text(
    _ string: String, _ alignment: ParagraphStyle.Alignment = .end, language: String = "en"
  ) -> AttributedText {
    AttributedText(
      string, attributes: TextAttributes(font: Font(size: 16), language: language),
      paragraphStyle: ParagraphStyle(alignment: alignment))
  }

  /// A layout, which is the same by all ways.
  private func layout(
    _ text: AttributedText, width: Double, by typesetter: Typesetter? = nil
  ) throws -> TextLayout {
    let typesetter = typesetter ?? self.typesetter
    return try typesetter.layoutByAllWays(text, in: TextContainer(width: width))
  }

  private func width(_ string: String, language: String = "en") throws -> Double {
    try typesetter.layout(text(string, language: language), in: TextContainer(width: .infinity))
      .lines[0].advance
  }

  /// The white space between two words, all of which hangs in headless Chromium 156 with `white-space: pre-wrap`.
  private static let blanks = [
    " ", "  ", "     ", "\u{3000}", "\u{3000}\u{3000}\u{3000}", " \t ", "\u{3000} ",
    String(repeating: " ", count: 60),
  ]

  @Test("all spaces at a wrap hang, so that lines are as long as their letters", arguments: blanks)
  func hang(blank: String) throws {
    let own = try width("foo")
    for alignment in ParagraphStyle.Alignment.allCases {
      let layout = try layout(text("foo" + blank + "barbazqux", alignment), width: 100)
      #expect(layout.lines.map(\.range.lowerBound) == [0, 3 + blank.utf8.count])
      let line = layout.lines[0]
      #expect(abs(line.advance - own) < 0.01 && line.trailingWhitespace == 0, "\(alignment)")
      let x: Double =
        switch alignment {
        case .start, .left, .justify: 0
        case .end, .right: 100 - own
        case .center: (100 - own) / 2
        }
      #expect(abs(line.origin.x - x) < 0.01, "\(alignment)")
      #expect(layout.boundingSize.width <= 100)
    }
  }

  @Test("a no-break space does not hang, and no line is longer for one at its end")
  func noBreakSpaces() throws {
    for blank in ["\u{A0}", "\u{A0}\u{A0}"] {
      let lines = try layout(text("aaaa" + blank, .start), width: try width("aaaa") + 0.5).lines
      #expect(lines.map(\.range.lowerBound) == [0, 4] && lines[1].advance > 0)
    }
    let layout = try layout(text("foo\u{A0}\u{A0} barbazqux"), width: 100)
    #expect(abs(layout.lines[0].advance - (try width("foo\u{A0}\u{A0}"))) < 0.01)
    #expect(layout.lines[0].trailingWhitespace == 0)
  }

  @Test(
    "no line ends between a space and a mark or a joiner, which are one grapheme",
    arguments: ["hello \u{200D}", "hello \u{200D}world", "hello \u{301}world"])
  func spacesWithMarks(string: String) throws {
    for width in [30.0, 38, 60] {
      let layout = try layout(text(string, .start), width: width)
      #expect(!layout.lines.contains { $0.range.lowerBound == 6 })
    }
  }

  @Test("spaces hang from right to left, and down the page")
  func directions() throws {
    let hebrew = try layout(text("שלום   עולםעולם", .start, language: "he"), width: 100)
    let own = try width("שלום", language: "he")
    #expect(hebrew.lines.count == 2 && hebrew.lines[0].isRightToLeft)
    #expect(abs(hebrew.lines[0].advance - own) < 0.01)
    #expect(abs(hebrew.lines[0].rect.maxX - 100) < 0.01)
    let runs = hebrew.content.runs.filter { $0.range.lowerBound < 8 }
    #expect(runs.allSatisfy { $0.origin.x >= 100 - own - 0.01 })
    var container = TextContainer(size: Size(width: 200, height: 80))
    container.isVertical = true
    let vertical = try typesetter.layout(
      text("漢字\u{3000}\u{3000}\u{3000}\u{3000}文字", language: "ja"), in: container)
    #expect(vertical.lines.map(\.range.lowerBound) == [0, 18])
    #expect(vertical.lines[0].advance == 32 && vertical.lines[0].origin.y == 48)
  }

  @Test("spaces of several sizes, colours and letter spacings hang")
  func attributes() throws {
    var mixed = text("foo    barbazqux")
    try mixed.update(in: 4..<5) { $0.font.size = 30 }
    try mixed.update(in: 5..<6) { $0.color = Color(red: 200, green: 0, blue: 0) }
    let own = try width("foo")
    #expect(abs(try layout(mixed, width: 100).lines[0].advance - own) < 0.01)
    try mixed.update(in: 0..<16) { $0.kern = 2 }
    // Letter spacing is between letters alone.
    #expect(abs(try layout(mixed, width: 130).lines[0].advance - (own + 4)) < 2.01)
  }

  @Test("carets, hits and selections of spaces that hang are at the end of the line")
  func queries() throws {
    for (string, language) in [("foo    barbazqux", "en"), ("שלום    עולםעולם", "he")] {
      let map = try typesetter.map(text(string, .start, language: language), in: .init(width: 100))
      let line = map.layout.lines[0]
      let edge = line.isRightToLeft ? line.rect.minX : line.rect.maxX
      let end = line.range.upperBound
      for offset in end - 4...end {
        let position = TextPosition(offset: offset, affinity: .backward)
        let caret = try #require(map.caretRect(at: position))
        #expect(abs((caret.minX + caret.maxX) / 2 - edge) < 1.01, "\(offset)")
      }
      let outside = Point(x: line.isRightToLeft ? edge - 5 : edge + 5, y: line.origin.y - 3)
      let hit = map.position(closestTo: outside)
      #expect(hit.offset >= end - 4 && hit.offset <= end)
      let rects = map.tightRects(for: line.range)
      #expect(abs(rects.reduce(0) { $0 + $1.width } - line.advance) < 0.01)
    }
  }

  @Test("a paragraph's end keeps the spaces that fit")
  func ends() throws {
    let few = try layout(text("foo   "), width: 100)
    #expect(abs(few.lines[0].advance - (try width("foo   "))) < 0.01)
    for (string, language) in [("foo", "en"), ("שלום", "he")] {
      let blank = String(repeating: " ", count: 60)
      for end in ["", "\nbar"] {
        let many = try layout(text(string + blank + end, language: language), width: 100)
        #expect(many.lines.count == (end.isEmpty ? 1 : 2))
        #expect(many.lines[0].range == 0..<(string.utf8.count + 60))
        #expect(many.lines[0].advance <= 100 && many.lines[0].advance > 95)
        #expect(many.boundingSize.width <= 100)
      }
    }
  }

  @Test("no line is of the spaces behind a character that is wider than its line")
  func narrow() throws {
    let layout = try layout(text("a   b"), width: 1)
    #expect(layout.lines.map(\.range) == [0..<4, 4..<5])
  }

  @Test("lines are as long as they can be, and none is too long")
  func greedy() throws {
    var mix = ScriptMix(seed: 1_904)
    for number in 0..<40 {
      var string = ""
      for word in mix.paragraph().split(whereSeparator: \.isWhitespace).prefix(30) {
        string +=
          word + String(repeating: number % 3 == 0 ? "\u{3000}" : " ", count: 1 + mix.below(5))
      }
      let own = text(string + "x")
      for width in [70.0, 190, 330] {
        let layout = try layout(own, width: width)
        for line in layout.lines { #expect(line.advance <= width + 0.01 && line.advance >= 0) }
      }
    }
  }

  @Test("spaces between which lines may end are one, and take linear time")
  func breaksBetweenSpaces() throws {
    let many = String(repeating: " \u{3000}", count: 100_000)
    let own = text("foo" + many + "bar" + many + "bazzzzzzzzzz" + many)
    let container = TextContainer(width: 60)
    // Without a map, whose graphemes take long in a debug build.
    let layout = try typesetter.layout(own, in: container)
    #expect(try typesetter.layout(typesetter.shape(own), in: container) == layout)
    #expect(layout.lines.count == 4)
    #expect(layout.lines.allSatisfy { $0.advance <= 60 })
    #expect(layout.lines[0].range == 0..<400_003)
  }

  @Test("by Pango's rules, the last space alone hangs")
  func pango() throws {
    let typesetter = Typesetter(try FontLibrary(.noto, rules: .pango))
    let layout = try layout(text("foo   barbazqux"), width: 100, by: typesetter)
    #expect(layout.lines.count == 2 && layout.lines[0].trailingWhitespace > 8)
  }
}
