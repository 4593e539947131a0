import GalleyFonts
import GalleyLayout
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

/// Repeated characters for which FriBidi, HarfBuzz or line breaking took quadratic time.
@Suite("Repeated text", .timeLimit(.minutes(15)))
struct RepeatedTextTests {
  private let library: FontLibrary

  init() throws { library = try FontLibrary(.noto) }

  private func time(_ unit: String, count: Int, width: Double) throws -> Duration {
    let text = AttributedText(
      String(repeating: unit, count: count / unit.unicodeScalars.count),
      attributes: TextAttributes(font: Font(size: 14)))
    let typesetter = Typesetter(library)
    // Fonts are opened before.
    _ = try typesetter.layout(
      AttributedText(unit, attributes: text.attributes(at: 0)), in: TextContainer(width: width))
    return try processorTime {
      _ = try typesetter.layout(text, in: TextContainer(width: width))
    }
  }

  @Test(
    "layout takes linear time for repeated characters",
    arguments: [
      "\u{2068}", "\u{2068}\u{2069}", "\u{2067}a\u{2069}", "\u{202E}a", "\u{E48}.]\u{2068}",
      // Letters joined by conjoining signs.
      "\u{1780}\u{17D2}", "\u{17D2}\u{179A}", "\u{A98F}\u{A9C0}", "\u{1000}\u{1039}",
      // Spacing marks.
      "\u{9CB}", "\u{CCB}\u{CCC}", "\u{DD9}", "\u{F3F}", "\u{1BA6}", "\u{1C27}", "\u{AA30}",
      "\u{1112C}", "\u{11357}", "\u{114B9}", "\u{11726}", "\u{11CB4}", "\u{1D172}",
    ])
  func isLinear(unit: String) throws {
    let short = try time(unit, count: 2_000, width: 320)
    let long = try time(unit, count: 16_000, width: 320)
    // Eight times the text: linear steps take 8 times as long, quadratic steps 64 times. Only the long
    // text has lines that are shaped anew.
    #expect(long < short * 32 + .milliseconds(20), "\(short), \(long)")
  }

  @Test(
    "layout takes linear time if each line has one character",
    arguments: ["\u{17D2}\u{179A}", "\u{9CB}", "\n", "a\n", "\u{627}\u{64B}", "a\u{5D0} "])
  func isLinearInNarrowColumns(unit: String) throws {
    let short = try time(unit, count: 1_000, width: 8)
    let long = try time(unit, count: 8_000, width: 8)
    #expect(long < short * 20 + .milliseconds(20), "\(short), \(long)")
  }

  @Test("layout takes linear time for a text after isolates that stay open")
  func openIsolatesAreLinear() throws {
    func time(_ count: Int) throws -> Duration {
      let string =
        String(repeating: "\u{2068}", count: 1_020) + String(repeating: "1-", count: count)
      let text = AttributedText(string, attributes: TextAttributes(font: Font(size: 14)))
      let typesetter = Typesetter(library)
      return try processorTime {
        let layout = try typesetter.layout(text, in: TextContainer(width: 320))
        #expect(layout.lines.last?.range.upperBound == string.utf8.count)
      }
    }
    let short = try time(4_000)
    let long = try time(32_000)
    #expect(long < short * 20 + .milliseconds(20), "\(short), \(long)")
  }

  @Test("a paragraph with 4,000 isolates keeps its characters and their levels")
  func controlsAreWhole() throws {
    let string = String(repeating: "ab \u{2067}אב\u{2069} ", count: 2_000)
    let text = AttributedText(string, attributes: TextAttributes(font: Font(size: 14)))
    let map = try Typesetter(library).map(text, in: TextContainer(width: 320))
    #expect(map.layout.lines.last?.range.upperBound == string.utf8.count)
    for (line, next) in zip(map.layout.lines, map.layout.lines.dropFirst()) {
      #expect(line.range.upperBound == next.range.lowerBound)
    }
    // The slices change no level: each isolate equals the first one.
    let levels = map.graphemes.filter { !$0.range.isEmpty }.map(\.level)
    #expect(Set(levels) == [0, 1])
    #expect(levels.count { $0 == 1 } == 2 * 2_000)
  }
}
