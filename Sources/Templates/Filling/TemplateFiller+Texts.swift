import GalleyBoxes
import GalleyElements
import GalleyLayout
import GalleyPrimitives
import GalleyText

extension TemplateFiller {
  /// Returns the text of an element; `nil` if the fields of all of its parts are missing.
  mutating func text(
    of plan: TemplatePlan, _ scope: TemplateScope
  ) throws(TemplateError) -> ElementText? {
    let style = plan.element.text
    var pieces: [(string: String, attributes: TextAttributes)] = []
    var isBound = false
    var isPresent = false
    for part in plan.parts {
      guard case .part(let text) = part.element.content else { continue }
      let hasFields = text.hasFields
      isBound = isBound || hasFields
      try forEachValue(of: part.element.repetition, scope) {
        (filler, scope) throws(TemplateError) in
        guard filler.appears(part, scope), let string = text.text(scope) else { return }
        isPresent = isPresent || hasFields
        try filler.take(string)
        pieces.append((string, filler.attributes(of: part.element.text, scope)))
      }
    }
    guard !pieces.isEmpty, isPresent || !isBound else { return nil }
    var text = attributed(pieces, style)
    if let link = style.link?.text(scope) {
      try take(link)
      text = linked(text, to: link, keepingColor: style.hasColor)
    }
    if style.findsLinks { text = withLinks(text) }
    finish(&text, style, pieces)
    var result = ElementText(
      text, container: container(style, pieces), minimumScale: style.minimumScale)
    (result.isMark, result.followsBox) = (style.isMark, style.followsBox)
    if let html = style.html?.text(scope), !html.isEmpty {
      try take(html)
      result.html = ElementHTML(html, language: pieces[0].attributes.language)
    }
    return result
  }

  /// The attributes of a part in the fields of `scope`.
  private func attributes(
    of style: TemplateElement.TextStyle, _ scope: TemplateScope
  ) -> TextAttributes {
    var attributes = style.attributes
    // The tag of a feed can be long.
    attributes.language = style.language?.text(scope).map { String($0.prefix(64)) }
    if let link = style.link?.text(scope) {
      attributes.setLink(String(link.prefix(4096)), palette, keepingColor: style.hasColor)
    }
    return attributes
  }

  /// A text that is too long for its notation is shown as it is.
  private func attributed(
    _ pieces: [(string: String, attributes: TextAttributes)], _ style: TemplateElement.TextStyle
  ) -> AttributedText {
    let (string, attributes) = pieces[0]
    if pieces.count == 1 {
      guard style.format != .plain else {
        return AttributedText(string, attributes: attributes)
      }
      let markup = markup(attributes, style)
      let parsed: AttributedText? =
        switch style.format {
        case .plain: nil
        case .markdown: try? MarkdownParser(theme: markup).parsed(markdown: string)
        case .html: try? HTMLParser(theme: markup).parsed(html: string)
        }
      return parsed ?? AttributedText(string, attributes: attributes)
    }
    var builder = AttributedTextBuilder()
    for piece in pieces { builder.append(piece.string, attributes: piece.attributes) }
    return builder.text(emptyAttributes: attributes)
  }

  /// The theme of Markdown whose sizes are in proportion to those of the text.
  private func markup(
    _ attributes: TextAttributes, _ style: TemplateElement.TextStyle
  ) -> MarkdownTheme {
    var markup = palette.markup
    let factor = attributes.font.size / MarkdownTheme.bright.text.font.size
    markup.text = attributes
    if style.hasColor { markup.headingColor = attributes.color }
    markup.headingSizes = markup.headingSizes.map { min(512, $0 * factor) }
    markup.paragraphSpacing =
      style.hasParagraphSpacing
      ? style.paragraph.paragraphSpacing : markup.paragraphSpacing * factor
    markup.indent *= factor
    return markup
  }

  private func finish(
    _ text: inout AttributedText, _ style: TemplateElement.TextStyle,
    _ pieces: [(string: String, attributes: TextAttributes)]
  ) {
    var paragraph = style.paragraph
    if let lineHeight = style.lineHeight {
      let size = pieces.reduce(0) { max($0, $1.attributes.font.size) }
      paragraph.fixedLineHeight = lineHeight * size
    }
    guard style.format != .plain else { return text.paragraphStyle = paragraph }
    // Paragraphs of Markdown have indents and spaces of their own.
    text.paragraphStyle.alignment = paragraph.alignment
    text.paragraphStyle.lineSpacing = paragraph.lineSpacing
    text.paragraphStyle.wrap = paragraph.wrap
    text.paragraphStyle.direction = paragraph.direction ?? text.paragraphStyle.direction
  }

  private func container(
    _ style: TemplateElement.TextStyle,
    _ pieces: [(string: String, attributes: TextAttributes)]
  ) -> TextContainer {
    var container = style.container
    if let token = style.token {
      container.truncationToken = AttributedText(
        token, attributes: pieces.last?.attributes ?? style.attributes)
    }
    return container
  }

  private func linked(
    _ text: AttributedText, to link: String, keepingColor: Bool
  ) -> AttributedText {
    var text = text
    // The whole text is a sound range.
    try? text.update(in: 0..<text.utf8Count) {
      $0.setLink(String(link.prefix(4096)), palette, keepingColor: keepingColor)
    }
    return text
  }

  /// Makes links of the addresses within a text.
  private func withLinks(_ text: AttributedText) -> AttributedText {
    var text = text
    for link in TextLink.all(in: text.string) {
      // An address ends at ASCII, where a combining mark may follow; it then stays without a link.
      try? text.update(in: link.range) {
        $0.setLink(link.address, palette, keepingColor: false)
      }
    }
    return text
  }
}

extension TextAttributes {
  /// Makes the text a link, in the theme's colour of links unless it keeps its own.
  fileprivate mutating func setLink(
    _ address: String, _ palette: TemplatePalette, keepingColor: Bool
  ) {
    guard highlight == nil, !address.isEmpty else { return }
    if !keepingColor { color = palette.markup.linkColor }
    highlight = TextHighlight(
      backgroundColor: palette.markup.codeBackground, userInfo: ["url": address])
  }
}
