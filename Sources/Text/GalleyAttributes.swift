public import Foundation
public import GalleyPrimitives

/// The attributes of ``AttributedText`` in Foundation's `AttributedString`, each by its own key.
public enum GalleyAttributeKeys {
  /// The font.
  public enum FontKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = Font
    /// The key's name.
    public static let name = "galley.font"
  }

  /// The colour.
  public enum ColorKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = Color
    /// The key's name.
    public static let name = "galley.color"
  }

  /// The language as a BCP 47 tag.
  public enum LanguageKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = String
    /// The key's name.
    public static let name = "galley.language"
  }

  /// What is added between letters.
  public enum KernKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = Double
    /// The key's name.
    public static let name = "galley.kern"
  }

  /// How far text is raised.
  public enum BaselineOffsetKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = Double
    /// The key's name.
    public static let name = "galley.baselineOffset"
  }

  /// How the paragraph is set.
  public enum ParagraphStyleKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = ParagraphStyle
    /// The key's name.
    public static let name = "galley.paragraphStyle"
  }

  /// A line below.
  public enum UnderlineKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = TextDecoration
    /// The key's name.
    public static let name = "galley.underline"
  }

  /// A line through.
  public enum StrikethroughKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = TextDecoration
    /// The key's name.
    public static let name = "galley.strikethrough"
  }

  /// The shadows.
  public enum ShadowsKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = [TextShadow]
    /// The key's name.
    public static let name = "galley.shadows"
  }

  /// The inner shadows.
  public enum InnerShadowsKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = [TextShadow]
    /// The key's name.
    public static let name = "galley.innerShadows"
  }

  /// A border over the text.
  public enum BorderKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = TextBorder
    /// The key's name.
    public static let name = "galley.border"
  }

  /// A border below the text.
  public enum BackgroundBorderKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = TextBorder
    /// The key's name.
    public static let name = "galley.backgroundBorder"
  }

  /// A border around lines.
  public enum BlockBorderKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = TextBorder
    /// The key's name.
    public static let name = "galley.blockBorder"
  }

  /// What stands in the place of U+FFFC.
  public enum AttachmentKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = TextAttachment
    /// The key's name.
    public static let name = "galley.attachment"
  }

  /// What reacts to a finger.
  public enum HighlightKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = TextHighlight
    /// The key's name.
    public static let name = "galley.highlight"
  }

  /// What is one character.
  public enum BindingKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = TextBinding
    /// The key's name.
    public static let name = "galley.binding"
  }

  /// What plain text it stands for.
  public enum BackedStringKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = TextBackedString
    /// The key's name.
    public static let name = "galley.backedString"
  }

  /// What glyphs are transformed by.
  public enum GlyphTransformKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = GlyphTransform
    /// The key's name.
    public static let name = "galley.glyphTransform"
  }

  /// How it is read.
  public enum RubyKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = RubyAnnotation
    /// The key's name.
    public static let name = "galley.ruby"
  }

  /// Where joined attributes began: what tells equal borders and the like side by side apart.
  public enum AnchorsKey: CodableAttributedStringKey {
    /// What the key holds.
    public typealias Value = [Int]
    /// The key's name.
    public static let name = "galley.anchors"
  }
}

extension AttributeScopes {
  /// The attributes of ``AttributedText`` and Foundation's.
  public struct GalleyAttributes: AttributeScope {
    /// The font.
    public let font: GalleyAttributeKeys.FontKey
    /// The colour.
    public let color: GalleyAttributeKeys.ColorKey
    /// The language as a BCP 47 tag.
    public let language: GalleyAttributeKeys.LanguageKey
    /// What is added between letters.
    public let kern: GalleyAttributeKeys.KernKey
    /// How far text is raised.
    public let baselineOffset: GalleyAttributeKeys.BaselineOffsetKey
    /// How the paragraph is set.
    public let paragraphStyle: GalleyAttributeKeys.ParagraphStyleKey
    /// A line below.
    public let underline: GalleyAttributeKeys.UnderlineKey
    /// A line through.
    public let strikethrough: GalleyAttributeKeys.StrikethroughKey
    /// The shadows.
    public let shadows: GalleyAttributeKeys.ShadowsKey
    /// The inner shadows.
    public let innerShadows: GalleyAttributeKeys.InnerShadowsKey
    /// A border over the text.
    public let border: GalleyAttributeKeys.BorderKey
    /// A border below the text.
    public let backgroundBorder: GalleyAttributeKeys.BackgroundBorderKey
    /// A border around lines.
    public let blockBorder: GalleyAttributeKeys.BlockBorderKey
    /// What stands in the place of U+FFFC.
    public let attachment: GalleyAttributeKeys.AttachmentKey
    /// What reacts to a finger.
    public let highlight: GalleyAttributeKeys.HighlightKey
    /// What is one character.
    public let binding: GalleyAttributeKeys.BindingKey
    /// What plain text it stands for.
    public let backedString: GalleyAttributeKeys.BackedStringKey
    /// What glyphs are transformed by.
    public let glyphTransform: GalleyAttributeKeys.GlyphTransformKey
    /// How it is read.
    public let ruby: GalleyAttributeKeys.RubyKey
    /// Where joined attributes began.
    public let anchors: GalleyAttributeKeys.AnchorsKey
    /// Foundation's own.
    public let foundation: FoundationAttributes
  }

  /// The attributes of ``AttributedText`` and Foundation's.
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
