import GalleyFonts
import GalleyLayout
import GalleyText
import GalleyTypesetting
import Testing

@Suite("The limit of a text", .timeLimit(.minutes(15)))
struct TextLimitTests {
  /// A text of so many bytes, most of them in paragraphs of 31 ideographs.
  ///
  /// Characters of four bytes are read in less time than as many bytes of ASCII. The text has a language, so that no
  /// letters are read to decide it.
  private func text(byteCount: Int) -> AttributedText {
    let start = "start\n"
    let line = String(repeating: "𠀀", count: 31) + "\n"
    let rest = byteCount - start.utf8.count
    let lines = String(repeating: line, count: rest / line.utf8.count)
    let end = String(repeating: "a", count: rest % line.utf8.count)
    return AttributedText(
      start + lines + end, attributes: TextAttributes(font: Font(size: 14), language: "zh"))
  }

  @Test("is 16 MiB of UTF-8: a byte more is refused, however the text is laid out")
  func exact() throws {
    let typesetter = Typesetter(try FontLibrary(.noto))
    let container = TextContainer(width: 100, maximumRowCount: 1)
    let limit = 16 << 20
    let most = text(byteCount: limit)
    #expect(most.utf8Count == limit)
    let layout = try typesetter.layout(most, in: container)
    #expect(layout.lines.map(\.range) == [0..<5])
    #expect(layout.truncatedRange?.upperBound == limit)

    let long = text(byteCount: limit + 1)
    let error = LayoutError.textTooLong(utf8Count: limit + 1)
    #expect(throws: error) { try typesetter.layout(long, in: container) }
    #expect(throws: error) { try typesetter.map(long, in: container) }
    #expect(throws: error) { try typesetter.shape(long) }
    #expect(throws: error) { try typesetter.flow(long, through: [container]) }
    #expect(throws: error) { try typesetter.map(long, through: [container], at: []) }
    #expect(throws: error) { try typesetter.rowCount(of: long, in: container) }
    #expect(throws: error) { try typesetter.layout(long, in: container, shrinkingBy: [1, 0.5]) }
    #expect("\(error)".contains("has 16777217 bytes, more than the limit of 16777216"))
  }
}
