import Galley
import GalleyPrimitives
import GalleyRaster
import GalleyText
import Testing

/// The pictures of containers in the documentation, drawn and checked here.
@Suite("Pictures of layouts", .timeLimit(.minutes(15)))
struct LayoutPictureTests {
  private let board: PictureBoard
  private var typesetter: Typesetter { board.typesetter }
  private let ink = PictureBoard.ink

  init() throws { board = try PictureBoard() }

  private let story = """
    A galley is the tray in which a com\u{AD}pos\u{AD}i\u{AD}tor keeps the lines that have been set, \
    be\u{AD}fore they are made up into pages. Proofs were pulled from it on long strips of paper, with \
    wide mar\u{AD}gins for the reader’s marks, and went back to the case with every let\u{AD}ter that \
    stood on its head.
    """

  private let rest = """
    What passed went to the stone, where the lines were cut into col\u{AD}umns and locked up in a \
    chase; what did not was pied, and sorted again by the ap\u{AD}pren\u{AD}tice be\u{AD}fore sup\u{AD}per.
    """

  @Test("text keeps clear of a circle")
  func circle() throws {
    let circle = Rect(x: 165, y: 40, width: 110, height: 110)
    var container = TextContainer(size: Size(width: 440, height: .infinity), insets: .init(all: 12))
    container.exclusionPaths = [.ellipse(in: circle)]
    container.pathLineWidth = 10
    let text = AttributedText(
      story + " " + rest + " " + story + " So it went until the page was full.",
      attributes: TextAttributes(font: Font(size: 10.5), color: ink),
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
    try board.draw(
      list, [layout], Size(width: 440, height: layout.boundingSize.height), "exclusion")
  }

  @Test("text runs through two columns")
  func columns() throws {
    let text = AttributedText(
      story + " " + rest, attributes: TextAttributes(font: Font(size: 12), color: ink),
      paragraphStyle: ParagraphStyle(alignment: .justify))
    let column = TextContainer(size: Size(width: 190, height: 132))
    let flow = try typesetter.flow(text, through: [column, column])
    #expect(flow.layouts.count == 2)
    var list = DisplayList()
    for (number, layout) in flow.layouts.enumerated() {
      #expect(layout.boundingSize.height <= 132)
      list.append(.text(layout, origin: Point(x: 12 + 214 * Double(number), y: 12)))
    }
    list.append(.fill(Rect(x: 213.5, y: 14, width: 0.5, height: 126), Color(rgb: 0xB8B8B8)))
    try board.draw(list, flow.layouts, Size(width: 428, height: 154), "columns")
  }

  @Test("Japanese runs down the page")
  func vertical() throws {
    var container = TextContainer(size: Size(width: 194, height: 240), insets: .init(all: 14))
    container.isVertical = true
    var text = AttributedText(
      "吾輩は猫である。名前はまだ無い。どこで生れたか、とんと見当がつかぬ。何でも薄暗いじめじめした所で"
        + "「ニャーニャー」泣いていた事だけは記憶している。Kafkaの『変身』は1915年。",
      attributes: TextAttributes(
        font: Font(family: "Noto Serif CJK JP", size: 16), color: ink, language: "ja"))
    let year = try #require(text.string.firstRange(of: "1915"))
    try text.update(in: text.range(of: year)) { $0.verticalForm = .upright }
    let layout = try typesetter.layout(text, in: container)
    #expect(!layout.isTruncated)
    #expect(layout.missingGlyphCount == 0)
    try board.draw(
      DisplayList([.text(layout, origin: .zero)]), [layout], Size(width: 194, height: 240),
      "vertical")
  }

  @Test("Mongolian runs in columns from the left, with its decorations")
  func mongolian() throws {
    let plain = TextAttributes(font: Font(size: 18), color: ink, language: "mn-Mong")
    var (marked, boxed) = (plain, plain)
    marked.underline = TextDecoration(color: Color(rgb: 0xD6_3A_2F))
    marked.backgroundBorder = TextBorder(fillColor: Color(rgb: 0xFF_F1_C9), cornerRadius: 3)
    boxed.blockBorder = TextBorder(fillColor: Color(rgb: 0xE8_EE_F6), cornerRadius: 4)
    var builder = AttributedTextBuilder()
    builder.append("ᠬᠦᠮᠦᠨ ᠪᠦᠷ ", attributes: plain)
    builder.append("ᠲᠥᠷᠥᠵᠦ ᠮᠡᠨᠳᠡᠯᠡᠬᠦ", attributes: marked)
    builder.append(" ᠡᠷᠬᠡ ᠴᠢᠯᠥᠭᠡ ᠲᠡᠢ᠂ ᠠᠳᠠᠯᠢᠬᠠᠨ ᠨᠡᠷᠡ ᠲᠥᠷᠥ ᠲᠡᠢ\n", attributes: plain)
    builder.append("ᠢᠵᠢᠯ ᠡᠷᠬᠡ ᠲᠡᠢ ᠪᠠᠢᠠᠭ᠃ Galley 2026", attributes: boxed)
    var container = TextContainer(size: Size(width: .infinity, height: 190), insets: .init(all: 14))
    container.isVertical = true
    container.startsAtLeft = true
    let map = try typesetter.map(builder.text(emptyAttributes: plain), in: container)
    let lines = map.layout.lines
    #expect(lines.count > 3)
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.rect.maxX <= $1.rect.minX + 0.01 })
    try board.draw(
      DisplayList([.text(map.layout, origin: .zero)]), [map.layout],
      Size(width: map.layout.boundingSize.width, height: 190), "mongolian")
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
    try board.draw(
      DisplayList([.text(map.layout, origin: .zero)]), [map.layout],
      Size(width: 300, height: map.layout.boundingSize.height), "arabic")
  }

  @Test("a paragraph begins with an avatar, and ends with a token of its own")
  func token() throws {
    let attributes = TextAttributes(font: Font(size: 14), color: ink)
    var name = attributes
    name.font.weight = 600
    var avatar = attributes
    avatar.attachment = TextAttachment(.image(name: "mara"), size: Size(width: 19, height: 19))
    var builder = AttributedTextBuilder()
    builder.append(String(TextAttachment.character), attributes: avatar)
    builder.append(" Mara Lind  ", attributes: name)
    builder.append(story, attributes: attributes)
    var container = TextContainer(
      size: Size(width: 300, height: .infinity), insets: EdgeInsets(all: 12),
      maximumRowCount: 3, truncation: .end)
    var more = attributes
    more.font.weight = 600
    more.color = Color(rgb: 0x1A66C9)
    more.highlight = TextHighlight(userInfo: ["action": "expand"])
    var token = AttributedTextBuilder()
    token.append("… ", attributes: attributes)
    token.append("more", attributes: more)
    container.truncationToken = token.text(emptyAttributes: attributes)
    let map = try typesetter.map(builder.text(emptyAttributes: attributes), in: container)
    #expect(map.layout.rowCount == 3 && map.tokenRects.allSatisfy { $0.maxX <= 288 })
    let heights = map.layout.lines.map { $0.ascent + $0.descent }
    #expect(heights.allSatisfy { abs($0 - heights[0]) < 0.5 })
    let highlight = try #require(map.layout.highlights.first)
    let rect = try #require(highlight.rects.first)
    #expect(highlight.isToken && rect.maxX > 250)
    var list = DisplayList()
    list.append(
      .roundedRect(
        Rect(x: rect.minX - 2, y: rect.minY, width: rect.width + 4, height: rect.height),
        radii: CornerRadii(all: 4), fill: Color(rgb: 0xE3EEFB)))
    list.append(.text(map.layout, origin: .zero))
    try board.draw(
      list, [map.layout], Size(width: 300, height: map.layout.boundingSize.height), "token")
  }

  @Test("the overlay shows lines, runs and glyphs")
  func overlay() throws {
    let text = AttributedText(
      "Office שלום नमस्ते 你好 👋", attributes: TextAttributes(font: Font(size: 20), color: ink))
    let layout = try typesetter.layout(
      text, in: TextContainer(size: Size(width: 190, height: .infinity), insets: .init(all: 12)))
    var list = DisplayList([.text(layout, origin: .zero)])
    list.append(.all, of: layout, origin: .zero, scale: PictureBoard.scale)
    try board.draw(
      list, [layout], Size(width: 190, height: layout.boundingSize.height), "overlay")
  }
}
