import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@Suite("Insets of a container", .timeLimit(.minutes(15)))
struct InsetTests {
  enum Side: CaseIterable, Sendable {
    case top, left, bottom, right

    /// An inset at this side alone.
    func insets(_ number: Double) -> EdgeInsets {
      switch self {
      case .top: EdgeInsets(top: number)
      case .left: EdgeInsets(left: number)
      case .bottom: EdgeInsets(bottom: number)
      case .right: EdgeInsets(right: number)
      }
    }
  }

  private let typesetter: Typesetter
  private let text = AttributedText(
    "some words to lay out", attributes: TextAttributes(font: Font(size: 14)))

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  /// Containers of any height, of a fixed height, and with vertical lines.
  private var containers: [TextContainer] {
    let square = TextContainer(size: Size(width: 100, height: 100))
    var vertical = square
    vertical.isVertical = true
    return [TextContainer(width: 100), square, vertical]
  }

  @Test("count as 0 if they are NaN or negative, at each side", arguments: Side.allCases)
  func clamped(side: Side) throws {
    let shaped = try typesetter.shape(text)
    for container in containers {
      let plain = try typesetter.map(text, in: container).layout
      #expect(plain.lines.count > 1)
      for number in [Double.nan, -.nan, .signalingNaN, 0, -1, -1e300, -.infinity] {
        var inset = container
        inset.insets = side.insets(number)
        let layout = try typesetter.map(text, in: inset).layout
        #expect(layout.lines == plain.lines)
        #expect(layout.boundingSize == plain.boundingSize)
        #expect(try typesetter.layout(text, in: inset).lines == plain.lines)
        #expect(try typesetter.layout(shaped, in: inset).lines == plain.lines)
      }
    }
  }

  @Test("are refused if they are infinite, at each side", arguments: Side.allCases)
  func infinite(side: Side) throws {
    let shaped = try typesetter.shape(text)
    for container in containers {
      var inset = container
      inset.insets = side.insets(.infinity)
      let error = LayoutError.invalidContainer(inset)
      #expect(throws: error) { try typesetter.layout(text, in: inset) }
      #expect(throws: error) { try typesetter.map(text, in: inset) }
      #expect(throws: error) { try typesetter.layout(shaped, in: inset) }
      #expect(throws: error) { try typesetter.flow(text, through: [inset]) }
    }
  }
}
