import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Texts that end in line breaks and white space, in containers with a row limit.
@Suite("A blank end", .timeLimit(.minutes(15)))
struct BlankEndTests {
  private let typesetter: Typesetter
  private let plain = TextAttributes(font: Font(size: 14))

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func containers(
    _ truncation: TextContainer.Truncation, rows: Int
  ) -> [TextContainer] {
    var custom = TextContainer(width: 300, maximumRowCount: rows, truncation: truncation)
    custom.truncationToken = AttributedText("+more", attributes: plain)
    return [
      TextContainer(width: 300, maximumRowCount: rows, truncation: truncation), custom,
      // The height limits the rows.
      TextContainer(size: Size(width: 300, height: 20 * Double(rows)), truncation: truncation),
      TextContainer(width: .infinity, maximumRowCount: rows, truncation: truncation),
    ]
  }

  @Test(
    "a hidden blank end draws no token and is not truncation",
    arguments: ["one\n", "one\r\n", "one\u{2029}", "one\n\n\n", "one \n \t\n", "one\n \u{2028}"],
    TextContainer.Truncation.allCases)
  func hidesNothing(string: String, truncation: TextContainer.Truncation) throws {
    for container in containers(truncation, rows: 1) {
      let map = try typesetter.map(AttributedText(string, attributes: plain), in: container)
      #expect(!map.layout.isTruncated && map.layout.truncatedRange == nil)
      #expect(map.layout.rowCount == 1)
      #expect(map.tokenRects.isEmpty)
      #expect(map.layout.glyphs.count >= 3 && map.layout.glyphs.allSatisfy { $0.cluster < 4 })
    }
  }

  @Test(
    "hidden text is truncation, with a token unless the mode is none",
    arguments: ["one\ntwo", "one\n\ntwo\n", "one\n\u{A0}"], TextContainer.Truncation.allCases)
  func hidesText(string: String, truncation: TextContainer.Truncation) throws {
    for container in containers(truncation, rows: 1) {
      let map = try typesetter.map(AttributedText(string, attributes: plain), in: container)
      #expect(map.layout.isTruncated)
      #expect(map.tokenRects.isEmpty == (truncation == .none))
    }
  }

  @Test("the remainder of a flow does not include a blank end")
  func endsFlows() throws {
    let column = TextContainer(width: 300, maximumRowCount: 1, truncation: .end)
    let flow = try typesetter.flow(
      AttributedText("one\ntwo\n", attributes: plain), through: [column, column])
    #expect(flow.layouts.count == 2 && flow.remainder == nil)
    #expect(flow.layouts.allSatisfy { !$0.isTruncated })
    let cut = try typesetter.flow(
      AttributedText("one\ntwo\nthree", attributes: plain), through: [column, column])
    #expect(cut.remainder?.upperBound == 13)
  }

  @Test("a shaped text with a blank end is not truncated")
  func endsShapedTexts() throws {
    let shaped = try typesetter.shape(AttributedText("one\n", attributes: plain))
    for container in containers(.end, rows: 1) {
      #expect(try !typesetter.layout(shaped, in: container).isTruncated)
    }
  }
}
