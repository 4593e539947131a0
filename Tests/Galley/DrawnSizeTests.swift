import Galley
import GalleyLayout
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
}
