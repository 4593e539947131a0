public import GalleyPrimitives

/// How a stretch of text looks, and what it stands for.
///
/// Lengths are layout units. What plain text does without takes no room in it.
public struct TextAttributes: Hashable, Sendable {
  /// The font.
  public var font: Font
  /// The colour; colour glyphs ignore it, save for its alpha.
  public var color: Color
  /// The language as a BCP 47 tag, which chooses among fonts (Han) and break rules; `nil` for none.
  public var language: String?
  /// `nil` where all of it is as in plain text: equal attributes have equal boxes.
  private var boxed: Boxed<ExtraAttributes>?

  /// Attributes of a font, a colour and a language.
  public init(font: Font, color: Color = .black, language: String? = nil) {
    self.font = font
    self.color = color
    self.language = language
  }

  /// Whether there is nothing but a font, a colour and a language.
  public var isPlain: Bool { boxed == nil }

  var extra: ExtraAttributes {
    get { boxed?.value ?? ExtraAttributes() }
    set { boxed = newValue == ExtraAttributes() ? nil : .value(newValue) }
  }
}

/// What plain text does without.
struct ExtraAttributes: Hashable, Sendable {
  var kern = 0.0
  var baselineOffset = 0.0
  var paragraphStyle: ParagraphStyle?
  var underline: TextDecoration?
  var strikethrough: TextDecoration?
  var shadows: [TextShadow] = []
  var innerShadows: [TextShadow] = []
  var border: TextBorder?
  var backgroundBorder: TextBorder?
  var blockBorder: TextBorder?
  var attachment: TextAttachment?
  var highlight: TextHighlight?
  var binding: TextBinding?
  var backedString: TextBackedString?
  var glyphTransform: GlyphTransform?
  var ruby: RubyAnnotation?
}

extension TextAttributes {
  /// What is added between grapheme clusters, −4,096…4,096 layout units.
  ///
  /// Half goes on either side of each, and nothing to a line's ends. Letters that are spaced form no
  /// ligatures.
  public var kern: Double {
    get { boxed?.kern ?? 0 }
    set { if newValue != kern { extra.kern = newValue } }
  }

  /// How far the text is raised above the baseline, −4,096…4,096 layout units; its line makes room.
  public var baselineOffset: Double {
    get { boxed?.baselineOffset ?? 0 }
    set { if newValue != baselineOffset { extra.baselineOffset = newValue } }
  }

  /// How the paragraph is set that begins in this stretch; `nil` for as the text says.
  public var paragraphStyle: ParagraphStyle? {
    get { boxed?.paragraphStyle }
    set { if newValue != paragraphStyle { extra.paragraphStyle = newValue } }
  }

  /// A line below the text.
  public var underline: TextDecoration? {
    get { boxed?.underline }
    set { if newValue != underline { extra.underline = newValue } }
  }

  /// A line through the text.
  public var strikethrough: TextDecoration? {
    get { boxed?.strikethrough }
    set { if newValue != strikethrough { extra.strikethrough = newValue } }
  }

  /// The shadows below the text, drawn first to last: what `subShadow` chains.
  public var shadows: [TextShadow] {
    get { boxed?.shadows ?? [] }
    set { if newValue != shadows { extra.shadows = newValue } }
  }

  /// The shadows that the letters' edges throw into them, drawn first to last.
  public var innerShadows: [TextShadow] {
    get { boxed?.innerShadows ?? [] }
    set { if newValue != innerShadows { extra.innerShadows = newValue } }
  }

  /// A border around the stretch, line by line, drawn over the text.
  public var border: TextBorder? {
    get { boxed?.border }
    set { if newValue != border { extra.border = newValue } }
  }

  /// A border around the stretch, line by line, drawn below the text.
  public var backgroundBorder: TextBorder? {
    get { boxed?.backgroundBorder }
    set { if newValue != backgroundBorder { extra.backgroundBorder = newValue } }
  }

  /// A border around the lines of the stretch, as wide as the container, drawn below the text.
  public var blockBorder: TextBorder? {
    get { boxed?.blockBorder }
    set { if newValue != blockBorder { extra.blockBorder = newValue } }
  }

  /// What stands in the place of each U+FFFC of the stretch.
  public var attachment: TextAttachment? {
    get { boxed?.attachment }
    set { if newValue != attachment { extra.attachment = newValue } }
  }

  /// What makes the stretch react to a finger.
  public var highlight: TextHighlight? {
    get { boxed?.highlight }
    set { if newValue != highlight { extra.highlight = newValue } }
  }

  /// What makes the stretch behave as one character.
  public var binding: TextBinding? {
    get { boxed?.binding }
    set { if newValue != binding { extra.binding = newValue } }
  }

  /// The plain text that the stretch stands for.
  public var backedString: TextBackedString? {
    get { boxed?.backedString }
    set { if newValue != backedString { extra.backedString = newValue } }
  }

  /// What each glyph is transformed by, about its origin; it changes no line.
  public var glyphTransform: GlyphTransform? {
    get { boxed?.glyphTransform }
    set { if newValue != glyphTransform { extra.glyphTransform = newValue } }
  }

  /// Small text above or below the stretch that says how it is read.
  public var ruby: RubyAnnotation? {
    get { boxed?.ruby }
    set { if newValue != ruby { extra.ruby = newValue } }
  }
}
