import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPangoOracle
import GalleyParagraphs
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@Suite("TextContainer", .timeLimit(.minutes(15)))
struct ContainerTests {
  private let typesetter: Typesetter
  private let attributes = TextAttributes(font: Font(size: 14))
  private let english = """
    The quick brown fox jumps over the lazy dog, and the five boxing wizards jump quickly; \
    sphinx of black quartz, judge my vow until the very last word END
    """

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func text(_ string: String) -> AttributedText {
    AttributedText(string, attributes: attributes)
  }

  private func shown(_ map: TextMap, _ text: AttributedText) -> String {
    map.layout.lines.indices.map { line in
      map.graphemes[map.graphemes(ofLine: line)].map {
        $0.isToken ? "…" : String(text.string[text.stringRange($0.range)])
      }.joined()
    }.joined(separator: "|")
  }

  @Test("a row that is higher than its band is composed once if the higher band has the same room")
  func composesHighRowsOnce() throws {
    var builder = AttributedTextBuilder()
    builder.append(text("a "))
    builder.append(english, attributes: TextAttributes(font: Font(size: 40)))
    let high = builder.text(emptyAttributes: attributes)
    let size = Size(width: 300, height: 4000)
    var steps: [Int] = []
    for path in [nil, Path.rect(Rect(x: 0, y: 0, width: 300, height: 4000))] {
      var container = TextContainer(size: size)
      container.path = path
      let before = typesetter.steps.breaksTried
      let layout = try typesetter.layout(high, in: container)
      #expect(layout.lines.count > 5)
      steps.append(typesetter.steps.breaksTried - before)
    }
    #expect(steps[1] <= steps[0] + 10, "\(steps)")
  }

  @Test("sets a rectangle as the plain way does, whatever the text")
  func isSameAsPlain() throws {
    var mix = ScriptMix(seed: 31)
    for number in 0..<60 {
      let alignment = ParagraphStyle.Alignment.allCases[number % 4]
      let text = AttributedText(
        mix.paragraph(), attributes: attributes,
        paragraphStyle: ParagraphStyle(alignment: alignment))
      let plain = TextContainer(width: 180, maximumRowCount: number % 3 == 0 ? 2 : 0)
      var other = plain
      other.size.height = 1e9
      let (one, two) = try (typesetter.layout(text, in: plain), typesetter.layout(text, in: other))
      #expect(one.lines == two.lines)
      #expect(one.runs == two.runs)
      #expect(one.glyphs == two.glyphs)
      #expect(one.boundingSize == two.boundingSize)
      #expect(one.truncatedRange == two.truncatedRange)
    }
  }

  @Test("drops a row that is only partly within the height, but never the first")
  func hasHeight() throws {
    let text = text(english)
    let all = try typesetter.layout(text, in: TextContainer(width: 120))
    for rows in 1..<all.rowCount {
      let bottom = all.lines[rows - 1].rect.maxY
      for (height, expected) in [
        (bottom, rows), (bottom + 3, rows), (bottom - 1, max(1, rows - 1)),
      ] {
        let layout = try typesetter.layout(
          text, in: TextContainer(size: Size(width: 120, height: height)))
        #expect(layout.rowCount == expected)
        #expect(layout.truncatedRange?.upperBound == text.utf8Count)
        #expect(layout.isTruncated)
      }
    }
    #expect(
      try typesetter.rowCount(of: text, in: TextContainer(width: 120, maximumRowCount: 2))
        == all.rowCount)
  }

  @Test("counts text rows over the whole text, not in each paragraph")
  func hasMaximum() throws {
    let text = text("one\ntwo\n" + english + "\nlast")
    let all = try typesetter.layout(text, in: TextContainer(width: 120))
    for rows in 1..<all.rowCount {
      let layout = try typesetter.layout(
        text, in: TextContainer(width: 120, maximumRowCount: rows))
      #expect(layout.lines == Array(all.lines.prefix(rows)) && layout.rowCount == rows)
      #expect(layout.truncatedRange?.upperBound == text.utf8Count)
    }
  }

  @Test("shows the text's end after the token", arguments: [1, 2, 3])
  func showsTheEnd(rows: Int) throws {
    let text = text(english + "\nSecond paragraph, whose end is the END")
    for truncation in [TextContainer.Truncation.start, .middle] {
      let map = try typesetter.map(
        text,
        in: TextContainer(width: 160, maximumRowCount: rows, truncation: truncation))
      let last = try #require(shown(map, text).split(separator: "|").last)
      #expect(last.hasSuffix("END"))
      #expect(last.hasPrefix("…") == (truncation == .start))
      #expect(last.contains("…"))
      #expect(map.layout.rowCount == rows)
      #expect(map.layout.lines.allSatisfy { $0.advance <= 160 })
      #expect(map.layout.lines.last.map { $0.advance > 120 } == true)
      let dropped = try #require(map.layout.truncatedRange)
      for grapheme in map.graphemes where !grapheme.isToken {
        #expect(!grapheme.range.overlaps(dropped))
      }
      let ends = map.boundaries
      #expect(ends.first == map.layout.lines.first?.range.lowerBound)
      #expect(ends.last == text.utf8Count)
      var forward = ends.prefix(1).map { $0 }
      while let next = map.offset(after: forward[forward.count - 1]) { forward.append(next) }
      #expect(forward == ends)
    }
  }

  @Test("sets a token and a message of its own, and tells where they are")
  func hasToken() throws {
    let text = text(english)
    var container = TextContainer(width: 160, maximumRowCount: 2, truncation: .end)
    let red = Color(red: 255, green: 0, blue: 0)
    container.truncationToken = AttributedText(
      "…more", attributes: TextAttributes(font: Font(size: 14), color: red))
    container.truncationMessage = AttributedText(
      " (3)", attributes: TextAttributes(font: Font(size: 10)))
    let map = try typesetter.map(text, in: container)
    let token = map.graphemes.filter(\.isToken)
    #expect(token.count == 9)
    #expect(
      token.allSatisfy {
        $0.range == map.layout.truncatedRange.map { $0.lowerBound..<$0.lowerBound }
      })
    #expect(map.layout.runs.contains { $0.color == red })
    #expect(map.layout.fonts.contains { $0.size == 10 })
    #expect(map.layout.lines.allSatisfy { $0.advance <= 160 })
    let rect = try #require(map.tokenRects.first)
    #expect(map.isToken(at: Point(x: rect.maxX - 1, y: rect.minY + 5)))
    let tight = try typesetter.map(
      text, in: TextContainer(width: 160, maximumRowCount: 2, truncation: .end))
    #expect(
      tight.layout.truncatedRange?.lowerBound ?? 0 > map.layout.truncatedRange?.lowerBound ?? 0)
    container.size.width = 20
    let narrow = try typesetter.map(text, in: container)
    #expect(shown(narrow, text).split(separator: "|").last?.allSatisfy { $0 == "…" } == true)
  }

  @Test("keeps text out of a circle, and tells rows from lines")
  func hasExclusions() throws {
    let circle = Rect(x: 70, y: 30, width: 100, height: 100)
    var container = TextContainer(width: 240)
    container.exclusionPaths = [.ellipse(in: circle)]
    container.pathLineWidth = 8
    let text = text(String(repeating: english + " ", count: 3))
    let map = try typesetter.map(text, in: container)
    let layout = map.layout
    #expect(layout.rowCount < layout.lines.count)
    #expect(!layout.isTruncated)
    let double = (0..<layout.rowCount).compactMap { layout.lines(ofRow: $0) }
    #expect(double.contains { $0.count == 2 })
    #expect(double.map(\.count).reduce(0, +) == layout.lines.count)
    for line in layout.lines {
      // The nearest place of the line to the circle's centre is outside of it and its outline.
      let x = min(max(120, line.rect.minX), line.rect.maxX)
      let y = min(max(80, line.rect.minY), line.rect.maxY)
      let distance = ((x - 120) * (x - 120) + (y - 80) * (y - 80)).squareRoot()
      #expect(distance >= 54 - 0.05)
      #expect(line.rect.maxX <= 240.001)
    }
    for lines in double where lines.count == 2 {
      let (left, right) = (layout.lines[lines.lowerBound], layout.lines[lines.upperBound - 1])
      #expect(left.rect.maxX <= right.rect.minX)
      #expect(left.origin.y == right.origin.y)
      #expect(left.range.upperBound <= right.range.lowerBound)
      #expect(
        layout.line(at: Point(x: right.rect.minX + 1, y: right.origin.y)) == lines.upperBound - 1)
      #expect(
        layout.line(closestTo: Point(x: left.rect.maxX + 1, y: right.origin.y)) == lines.lowerBound)
    }
    #expect(map.boundaries.count > 300)
  }

  @Test("fills a path by either rule, and says where it ends")
  func hasPath() throws {
    let outer = Path.rect(Rect(x: 10, y: 10, width: 200, height: 120))
    let inner = Path.rect(Rect(x: 80, y: 10, width: 60, height: 120))
    let both = Path(outer.elements + inner.elements)
    let text = text(String(repeating: english + " ", count: 4))
    let evenOdd = try typesetter.layout(text, in: TextContainer(path: both))
    #expect(evenOdd.lines.allSatisfy { $0.rect.maxX <= 80.01 || $0.rect.minX >= 139.99 })
    #expect(evenOdd.lines.allSatisfy { $0.rect.minX >= 10 && $0.rect.maxY <= 130 })
    #expect(evenOdd.isTruncated)
    let winding = try typesetter.layout(text, in: TextContainer(path: both, isEvenOdd: false))
    #expect(winding.rowCount == winding.lines.count)
    #expect(winding.lines.contains { $0.advance > 150 })
    #expect(winding.boundingSize.width <= 210 && winding.boundingSize.height <= 130)
  }

  @Test("runs through columns and pages, and returns the rest")
  func flows() throws {
    let text = text(String(repeating: english + "\n", count: 4))
    let column = TextContainer(size: Size(width: 110, height: 150))
    let flow = try typesetter.flow(text, through: [column, column, column])
    #expect(flow.layouts.count == 3)
    var end = 0
    for layout in flow.layouts {
      #expect(layout.lines.first?.range.lowerBound ?? -1 >= end)
      #expect(layout.lines.first?.range.lowerBound ?? .max <= end + 1)
      end = layout.lines.last?.range.upperBound ?? end
      #expect(layout.boundingSize.height <= 150)
    }
    #expect(flow.remainder?.upperBound == text.utf8Count)
    #expect(flow.layouts[0].truncatedRange == nil)
    let whole = try typesetter.flow(text, through: Array(repeating: column, count: 99))
    #expect(whole.remainder == nil)
    #expect(whole.layouts.count < 99)
    let lines = whole.layouts.flatMap(\.lines).map(\.range)
    let single = try typesetter.layout(text, in: TextContainer(width: 110)).lines.map(\.range)
    #expect(lines == single)
    #expect(try typesetter.flow(text, through: []).remainder == 0..<text.utf8Count)
  }

  @Test("stands on fixed baselines, whatever the script")
  func hasLinePositions() throws {
    let text = text("Latin 中文 😀 ไทย नमस्ते\n😀😀\nplain\nمرحبا")
    var container = TextContainer(size: Size(width: 300, height: .infinity), insets: .init(top: 5))
    container.linePositions = .fixed(lineHeight: 20)
    let layout = try typesetter.layout(text, in: container)
    for (row, line) in layout.lines.enumerated() {
      #expect(abs(line.origin.y - (5 + 20 * Double(row) + 18)) < 0.001)
    }
    #expect(abs(layout.boundingSize.height - 85) <= 1)
    container.linePositions = .feed(fontSize: 14, top: 3, bottom: 4)
    container.scale = 4
    let feed = try typesetter.layout(text, in: container)
    #expect(abs(feed.boundingSize.height - (5 + 3 + 4 + 14 + 3 * 1.34 * 14)) <= 0.25)
    container.linePositions?.firstTops = [10, 50]
    let custom = try typesetter.layout(text, in: container)
    let tops = [10, 50, 50 + 1.34 * 14, 50 + 2 * 1.34 * 14]
    for (line, top) in zip(custom.lines, tops) {
      #expect(abs(line.origin.y - (5 + top + 0.86 * 14)) < 0.002)
    }
    let copy = try JSONDecoder().decode(
      TextContainer.self, from: JSONEncoder().encode(container))
    #expect(try typesetter.layout(text, in: copy) == custom)
    for tops in [[5, 4], [.nan], [-1], [1e9], Array(repeating: 0, count: 5_000)] as [[Double]] {
      container.linePositions?.firstTops = tops
      #expect(throws: LayoutError.self) { try typesetter.layout(text, in: container) }
    }
  }

  @Test("shrinks until the text fits")
  func shrinks() throws {
    let text = text("A title of some words")
    let container = TextContainer(width: 120, maximumRowCount: 1, truncation: .end)
    let title = try typesetter.layout(
      text, in: container, shrinkingBy: [0.5, 1, 0.8, 0.75])
    #expect(!title.layout.isTruncated)
    #expect(title.factor < 1)
    let small = try typesetter.layout(
      text, in: TextContainer(width: 20, maximumRowCount: 1, truncation: .end),
      shrinkingBy: [.nan, 0.9])
    #expect(small.layout.isTruncated)
    #expect(small.factor == 0.9)
  }

  @Test("draws a hyphen where a soft hyphen is broken at")
  func hyphenates() throws {
    let text = text("extra\u{AD}ordinary hyphen\u{AD}ation")
    let wide = try typesetter.layout(text, in: TextContainer(width: 400))
    let narrow = try typesetter.map(text, in: TextContainer(width: 75))
    #expect(narrow.layout.lines.count > 2)
    #expect(narrow.layout.glyphs.count > wide.glyphs.count - narrow.layout.lines.count)
    let hyphenated = narrow.layout.lines.filter { line in
      text.string.utf8.count > line.range.upperBound
        && Array(text.string.utf8)[line.range].suffix(2) == [0xC2, 0xAD]
    }
    #expect(!hyphenated.isEmpty)
    for line in hyphenated {
      let last = narrow.layout.runs[line.runs].last
      let glyph = last.map { narrow.layout.glyphs[$0.glyphs.upperBound - 1] }
      #expect(glyph?.cluster == UInt32(line.range.upperBound - 2))
    }
  }

  @Test(
    "refuses a size that is not positive",
    arguments: [0.0, -1, Double.nan, -Double.infinity])
  func refusesSizes(number: Double) throws {
    let text = text("text")
    #expect(throws: LayoutError.self) {
      try typesetter.layout(text, in: TextContainer(width: number))
    }
    #expect(throws: LayoutError.self) {
      try typesetter.layout(text, in: TextContainer(size: Size(width: 10, height: number)))
    }
    var container = TextContainer(width: 50)
    container.linePositions = LinePositions(ascent: 1, descent: 0, distance: number)
    #expect(throws: LayoutError.self) { try typesetter.layout(text, in: container) }
  }

  @Test("refuses paths that are none, and takes exclusions that are none")
  func refusesPaths() throws {
    let text = text("text")
    let nan = Path.polygon([Point(x: 0, y: 0), Point(x: .nan, y: 1), Point(x: 5, y: 9)])
    let far = Path.rect(Rect(x: 0, y: 0, width: 1e9, height: 1))
    let flat = Path.polygon([Point(x: 0, y: 0), Point(x: 50, y: 0)])
    for path in [Path(), Path([.close]), nan, far, flat] {
      #expect(throws: LayoutError.self) {
        try typesetter.layout(text, in: TextContainer(path: path))
      }
    }
    var container = TextContainer(width: 50)
    container.exclusionPaths = [nan]
    #expect(throws: LayoutError.self) { try typesetter.layout(text, in: container) }
    container.exclusionPaths = [Path(), flat]
    #expect(try typesetter.layout(text, in: container).lines.count == 1)
    container.exclusionPaths = [.rect(Rect(x: -5, y: -5, width: 500, height: 40))]
    let below = try typesetter.layout(text, in: container)
    #expect(below.lines.count == 1)
    #expect(below.lines.allSatisfy { $0.rect.minY >= 35 })
    let small = try typesetter.layout(
      text, in: TextContainer(path: .rect(Rect(x: 0, y: 0, width: 1, height: 1))))
    #expect(small.lines.count <= 1)
  }

  @Test("comes back from JSON as it was")
  func isCodable() throws {
    var container = TextContainer(path: .ellipse(in: Rect(x: 0, y: 0, width: 99, height: 80)))
    container.exclusionPaths = [.rect(Rect(x: 3, y: 3, width: 9, height: 9))]
    container.truncation = .middle
    container.truncationToken = text("…")
    container.linePositions = .fixed(lineHeight: 19)
    let layout = try typesetter.layout(text(english), in: container)
    let decoded = try JSONDecoder().decode(TextLayout.self, from: JSONEncoder().encode(layout))
    #expect(decoded == layout)
  }
}
