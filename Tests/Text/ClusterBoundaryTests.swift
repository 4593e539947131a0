import GalleyRandomness
import GalleyText
import TestSupport
import Testing

@Suite("Boundaries of grapheme clusters", .timeLimit(.minutes(15)))
struct ClusterBoundaryTests {
  private static let scalars: [Unicode.Scalar] = [
    "a", "\u{301}", "\u{1F1E9}", "\u{1F44D}", "\u{1F3FB}", "\u{200D}", "\u{1100}", "\u{1161}",
    "\u{11A8}", "\r", "\n", "\u{915}", "\u{94D}", "\u{FE0F}", "字",
  ]

  private static func attributes(_ size: Double) -> TextAttributes {
    TextAttributes(font: Font(size: size))
  }

  @Test("are those of a walk over the characters, for each offset")
  func offsets() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<3000 {
      var string = String.UnicodeScalarView()
      for _ in 0..<random.below(14) {
        string.append(Self.scalars[random.below(Self.scalars.count)])
      }
      let text = AttributedText(String(string), attributes: Self.attributes(14))
      var boundaries = [0]
      for character in text.string {
        boundaries.append(boundaries[boundaries.count - 1] + character.utf8.count)
      }
      for offset in -1...text.utf8Count + 1 {
        let place = min(max(offset, 0), text.utf8Count)
        #expect(text.boundary(notBefore: offset) == boundaries.first { $0 >= place }, "\(string)")
        #expect(text.boundary(notAfter: offset) == boundaries.last { $0 <= place }, "\(string)")
      }
    }
  }

  @Test("of many runs within one cluster take linear time")
  func runs() {
    var builder = AttributedTextBuilder()
    builder.append("x", attributes: Self.attributes(14))
    let time = processorTime {
      for index in 0..<10_000 {
        builder.append("\u{1F3FB}", attributes: Self.attributes(index.isMultiple(of: 2) ? 15 : 16))
      }
      let text = builder.text(emptyAttributes: Self.attributes(14))
      #expect(text.runs.count == 1)
    }
    #expect(time < .seconds(10), "\(time)")
  }
}
