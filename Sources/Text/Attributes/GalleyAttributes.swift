public import Foundation
public import GalleyPrimitives

/// The attributes of ``AttributedText`` in Foundation's `AttributedString`, each by its own key.
public enum GalleyAttributeKeys {
  /// The font.
  public enum FontKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = Font
    /// The key's name.
    public static let name = "galley.font"
  }

  /// The colour.
  public enum ColorKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = Color
    /// The key's name.
    public static let name = "galley.color"
  }

  /// The language as a BCP 47 tag.
  public enum LanguageKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = String
    /// The key's name.
    public static let name = "galley.language"
  }

  /// The additional space between letters.
  public enum KernKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = Double
    /// The key's name.
    public static let name = "galley.kern"
  }

  /// The shift of text above the baseline.
  public enum BaselineOffsetKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = Double
    /// The key's name.
    public static let name = "galley.baselineOffset"
  }

  /// The paragraph's style.
  public enum ParagraphStyleKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = ParagraphStyle
    /// The key's name.
    public static let name = "galley.paragraphStyle"
  }

  /// The underline.
  public enum UnderlineKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextDecoration
    /// The key's name.
    public static let name = "galley.underline"
  }

  /// The strikethrough.
  public enum StrikethroughKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextDecoration
    /// The key's name.
    public static let name = "galley.strikethrough"
  }

  /// The shadows.
  public enum ShadowsKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = [TextShadow]
    /// The key's name.
    public static let name = "galley.shadows"
  }

  /// The inner shadows.
  public enum InnerShadowsKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = [TextShadow]
    /// The key's name.
    public static let name = "galley.innerShadows"
  }

  /// The border above the text.
  public enum BorderKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextBorder
    /// The key's name.
    public static let name = "galley.border"
  }

  /// The border below the text.
  public enum BackgroundBorderKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextBorder
    /// The key's name.
    public static let name = "galley.backgroundBorder"
  }

  /// The border around lines.
  public enum BlockBorderKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextBorder
    /// The key's name.
    public static let name = "galley.blockBorder"
  }

  /// The attachment in the place of U+FFFC.
  public enum AttachmentKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextAttachment
    /// The key's name.
    public static let name = "galley.attachment"
  }

  /// The highlight, which reacts to a touch.
  public enum HighlightKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextHighlight
    /// The key's name.
    public static let name = "galley.highlight"
  }

  /// The binding, which makes a range behave as one character.
  public enum BindingKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextBinding
    /// The key's name.
    public static let name = "galley.binding"
  }

  /// The plain text that the range stands for.
  public enum BackedStringKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextBackedString
    /// The key's name.
    public static let name = "galley.backedString"
  }

  /// The transform of glyphs.
  public enum GlyphTransformKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = GlyphTransform
    /// The key's name.
    public static let name = "galley.glyphTransform"
  }

  /// The annotation that tells the reading.
  public enum RubyKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = RubyAnnotation
    /// The key's name.
    public static let name = "galley.ruby"
  }

  /// The line above the text.
  public enum OverlineKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextDecoration
    /// The key's name.
    public static let name = "galley.overline"
  }

  /// The line along the letters' outlines.
  public enum StrokeKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = TextStroke
    /// The key's name.
    public static let name = "galley.stroke"
  }

  /// The mark at each letter.
  public enum EmphasisKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = EmphasisMark
    /// The key's name.
    public static let name = "galley.emphasis"
  }

  /// The orientation on vertical lines.
  public enum VerticalFormKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = VerticalForm
    /// The key's name.
    public static let name = "galley.verticalForm"
  }

  /// The OpenType features.
  public enum FontFeaturesKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = [FontFeature]
    /// The key's name.
    public static let name = "galley.fontFeatures"
  }

  /// The offsets at which joined attributes began, which keep equal adjacent borders and highlights
  /// separate.
  public enum AnchorsKey: CodableAttributedStringKey {
    /// The value's type.
    public typealias Value = [Int]
    /// The key's name.
    public static let name = "galley.anchors"
  }
}

extension AttributeScopes {
  /// The attributes of ``AttributedText`` and those of Foundation.
  public struct GalleyAttributes: AttributeScope {
    /// The font.
    public let font: GalleyAttributeKeys.FontKey
    /// The colour.
    public let color: GalleyAttributeKeys.ColorKey
    /// The language as a BCP 47 tag.
    public let language: GalleyAttributeKeys.LanguageKey
    /// The additional space between letters.
    public let kern: GalleyAttributeKeys.KernKey
    /// The shift of text above the baseline.
    public let baselineOffset: GalleyAttributeKeys.BaselineOffsetKey
    /// The paragraph's style.
    public let paragraphStyle: GalleyAttributeKeys.ParagraphStyleKey
    /// The underline.
    public let underline: GalleyAttributeKeys.UnderlineKey
    /// The strikethrough.
    public let strikethrough: GalleyAttributeKeys.StrikethroughKey
    /// The shadows.
    public let shadows: GalleyAttributeKeys.ShadowsKey
    /// The inner shadows.
    public let innerShadows: GalleyAttributeKeys.InnerShadowsKey
    /// The border above the text.
    public let border: GalleyAttributeKeys.BorderKey
    /// The border below the text.
    public let backgroundBorder: GalleyAttributeKeys.BackgroundBorderKey
    /// The border around lines.
    public let blockBorder: GalleyAttributeKeys.BlockBorderKey
    /// The attachment in the place of U+FFFC.
    public let attachment: GalleyAttributeKeys.AttachmentKey
    /// The highlight, which reacts to a touch.
    public let highlight: GalleyAttributeKeys.HighlightKey
    /// The binding, which makes a range behave as one character.
    public let binding: GalleyAttributeKeys.BindingKey
    /// The plain text that the range stands for.
    public let backedString: GalleyAttributeKeys.BackedStringKey
    /// The transform of glyphs.
    public let glyphTransform: GalleyAttributeKeys.GlyphTransformKey
    /// The annotation that tells the reading.
    public let ruby: GalleyAttributeKeys.RubyKey
    /// The line above the text.
    public let overline: GalleyAttributeKeys.OverlineKey
    /// The line along the letters' outlines.
    public let stroke: GalleyAttributeKeys.StrokeKey
    /// The mark at each letter.
    public let emphasis: GalleyAttributeKeys.EmphasisKey
    /// The orientation on vertical lines.
    public let verticalForm: GalleyAttributeKeys.VerticalFormKey
    /// The OpenType features.
    public let fontFeatures: GalleyAttributeKeys.FontFeaturesKey
    /// The offsets at which joined attributes began.
    public let anchors: GalleyAttributeKeys.AnchorsKey
    /// Foundation's own attributes.
    public let foundation: FoundationAttributes
  }

  /// The attributes of ``AttributedText`` and those of Foundation.
  public var galley: GalleyAttributes.Type { GalleyAttributes.self }
}

extension AttributeDynamicLookup {
  /// The attributes of ``AttributedText`` by name.
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.GalleyAttributes, Key>
  ) -> Key {
    self[Key.self]
  }
}
