import GalleyPrimitives
import GalleyRandomness
package import GalleyText

/// Texts with attributes of every kind, the same for the same seed.
package struct AttributeMix {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  package mutating func below(_ bound: Int) -> Int { random.below(bound) }
  package mutating func pick<T>(_ choices: some Collection<T>) -> T {
    choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
  }
  private mutating func length(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + Double(random.next() >> 11) / Double(1 << 53)
      * (range.upperBound - range.lowerBound)
  }
  private mutating func maybe<T>(_ make: (inout AttributeMix) -> T) -> T? {
    below(3) == 0 ? make(&self) : nil
  }

  private static let pieces = [
    "a", "Wort ", "ﬁ", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "한국", "नि", "שלום ", "\r\n",
    "\u{FFFC}", "中文", "\t", "𝔸",
  ]

  package mutating func string() -> String {
    (0..<below(30)).map { _ in pick(Self.pieces) }.joined()
  }

  package mutating func text() -> AttributedText {
    var text = AttributedText(string(), attributes: TextAttributes(font: font()))
    text.paragraphStyle = paragraphStyle()
    for _ in 0..<below(12) {
      let first = text.boundary(notAfter: below(text.utf8Count + 1))
      let last = text.boundary(notBefore: below(text.utf8Count + 1))
      guard first < last else { continue }
      var mix = self
      try? text.update(in: first..<last) { mix.change(&$0) }
      self = mix
    }
    return text
  }

  private mutating func font() -> Font {
    Font(
      family: pick(["Noto Sans", "Noto Serif"]), size: length(1...512), weight: pick([400, 700]),
      isItalic: below(2) == 0)
  }

  private mutating func color() -> Color {
    Color(
      red: UInt8(below(256)), green: UInt8(below(256)), blue: UInt8(below(256)),
      alpha: UInt8(below(256)))
  }

  private mutating func shadow() -> TextShadow {
    TextShadow(
      color: color(), offset: Point(x: length(-9...9), y: length(-9...9)), radius: length(0...20),
      blendMode: pick(BlendMode.allCases))
  }

  private mutating func decoration() -> TextDecoration {
    TextDecoration(
      pick(LineWeight.allCases), pattern: pick(LinePattern.allCases),
      width: maybe { $0.length(0...9) }, color: maybe { $0.color() }, shadow: maybe { $0.shadow() })
  }

  private mutating func insets() -> EdgeInsets {
    EdgeInsets(
      top: length(-9...9), left: length(-9...9), bottom: length(-9...9), right: length(-9...9))
  }

  private mutating func border() -> TextBorder {
    var border = TextBorder(strokeWidth: length(0...9), strokeColor: maybe { $0.color() })
    border.lineWeight = pick(LineWeight.allCases)
    border.linePattern = pick(LinePattern.allCases)
    border.lineJoin = pick(LineJoin.allCases)
    border.insets = insets()
    border.cornerRadii = CornerRadii(
      topLeft: length(0...9), topRight: length(0...9), bottomRight: length(0...9),
      bottomLeft: length(0...9))
    border.shadow = maybe { $0.shadow() }
    border.fillColor = maybe { $0.color() }
    return border
  }

  private mutating func attachment() -> TextAttachment {
    TextAttachment(
      pick([.image(name: string()), .color(color()), .blank]),
      size: Size(width: length(0...99), height: length(0...99)),
      alignment: pick(TextAttachment.VerticalAlignment.allCases),
      alignmentFont: maybe { $0.font() }, contentMode: pick(TextAttachment.ContentMode.allCases),
      contentInsets: insets(), userInfo: ["key": string()])
  }

  private mutating func change<T>(_ make: (inout AttributeMix) -> T) -> AttributeChange<T> {
    pick([.kept, .removed, .set(make(&self))])
  }

  private mutating func highlight() -> TextHighlight {
    var highlight = TextHighlight(userInfo: ["link": string()])
    highlight.font = maybe { $0.font() }
    highlight.color = maybe { $0.color() }
    highlight.shadows = maybe { [$0.shadow()] }
    highlight.innerShadows = maybe { [$0.shadow()] }
    highlight.underline = change { $0.decoration() }
    highlight.strikethrough = change { $0.decoration() }
    highlight.border = change { $0.border() }
    highlight.backgroundBorder = change { $0.border() }
    highlight.attachment = change { $0.attachment() }
    return highlight
  }

  package mutating func paragraphStyle() -> ParagraphStyle {
    var style = ParagraphStyle(
      alignment: pick(ParagraphStyle.Alignment.allCases),
      direction: maybe { $0.pick(ParagraphStyle.Direction.allCases) })
    style.lineHeightMultiple = length(0...2)
    style.fixedLineHeight = length(0...40)
    style.lineSpacing = length(-2...9)
    style.paragraphSpacingBefore = length(0...9)
    style.paragraphSpacing = length(0...9)
    style.firstLineHeadIndent = length(0...40)
    style.headIndent = length(0...40)
    style.tailIndent = length(-40...400)
    style.tabStops = (0..<below(3)).map {
      .init(Double($0 * 40) + length(0...39), alignment: pick(ParagraphStyle.TabAlignment.allCases))
    }
    style.defaultTabInterval = length(0...40)
    return style
  }

  /// Changes one attribute or several.
  package mutating func change(_ attributes: inout TextAttributes) {
    for _ in 0..<(1 + below(3)) {
      switch below(18) {
      case 0: attributes.font = font()
      case 1: attributes.color = color()
      case 2: attributes.language = maybe { $0.pick(["ja", "zh-Hant", "ar"]) }
      case 3: attributes.kern = length(-4...9)
      case 4: attributes.baselineOffset = length(-9...9)
      case 5: attributes.paragraphStyle = paragraphStyle()
      case 6: attributes.underline = decoration()
      case 7: attributes.strikethrough = decoration()
      case 8: attributes.shadows = (0..<below(3)).map { _ in shadow() }
      case 9: attributes.innerShadows = (0..<below(3)).map { _ in shadow() }
      case 10: attributes.border = border()
      case 11: attributes.backgroundBorder = border()
      case 12: attributes.blockBorder = border()
      case 13: attributes.attachment = attachment()
      case 14: attributes.highlight = highlight()
      case 15: attributes.binding = TextBinding(confirmsDelete: below(2) == 0)
      case 16: attributes.backedString = TextBackedString(string())
      default:
        attributes.glyphTransform = GlyphTransform(
          a: length(-2...2), b: length(-2...2), c: length(-2...2), d: length(-2...2),
          tx: length(-9...9), ty: length(-9...9))
        attributes.ruby = RubyAnnotation(
          string(), sizeFactor: length(0.1...1), position: pick(RubyAnnotation.Position.allCases))
      }
    }
  }
}
