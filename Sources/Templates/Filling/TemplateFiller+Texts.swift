import GalleyBoxes
import GalleyElements
import GalleyLayout
import GalleyMarkup
import GalleyPrimitives
import GalleyText

extension TemplateFiller {
  /// Returns the text of an element; `nil` if the fields of all of its parts are missing.
  mutating func text(
    of plan: TemplatePlan, _ scope: TemplateScope
  ) throws(TemplateError) -> ElementTree.Content? {
    guard let part = plan.onlyPart, plan.text.format == .plain else {
      return try joinedText(of: plan, scope)
    }
    guard let string = part.text(scope) else { return nil }
    try take(string)
    let attributes = attributes(of: plan.parts[0], scope)
    let text = AttributedText(
      string, attributes: attributes,
      paragraphStyle: paragraph(of: plan, size: attributes.font.size))
    return .text(try element(of: plan, text, scope, first: attributes, last: attributes))
  }

  /// Returns the text of an element with any number of parts.
  private mutating func joinedText(
    of plan: TemplatePlan, _ scope: TemplateScope
  ) throws(TemplateError) -> ElementTree.Content? {
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
    guard let first = pieces.first?.attributes, let last = pieces.last?.attributes,
      isPresent || !isBound
    else { return nil }
    var text = attributed(pieces, plan)
    finish(&text, plan, size: pieces.reduce(0) { max($0, $1.attributes.font.size) })
    return .text(try element(of: plan, text, scope, first: first, last: last))
  }

  /// Returns the element of a text whose parts have attributes from the first to the last ones.
  private mutating func element(
    of plan: TemplatePlan, _ text: AttributedText, _ scope: TemplateScope, first: TextAttributes,
    last: TextAttributes
  ) throws(TemplateError) -> ElementText {
    var text = text
    if let link = plan.text.link?.text(scope) {
      try take(link)
      text = linked(text, to: link, keepingColor: plan.text.hasColor)
    }
    if plan.text.findsLinks { text = withLinks(text) }
    var result = ElementText(
      text, container: container(plan, last), minimumScale: plan.text.minimumScale)
    (result.isMark, result.followsBox) = (plan.text.isMark, plan.text.followsBox)
    if let html = plan.text.html?.text(scope), !html.isEmpty {
      try take(html)
      result.html = ElementHTML(html, language: first.language)
    }
    return result
  }

  /// The attributes of a part in the fields of `scope`.
  private func attributes(
    of plan: TemplatePlan, _ scope: TemplateScope
  ) -> TextAttributes {
    var attributes = plan.text.attributes
    // The tag of a feed can be long.
    attributes.language = plan.text.language?.text(scope).map { $0.shortened(to: 64) }
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
      let parsed: AttributedText?
      switch plan.text.format {
      case .plain: parsed = nil
      case .markdown:
        var parser = MarkdownParser(theme: markup)
        parser.paragraph = markupParagraph(plan)
        parsed = try? parser.parsed(markdown: string)
      case .html:
        var parser = HTMLParser(theme: markup)
        parser.paragraph = markupParagraph(plan)
        parsed = try? parser.parsed(html: string)
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

  /// The style of the paragraphs of a text whose largest font has a size.
  private func paragraph(of plan: TemplatePlan, size: Double) -> ParagraphStyle {
    var paragraph = plan.text.paragraph
    if let lineHeight = plan.text.lineHeight { paragraph.fixedLineHeight = lineHeight * size }
    return paragraph
  }

  private func finish(_ text: inout AttributedText, _ plan: TemplatePlan, size: Double) {
    guard plan.text.format != .plain else {
      text.paragraphStyle = paragraph(of: plan, size: size)
      return
    }
    text.paragraphStyle = markupParagraph(plan)
    guard let lineHeight = plan.text.lineHeight else { return }
    // As in CSS, headings have higher lines than the text.
    text.updateParagraphStyles { $0.fixedLineHeight = lineHeight * $1 }
  }

  /// The style of the paragraphs of markup: the markup's theme has the space between them.
  private func markupParagraph(_ plan: TemplatePlan) -> ParagraphStyle {
    var paragraph = plan.text.paragraph
    paragraph.paragraphSpacing = 0
    return paragraph
  }

  private func container(_ plan: TemplatePlan, _ last: TextAttributes) -> TextContainer {
    var container = plan.text.container
    if let token = plan.text.token {
      container.truncationToken = AttributedText(token, attributes: last)
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

extension String {
  /// The first `count` characters.
  fileprivate func shortened(to count: Int) -> String {
    // No character has less than a byte.
    utf8.count <= count ? self : String(prefix(count))
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
