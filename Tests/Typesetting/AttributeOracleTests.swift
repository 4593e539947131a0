import GalleyFonts
import GalleyLayout
import GalleyPangoOracle
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

@Suite("Attributes against PangoLayout", .timeLimit(.minutes(15)))
struct AttributeOracleTests {
  /// Sets generated texts, changed by `change`, with both, and expects the same lines.
  private func compare(
    count: Int = Effort.count(150, full: 600), seed: UInt64,
    change: (inout AttributedText, inout ScriptMix) throws -> Void
  ) throws {
    let library = try FontLibrary(.noto, rules: .pango)
    let typesetter = Typesetter(library)
    let oracle = PangoOracle(library)
    var mix = ScriptMix(seed: seed)
    var comparison = Comparison()
    var widths: [String] = []
    for number in 0..<count {
      let width = [331.0, 250, 180][number % 3]
      var text = AttributedText(mix.paragraph(), attributes: TextAttributes(font: Font(size: 14)))
      try change(&text, &mix)
      let ours = try typesetter.layout(text, in: TextContainer(width: width))
      let theirs = oracle.measure(text, width: width)
      comparison.compare(ours, theirs, text: text.string, width: width)
      guard ours.lines.map(\.range.lowerBound) == theirs.lines.map(\.start) else { continue }
      for (our, their) in zip(ours.lines, theirs.lines)
      where abs(our.advance * 1024 - Double(their.width)) > 2
        || abs(our.ascent * 1024 - Double(their.baseline)) > 2
      {
        widths.append("\(our.range) \(text.string)")
      }
    }
    for texts in [comparison.elsewhere, comparison.unexplained, comparison.heights, widths] {
      #expect(texts.isEmpty, "\(texts.first?.debugDescription ?? "")")
    }
    #expect(comparison.missing.isEmpty)
  }

  /// A few ranges of a text, between its words: Pango finds breaks within a word that is cut elsewhere
  /// than in the whole one.
  private func ranges(of text: AttributedText, _ mix: inout ScriptMix) -> [Range<Int>] {
    let bytes = Array(text.string.utf8)
    func place(_ mix: inout ScriptMix) -> Int {
      var place = mix.below(bytes.count + 1)
      while place > 0, bytes[place - 1] != UInt8(ascii: " ") || !text.isBoundary(place) {
        place -= 1
      }
      return place
    }
    return (0..<(1 + mix.below(4))).compactMap { _ in
      let (first, last) = (place(&mix), place(&mix))
      return first < last ? first..<last : nil
    }
  }

  @Test("spaces letters as PangoLayout does")
  func kern() throws {
    try compare(seed: 1) { text, mix in
      // Pango spaces what shows nothing too, and parts a base from its spacing marks, as in Burmese: what
      // we do there, AttributeLayoutTests say.
      let string = text.string.filter {
        !"\u{2060}\u{200B}\u{AD}".contains($0)
          && $0.unicodeScalars.count == 1 && !("\u{1000}"..."\u{109F}").contains($0)
      }
      text = AttributedText(String(string), attributes: text.attributes(at: 0))
      let kern = [1.0, 2, 0.5, 3.75, -0.5][mix.below(5)]
      try text.update(in: 0..<text.utf8Count) { $0.kern = kern }
    }
  }

  @Test("raises text, and makes room for it, as PangoLayout does")
  func rise() throws {
    // Ranges that are raised whole lines at a time too: those reach down to their baselines.
    try compare(seed: 2) { text, mix in
      for range in ranges(of: text, &mix) {
        let rise = [5.0, -3, 2.5, -30][mix.below(4)]
        try text.update(in: range) { $0.baselineOffset = rise }
      }
    }
  }

  @Test("sets fonts for ranges as PangoLayout does")
  func fonts() throws {
    try compare(seed: 3) { text, mix in
      for range in ranges(of: text, &mix) {
        let font = Font(size: [10, 14, 22][mix.below(3)], weight: mix.below(2) == 0 ? 700 : 400)
        try text.update(in: range) { $0.font = font }
      }
      // Attributes that do not change glyphs do not split text that is shaped together.
      for range in ranges(of: text, &mix) {
        try text.update(in: range) { $0.underline = TextDecoration() }
      }
    }
  }

  @Test("spaces and indents lines as PangoLayout does")
  func paragraphStyle() throws {
    try compare(seed: 4) { text, mix in
      text.paragraphStyle.lineSpacing = Double(mix.below(9))
      text.paragraphStyle.lineHeightMultiple = [0, 1.25, 1.5, 2][mix.below(4)]
      text.paragraphStyle.firstLineHeadIndent = Double(mix.below(40))
    }
  }

  @Test("reaches tab stops where PangoLayout does")
  func tabs() throws {
    try compare(seed: 5) { text, mix in
      let words = text.string.split(separator: " ")
      let tabbed = words.prefix(4).joined(separator: "\t")
      text = AttributedText(tabbed, attributes: text.attributes(at: 0))
      text.paragraphStyle.firstLineHeadIndent = Double(mix.below(3) * 8)
      text.paragraphStyle.tabStops = (1...8).map { .init(Double($0 * 50)) }
      text.paragraphStyle.defaultTabInterval = 50
    }
  }

  @Test("makes room for attachments as PangoLayout does for shapes")
  func attachments() throws {
    try compare(seed: 6) { text, mix in
      var builder = AttributedTextBuilder()
      var last = 0
      for range in ranges(of: text, &mix).sorted(by: { $0.lowerBound < $1.lowerBound })
      where range.lowerBound >= last {
        builder.append(text, in: last..<range.lowerBound)
        var attributes = text.attributes(at: 0)
        attributes.attachment = TextAttachment(
          .blank, size: Size(width: Double(4 + mix.below(40)), height: Double(4 + mix.below(40))),
          alignment: .baseline)
        builder.append("\u{FFFC}", attributes: attributes)
        last = range.lowerBound
      }
      builder.append(text, in: last..<text.utf8Count)
      text = builder.text(emptyAttributes: text.attributes(at: 0))
    }
  }
}
