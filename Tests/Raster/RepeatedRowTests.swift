import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyRaster
import Testing

@Suite("Repeated rows", .timeLimit(.minutes(15)))
struct RepeatedRowTests {
  private static let (width, height) = (160, 600)

  /// A card with two lines of text far apart, and one more item in the middle.
  private static func card(_ item: DisplayItem?) -> DisplayList {
    let text = SampleText.layout(
      [SampleText.Part(text: "Galley", font: FontKey(path: Fonts.sans, size: 2), color: .black)],
      width: 100, lineHeight: 4, ascent: 3)
    var items: [DisplayItem] = [
      .roundedRect(
        Rect(x: 4, y: 4, width: 72, height: 292), radii: CornerRadii(all: 9), fill: .white,
        border: .hairline(.black)),
      .text(text, origin: Point(x: 10, y: 14)), .text(text, origin: Point(x: 10, y: 280)),
    ]
    if let item { items.append(item) }
    return DisplayList(items)
  }

  private static let middles: [DisplayItem?] = [
    nil, .fill(Rect(x: 20, y: 150, width: 2, height: 1), .black),
    .cornerPieces(
      Rect(x: 20, y: 150, width: 9, height: 9), radii: CornerRadii(all: 4), color: .black),
    .group(
      DisplayGroup(
        [.fill(Rect(x: 0, y: 0, width: 80, height: 300), .black)],
        in: Rect(x: 20, y: 150, width: 9, height: 9))),
  ]

  @Test("have the pixels of all rows that they stand for", arguments: middles)
  func pixels(item: DisplayItem?) throws {
    let painter = try Painter(pool: SurfacePool())
    let list = Self.card(item)
    let drawn = try painter.draw(
      list, size: Size(width: 80, height: 300), scale: 2, background: Color(rgb: 0xEFEFF4)
    ).copyPixels()
    let rows = (0..<Self.height).map { Array(drawn[$0 * Self.width..<($0 + 1) * Self.width]) }
    var found = 0
    for top in stride(from: 0, to: Self.height, by: 7) {
      for count in [1, 8, 40] where top + count <= Self.height {
        let repeated = try painter.repeatedRow(
          of: list, rows: top..<top + count, width: Self.width, scale: 2,
          background: Color(rgb: 0xEFEFF4))
        guard let repeated else { continue }
        found += 1
        #expect(rows[top..<top + count].allSatisfy { $0 == repeated }, "\(top), \(count)")
      }
    }
    // About 150 rows on each side of the item in the middle are free of ink.
    #expect(found > 30)
  }

  @Test("are not found where items may draw, in a dashed border, or without a card")
  func refused() throws {
    let painter = try Painter(pool: SurfacePool())
    func row(_ list: DisplayList, _ rows: Range<Int>) throws -> [UInt32]? {
      try painter.repeatedRow(of: list, rows: rows, width: Self.width, scale: 2, background: .white)
    }
    let free = 260..<270
    #expect(try row(Self.card(nil), free) != nil)
    #expect(try row(Self.card(nil), 0..<Self.height) == nil)
    #expect(try row(Self.card(nil), 8..<20) == nil)
    #expect(try row(Self.card(.fill(Rect(x: 0, y: 134, width: 1, height: 1), .black)), free) == nil)
    #expect(try row(DisplayList(), free) == nil)
    let dashed = Border(width: 1, color: .black, dashes: [3, 2])
    let list = DisplayList([
      .roundedRect(
        Rect(x: 4, y: 4, width: 72, height: 292), radii: .zero, fill: .white, border: dashed)
    ])
    #expect(try row(list, free) == nil)
  }

  private static let texts: [TextLayout] = [
    SampleText.line("Sphinx ÅÉîõü", size: 14), SampleText.line("السلام عليكم", font: Fonts.arabic),
    SampleText.line("ق🎈🏿", font: Fonts.emoji, size: 30), missing,
  ]

  /// A text with a character that no font has.
  private static var missing: TextLayout {
    let line = SampleText.line("abc")
    var glyphs = Array(line.glyphs)
    glyphs[1].id = PlacedGlyph.missingMark | 0x4E00
    return TextLayout(
      container: line.container, lines: Array(line.lines), runs: Array(line.runs), glyphs: glyphs,
      fonts: line.fonts, boundingRect: line.boundingRect, boundingSize: line.boundingSize,
      rowCount: 1, truncatedRange: nil, missingGlyphCount: 1)
  }

  @Test("are left undefined in runs that are named", arguments: [0, 1, 3, 200])
  func sparse(least: Int) throws {
    let painter = try Painter(pool: SurfacePool())
    let items = Self.middles + Self.texts.map { .text($0, origin: Point(x: 9, y: 150)) }
    let page = Color(rgb: 0xEFEFF4)
    let size = PixelSize(width: Self.width, height: Self.height)
    for (number, item) in items.enumerated() {
      for list in [Self.card(item), DisplayList([item].compactMap(\.self))] {
        let drawn = try painter.draw(
          list, size: Size(width: 80, height: 300), scale: 2, background: page
        ).copyPixels()
        var surface = try painter.makeSurface(size)
        surface.withTarget { target in
          target.pixels.update(repeating: 0x1234_5678, count: Self.width * Self.height)
        }
        let runs = try painter.draw(
          list, rows: 0..<Self.height, scale: 2, background: page, leavingRunsOf: least,
          into: &surface)
        var sparse = surface.copyPixels()
        // A group may draw anywhere, and so may the box of a missing glyph, which is rare.
        if [Self.middles.count - 1, items.count - 1].contains(number) {
          #expect(runs.isEmpty)
        } else {
          let count = runs.reduce(0) { $0 + $1.count }
          #expect(count > (least < 4 ? 300 : 200), "item \(number), \(list.items.count)")
        }
        #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        for run in runs {
          #expect(run.count > least)
          let first = Array(sparse[run.lowerBound * Self.width..<(run.lowerBound + 1) * Self.width])
          for row in run.dropFirst() {
            #expect(sparse[row * Self.width] == 0x1234_5678)
            sparse.replaceSubrange(row * Self.width..<(row + 1) * Self.width, with: first)
          }
        }
        #expect(sparse == drawn, "item \(number)")
      }
    }
  }
}
