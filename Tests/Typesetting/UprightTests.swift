import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Characters that stand upright on vertical lines, alone or because an attribute says so.
@Suite("Upright text", .timeLimit(.minutes(5)))
struct UprightTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func map(
    _ string: String, isVertical: Bool = true, upright: Range<Int>? = nil,
    style: ParagraphStyle = ParagraphStyle(), kern: Double = 0
  ) throws -> TextMap {
    var container = TextContainer(size: Size(width: 400, height: 400))
    container.isVertical = isVertical
    var attributes = TextAttributes(font: Font(size: 16))
    attributes.kern = kern
    var text = AttributedText(string, attributes: attributes, paragraphStyle: style)
    if let upright { try text.update(in: upright) { $0.verticalForm = .upright } }
    return try typesetter.map(text, in: container)
  }

  /// The characters of the first line in the order in which they are shown.
  private func shown(_ map: TextMap) -> [Range<Int>] {
    map.graphemes.sorted { $0.x < $1.x }.map(\.range)
  }

  @Test(
    "are in the order of horizontal text, whatever its direction",
    arguments: [
      "אבג ☑ דהו", "אבג ☑★ דהו", "אבג「日本」דהו", "☑ אבג ×2 דהו", "abc אבג ☑★ דהו", "☑★ مرحبا ×",
      "אבג 日本 דהו",
    ])
  func order(string: String) throws {
    let (column, line) = (try map(string), try map(string, isVertical: false))
    #expect(shown(column) == shown(line))
    #expect(column.graphemes.map(\.isRightToLeft) == line.graphemes.map(\.isRightToLeft))
    func carets(_ map: TextMap, _ place: (Rect) -> Double) throws -> [Int] {
      let carets = try map.graphemes.map { grapheme in
        let offset = grapheme.range.lowerBound
        return (try #require(map.caretRect(at: TextPosition(offset: offset))), offset)
      }
      return carets.sorted { (place($0.0), $0.1) < (place($1.0), $1.1) }.map(\.1)
    }
    #expect(try carets(column, \.minY) == carets(line, \.minX))
  }

  @Test(
    "quotation marks of Chinese stand upright where their font has forms for that",
    arguments: [
      ("zh-Hans", "Noto Sans CJK SC", true), ("zh-Hant", "Noto Sans CJK TC", true),
      ("en", "Noto Sans CJK SC", false), ("zh-Hans", "Noto Sans", false),
    ])
  func quotationMarks(language: String, family: String, stand: Bool) throws {
    var container = TextContainer(size: Size(width: 400, height: 400))
    container.isVertical = true
    func glyphs(_ form: VerticalForm) throws -> [UInt32] {
      var attributes = TextAttributes(font: Font(family: family, size: 16), language: language)
      attributes.verticalForm = form
      let text = AttributedText("“”‘’", attributes: attributes)
      return try typesetter.layout(text, in: container).glyphs.map(\.id)
    }
    let (own, upright, turned) = (
      try glyphs(.mixed), try glyphs(.upright), try glyphs(.sideways)
    )
    #expect(own == (stand ? upright : turned) && (upright != turned || family == "Noto Sans"))
  }

  @Test("an apostrophe of a Latin word among Chinese lies with its word")
  func apostrophes() throws {
    var container = TextContainer(size: Size(width: 400, height: 400))
    container.isVertical = true
    let attributes = TextAttributes(
      font: Font(family: "Noto Sans CJK TC", size: 16), language: "zh-Hant")
    func isOneRun(_ string: String) throws -> Bool {
      let text = AttributedText(string, attributes: attributes)
      return try typesetter.layout(text, in: container).runs.count == 1
    }
    #expect(try isOneRun("don’t") && !isOneRun("don”"))
  }

  @Test("a dash without letters beside it has the vertical form of its language")
  func dashes() throws {
    var container = TextContainer(size: Size(width: 400, height: 400))
    container.isVertical = true
    func dash(_ string: String) throws -> UInt32? {
      var attributes = TextAttributes(
        font: Font(family: "Noto Sans CJK JP", size: 16), language: "ja")
      attributes.verticalForm = .upright
      let text = AttributedText(string, attributes: attributes)
      return try typesetter.layout(text, in: container).glyphs.first?.id
    }
    #expect(try dash("—（") == dash("—と"))
  }

  @Test("a selection over neutral signs between letters from right to left is one rectangle")
  func selection() throws {
    let map = try map("אבג ☑★ דהו")
    let rects = map.selectionRects(for: 4..<16)
    #expect(rects.count == 1)
    #expect(rects.first?.isRightToLeft == true)
  }

  @Test("Hebrew that is to stand upright is read from the top, whatever the paragraph's direction")
  func hebrew() throws {
    let string = "אבג! (דה) 12"
    for direction in [nil, ParagraphStyle.Direction.leftToRight, .rightToLeft] {
      var style = ParagraphStyle()
      style.direction = direction
      let map = try map(string, upright: 0..<string.utf8.count, style: style)
      #expect(shown(map) == map.graphemes.map(\.range))
      #expect(map.graphemes.first?.x == PangoUnits(rawValue: 0))
      #expect(map.layout.lines.allSatisfy { !$0.isRightToLeft && $0.rect.minY == 0 })
    }
  }

  @Test("a part that is to stand upright is read from the top within text from right to left")
  func part() throws {
    let map = try map("אבג דהו זח", upright: 7..<13)
    #expect(map.layout.lines.first?.isRightToLeft == true)
    let order = shown(map).map(\.lowerBound)
    #expect(order == [16, 14, 13, 7, 9, 11, 6, 4, 2, 0])
  }

  @Test(
    "parts of a cluster stay beside each other, as on a horizontal line",
    arguments: ["कि", "कों", "क्क", "กำ", "ກຳ", "ကို", "ကော", "கோ", "নো", "เกี่"])
  func clusters(string: String) throws {
    let text = string + string
    let column = try map(text, upright: 0..<text.utf8.count).layout
    let line = try map(string, isVertical: false).layout
    func places(_ layout: TextLayout, from base: Int) -> [(id: UInt32, place: Point)] {
      layout.runs.flatMap { run in
        layout.glyphs[run.glyphs].filter { Int($0.cluster) >= base }.map {
          ($0.id, Point(x: run.origin.x + $0.x.length, y: run.origin.y + $0.y.length))
        }
      }
    }
    let (upright, lying) = (places(column, from: string.utf8.count), places(line, from: 0))
    // เก are two clusters, the first of which is a single glyph.
    let isOne = string != "เกี่"
    let own = upright.suffix(isOne ? lying.count : lying.count - 1)
    let other = lying.suffix(isOne ? lying.count : lying.count - 1)
    #expect(own.map(\.id) == other.map(\.id))
    let (first, base) = (try #require(own.first).place, try #require(other.first).place)
    for (glyph, known) in zip(own, other) {
      #expect(abs(glyph.place.x - first.x - (known.place.x - base.x)) < 0.01)
      #expect(abs(glyph.place.y - first.y - (known.place.y - base.y)) < 0.01)
    }
  }

  @Test("a column is as wide as its widest cluster", arguments: ["கோ", "ကြော", "क्ष्म्य"])
  func widths(string: String) throws {
    let column = try map(string, upright: 0..<string.utf8.count).layout
    let line = try map(string, isVertical: false).layout
    let (own, lying) = (try #require(column.lines.first), try #require(line.lines.first))
    #expect(own.rect.width >= lying.advance)
    let letter = try map("க", upright: 0..<3).layout.lines[0].rect.width
    #expect(own.rect.width > letter || lying.advance < letter)
  }

  @Test("a virama that joins nothing leaves letters one below the other")
  func pulli() throws {
    let string = "க்க"
    let map = try map(string, upright: 0..<string.utf8.count)
    #expect(map.graphemes.count == 2)
    let glyphs = map.layout.runs.flatMap { map.layout.glyphs[$0.glyphs] }
    #expect(glyphs.filter { $0.advance.rawValue > 0 }.count == 2)
  }

  @Test(
    "letter spacing and carets leave the vowel sign AM at its letter", arguments: ["กำ", "ຄຳ", "ก้ำ"])
  func vowelSign(string: String) throws {
    let alone = try map(string, isVertical: false)
    #expect(alone.graphemes.map(\.range) == [0..<string.utf8.count])
    let spaced = try map(string + string, isVertical: false, kern: 6)
    let width = try #require(alone.layout.lines.first).advance
    let advance = try #require(spaced.layout.lines.first).advance
    #expect(abs(advance - (2 * width + 6)) < 0.01)
    #expect(spaced.position(closestTo: Point(x: width * 0.8, y: 5)).offset == string.utf8.count)
  }
}
