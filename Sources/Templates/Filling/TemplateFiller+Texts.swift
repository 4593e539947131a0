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
        pieces.append((string, filler.attributes(of: part, scope)))
      }
    }
    guard !pieces.isEmpty, isPresent || !isBound else { return nil }
    var text = attributed(pieces, plan)
    if let link = plan.text.link?.text(scope) {
      try take(link)
      text = linked(text, to: link, keepingColor: plan.text.hasColor)
    }
    if plan.text.findsLinks { text = withLinks(text) }
    finish(&text, plan, pieces)
    var result = ElementText(
      text, container: container(plan, pieces), minimumScale: plan.text.minimumScale)
    (result.isMark, result.followsBox) = (plan.text.isMark, plan.text.followsBox)
    if let html = plan.text.html?.text(scope), !html.isEmpty {
      try take(html)
      result.html = ElementHTML(html, language: pieces[0].attributes.language)
    }
    return result
  }

  /// The attributes of a part in the fields of `scope`.
  private func attributes(
    of plan: TemplatePlan, _ scope: TemplateScope
  ) -> TextAttributes {
    var attributes = plan.text.attributes
    // The tag of a feed can be long.
    attributes.language = plan.text.language?.text(scope).map { String($0.prefix(64)) }
    if let link = plan.text.link?.text(scope) {
      attributes.setLink(String(link.prefix(4096)), palette, keepingColor: plan.text.hasColor)
    }
    return attributes
  }

  /// A text that is too long for its notation is shown as it is.
  private func attributed(
    _ pieces: [(string: String, attributes: TextAttributes)], _ plan: TemplatePlan
  ) -> AttributedText {
    let (string, attributes) = pieces[0]
    if pieces.count == 1 {
      guard plan.text.format != .plain else {
        return AttributedText(string, attributes: attributes)
      }
      let markup = markup(attributes, plan)
      let parsed: AttributedText? =
        switch plan.text.format {
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
    _ attributes: TextAttributes, _ plan: TemplatePlan
  ) -> MarkdownTheme {
    var markup = palette.markup
    let factor = attributes.font.size / MarkdownTheme.bright.text.font.size
    markup.text = attributes
    if plan.text.hasColor { markup.headingColor = attributes.color }
    markup.headingSizes = markup.headingSizes.map { min(512, $0 * factor) }
    markup.paragraphSpacing =
      plan.text.hasParagraphSpacing
      ? plan.text.paragraph.paragraphSpacing : markup.paragraphSpacing * factor
    markup.indent *= factor
    return markup
  }

  private func finish(
    _ text: inout AttributedText, _ plan: TemplatePlan,
    _ pieces: [(string: String, attributes: TextAttributes)]
  ) {
    var paragraph = plan.text.paragraph
    if let lineHeight = plan.text.lineHeight {
      let size = pieces.reduce(0) { max($0, $1.attributes.font.size) }
      paragraph.fixedLineHeight = lineHeight * size
    }
    guard plan.text.format != .plain else { return text.paragraphStyle = paragraph }
    // Paragraphs of Markdown have indents and spaces of their own.
    text.paragraphStyle.alignment = paragraph.alignment
    text.paragraphStyle.lineSpacing = paragraph.lineSpacing
    text.paragraphStyle.wrap = paragraph.wrap
    text.paragraphStyle.direction = paragraph.direction ?? text.paragraphStyle.direction
  }

  private func container(
    _ plan: TemplatePlan,
    _ pieces: [(string: String, attributes: TextAttributes)]
  ) -> TextContainer {
    var container = plan.text.container
    if let token = plan.text.token {
      container.truncationToken = AttributedText(
        token, attributes: pieces.last?.attributes ?? plan.text.attributes)
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
