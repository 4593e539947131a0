public import GalleyPrimitives

/// The appearance of a range of text, and the data attached to it.
///
/// Lengths are layout units. Attributes that plain text does not use take no memory in it.
public struct TextAttributes: Hashable, Sendable {
  /// The font.
  public var font: Font
  /// The colour; colour glyphs use only its alpha.
  public var color: Color
  /// The language as a BCP 47 tag, which selects fonts (Han) and break rules; `nil` for none.
  ///
  /// Private use, variants and extensions have no effect, and a malformed tag counts as none.
  public var language: String?
  /// The extra attributes; `nil` if all have the values of plain text, so that equal attributes
  /// have equal boxes.
  @usableFromInline private(set) var boxed: Boxed<ExtraAttributes>?

  /// Makes attributes with a font, a colour and a language.
  public init(font: Font, color: Color = .black, language: String? = nil) {
    self.font = font
    self.color = color
    self.language = language
  }

  /// Whether there are no attributes besides font, colour and language.
  @inlinable public var isPlain: Bool { boxed == nil }

  var extra: ExtraAttributes {
    get { boxed?.value ?? ExtraAttributes() }
    set { boxed = newValue == ExtraAttributes() ? nil : .value(newValue) }
  }
}

/// The attributes that plain text does not use.
@usableFromInline struct ExtraAttributes: Hashable, Sendable {
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
  var overline: TextDecoration?
  var stroke: TextStroke?
  var emphasis: EmphasisMark?
  var verticalForm = VerticalForm.mixed
  var fontFeatures: [FontFeature] = []
}

extension TextAttributes {
  /// The additional space between grapheme clusters, −4,096…4,096 layout units.
  ///
  /// Half of it goes on each side of a cluster; the ends of a line get none. Spaced letters form no
  /// ligatures. Letters of scripts that join, such as Arabic, are not spaced, as in browsers.
  public var kern: Double {
    get { boxed?.kern ?? 0 }
    set { if newValue != kern { extra.kern = newValue } }
  }

  /// The shift of the text above the baseline, −4,096…4,096 layout units; the line grows to fit.
  public var baselineOffset: Double {
    get { boxed?.baselineOffset ?? 0 }
    set { if newValue != baselineOffset { extra.baselineOffset = newValue } }
  }

  /// The style of a paragraph that begins in this range; `nil` for the text's style.
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

  /// The shadows below the text, in drawing order: the chain of `subShadow`.
  public var shadows: [TextShadow] {
    get { boxed?.shadows ?? [] }
    set { if newValue != shadows { extra.shadows = newValue } }
  }

  /// The shadows that the letters' edges cast inside the letters, in drawing order.
  public var innerShadows: [TextShadow] {
    get { boxed?.innerShadows ?? [] }
    set { if newValue != innerShadows { extra.innerShadows = newValue } }
  }

  /// A border around the range, line by line, drawn over the text.
  public var border: TextBorder? {
    get { boxed?.border }
    set { if newValue != border { extra.border = newValue } }
  }

  /// A border around the range, line by line, drawn below the text.
  public var backgroundBorder: TextBorder? {
    get { boxed?.backgroundBorder }
    set { if newValue != backgroundBorder { extra.backgroundBorder = newValue } }
  }

  /// A border around the lines of the range, as wide as the container, drawn below the text.
  public var blockBorder: TextBorder? {
    get { boxed?.blockBorder }
    set { if newValue != blockBorder { extra.blockBorder = newValue } }
  }

  /// The attachment in the place of each U+FFFC of the range.
  public var attachment: TextAttachment? {
    get { boxed?.attachment }
    set { if newValue != attachment { extra.attachment = newValue } }
  }

  /// The highlight, which makes the range react to a touch.
  public var highlight: TextHighlight? {
    get { boxed?.highlight }
    set { if newValue != highlight { extra.highlight = newValue } }
  }

  /// The binding, which makes the range behave as one character.
  public var binding: TextBinding? {
    get { boxed?.binding }
    set { if newValue != binding { extra.binding = newValue } }
  }

  /// The plain text that the range stands for.
  public var backedString: TextBackedString? {
    get { boxed?.backedString }
    set { if newValue != backedString { extra.backedString = newValue } }
  }

  /// The transform of each glyph around its origin; it does not change the layout of lines.
  public var glyphTransform: GlyphTransform? {
    get { boxed?.glyphTransform }
    set { if newValue != glyphTransform { extra.glyphTransform = newValue } }
  }

  /// Small text above or below the range that tells its reading.
  public var ruby: RubyAnnotation? {
    get { boxed?.ruby }
    set { if newValue != ruby { extra.ruby = newValue } }
  }
}
