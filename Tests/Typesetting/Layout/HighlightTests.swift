import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@Suite("Highlights", .timeLimit(.minutes(15)))
struct HighlightTests {
  private let typesetter: Typesetter
  private let plain = TextAttributes(font: Font(size: 14))

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  /// A text whose links are in brackets, each with a number of its own.
  private func text(_ pieces: String...) throws -> AttributedText {
    var builder = AttributedTextBuilder()
    for piece in pieces {
      guard piece.hasPrefix("[") else {
        builder.append(piece, attributes: plain)
        continue
      }
      var link = plain
      link.highlight = TextHighlight(userInfo: ["url": piece])
      // A text of its own, so that it is apart from an equal one beside it.
      builder.append(AttributedText(piece, attributes: link))
    }
    return builder.text(emptyAttributes: plain)
  }

  private func link(_ highlight: PlacedHighlight?) -> String? {
    highlight?.highlight.userInfo["url"]
  }

  @Test("reacts to the gestures that it has, with data of its own for each")
  func hasGestures() throws {
    var builder = AttributedTextBuilder()
    var (tapped, pressed, both) = (plain, plain, plain)
    tapped.highlight = TextHighlight(userInfo: ["url": "tap"])
    pressed.highlight = TextHighlight(userInfo: ["url": "press"])
    pressed.highlight?.gestures = .longPress
    both.highlight = TextHighlight(userInfo: ["url": "both"])
    both.highlight?.gestures = [.tap, .longPress]
    both.highlight?.longPressInfo = ["menu": "1"]
    for attributes in [tapped, pressed, both] {
      builder.append(AttributedText("link", attributes: attributes))
      builder.append("        ", attributes: plain)
    }
    let layout = try typesetter.layout(
      builder.text(emptyAttributes: plain), in: TextContainer(width: 400))
    func info(_ number: Int, _ gesture: TouchGestures) throws -> [String: String]? {
      let rect = try #require(layout.highlights[number].rects.first)
      let point = Point(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
      return layout.highlight(at: point, slop: 4, for: gesture)?.highlight.userInfo(for: gesture)
    }
    #expect(try info(0, .tap) == ["url": "tap"])
    #expect(try info(0, .longPress) == nil)
    #expect(try info(1, .tap) == nil)
    #expect(try info(1, .longPress) == ["url": "press"])
    #expect(try info(2, .tap) == ["url": "both"])
    #expect(try info(2, .longPress) == ["menu": "1"])
    let encoded = try JSONEncoder().encode(both)
    #expect(try JSONDecoder().decode(TextAttributes.self, from: encoded) == both)
    // An archive without gestures is one of taps.
    let old = try JSONEncoder().encode(tapped.highlight)
    var members = try #require(try JSONSerialization.jsonObject(with: old) as? [String: Any])
    members["gestures"] = nil
    let decoded = try JSONDecoder().decode(
      TextHighlight.self, from: JSONSerialization.data(withJSONObject: members))
    #expect(decoded == tapped.highlight)
  }

  @Test("is hit in its letters and near them, the nearest first, and nowhere else")
  func hasSlop() throws {
    let text = try text("far away ", "[one]", " ", "[two]", " and on")
    let layout = try typesetter.layout(text, in: TextContainer(width: 400))
    let (one, two) = (layout.highlights[0], layout.highlights[1])
    #expect(one.range == 9..<14 && two.range == 15..<20)
    #expect(one.rects.count == 1 && !one.isToken)
    let (left, right) = (one.rects[0], two.rects[0])
    #expect(left.height == layout.lines[0].rect.height)
    let middle = (left.minY + left.maxY) / 2
    func hit(_ x: Double, _ y: Double, _ slop: Double = 9) -> String? {
      link(layout.highlight(at: Point(x: x, y: y), slop: slop))
    }
    #expect(hit(left.minX + 1, middle, 0) == "[one]")
    #expect(hit(left.minX - 8, middle) == "[one]")
    #expect(hit(left.minX - 8, middle, 5) == nil)
    #expect(hit(left.minX - 10, middle) == nil)
    #expect(hit(left.minX + 1, left.maxY + 8) == "[one]")
    // A corner is further than either side.
    #expect(hit(left.minX - 8, left.maxY + 8) == nil)
    // Between two, the nearer; within one, that one, however near the other is.
    #expect(hit(left.maxX + 1, middle) == "[one]")
    #expect(hit(right.minX - 1, middle) == "[two]")
    #expect(hit(left.maxX - 0.1, middle, 1_000) == "[one]")
    #expect(hit(0, middle, .infinity) == "[one]")
    for slop in [-5, Double.nan] {
      #expect(hit(left.minX + 1, middle, slop) == "[one]")
      #expect(hit(left.minX - 1, middle, slop) == nil)
    }
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(hit(number, middle) == nil && hit(left.minX, number) == nil)
    }
    #expect(layout.highlight(at: Point(x: left.minX - 8, y: middle)) == one)
  }

  @Test("is one over several lines and through other attributes, and two where two were given")
  func isWhole() throws {
    var text = try text("some ", "[a link of several words that wraps]", "[b]", "[b]")
    try text.update(in: 10..<14) { $0.color = Color(rgb: 0xFF0000) }
    let map = try typesetter.map(text, in: TextContainer(width: 110))
    let highlights = map.layout.highlights
    #expect(highlights.map { link($0) } == ["[a link of several words that wraps]", "[b]", "[b]"])
    #expect(highlights.map(\.range) == [5..<41, 41..<44, 44..<47])
    #expect(highlights[0].rects.count > 2)
    for highlight in highlights {
      // As far as their letters reach, and no further.
      let rects = map.tightRects(for: highlight.range)
      #expect(rects.count == highlight.rects.count)
      for (rect, own) in zip(rects, highlight.rects) {
        #expect(abs(rect.minX - own.minX) < 0.01 && abs(rect.maxX - own.maxX) < 0.01)
        #expect(rect.minY == own.minY && rect.maxY == own.maxY)
      }
    }
  }

  @Test("has a rectangle for each part of it where text of both directions meets")
  func isBidirectional() throws {
    let text = try text("abc ", "[שלום", " world] ", "[עולם]")
    let map = try typesetter.map(text, in: TextContainer(width: 400))
    for highlight in map.layout.highlights {
      for grapheme in map.graphemes where highlight.range.overlaps(grapheme.range) {
        let x = grapheme.x.length + grapheme.width.length / 2
        let y = map.layout.lines[0].rect.minY + 3
        #expect(map.layout.highlight(at: Point(x: x, y: y), slop: 0) == highlight)
      }
    }
    #expect(map.layout.highlights.count == 2)
  }

  @Test("is found in vertical text, in attachments, and where it is empty room")
  func isEverywhere() throws {
    var text = try text("縦書き", "[リンク]", "です")
    var container = TextContainer(size: Size(width: 100, height: 70))
    container.isVertical = true
    let vertical = try typesetter.layout(text, in: container)
    let highlight = try #require(vertical.highlights.first)
    try #require(highlight.rects.count == 2)
    #expect(highlight.rects.allSatisfy { $0.height > 0 && $0.maxY <= 70.01 })
    #expect(highlight.rects[1].maxX <= highlight.rects[0].minX + 0.01)
    text = AttributedText("a\u{FFFC}b", attributes: plain)
    try text.update(in: 1..<4) {
      $0.attachment = TextAttachment(.blank, size: Size(width: 30, height: 30))
      $0.highlight = TextHighlight(userInfo: ["url": "picture"])
    }
    let layout = try typesetter.layout(text, in: TextContainer(width: 100))
    let rect = try #require(layout.attachments.first).rect
    let center = Point(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
    #expect(link(layout.highlight(at: center, slop: 0)) == "picture")
  }

  @Test("is hit in a truncation token, and not where text is dropped")
  func isInToken() throws {
    let text = try text(
      "This text has ", "[a link that is cut because it is too long]", " and ", "[one unseen]")
    var container = TextContainer(width: 150, maximumRowCount: 2, truncation: .end)
    var more = plain
    more.highlight = TextHighlight(userInfo: ["url": "more"])
    container.truncationToken = AttributedText("…more", attributes: more)
    let map = try typesetter.map(text, in: container)
    let highlights = map.layout.highlights
    #expect(highlights.map { link($0) } == ["[a link that is cut because it is too long]", "more"])
    #expect(highlights.map(\.isToken) == [false, true])
    let dropped = try #require(map.layout.truncatedRange)
    #expect(highlights[0].range == 14..<dropped.lowerBound)
    #expect(highlights[1].range == dropped.lowerBound..<dropped.lowerBound)
    // One that is cut is one still, on both of its lines.
    #expect(highlights[0].rects.count == 2)
    let token = try #require(map.tokenRects.first)
    #expect(highlights[1].rects == [token])
    #expect(
      link(map.layout.highlight(at: Point(x: token.minX + 2, y: token.minY + 2))) == "more")
  }

  @Test("leaves an ellipsis without the links and lines of the text before it")
  func leavesEllipsis() throws {
    var text = AttributedText(String(repeating: "word ", count: 20), attributes: plain)
    try text.update(in: 0..<100) {
      $0.highlight = TextHighlight(userInfo: ["url": "all"])
      $0.underline = TextDecoration()
      $0.border = TextBorder(strokeWidth: 1)
      $0.color = Color(rgb: 0x00AA00)
    }
    let container = TextContainer(width: 100, maximumRowCount: 2, truncation: .end)
    let map = try typesetter.map(text, in: container)
    let token = try #require(map.tokenRects.first)
    let last = try #require(map.layout.runs.last)
    #expect(abs(last.origin.x - token.minX) < 0.01)
    #expect(last.attributeRun == nil && last.color == Color(rgb: 0x00AA00))
    #expect(map.layout.fonts.count == 1)
    let end = Point(x: token.maxX - 1, y: token.minY + 5)
    #expect(map.layout.highlight(at: end, slop: 0) == nil)
    #expect(try typesetter.layout(typesetter.shape(text), in: container) == map.layout)
    try text.update(in: 0..<100) { $0.color = .clear }
    #expect(try typesetter.layout(text, in: container).runs.last?.color == .black)
  }

  @Test("has none in plain text, and comes back from JSON")
  func isPlain() throws {
    let layout = try typesetter.layout(
      AttributedText("plain", attributes: plain), in: TextContainer(width: 100))
    #expect(layout.highlights.isEmpty)
    #expect(layout.highlight(at: Point(x: 1, y: 1)) == nil)
    let linked = try typesetter.layout(try text("[a]"), in: TextContainer(width: 100))
    let data = try JSONEncoder().encode(linked.highlights)
    #expect(try JSONDecoder().decode([PlacedHighlight].self, from: data) == linked.highlights)
  }
}
