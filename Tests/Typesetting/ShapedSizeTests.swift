import GalleyFonts
import GalleyLayout
import GalleyPangoOracle
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

@Suite("Sizes of shaped texts", .timeLimit(.minutes(15)))
struct ShapedSizeTests {
  @Test("are those of their layouts, to the bit")
  func agrees() throws {
    let typesetter = Typesetter(try FontLibrary(.noto))
    var mix = ScriptMix(seed: 4711)
    for number in 0..<Effort.count(100, full: 500) {
      let text = attributed(mix.paragraph(), number, &mix)
      let shaped = try typesetter.shape(text)
      for width in [331.0, 250, 180, 40, 3, .infinity] {
        var container = TextContainer(width: width)
        container.scale = [1, 2, 3][number % 3]
        container.insets = EdgeInsets(
          top: Double(number % 3), left: 1.3, bottom: 0.7, right: Double(number % 7))
        if number % 4 == 1 { container.maximumRowCount = 1 + number % 5 }
        container.truncation = number % 8 == 1 ? .end : TextContainer(width: 1).truncation
        let size = try typesetter.boundingSize(of: shaped, in: container)
        let layout = try typesetter.layout(shaped, in: container)
        try #require(size == layout.boundingSize, "\(number) at \(width): \(text.string)")
        let whole = try typesetter.layout(text, in: container)
        try #require(layout == whole)
      }
    }
  }

  @Test("of texts that another typesetter has shaped are right too, and of bad containers an error")
  func foreign() throws {
    let library = try FontLibrary(.noto)
    let text = AttributedText("Ahoy, مرحبا 👋", attributes: TextAttributes(font: Font(size: 14)))
    let shaped = try Typesetter(library).shape(text)
    let other = Typesetter(library)
    let container = TextContainer(width: 60)
    let expected = try other.layout(text, in: container).boundingSize
    #expect(try other.boundingSize(of: shaped, in: container) == expected)
    #expect(throws: LayoutError.self) {
      try other.boundingSize(of: shaped, in: TextContainer(width: .nan))
    }
  }

  /// A text in a paragraph style, some with tabs, some with attributes that change glyphs.
  private func attributed(
    _ string: String, _ number: Int, _ mix: inout ScriptMix
  ) -> AttributedText {
    var attributes = TextAttributes(font: Font(size: [14, 16, 12.5][number % 3]))
    if number % 11 == 0 { attributes.kern = 1.5 }
    var style = ParagraphStyle()
    style.alignment = [.start, .end, .center, .justify][mix.below(4)]
    if number % 3 == 0 {
      style.lineSpacing = 2.25
      style.paragraphSpacing = 5
      style.paragraphSpacingBefore = 3.1
      style.firstLineHeadIndent = 12
      style.headIndent = 4.5
      style.tailIndent = [-10, 0, 200][mix.below(3)]
    }
    if number % 5 == 0 { style.lineHeightMultiple = 1.3 }
    if number % 7 == 0 { style.fixedLineHeight = 21 }
    let text = number % 13 == 0 ? string.replacing(" ", with: "\t") : string
    return AttributedText(text, attributes: attributes, paragraphStyle: style)
  }
}
