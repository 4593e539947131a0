import GalleyFonts
import GalleyLayout
import GalleyPangoOracle
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Compares each fast path of the line engine with the general one.
@Suite("Fast paths of lines", .timeLimit(.minutes(15)))
struct LinePathTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  /// The lines of a layout, without the numbers of their runs.
  private func lines(_ layout: TextLayout) -> [TextLine] {
    layout.lines.map { line in
      var line = line
      line.runs = 0..<0
      return line
    }
  }

  private func style(_ mix: inout ScriptMix) -> ParagraphStyle {
    var style = ParagraphStyle(alignment: ParagraphStyle.Alignment.allCases[mix.below(4)])
    if mix.below(3) == 0 {
      style.lineHeightMultiple = 1.3
      style.firstLineHeadIndent = 12
      style.headIndent = 4.5
      style.tailIndent = -10
    }
    if mix.below(5) == 0 { style.fixedLineHeight = 21 }
    return style
  }

  private static let widths = [331.0, 120, 40, 1, .infinity]

  @Test("measuring by pens gives the extents of composed glyphs")
  func measures() throws {
    var mix = ScriptMix(seed: 1_601)
    for number in 0..<60 {
      var attributes = TextAttributes(font: Font(size: [14, 16, 12.5][number % 3]))
      let (string, style) = (mix.paragraph(), style(&mix))
      let plain = AttributedText(string, attributes: attributes, paragraphStyle: style)
      // Less than a Pango unit: lines are composed, and nothing moves.
      attributes.baselineOffset = 1e-5
      let raised = AttributedText(string, attributes: attributes, paragraphStyle: style)
      for width in Self.widths {
        let container = TextContainer(width: width)
        try #require(
          lines(try typesetter.layout(plain, in: container))
            == lines(try typesetter.layout(raised, in: container)), "\(number) at \(width)")
      }
    }
  }

  @Test("searching break opportunities gives the line ends of trying each scalar")
  func breaks() throws {
    var mix = ScriptMix(seed: 1_602)
    for number in 0..<60 {
      let paragraph = String(mix.paragraph().map { $0.isNewline ? " " : $0 })
      let attributes = TextAttributes(font: Font(size: 14))
      let plain = AttributedText(paragraph + " x x", attributes: attributes)
      let shaped = try typesetter.shape(plain)
      // A tab anywhere in a paragraph turns the search off.
      let tabbed = AttributedText(paragraph + " x\tx", attributes: attributes)
      for width in Self.widths {
        let container = TextContainer(width: width)
        let expected = lines(try typesetter.layout(tabbed, in: container)).dropLast(3)
        let searched = lines(try typesetter.layout(plain, in: container))
        let tabled = lines(try typesetter.layout(shaped, in: container))
        try #require(searched.prefix(expected.count) == expected, "\(number) at \(width)")
        try #require(tabled == searched, "\(number) at \(width)")
      }
    }
  }

  @Test("stacking by break opportunities gives the lines of a builder")
  func stacks() throws {
    var mix = ScriptMix(seed: 1_603)
    for number in 0..<60 {
      let text = AttributedText(
        mix.paragraph(), attributes: TextAttributes(font: Font(size: 14)),
        paragraphStyle: style(&mix))
      let shaped = try typesetter.shape(text)
      for width in Self.widths {
        let container = TextContainer(width: width)
        // A map needs a builder for each line.
        let map = try typesetter.map(text, in: container)
        try #require(
          try typesetter.layout(shaped, in: container) == map.layout, "\(number) at \(width)")
      }
    }
  }
}
