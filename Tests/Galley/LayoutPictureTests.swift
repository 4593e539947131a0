import Foundation
import Galley
import GalleyHandles
import GalleyPrimitives
import GalleyRaster
import Testing

/// The pictures of containers in the documentation, drawn and checked here.
@Suite("Pictures of layouts")
struct LayoutPictureTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Galley/Galley.docc/Resources")
  private static let scale = 2.0

  private let typesetter: Typesetter
  private let painter: Painter

  init() throws {
    typesetter = Typesetter(try FontLibrary(.noto))
    painter = try Painter(pool: SurfacePool())
  }

  private let story = """
    A galley is the tray in which a compositor keeps the lines that have been set, before they are \
    made up into pages. Proofs were pulled from it on long strips of paper, with wide margins for \
    the reader's marks, and went back to the case with every letter that stood on its head.
    """

  private let rest = """
    What passed went to the stone, where the lines were cut into columns and locked up in a chase; \
    what did not was pied, and sorted again by the apprentice before supper.
    """

  @Test("text keeps clear of a circle")
  func circle() throws {
    let circle = Rect(x: 165, y: 40, width: 110, height: 110)
    var container = TextContainer(size: Size(width: 440, height: .infinity), insets: .init(all: 12))
    container.exclusionPaths = [.ellipse(in: circle)]
    container.pathLineWidth = 10
    let text = AttributedText(
      story + " " + story, attributes: TextAttributes(font: Font(size: 11.5), color: ink),
      paragraphStyle: ParagraphStyle(alignment: .justify))
    let layout = try typesetter.layout(text, in: container)
    #expect(!layout.isTruncated)
    for line in layout.lines {
      let x = min(max(220, line.rect.minX), line.rect.maxX)
      let y = min(max(95, line.rect.minY), line.rect.maxY)
      #expect(((x - 220) * (x - 220) + (y - 95) * (y - 95)).squareRoot() >= 59.9)
    }
    var list = DisplayList()
    list.append(
      .roundedRect(circle, radii: CornerRadii(all: 55), fill: Color(rgb: 0x2F6F8F)))
    list.append(.text(layout, origin: .zero))
    try draw(list, [layout], Size(width: 440, height: layout.boundingSize.height), "exclusion")
  }

  @Test("text runs through two columns")
  func columns() throws {
    let text = AttributedText(
      story + " " + rest, attributes: TextAttributes(font: Font(size: 12), color: ink),
      paragraphStyle: ParagraphStyle(alignment: .justify))
    let column = TextContainer(size: Size(width: 160, height: 190))
    let flow = try typesetter.flow(text, through: [column, column])
    #expect(flow.layouts.count == 2)
    var list = DisplayList()
    for (number, layout) in flow.layouts.enumerated() {
      #expect(layout.boundingSize.height <= 190)
      list.append(.text(layout, origin: Point(x: 12 + 180 * Double(number), y: 12)))
    }
    list.append(.fill(Rect(x: 181.5, y: 12, width: 0.5, height: 184), Color(rgb: 0xB8B8B8)))
    try draw(list, flow.layouts, Size(width: 364, height: 208), "columns")
  }

  @Test("Japanese runs down the page")
  func vertical() throws {
    var container = TextContainer(size: Size(width: 260, height: 240), insets: .init(all: 14))
    container.isVertical = true
    let text = AttributedText(
      "吾輩は猫である。名前はまだ無い。どこで生れたか、とんと見当がつかぬ。何でも薄暗いじめじめした所で"
        + "「ニャーニャー」泣いていた事だけは記憶している。Kafkaの『変身』は1915年。",
      attributes: TextAttributes(
        font: Font(family: "Noto Serif CJK JP", size: 16), color: ink, language: "ja"))
    let layout = try typesetter.layout(text, in: container)
    #expect(!layout.isTruncated)
    #expect(layout.missingGlyphCount == 0)
    try draw(
      DisplayList([.text(layout, origin: .zero)]), [layout], Size(width: 260, height: 240),
      "vertical")
  }

  @Test("Arabic is justified")
  func arabic() throws {
    let text = AttributedText(
      """
      يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم \
      بعضا بروح الإخاء. لكل إنسان حق التمتع بكافة الحقوق والحريات الواردة في هذا الإعلان، دون أي تمييز.
      """, attributes: TextAttributes(font: Font(size: 16), color: ink, language: "ar"),
      paragraphStyle: ParagraphStyle(alignment: .justify))
    let container = TextContainer(
      size: Size(width: 300, height: .infinity), insets: EdgeInsets(all: 12))
    let map = try typesetter.map(text, in: container)
    for line in map.layout.lines.dropLast() { #expect(abs(line.rect.maxX - 288) < 0.01) }
    for line in map.layout.lines.dropLast() { #expect(abs(line.rect.minX - 12) < 0.01) }
    try draw(
      DisplayList([.text(map.layout, origin: .zero)]), [map.layout],
      Size(width: 300, height: map.layout.boundingSize.height), "arabic")
  }

  @Test("a paragraph ends with a token of its own")
  func token() throws {
    let attributes = TextAttributes(font: Font(size: 14), color: ink)
    var container = TextContainer(
      size: Size(width: 300, height: .infinity), insets: EdgeInsets(all: 12),
      maximumRowCount: 3, truncation: .end)
    container.truncationToken = AttributedText(
      "…more",
      attributes: TextAttributes(font: Font(size: 14, weight: 600), color: Color(rgb: 0x1A66C9)))
    let map = try typesetter.map(
      AttributedText(story + story, attributes: attributes), in: container)
    let token = try #require(map.tokenRects.first)
    #expect(token.maxX <= 288 && token.maxX > 200)
    #expect(map.layout.rowCount == 3)
    var list = DisplayList()
    list.append(
      .roundedRect(
        Rect(x: token.minX - 2, y: token.minY, width: token.width + 4, height: token.height),
        radii: CornerRadii(all: 4), fill: Color(rgb: 0xE3EEFB)))
    list.append(.text(map.layout, origin: .zero))
    try draw(list, [map.layout], Size(width: 300, height: map.layout.boundingSize.height), "token")
  }

  @Test("the overlay shows lines, runs and glyphs")
  func overlay() throws {
    let text = AttributedText(
      "Office שלום नमस्ते 你好 👋", attributes: TextAttributes(font: Font(size: 20), color: ink))
    let layout = try typesetter.layout(
      text, in: TextContainer(size: Size(width: 190, height: .infinity), insets: .init(all: 12)))
    var list = DisplayList([.text(layout, origin: .zero)])
    list.append(.all, of: layout, origin: .zero, scale: Self.scale)
    try draw(
      list, [layout], Size(width: 190, height: layout.boundingSize.height), "overlay")
  }

  private let ink = Color(rgb: 0x1D1F24)

  /// Draws a list, whole and from a decoded copy, and compares it with the stored picture.
  private func draw(
    _ list: DisplayList, _ layouts: [TextLayout], _ size: Size, _ name: String
  ) throws {
    let decoded = try JSONDecoder().decode([TextLayout].self, from: JSONEncoder().encode(layouts))
    #expect(decoded == layouts)
    var copies = decoded
    let copy = DisplayList(
      list.items.map { item in
        guard case .text(_, let origin) = item else { return item }
        return .text(copies.removeFirst(), origin: origin)
      })
    let bytes = try png(list, size)
    #expect(try png(copy, size) == bytes)
    try Golden(name: "layout-\(name)", folder: Self.folder).expect(bytes, from: "test")
  }

  private func png(_ list: DisplayList, _ size: Size) throws -> [UInt8] {
    let surface = try painter.draw(list, size: size, scale: Self.scale, background: .white)
    let encoder = WholePictureEncoder(
      width: Int((size.width * Self.scale).rounded(.up)), colorType: .rgb)
    surface.withPixels { bytes, stride in
      bytes.withUnsafeBytes {
        encoder.append(
          $0, stride: stride, rows: 0..<Int((size.height * Self.scale).rounded(.up)))
      }
    }
    return try encoder.finish(scale: Self.scale)
  }
}
