import GalleyBoxes
import GalleyCells
import GalleyConstraints
import GalleyElements
import GalleyPrimitives

/// Fills the bindings of a template with the fields of one item, within limits.
struct TemplateFiller {
  /// The name of the template, for errors.
  let path: String
  let theme: Theme
  let palette: TemplatePalette
  private var elementsLeft = ElementTree.countLimit
  private var bytesLeft = Self.byteLimit

  /// The largest number of bytes of all texts of a cell.
  static let byteLimit = 1 << 20

  /// The names of variables that are not fields of the item.
  static let ownNames = ["loop", "theme"]

  init(path: String, theme: Theme, palette: TemplatePalette) {
    self.path = path
    self.theme = theme
    self.palette = palette
  }

  /// The values of the theme that conditions and texts can name.
  static func themeValues(_ theme: Theme, _ palette: TemplatePalette) -> TemplateValue {
    .fields([
      "name": .text(theme.name), "byline": .text(theme.byline.rawValue),
      "isDark": .flag(palette.isDark), "avatarSize": .number(theme.avatarSize),
    ])
  }

  /// Returns the elements that `element` stands for: none, one, or one for each value of a list.
  mutating func fill(
    _ element: TemplateElement, _ scope: TemplateScope
  ) throws(TemplateError) -> [ElementTree] {
    var trees: [ElementTree] = []
    try forEachValue(of: element.repetition, scope) { (filler, scope) throws(TemplateError) in
      if let tree = try filler.fillOnce(element, scope) { trees.append(tree) }
    }
    return trees
  }

  /// Calls `body` with the scope of each value that repeats an element, or with `scope`.
  mutating func forEachValue(
    of repetition: TemplateElement.Repetition, _ scope: TemplateScope,
    _ body: (inout TemplateFiller, TemplateScope) throws(TemplateError) -> Void
  ) throws(TemplateError) {
    guard let path = repetition.path, let name = repetition.name else {
      return try body(&self, scope)
    }
    guard let value = scope[path.names], value.isPresent else { return }
    let values: [TemplateValue] = if case .list(let list) = value { list } else { [value] }
    let first = min(repetition.first ?? 0, values.count)
    let shown = values[first...].prefix(repetition.limit ?? .max)
    for (place, value) in shown.enumerated() {
      var inner = scope
      inner.variables[name] = value
      inner.variables["loop"] = .fields([
        "index": .number(Double(place)), "number": .number(Double(place + 1)),
        "isFirst": .flag(place == 0), "isLast": .flag(place == shown.count - 1),
        "count": .number(Double(shown.count)),
        "hidden": .number(Double(values.count - first - shown.count)),
      ])
      // A value that shows nothing counts, too, so that a long list ends in time.
      try takeElement()
      try body(&self, inner)
    }
  }

  private mutating func takeElement() throws(TemplateError) {
    elementsLeft -= 1
    guard elementsLeft >= 0 else {
      throw .tooManyElements(path: path, limit: ElementTree.countLimit)
    }
  }

  /// Counts the bytes of a text.
  mutating func take(_ text: String) throws(TemplateError) {
    bytesLeft -= text.utf8.count
    guard bytesLeft >= 0 else { throw .tooMuchText(path: path, limit: Self.byteLimit) }
  }

  /// Whether all conditions of an element hold.
  func appears(_ element: TemplateElement, _ scope: TemplateScope) -> Bool {
    element.conditions.allSatisfy { $0.condition.holds(scope) == $0.isWanted }
  }

  private mutating func fillOnce(
    _ element: TemplateElement, _ scope: TemplateScope
  ) throws(TemplateError) -> ElementTree? {
    guard appears(element, scope) else { return nil }
    try takeElement()
    var look = element.look
    if let field = element.backgroundField, let name = scope[field.names]?.words, !name.isEmpty {
      look.background = AuthorInitials.color(of: name, in: theme)
    }
    var content = ElementTree.Content.none
    switch element.content {
    case .none, .part, .constraints: break
    case .text(let parts):
      guard let text = try text(parts, of: element, scope) else { return nil }
      content = .text(text)
    case .image(let name):
      guard let name = name.text(scope), !name.isEmpty else {
        guard !element.children.isEmpty else { return nil }
        break
      }
      try take(name)
      var image = element.image
      image.name = name
      content = .image(image)
    }
    var children: [ElementTree] = []
    for child in element.children { children += try fill(child, scope) }
    if case .constraints(let constraints) = element.content {
      // A constraint of an element that does not appear holds for no element.
      let shown = Set(children.compactMap(\.traits?.identifier))
      content = .constraints(
        constraints.filter { constraint in
          [constraint.first, constraint.second].allSatisfy { anchor in
            anchor?.item.identifier.map { shown.contains($0) } ?? true
          }
        })
    }
    return ElementTree(
      content, box: element.box, look: look, role: element.role, traits: element.traits,
      children: children)
  }
}
