import GalleyBoxes
import GalleyCells
import GalleyConstraints
import GalleyElements
import GalleyPrimitives

/// What all cells of a template share: a reference, since a theme is large.
final class TemplateSurroundings: Sendable {
  /// The file's path, or the name of a built-in template, for errors.
  let path: String
  let theme: Theme
  let palette: TemplatePalette

  init(path: String, theme: Theme, palette: TemplatePalette) {
    self.path = path
    self.theme = theme
    self.palette = palette
  }
}

/// Fills the bindings of a template with the fields of one item, within limits.
struct TemplateFiller {
  private let surroundings: TemplateSurroundings
  private var elementsLeft = ElementTree.countLimit
  private var bytesLeft = Self.byteLimit

  /// The largest number of bytes of all texts of a cell.
  static let byteLimit = 1 << 20

  /// The names of variables that are not fields of the item.
  static let ownNames = ["loop", themeName]
  static let themeName = "theme"

  init(_ surroundings: TemplateSurroundings) { self.surroundings = surroundings }

  private var path: String { surroundings.path }
  var palette: TemplatePalette { surroundings.palette }

  /// The values of the theme that conditions and texts can name.
  static func themeValues(_ theme: Theme, _ palette: TemplatePalette) -> TemplateValue {
    .fields([
      "name": .text(theme.name), "byline": .text(theme.byline.rawValue),
      "isDark": .flag(palette.isDark), "avatarSize": .number(theme.avatarSize),
    ])
  }

  /// Returns the elements that `plan` stands for: none, one, or one for each value of a list.
  mutating func fill(
    _ plan: TemplatePlan, _ scope: TemplateScope
  ) throws(TemplateError) -> [ElementTree] {
    guard plan.element.repetition.path != nil else {
      return try fillOnce(plan, scope).map { [$0] } ?? []
    }
    var trees: [ElementTree] = []
    try forEachValue(of: plan.element.repetition, scope) {
      (filler, scope) throws(TemplateError) in
      if let tree = try filler.fillOnce(plan, scope) { trees.append(tree) }
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
    guard let value = scope[path], value.isPresent else { return }
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
  func appears(_ plan: TemplatePlan, _ scope: TemplateScope) -> Bool {
    plan.element.conditions.allSatisfy { $0.condition.holds(scope) == $0.isWanted }
  }

  private mutating func fillOnce(
    _ plan: TemplatePlan, _ scope: TemplateScope
  ) throws(TemplateError) -> ElementTree? {
    guard appears(plan, scope) else { return nil }
    try takeElement()
    var content = ElementTree.Content.none
    switch plan.element.content {
    case .none, .part, .constraints: break
    case .text:
      guard let text = try text(of: plan, scope) else { return nil }
      return ElementTree(text, style: style(of: plan, scope), children: [])
    case .image(let name):
      guard let name = name.text(scope), !name.isEmpty else {
        guard !plan.children.isEmpty else { return nil }
        break
      }
      try take(name)
      var image = plan.element.image
      image.name = name
      if let words = plan.element.imageDescription?.text(scope), !words.isEmpty {
        try take(words)
        image.description = words
      }
      content = .image(image)
    }
    var children: [ElementTree] = []
    if !plan.children.isEmpty { children.reserveCapacity(plan.children.count) }
    for child in plan.children {
      if child.element.repetition.path == nil {
        if let tree = try fillOnce(child, scope) { children.append(tree) }
      } else {
        children += try fill(child, scope)
      }
    }
    if case .constraints(let constraints) = plan.element.content {
      // A constraint of an element that does not appear holds for no element.
      let shown = Set(children.compactMap(\.traits?.identifier))
      content = .constraints(
        constraints.filter { constraint in
          [constraint.first, constraint.second].allSatisfy { anchor in
            anchor?.item.identifier.map { shown.contains($0) } ?? true
          }
        })
    }
    return ElementTree(content, style: style(of: plan, scope), children: children)
  }

  private func style(of plan: TemplatePlan, _ scope: TemplateScope) -> ElementStyle {
    var style = plan.style
    if let styles = plan.directedStyles {
      style = readsRightToLeft(plan, scope) ? styles.rightToLeft : styles.leftToRight
    }
    guard let field = plan.element.backgroundField, let name = scope[field]?.words, !name.isEmpty
    else { return style }
    let color = AuthorInitials.color(of: name, in: surroundings.theme)
    if let known = plan.coloredStyles.first(where: { $0.look.background == color }) { return known }
    var look = style.look
    look.background = color
    return ElementStyle(box: style.box, look: look, role: style.role, traits: style.traits)
  }

  /// The reading direction that the first present field decides.
  private func readsRightToLeft(_ plan: TemplatePlan, _ scope: TemplateScope) -> Bool {
    guard surroundings.theme.mirrorsRightToLeft else { return false }
    for field in plan.element.directionFields {
      if let value = scope[field], value.isPresent { return value.words.readsRightToLeft }
    }
    return false
  }
}
