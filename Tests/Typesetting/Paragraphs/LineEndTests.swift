import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Spaces, punctuation, carets, tab stops and overlong lines at the ends of lines.
@Suite("Ends of lines", .timeLimit(.minutes(15)))
struct LineEndTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func text(
    _ string: String, language: String = "en", kern: Double = 0, _ style: ParagraphStyle = .init()
  ) -> AttributedText {
    var attributes = TextAttributes(font: Font(size: 16), language: language)
    attributes.kern = kern
    return AttributedText(string, attributes: attributes, paragraphStyle: style)
  }

  @Test(
    "a space at a wrap has the level of its paragraph (UAX #9, L1)",
    arguments: [("abc שלום ", "עולם", true), ("שלום abc ", "עולם", false)])
  func levels(first: String, rest: String, isAtRight: Bool) throws {
    let text = text(first + rest)
    let offset = first.utf8.count
    let whole = try typesetter.layout(
      self.text(String(first.dropLast())), in: TextContainer(width: .infinity))
    let map = try typesetter.map(text, in: TextContainer(width: whole.lines[0].advance + 2))
    let line = map.layout.lines[0]
    #expect(line.range == 0..<offset && map.layout.lines.count == 2)
    let caret = try #require(map.caretRect(at: TextPosition(offset: offset, affinity: .backward)))
    let edge = isAtRight ? line.origin.x + line.advance : line.origin.x
    #expect(abs(caret.minX - edge) < 0.1, "\(caret) \(line.rect)")
    let space = try #require(map.graphemes.first { Int($0.end) == offset })
    #expect(space.level == (isAtRight ? 0 : 1) && space.width.rawValue == 0)
  }

  @Test(
    "a line that is longer than its container starts where reading starts, as in CSS",
    arguments: ParagraphStyle.Alignment.allCases)
  func longLines(alignment: ParagraphStyle.Alignment) throws {
    // No line can end within these.
    for (word, isRightToLeft) in [("W", false), ("ש", true)] {
      let long = text(word, ParagraphStyle(alignment: alignment))
      let line = try typesetter.layout(long, in: TextContainer(width: 4)).lines[0]
      #expect(line.advance > 6)
      let start = isRightToLeft ? line.origin.x + line.advance - 4 : line.origin.x
      #expect(abs(start) < 0.01, "\(start)")
    }
  }

  @Test("spaced text ends at its tab stop", arguments: [ParagraphStyle.TabAlignment.end, .center])
  func tabStops(alignment: ParagraphStyle.TabAlignment) throws {
    var style = ParagraphStyle()
    style.tabStops = [.init(150, alignment: alignment)]
    for string in ["ab\tcdef", "\tcdef", "ab\tcdef\tg"] {
      let map = try typesetter.map(text(string, kern: 8, style), in: TextContainer(width: 400))
      let (c, f) = try (
        #require(map.graphemes.first { string.utf8.dropFirst(Int($0.start)).first == 0x63 }),
        #require(map.graphemes.first { string.utf8.dropFirst(Int($0.start)).first == 0x66 })
      )
      let (left, right) = (c.x.length, Double(f.maxX) / 1024)
      let place = alignment == .end ? right : (left + right) / 2
      #expect(abs(place - 150) < 0.05, "\(place) of \(string)")
    }
  }

  @Test("the blank half of a bracket hangs also between spaced letters", arguments: [1.0, 4])
  func spacedBrackets(kern: Double) throws {
    // Five characters with four spaces between them, and half of the last one hangs.
    let length = 16 * 4.5 + 4 * kern
    let spaced = text("一二三四）五六", language: "zh", kern: kern)
    let lines = try typesetter.layout(spaced, in: TextContainer(width: length + kern + 1)).lines
    #expect(lines[0].range == 0..<15)
    #expect(abs(lines[0].advance - length) < 0.05, "\(lines[0].advance) of \(length)")
  }

  @Test("carets and selections of a bracket whose blank half hangs end at the line's end")
  func bracketCarets() throws {
    let whole = try typesetter.layout(
      text("123「猫」", language: "ja"), in: TextContainer(width: .infinity))
    let map = try typesetter.map(
      text("123「猫」AV", language: "ja"), in: TextContainer(width: whole.lines[0].advance - 7))
    let line = map.layout.lines[0]
    #expect(line.range == 0..<12)
    let end = line.origin.x + line.advance
    let caret = try #require(map.caretRect(at: TextPosition(offset: 12, affinity: .backward)))
    #expect(abs((caret.minX + caret.maxX) / 2 - end) < 1, "\(caret)")
    #expect(map.selectionRects(for: 9..<12).allSatisfy { $0.rect.maxX <= end + 0.01 })
  }
}
