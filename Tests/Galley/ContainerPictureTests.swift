import Galley
import GalleyLayout
import GalleyPrimitives
import GalleyRaster
import Testing

/// The pictures of what containers and queries do, drawn and checked here.
@Suite("Pictures of layouts: containers and queries", .timeLimit(.minutes(15)))
struct ContainerPictureTests {
  private let board: PictureBoard
  private let attributes = TextAttributes(font: Font(size: 12), color: PictureBoard.ink)
  private let frame = Color(rgb: 0xB9C6D8)
  private let blue = Color(rgb: 0x1A66C9)

  init() throws { board = try PictureBoard() }

  private func text(
    _ string: String, _ alignment: ParagraphStyle.Alignment = .start
  ) -> AttributedText {
    AttributedText(
      string, attributes: attributes, paragraphStyle: ParagraphStyle(alignment: alignment))
  }

  private func outline(_ rect: Rect, _ color: Color) -> DisplayItem {
    .roundedRect(rect, radii: .zero, fill: nil, border: .hairline(color))
  }

  @Test("LayoutPicture: text fills a ring, by the even-odd rule, or a disc")
  func path() throws {
    let outer = Path.ellipse(in: Rect(x: 0, y: 0, width: 200, height: 200))
    let inner = Path.ellipse(in: Rect(x: 65, y: 65, width: 70, height: 70))
    let story = String(
      repeating: "Lines end where the outline is, and go on behind the hole in it. ", count: 8)
    var list = DisplayList()
    var layouts: [TextLayout] = []
    for (number, isEvenOdd) in [true, false].enumerated() {
      var container = TextContainer(
        path: Path(outer.elements + inner.elements), isEvenOdd: isEvenOdd)
      container.pathLineWidth = 16
      var small = text(story)
      try small.update(in: 0..<small.utf8Count) { $0.font.size = 10 }
      let layout = try board.typesetter.layout(small, in: container)
      for line in layout.lines {
        for corner in [line.rect.minX, line.rect.maxX - line.trailingWhitespace] {
          for y in [line.rect.minY, line.rect.maxY] {
            let distance = ((corner - 100) * (corner - 100) + (y - 100) * (y - 100)).squareRoot()
            #expect(distance <= 92.1 && (!isEvenOdd || distance >= 42.9))
          }
        }
      }
      let origin = Point(x: 12 + Double(number) * 224, y: 12)
      let round = CornerRadii(all: 100)
      list.append(
        .roundedRect(
          Rect(x: origin.x, y: origin.y, width: 200, height: 200), radii: round, fill: nil,
          border: Border(width: 1, color: frame)))
      list.append(
        .roundedRect(
          Rect(x: origin.x + 65, y: origin.y + 65, width: 70, height: 70), radii: round, fill: nil,
          border: Border(width: 1, color: frame)))
      list.append(.text(layout, origin: origin))
      layouts.append(layout)
    }
    #expect(layouts[0].rowCount < layouts[0].lines.count)
    try board.draw(list, layouts, Size(width: 448, height: 224), "path")
  }

  @Test("LayoutPicture: text is truncated in every way")
  func truncation() throws {
    let story = """
      A feed shows the first rows of a text and says that there is more at its end, at its start or \
      in its middle, and the very last words are THE END
      """
    var list = DisplayList()
    var layouts: [TextLayout] = []
    func add(_ name: String, _ container: TextContainer) throws {
      let label = try board.typesetter.layout(
        AttributedText(
          name, attributes: TextAttributes(font: Font(size: 9), color: Color(rgb: 0x6B7685))),
        in: TextContainer(width: 200))
      let layout = try board.typesetter.layout(text(story), in: container)
      #expect(layout.isTruncated && layout.rowCount == 2)
      let (column, row) = (Double(layouts.count / 2 % 2), Double(layouts.count / 4))
      let origin = Point(x: 12 + column * 220, y: 10 + row * 62)
      list.append(.text(label, origin: origin))
      list.append(.text(layout, origin: Point(x: origin.x, y: origin.y + 14)))
      layouts += [label, layout]
    }
    for truncation in TextContainer.Truncation.allCases {
      try add(
        truncation.rawValue,
        TextContainer(width: 200, maximumRowCount: 2, truncation: truncation))
    }
    try add("height 40", TextContainer(size: Size(width: 200, height: 40), truncation: .end))
    var token = TextContainer(width: 200, maximumRowCount: 2, truncation: .end)
    var more = attributes
    more.color = blue
    token.truncationToken = AttributedText("… more", attributes: more)
    token.truncationMessage = AttributedText(
      " (3 rows)", attributes: TextAttributes(font: Font(size: 10), color: Color(rgb: 0x6B7685)))
    try add("token and message", token)
    try board.draw(list, layouts, Size(width: 444, height: 194), "truncation")
  }

  @Test("LayoutPicture: lines are aligned as their paragraphs read, in tight bounds and in a size")
  func alignment() throws {
    var list = DisplayList()
    var layouts: [TextLayout] = []
    for (column, string) in [
      "Lines of a paragraph stand at its start, its end or between.",
      "تقف سطور الفقرة عند بدايتها أو نهايتها أو بينهما، كما تُقرأ.",
    ].enumerated() {
      let alignments: [ParagraphStyle.Alignment] = [.start, .end, .center, .justify]
      for (row, alignment) in alignments.enumerated() {
        let container = TextContainer(
          size: Size(width: 190, height: .infinity), insets: EdgeInsets(all: 8),
          scale: PictureBoard.scale)
        let layout = try board.typesetter.layout(text(string, alignment), in: container)
        let origin = Point(x: 12 + Double(column) * 206, y: 12 + Double(row) * 76)
        // The tight box excludes insets; the size counts from the corner and includes them.
        let bounds = layout.boundingRect
        #expect(abs(layout.boundingSize.width - bounds.maxX - 8) <= 0.5)
        #expect(bounds.minX >= 7.99 && bounds.maxX <= 182.01)
        list.append(.fill(bounds.offset(x: origin.x, y: origin.y), Color(rgb: 0xE8F0FA)))
        list.append(
          outline(
            Rect(
              x: origin.x, y: origin.y, width: layout.boundingSize.width,
              height: layout.boundingSize.height), frame))
        list.append(.text(layout, origin: origin))
        layouts.append(layout)
      }
    }
    try board.draw(list, layouts, Size(width: 420, height: 318), "alignment")
  }

  @Test("LayoutPicture: fixed baselines are moved by nothing, and a title is shrunk until it fits")
  func positions() throws {
    let mixed = text("Latin and 中文\nwith 😀 emoji 👩‍👧\nहिन्दी and ไทย\nplain again")
    var list = DisplayList()
    var layouts: [TextLayout] = []
    for (column, positions) in [nil, LinePositions.feed(fontSize: 15)].enumerated() {
      var container = TextContainer(size: Size(width: 150, height: .infinity))
      container.linePositions = positions
      var larger = mixed
      try larger.update(in: 0..<larger.utf8Count) { $0.font.size = 15 }
      let layout = try board.typesetter.layout(larger, in: container)
      let origin = Point(x: 12 + Double(column) * 166, y: 12)
      for line in layout.lines {
        list.append(
          .fill(
            Rect(x: origin.x, y: origin.y + line.origin.y, width: 150, height: 0.5),
            Color(rgb: 0xE0574A)))
      }
      list.append(.text(layout, origin: origin))
      layouts.append(layout)
    }
    let steps = zip(layouts[1].lines, layouts[1].lines.dropFirst()).map {
      $1.origin.y - $0.origin.y
    }
    #expect(steps.allSatisfy { abs($0 - 1.34 * 15) < 0.01 })
    var top = 12.0
    for (string, fits) in [("A short title", 1.0), ("A title that is longer", 0.8)] {
      var title = text(string)
      try title.update(in: 0..<title.utf8Count) { $0.font = Font(size: 22, weight: 700) }
      let shrunk = try board.typesetter.layout(
        title, in: TextContainer(width: 180, maximumRowCount: 1, truncation: .end),
        shrinkingBy: [1, 0.9, 0.8, 0.7, 0.6])
      let layout = shrunk.layout
      #expect(!layout.isTruncated && shrunk.factor <= fits)
      list.append(outline(Rect(x: 344, y: top, width: 180, height: 32), frame))
      list.append(.text(layout, origin: Point(x: 344, y: top)))
      layouts.append(layout)
      top += 44
    }
    try board.draw(list, layouts, Size(width: 536, height: 130), "positions")
  }

  @Test("LayoutPicture: a selection goes through both directions, without holes")
  func selection() throws {
    let sample = text("Select the words שלום עולם and on\nto the next line of text 中文字体.")
    let map = try board.typesetter.map(
      sample, in: TextContainer(size: Size(width: 260, height: .infinity), insets: .init(all: 12)))
    let first = try #require(sample.string.firstRange(of: "the words"))
    let last = try #require(sample.string.firstRange(of: "next"))
    let range = sample.offset(of: first.lowerBound)..<sample.offset(of: last.upperBound)
    let rects = map.selectionRects(for: range)
    #expect(rects.contains { $0.isRightToLeft } && Set(rects.map(\.line)).count == 2)
    // The gap between two rows is shared.
    for line in 1..<map.layout.lines.count {
      let above = rects.filter { $0.line == line - 1 }.map(\.rect.maxY)
      let below = rects.filter { $0.line == line }.map(\.rect.minY)
      #expect(Set(above + below).count <= 1)
    }
    var list = DisplayList()
    for rect in rects {
      list.append(.fill(rect.rect, Color(rgb: rect.isRightToLeft ? 0xCFE3D6 : 0xCFE0F8)))
    }
    list.append(.text(map.layout, origin: .zero))
    for (offset, affinity) in [
      (range.lowerBound, TextPosition.Affinity.forward), (range.upperBound, .backward),
    ] {
      let caret = try #require(
        map.caretRect(at: TextPosition(offset: offset, affinity: affinity)))
      list.append(
        .fill(Rect(x: caret.minX - 0.5, y: caret.minY, width: 1.5, height: caret.height), blue))
    }
    try board.draw(
      list, [map.layout], Size(width: 260, height: map.layout.boundingSize.height), "selection")
  }

  @Test("LayoutPicture: a touch finds the highlight that it is near to")
  func highlights() throws {
    var sample = text("Ask @amy or @bob, or read the notes of the day before.")
    for (word, color) in [
      ("@amy", 0x1A66C9), ("@bob", 0x1E8E5A), ("the notes of the day", 0xB4561F),
    ] {
      let range = sample.range(of: try #require(sample.string.firstRange(of: word)))
      try sample.update(in: range) {
        $0.color = Color(rgb: UInt32(color))
        $0.highlight = TextHighlight(userInfo: ["word": word])
      }
    }
    let layout = try board.typesetter.layout(
      sample, in: TextContainer(size: Size(width: 210, height: .infinity), insets: .init(all: 14)))
    #expect(layout.highlights.count == 3 && layout.highlights.contains { $0.rects.count == 2 })
    var list = DisplayList()
    // Every second unit, in the colour of what a touch there finds.
    for x in stride(from: 1.0, to: 210, by: 3) {
      for y in stride(from: 1.0, to: layout.boundingSize.height, by: 3) {
        guard let hit = layout.highlight(at: Point(x: x, y: y), slop: 6) else { continue }
        var color = sample.attributes(at: hit.range.lowerBound).color
        color.alpha = 60
        list.append(.fill(Rect(x: x - 0.5, y: y - 0.5, width: 1, height: 1), color))
      }
    }
    list.append(.text(layout, origin: .zero))
    try board.draw(
      list, [layout], Size(width: 210, height: layout.boundingSize.height), "highlights")
  }
}
