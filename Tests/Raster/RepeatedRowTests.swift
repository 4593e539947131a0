import GalleyHandles
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
}
