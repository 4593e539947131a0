import GalleyBoxes
import GalleyElements
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@testable import GalleyCells

@Suite("Layout of trees", .timeLimit(.minutes(15)))
struct TreeLayoutTests {
  private let typesetter: Typesetter
  private static let long = "Colourless green ideas sleep furiously beside the harbour all night."

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func layout(
    _ element: some Element, width: Double = 200, scale: Double = 2
  ) throws(ElementError) -> CellLayout {
    try CellTemplate(width: width, scale: scale).layout(element.tree, with: typesetter)
  }

  @Test("a column stacks its parts with gaps and padding, and the cell is as high as it")
  func column() throws {
    let cell = try layout(
      Column(gap: 4) {
        Text("one").role("first")
        Image("a", size: Size(width: 40, height: 20)).alignment(.start)
        Shape(fill: .black).frame(height: 3).role("line")
      }.padding(10).background(.white))
    #expect(cell.parts.map(\.kind.rawValue) == ["box", "first", "image", "line"])
    #expect(cell.parts[0].descendantCount == 3)
    let text = cell.parts[1].rect
    #expect(text.origin == Point(x: 10, y: 10) && text.width == 180)
    #expect(cell.parts[2].rect == Rect(x: 10, y: text.maxY + 4, width: 40, height: 20))
    #expect(cell.parts[3].rect == Rect(x: 10, y: text.maxY + 28, width: 180, height: 3))
    #expect(cell.size == Size(width: 200, height: text.maxY + 41) && !cell.isCard)
  }

  @Test("edges are on device pixels at each scale", arguments: [1, 1.5, 2, 3])
  func pixels(scale: Double) throws {
    let cell = try layout(
      Row(gap: 1.3) {
        for index in 0..<7 { Text("\(index)").grow(basis: 0).background(.white) }
      }.padding(0.7), width: 201, scale: scale)
    for part in cell.parts where part.look != nil {
      for edge in [part.rect.minX, part.rect.maxX, part.rect.minY, part.rect.maxY] {
        #expect(abs(edge * scale - (edge * scale).rounded()) < 1e-9)
      }
    }
    let boxes = cell.parts.filter { $0.look != nil }
    #expect(boxes.count == 7)
  }

  @Test("a text wraps in the width that its siblings leave, and shows all of it")
  func wrapping() throws {
    let cell = try layout(
      Row {
        Image("a", size: Size(width: 60, height: 20))
        Text(Self.long)
      })
    let text = try #require(cell.parts.last?.text)
    #expect(cell.parts[1].rect.minX == 60 && !text.isTruncated)
    #expect(text.lines.count > 2)
    #expect(text.lines.allSatisfy { $0.advance - $0.trailingWhitespace <= 140 })
    #expect(cell.size.height >= text.boundingSize.height)
  }

  @Test("a text is at least as wide as its longest word, unless it may be truncated")
  func minimum() throws {
    let words = try layout(
      Row {
        Text("harbourmaster tea")
        Text(Self.long).shrink(0)
      }, width: 60)
    #expect(try #require(words.parts.first?.text).lines.count == 2)
    let name = Text("An extraordinarily long name").lineLimit(1)
    let cell = try layout(
      Row(gap: 5) {
        name
        Text("12:30").shrink(0)
      }, width: 120)
    #expect(try #require(cell.parts[0].text).isTruncated)
    #expect(try #require(cell.parts[1].text).lines.count == 1)
    #expect(cell.parts[1].rect.maxX <= 120)
  }

  @Test("a text shrinks to its limit of rows, and is then truncated")
  func shrinking() throws {
    let size = { (cell: CellLayout) in cell.parts[0].text?.fonts.map(\.size).max() ?? 0 }
    let some = try layout(Text(Self.long).lineLimit(2).minimumScale(0.5), width: 160)
    #expect(size(some) < 14)
    #expect(size(some) > 7 && !some.isTruncated)
    let most = try layout(Text(Self.long + Self.long).lineLimit(1).minimumScale(0.8), width: 100)
    #expect(abs(size(most) - 14 * 0.8) < 0.01 && most.isTruncated)
    #expect(size(try layout(Text("a").minimumScale(0.5))) == 14)
  }

  @Test("rows of a text that do not fit its box are hidden")
  func hiddenRows() throws {
    let cell = try layout(Text(Self.long + Self.long).frame(height: 42), width: 160)
    let text = try #require(cell.parts[0].text)
    #expect(text.lines.count == 2 && text.isTruncated && cell.size.height == 42)
  }

  @Test("baselines of texts of several sizes are at one height")
  func baselines() throws {
    let cell = try layout(
      Row(gap: 4, alignment: .baseline) {
        Text("Big").fontSize(30)
        Text("small").fontSize(10)
      })
    let baselines = cell.parts.map { $0.rect.minY + ($0.text?.lines.first?.origin.y ?? 0) }
    #expect(abs(baselines[0] - baselines[1]) <= 0.5)
  }

  @Test("a right-to-left text mirrors its cell, unless the cell has a direction")
  func mirroring() throws {
    func row(_ text: String) -> some Element {
      Row(gap: 8) {
        Image("a", size: Size(width: 30, height: 30))
        Text(text).grow(basis: 0)
      }.padding(EdgeInsets(left: 12))
    }
    let left = try layout(row("Hello"))
    #expect(left.parts[0].rect.minX == 12 && left.parts[1].rect.minX == 50)
    let right = try layout(row("שלום"))
    #expect(right.parts[0].rect.maxX == 188 && right.parts[1].rect.maxX == 150)
    let fixed = try layout(row("שלום").tree.rightToLeft(false))
    #expect(fixed.parts[0].rect.minX == 12)
  }

  @Test("boxes lie over each other in an overlay, and anchored ones at their sides")
  func overlay() throws {
    let cell = try layout(
      Overlay(x: .center, y: .end) {
        Image("a", size: Size(width: 100, height: 80)).role("photo")
        Shape(.capsule, fill: .black).frame(width: 20, height: 10).role("label")
        Shape(.circle, fill: .white).frame(width: 8).anchored(top: 4, right: 6).role("dot")
      }.alignment(.start))
    func rect(_ role: String) -> Rect? { cell.parts.first { $0.kind.rawValue == role }?.rect }
    #expect(rect("photo") == Rect(x: 0, y: 0, width: 100, height: 80))
    #expect(rect("label") == Rect(x: 40, y: 70, width: 20, height: 10))
    #expect(rect("dot") == Rect(x: 86, y: 4, width: 8, height: 8))
    #expect(cell.size.height == 80)
  }

  @Test("an image keeps its proportions in one given extent")
  func images() throws {
    func size(_ image: some Element) throws -> Size? {
      try layout(Row(alignment: .start) { image }).parts.first?.rect.size
    }
    let image = Image("a", size: Size(width: 300, height: 100))
    #expect(try size(image.frame(width: 60)) == Size(width: 60, height: 20))
    #expect(try size(image.frame(height: 20)) == Size(width: 60, height: 20))
    #expect(try size(image.frame(width: 10, height: 90)) == Size(width: 10, height: 90))
  }

  @Test(
    "a number that no box can have is refused",
    arguments: [Double.nan, .infinity, -1e9, 1e9])
  func numbers(number: Double) {
    let changes: [(inout FlexStyle) -> Void] = [
      { $0.size.width = .units(number) }, { $0.size.height = .percent(number) },
      { $0.minSize.width = .units(number) }, { $0.maxSize.height = .units(number) },
      { $0.basis = .units(number) }, { $0.grow = number }, { $0.shrink = number },
      { $0.columnGap = .units(number) }, { $0.padding.leading = .units(number) },
      { $0.margin.bottom = .units(number) }, { $0.aspectRatio = number },
    ]
    for (index, change) in changes.enumerated() {
      let tree = Text("a").modifying { change(&$0.box) }
      #expect(throws: ElementError.self, "\(index)") { try layout(Column { tree }) }
    }
  }

  @Test("texts, widths and trees out of bounds are refused")
  func bounds() {
    #expect(throws: ElementError.text(ElementPath(), .invalidFontSize(0))) {
      try layout(Text("a").fontSize(0))
    }
    #expect(throws: ElementError.self) { try layout(Text("a"), width: .nan) }
    #expect(throws: ElementError.self) { try layout(Text("a"), scale: 0) }
    var deep = ElementTree()
    for _ in 0..<10_000 { deep = ElementTree(children: [deep]) }
    #expect(throws: ElementError.tooDeep(limit: ElementTree.depthLimit)) { try layout(deep) }
    var nested = Text("deep").tree
    while nested.depth < ElementTree.depthLimit { nested = ElementTree(children: [nested]) }
    #expect(throws: Never.self) { try layout(nested) }
  }
}
