import Galley
import GalleyLayout
import GalleyPrimitives
import GalleyText
import TestSupport
import Testing

/// The size of a picture of a text without a height or a width.
@Suite("Sizes of pictures of texts", .timeLimit(.minutes(5)))
struct DrawnSizeTests {
  private let renderer: TextRenderer

  init() throws { renderer = try TextRenderer() }

  private func picture(
    width: Double = 80, height: Double = .infinity, isVertical: Bool = false, bottom: Double = 0,
    _ change: (inout TextAttributes) -> Void
  ) throws -> DecodedPNG {
    var attributes = TextAttributes(font: Font(size: 16))
    change(&attributes)
    var container = TextContainer(
      size: Size(width: width, height: height), insets: EdgeInsets(bottom: bottom))
    container.isVertical = isVertical
    let layout = try renderer.typesetter.layout(
      AttributedText("gjp", attributes: attributes), in: container)
    return try DecodedPNG(renderer.picture(of: [layout]))
  }

  /// The rows with a red pixel.
  private func redRows(_ png: DecodedPNG) -> [Int] {
    (0..<png.height).filter { y in (0..<png.width).contains { png.color(x: $0, y: y) == 0xFF0000 } }
  }

  @Test("contain both lines of a double underline, and a border")
  func underlines() throws {
    var line = TextDecoration()
    line.weight = .double
    line.width = 3
    line.color = Color(rgb: 0xFF0000)
    line.skipsInk = false
    let plain = try picture { _ in }
    let lined = try picture { $0.underline = line }
    #expect(lined.height > plain.height)
    // Two lines, each six pixels thick.
    #expect(redRows(lined).count == 12)
    let roomy = try picture(bottom: 20) { $0.underline = line }
    #expect(roomy.height == plain.height + 40)
    let fixed = try picture(height: 30) { $0.underline = line }
    #expect(fixed.height == 60)
    let bordered = try picture(width: .infinity) {
      $0.border = TextBorder(strokeWidth: 2, strokeColor: Color(rgb: 0xFF0000))
    }
    #expect(bordered.width > (try picture(width: .infinity) { _ in }).width)
    let column = try picture(width: .infinity, height: 80, isVertical: true) { _ in }
    for language in ["mn", "ja-JP", "und-Jpan", "und-Kore", "xx-MONG"] {
      let linedColumn = try picture(width: .infinity, height: 80, isVertical: true) {
        $0.language = language
        $0.underline = line
      }
      #expect(linedColumn.width > column.width, "\(language)")
    }
  }

  /// A picture of a text, and the extent of what it shows, in pixels.
  private struct Inked {
    var png: DecodedPNG
    var rect: Rect
    var layout: TextLayout
    var width: Int
    var height: Int
  }

  private func inked(
    _ string: String, width: Double = 200, height: Double = .infinity,
    _ change: (inout TextAttributes) -> Void = { _ in }
  ) throws -> Inked {
    var attributes = TextAttributes(font: Font(size: 26))
    change(&attributes)
    let layout = try renderer.typesetter.layout(
      AttributedText(string, attributes: attributes),
      in: TextContainer(size: Size(width: width, height: height)))
    let png = try DecodedPNG(renderer.picture(of: [layout]))
    func isInk(_ x: Int, _ y: Int) -> Bool { png.color(x: x, y: y) != 0xFFFFFF }
    let rows = (0..<png.height).filter { y in (0..<png.width).contains { isInk($0, y) } }
    let columns = (0..<png.width).filter { x in (0..<png.height).contains { isInk(x, $0) } }
    return Inked(
      png: png, rect: try renderer.pictureRect(of: [layout]), layout: layout,
      width: (columns.last ?? 0) - (columns.first ?? 0) + 1,
      height: (rows.last ?? 0) - (rows.first ?? 0) + 1)
  }

  /// The same text with much room on all sides shows all of its ink.
  private func inkSize(
    _ string: String, _ change: (inout TextAttributes) -> Void = { _ in }
  ) throws -> (width: Int, height: Int) {
    var attributes = TextAttributes(font: Font(size: 26))
    change(&attributes)
    let layout = try renderer.typesetter.layout(
      AttributedText(string, attributes: attributes),
      in: TextContainer(
        size: Size(width: 400, height: 400),
        insets: EdgeInsets(top: 100, left: 100, bottom: 100, right: 100)))
    let png = try DecodedPNG(renderer.picture(of: [layout]))
    func isInk(_ x: Int, _ y: Int) -> Bool { png.color(x: x, y: y) != 0xFFFFFF }
    let ys = (0..<png.height).filter { y in (0..<png.width).contains { isInk($0, y) } }
    let xs = (0..<png.width).filter { x in (0..<png.height).contains { isInk(x, $0) } }
    return ((xs.max() ?? 0) - (xs.min() ?? 0) + 1, (ys.max() ?? 0) - (ys.min() ?? 0) + 1)
  }

  @Test(
    "contain letters that stand above or below their line",
    arguments: [
      "ស្ត្រី", "a\u{323}\u{323}\u{323}\u{323}\u{323}", "Z\u{302}\u{302}\u{302}\u{302}\u{302}",
      "plain",
    ])
  func ink(string: String) throws {
    let drawn = try inked(string)
    #expect(try inkSize(string).height == drawn.height)
    #expect(drawn.png.width == 400)
    #expect(drawn.png.height == Int((drawn.rect.height * 2).rounded()))
    let isBeyond = drawn.rect.minY < 0 || drawn.rect.maxY > drawn.layout.boundingSize.height
    #expect(isBeyond == string.unicodeScalars.contains { (0x300..<0x330).contains($0.value) })
    #expect(drawn.rect.minX == 0)
    let fixed = try inked(string, height: 30)
    #expect(fixed.png.height == 60)
    #expect(fixed.rect == Rect(x: 0, y: 0, width: 200, height: 30))
  }

  @Test("contain letters and shadows that stand beside a line without a limit")
  func inkAlong() throws {
    let italic = { (attributes: inout TextAttributes) in
      attributes.font = Font(family: "Noto Serif", size: 26, isItalic: true)
    }
    let drawn = try inked("J f", width: .infinity, italic)
    #expect(drawn.rect.minX < 0)
    #expect(try inkSize("J f", italic).width == drawn.width)
    let shaded = { (attributes: inout TextAttributes) in
      attributes.shadows = [
        TextShadow(color: Color(rgb: 0xFF0000), offset: Point(x: 9, y: 14), radius: 3)
      ]
    }
    let cast = try inked("lj", width: .infinity, shaded)
    let all = try inkSize("lj", shaded)
    #expect(cast.height == all.height)
    #expect(cast.width == all.width)
  }
}
