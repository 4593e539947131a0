public import Foundation
import GalleyPrimitives

extension AttributedText {
  /// Makes a text from Foundation's attributed string.
  ///
  /// Foundation's own languages and links apply where the string has no Galley attributes
  /// (presentation intents do not exist on Linux). A link becomes a ``TextHighlight`` with the
  /// address as `url` in its user info.
  ///
  /// - Parameters:
  ///   - string: the string, with attributes of Galley, of Foundation, or without any.
  ///   - attributes: the attributes that apply where the string has none.
  ///   - paragraphStyle: the style of paragraphs that have none.
  /// - Complexity: O(string).
  public init(
    _ string: AttributedString, attributes: TextAttributes,
    paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) {
    var builder = AttributedTextBuilder(paragraphStyle: paragraphStyle)
    for run in string.runs {
      builder.append(
        String(string[run.range].characters), attributes: attributes.merged(with: run.attributes),
        anchors: run.attributes[GalleyAttributeKeys.AnchorsKey.self])
    }
    self = builder.text(emptyAttributes: attributes)
  }
}

extension AttributedString {
  /// Makes Foundation's attributed string from a text, with attributes of the scope `galley`.
  ///
  /// Paragraphs without a style get the text's own one.
  ///
  /// - Complexity: O(text).
  public init(_ text: AttributedText) {
    self.init()
    let style = text.paragraphStyle == ParagraphStyle() ? nil : text.paragraphStyle
    for run in text.runs where !run.range.isEmpty {
      var container = run.attributes.container
      if container[GalleyAttributeKeys.ParagraphStyleKey.self] == nil {
        container[GalleyAttributeKeys.ParagraphStyleKey.self] = style
      }
      if !run.attributes.isPlain {
        container[GalleyAttributeKeys.AnchorsKey.self] =
          (run.boxedAnchors?.value ?? AttributeAnchors()).list
      }
      append(AttributedString(String(text.substring(run.range)), attributes: container))
    }
  }
}

extension TextAttributes {
  /// Returns these attributes, replaced by those that a container has.
  fileprivate func merged(with container: AttributeContainer) -> TextAttributes {
    typealias Keys = GalleyAttributeKeys
    var result = self
    if let link = container.link {
      result.highlight = TextHighlight(userInfo: ["url": link.absoluteString])
    }
    result.language =
      container[Keys.LanguageKey.self]
      ?? container.languageIdentifier
      ?? language
    result.font = container[Keys.FontKey.self] ?? result.font
    result.color = container[Keys.ColorKey.self] ?? color
    result.kern = container[Keys.KernKey.self] ?? kern
    result.baselineOffset = container[Keys.BaselineOffsetKey.self] ?? baselineOffset
    result.shadows = container[Keys.ShadowsKey.self] ?? shadows
    result.innerShadows = container[Keys.InnerShadowsKey.self] ?? innerShadows
    result.paragraphStyle = container[Keys.ParagraphStyleKey.self] ?? result.paragraphStyle
    result.underline = container[Keys.UnderlineKey.self] ?? result.underline
    result.strikethrough = container[Keys.StrikethroughKey.self] ?? result.strikethrough
    result.border = container[Keys.BorderKey.self] ?? result.border
    result.backgroundBorder = container[Keys.BackgroundBorderKey.self] ?? result.backgroundBorder
    result.blockBorder = container[Keys.BlockBorderKey.self] ?? result.blockBorder
    result.attachment = container[Keys.AttachmentKey.self] ?? result.attachment
    result.highlight = container[Keys.HighlightKey.self] ?? result.highlight
    result.binding = container[Keys.BindingKey.self] ?? result.binding
    result.backedString = container[Keys.BackedStringKey.self] ?? result.backedString
    result.glyphTransform = container[Keys.GlyphTransformKey.self] ?? result.glyphTransform
    result.ruby = container[Keys.RubyKey.self] ?? result.ruby
    result.overline = container[Keys.OverlineKey.self] ?? result.overline
    result.stroke = container[Keys.StrokeKey.self] ?? result.stroke
    result.emphasis = container[Keys.EmphasisKey.self] ?? result.emphasis
    result.verticalForm = container[Keys.VerticalFormKey.self] ?? result.verticalForm
    result.fontFeatures = container[Keys.FontFeaturesKey.self] ?? result.fontFeatures
    return result
  }

  fileprivate var container: AttributeContainer {
    typealias Keys = GalleyAttributeKeys
    var result = AttributeContainer()
    result[Keys.FontKey.self] = font
    result[Keys.ColorKey.self] = color
    result[Keys.LanguageKey.self] = language
    guard !isPlain else { return result }
    if kern != 0 { result[Keys.KernKey.self] = kern }
    if baselineOffset != 0 { result[Keys.BaselineOffsetKey.self] = baselineOffset }
    if !shadows.isEmpty { result[Keys.ShadowsKey.self] = shadows }
    if !innerShadows.isEmpty { result[Keys.InnerShadowsKey.self] = innerShadows }
    result[Keys.ParagraphStyleKey.self] = paragraphStyle
    result[Keys.UnderlineKey.self] = underline
    result[Keys.StrikethroughKey.self] = strikethrough
    result[Keys.BorderKey.self] = border
    result[Keys.BackgroundBorderKey.self] = backgroundBorder
    result[Keys.BlockBorderKey.self] = blockBorder
    result[Keys.AttachmentKey.self] = attachment
    result[Keys.HighlightKey.self] = highlight
    result[Keys.BindingKey.self] = binding
    result[Keys.BackedStringKey.self] = backedString
    result[Keys.GlyphTransformKey.self] = glyphTransform
    result[Keys.RubyKey.self] = ruby
    result[Keys.OverlineKey.self] = overline
    result[Keys.StrokeKey.self] = stroke
    result[Keys.EmphasisKey.self] = emphasis
    if verticalForm != .mixed { result[Keys.VerticalFormKey.self] = verticalForm }
    if !fontFeatures.isEmpty { result[Keys.FontFeaturesKey.self] = fontFeatures }
    return result
  }
}
