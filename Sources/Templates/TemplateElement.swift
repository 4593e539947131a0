import GalleyBoxes
import GalleyCells
import GalleyElements
import GalleyLayout
import GalleyPrimitives
import GalleyText

/// An element of a template, with all elements within it; bindings are still open.
struct TemplateElement {
  enum Content {
    case none
    case text(TemplateText, TextSettings)
    case image(TemplateText, ElementImage)
  }

  var content = Content.none
  var box = FlexStyle(.column)
  var look = BoxLook()
  var role: String?
  var children: [TemplateElement] = []
  /// The element is left out unless the field is present, or is absent.
  var condition: (path: [String], isPresent: Bool)?
  /// The element appears for each value of a list, which has a name within it.
  var repetition: (path: [String], name: String)?

  /// The appearance of a text.
  struct TextSettings {
    var style: Theme.TextStyle
    var format = Format.plain
    var language: TemplateText?
    var alignment = ParagraphStyle.Alignment.start
    var lineSpacing = 0.0
    var truncation = TextContainer.Truncation.end
    var minimumScale = 1.0
  }

  /// The notation of a text.
  enum Format: String, CaseIterable {
    case plain, markdown, html
  }
}

/// Fills the bindings of a template with the fields of one item, within limits.
struct TemplateFiller {
  /// The name of the template, for errors.
  let path: String
  private var elementsLeft = ElementTree.countLimit
  private var bytesLeft = Self.byteLimit

  /// The largest number of bytes of all texts of a cell.
  static let byteLimit = 1 << 20

  init(path: String) { self.path = path }

  /// Returns the elements that `element` stands for: none, one, or one for each value of a list.
  mutating func fill(
    _ element: TemplateElement, _ scope: TemplateScope
  ) throws(TemplateError) -> [ElementTree] {
    guard let repetition = element.repetition else {
      guard let tree = try fillOnce(element, scope) else { return [] }
      return [tree]
    }
    guard let value = scope[repetition.path], value.isPresent else { return [] }
    let values: [TemplateValue] = if case .list(let list) = value { list } else { [value] }
    var trees: [ElementTree] = []
    for value in values {
      var inner = scope
      inner.variables[repetition.name] = value
      // A value that shows nothing counts, too, so that a long list ends in time.
      try takeElement()
      if let tree = try fillOnce(element, inner) { trees.append(tree) }
    }
    return trees
  }

  private mutating func takeElement() throws(TemplateError) {
    elementsLeft -= 1
    guard elementsLeft >= 0 else {
      throw .tooManyElements(path: path, limit: ElementTree.countLimit)
    }
  }

  private mutating func take(_ text: String) throws(TemplateError) {
    bytesLeft -= text.utf8.count
    guard bytesLeft >= 0 else { throw .tooMuchText(path: path, limit: Self.byteLimit) }
  }

  private mutating func fillOnce(
    _ element: TemplateElement, _ scope: TemplateScope
  ) throws(TemplateError) -> ElementTree? {
    if let condition = element.condition {
      let isPresent = scope[condition.path]?.isPresent ?? false
      guard isPresent == condition.isPresent else { return nil }
    }
    try takeElement()
    var content = ElementTree.Content.none
    switch element.content {
    case .none: break
    case .text(let text, let settings):
      guard let string = text.text(scope) else { return nil }
      try take(string)
      content = .text(settings.text(string, language: settings.language?.text(scope)))
    case .image(let name, var image):
      guard let name = name.text(scope), !name.isEmpty else { return nil }
      try take(name)
      image.name = name
      content = .image(image)
    }
    var children: [ElementTree] = []
    for child in element.children { children += try fill(child, scope) }
    return ElementTree(
      content, box: element.box, look: element.look, role: element.role, children: children)
  }
}

extension TemplateElement.TextSettings {
  /// Returns the text with its attributes.
  fileprivate func text(_ string: String, language: String?) -> ElementText {
    let attributes = TextAttributes(font: style.font, color: style.color, language: language)
    var text = formatted(string, attributes)
    text.paragraphStyle.alignment = alignment
    text.paragraphStyle.lineSpacing = lineSpacing
    var container = TextContainer(width: .infinity, truncation: truncation)
    container.maximumRowCount = style.maximumRowCount
    return ElementText(text, container: container, minimumScale: minimumScale)
  }

  /// A text that is too long for its notation is shown as it is.
  private func formatted(_ string: String, _ attributes: TextAttributes) -> AttributedText {
    var theme = MarkdownTheme.bright
    theme.text = attributes
    let parsed: AttributedText? =
      switch format {
      case .plain: nil
      case .markdown: try? MarkdownParser(theme: theme).parsed(markdown: string)
      case .html: try? HTMLParser(theme: theme).parsed(html: string)
      }
    return parsed ?? AttributedText(string, attributes: attributes)
  }
}
