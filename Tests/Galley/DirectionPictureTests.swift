import Galley
import GalleyPrimitives
import GalleyRaster
import GalleyText
import Testing

/// The manual's pictures of decorations on horizontal and vertical lines, drawn from the same text.
@Suite("Pictures of text in both directions", .timeLimit(.minutes(15)))
struct DirectionPictureTests {
  private let board: PictureBoard
  private let blue = Color(rgb: 0x1D_6F_E0)
  private let red = Color(rgb: 0xD6_3A_2F)
  private let green = Color(rgb: 0x1E_8E_5A)

  init() throws { board = try PictureBoard() }

  private struct Writer {
    var builder = AttributedTextBuilder()
    let plain = TextAttributes(
      font: Font(family: "Noto Sans CJK JP", size: 18), color: PictureBoard.ink, language: "ja")

    mutating func write(_ string: String, _ change: (inout TextAttributes) -> Void = { _ in }) {
      var attributes = plain
      change(&attributes)
      builder.append(AttributedText(string, attributes: attributes))
    }

    var text: AttributedText { builder.text(emptyAttributes: plain) }
  }

  /// Draws a text in a horizontal container, and beside it in a vertical one.
  private func draw(
    _ text: AttributedText, _ size: Size, name: String, check: (TextLayout) -> Void = { _ in },
    overlay: LayoutOverlay? = nil
  ) throws {
    var list = DisplayList()
    var layouts: [TextLayout] = []
    for isVertical in [false, true] {
      var container = TextContainer(
        size: isVertical ? Size(width: size.height, height: size.width) : size,
        insets: EdgeInsets(all: 12))
      container.isVertical = isVertical
      let layout = try board.typesetter.layout(text, in: container)
      #expect(!layout.isTruncated && layout.missingGlyphCount == 0)
      check(layout)
      let origin = Point(x: isVertical ? size.width : 0, y: 0)
      list.append(.text(layout, origin: origin))
      if let overlay {
        list.append(overlay, of: layout, origin: origin, scale: PictureBoard.scale)
      }
      layouts.append(layout)
    }
    try board.draw(
      list, layouts,
      Size(width: size.width + size.height, height: max(size.width, size.height)), name)
  }

  @Test("lines follow the column")
  func lines() throws {
    var writer = Writer()
    writer.write("下線は") { $0.underline = TextDecoration(width: 1.5, color: blue) }
    writer.write("とLatin ")
    writer.write("二重線") {
      $0.underline = TextDecoration(.double, width: 1, color: green)
      $0.language = "zh"
    }
    writer.write("、")
    writer.write("点線と文字") {
      $0.underline = TextDecoration(pattern: .circleDot, width: 2, color: red)
    }
    writer.write("。")
    writer.write("取消しstrike") {
      $0.strikethrough = TextDecoration(
        width: 2, color: red,
        shadow: TextShadow(
          color: Color(red: 0, green: 0, blue: 0, alpha: 120), offset: Point(x: 3, y: 3), radius: 2)
      )
    }
    writer.write("と")
    writer.write("上線です") { $0.overline = TextDecoration(pattern: .dash, width: 1, color: blue) }
    writer.write("。")
    try draw(writer.text, Size(width: 200, height: 170), name: "both-lines")
  }

  @Test("boxes and shadows follow the column")
  func boxes() throws {
    var writer = Writer()
    writer.write("枠は")
    writer.write("囲み文字box") {
      var border = TextBorder(
        strokeWidth: 1, strokeColor: red,
        cornerRadii: CornerRadii(topLeft: 10, topRight: 0, bottomRight: 0, bottomLeft: 0))
      border.insets = EdgeInsets(top: 4, left: -1, bottom: 4, right: -1)
      $0.border = border
    }
    writer.write("と")
    writer.write("背景") {
      var border = TextBorder(fillColor: Color(rgb: 0xFB_DF_9D), cornerRadius: 5)
      border.insets = EdgeInsets(top: 4, left: 1, bottom: 4, right: 1)
      $0.backgroundBorder = border
    }
    writer.write("と")
    writer.write("影shadow") {
      $0.shadows = [TextShadow(color: red, offset: Point(x: 2, y: 2), radius: 1)]
    }
    writer.write("。\n")
    writer.write("引用は行を囲み、列の長さになる。") {
      var border = TextBorder(fillColor: Color(rgb: 0xEE_F3_FA), cornerRadius: 6)
      border.strokeWidth = 1
      border.strokeColor = Color(rgb: 0xB9_C6_D8)
      $0.blockBorder = border
    }
    writer.write("\n")
    writer.builder.paragraphStyle.lineSpacing = 8
    writer.write("\u{FFFC}") {
      $0.attachment = TextAttachment(.color(green), size: Size(width: 22, height: 22))
      $0.backgroundBorder = TextBorder(strokeWidth: 1, strokeColor: red)
    }
    writer.write("は緑。")
    try draw(writer.text, Size(width: 200, height: 200), name: "both-boxes")
  }

  @Test("readings, marks and upright numbers follow the column")
  func forms() throws {
    var writer = Writer()
    writer.write("東京") { $0.ruby = RubyAnnotation("とうきょう") }
    writer.write("へ")
    writer.write("北京") { $0.ruby = RubyAnnotation("Beijing", position: .below) }
    writer.write("から、")
    writer.write("ただ一度、だけ") { $0.emphasis = EmphasisMark("﹅", color: red) }
    writer.write("。平成")
    writer.write("31") { $0.verticalForm = .combined }
    writer.write("年")
    writer.write("12") { $0.verticalForm = .combined }
    writer.write("月は")
    writer.write("2019") { $0.verticalForm = .upright }
    writer.write("年、")
    writer.write("100") { $0.verticalForm = .combined }
    writer.write("回とKafka 7 ℃※。")
    try draw(writer.text, Size(width: 210, height: 190), name: "both-forms") { layout in
      guard layout.container.isVertical else { return }
      // Each combined number has an em of its own.
      let squeezed = layout.fonts.filter { ($0.transform?.xx ?? 1) != 1 && $0.transform?.xy == 0 }
      #expect(!squeezed.isEmpty)
    }
  }

  @Test("the overlay shows the glyphs of a column where they stand")
  func overlay() throws {
    var writer = Writer()
    writer.write("縦書き、Latin と")
    writer.write("12") { $0.verticalForm = .combined }
    writer.write("字。")
    try draw(writer.text, Size(width: 130, height: 110), name: "both-overlay", overlay: .all)
  }

  @Test("a text goes on from horizontal lines to columns, shaped anew for each")
  func mixed() throws {
    var writer = Writer()
    writer.write("本文は横書きで始まり、「括弧」も、句読点も、途中から縦書きになる。Latinもtext。")
    let text = writer.text
    let horizontal = TextContainer(size: Size(width: 150, height: 60))
    var vertical = TextContainer(size: Size(width: 190, height: 120))
    vertical.isVertical = true
    let containers = [horizontal, vertical]
    let flow = try board.typesetter.flow(text, through: containers)
    #expect(flow.layouts.count == 2 && flow.remainder == nil)
    func isTurned(_ layout: TextLayout) -> Bool {
      layout.fonts.contains { $0.transform?.xy == 1 }
    }
    #expect(!isTurned(flow.layouts[0]) && isTurned(flow.layouts[1]))
    #expect(
      flow.layouts[0].lines.last?.range.upperBound == flow.layouts[1].lines.first?.range.lowerBound)
    // The second container has the lines of the rest alone.
    let rest = text.subtext((flow.layouts[0].lines.last?.range.upperBound ?? 0)..<text.utf8Count)
    let alone = try board.typesetter.layout(rest, in: vertical)
    #expect(alone.lines.map(\.rect) == flow.layouts[1].lines.map(\.rect))
    var list = DisplayList()
    list.append(.text(flow.layouts[0], origin: Point(x: 12, y: 12)))
    list.append(.text(flow.layouts[1], origin: Point(x: 180, y: 12)))
    try board.draw(list, flow.layouts, Size(width: 382, height: 144), "both-flow")
  }
}
