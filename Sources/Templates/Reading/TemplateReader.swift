import GalleyBoxes
import GalleyCells
import GalleyElements
import GalleyPrimitives
import GalleyText
import Yams

/// Makes the elements of a template from YAML nodes, by the table of keys.
struct TemplateReader {
  let theme: Theme
  let palette: TemplatePalette
  /// The number of elements around the next one.
  var depth = 0
  /// The files around the next element, with the rest of their limits.
  let sources: TemplateSources
  /// The style with which a part of a text begins.
  private var textStyle: TemplateElement.TextStyle?

  init(theme: Theme, sources: TemplateSources) {
    self.theme = theme
    self.sources = sources
    palette = TemplatePalette(theme)
  }

  /// A reader of elements within the next one.
  func deeper() -> TemplateReader {
    var reader = self
    reader.depth += 1
    reader.textStyle = nil
    return reader
  }

  /// Reads an element with all elements within it.
  ///
  /// - Throws: ``Misplaced``.
  func element(_ node: Node) throws -> TemplateElement {
    guard depth < ElementTree.depthLimit else {
      throw Misplaced(node, "elements are nested more than \(ElementTree.depthLimit) deep")
    }
    try sources.takeElement(node)
    var fields = try TemplateFields(node)
    guard let kind = ElementKind.elements.first(where: { fields.has($0.key) }),
      let content = fields.take(kind.key)
    else { throw noKind(fields) }
    if let other = ElementKind.elements.last(where: { fields.has($0.key) }) {
      throw fields.fail("an element is a \(kind.key) or a \(other.key), not both")
    }
    var element = TemplateElement(theme)
    element.line = node.mark?.line ?? 1
    element.path = sources.path
    prepare(&element, as: kind)
    try apply(&fields, to: &element, as: kind)
    switch kind {
    case .text:
      element.content = .text(try parts(content, of: element))
    case .image: element.content = .image(try TemplateText(content))
    case .shape: try shape(content, &element)
    case .spacer: try spacer(content, &element)
    case .include: element.children = [try included(content)]
    case .constrained:
      element.children = try children(content)
      try checkConstraints(of: &element, node)
    default: element.children = try children(content)
    }
    return element
  }

  private func noKind(_ fields: TemplateFields) -> Misplaced {
    let kinds = ElementKind.elements.map(\.key)
    for name in fields.names {
      guard let near = name.nearest(of: kinds) else { continue }
      return fields.fail(
        "there is no element '\(name.shown(limit: 40))'; did you mean '\(near)'? An element is one of \(kinds.joined(separator: ", "))"
      )
    }
    return fields.fail("an element is one of \(kinds.joined(separator: ", "))")
  }

  /// Sets the values of a kind that keys may change.
  private func prepare(_ element: inout TemplateElement, as kind: ElementKind) {
    switch kind {
    case .row, .column, .overlay:
      element.box = FlexStyle(BoxArrangement(rawValue: kind.rawValue) ?? .column)
    case .image, .shape, .spacer: element.box.shrink = 0
    case .text, .span, .include, .constrained: break
    }
    if let textStyle { element.text = textStyle }
  }

  /// Applies the keys of a kind in the order of the table, and refuses all others.
  private func apply(
    _ fields: inout TemplateFields, to element: inout TemplateElement, as kind: ElementKind
  ) throws {
    for key in TemplateKey.all(of: kind) {
      guard let value = fields.take(key.name) else { continue }
      try key.apply(TemplateNode(node: value, key: key.name, reader: self), &element)
    }
    try fields.finish()
    do { try element.finish() } catch { throw fields.fail(error.reason) }
  }

  private func children(_ node: Node) throws -> [TemplateElement] {
    guard let list = node.sequence else {
      throw Misplaced(node, "a list of elements is expected, each after '- '")
    }
    let reader = deeper()
    return try list.map { try reader.element($0) }
  }

  /// Reads the parts of a text: a text, or a list of texts and of mappings with attributes.
  private func parts(_ node: Node, of element: TemplateElement) throws -> [TemplateElement] {
    var reader = self
    reader.textStyle = element.text
    reader.textStyle?.link = nil
    guard let list = node.sequence else { return [try reader.part(node)] }
    guard !list.isEmpty, list.count <= Self.partLimit else {
      throw Misplaced(node, "a text has 1 to \(Self.partLimit) parts")
    }
    guard element.text.format == .plain else {
      throw Misplaced(node, "a text with parts is plain: it has no format")
    }
    return try list.map { try reader.part($0) }
  }

  /// The largest number of parts of a text.
  static let partLimit = 64

  private func part(_ node: Node) throws -> TemplateElement {
    var element = TemplateElement(theme)
    element.line = node.mark?.line ?? 1
    element.path = sources.path
    prepare(&element, as: .span)
    var content = node
    if node.mapping != nil {
      var fields = try TemplateFields(node)
      guard let text = fields.take(ElementKind.span.key) else {
        throw fields.fail("a part of a text has the key text")
      }
      content = text
      try apply(&fields, to: &element, as: .span)
    }
    element.content = .part(try TemplateText(content))
    return element
  }

  private func shape(_ node: Node, _ element: inout TemplateElement) throws {
    let isRound = element.look.radii == .zero
    switch node.string {
    case "rectangle": break
    case "capsule":
      if isRound { element.look.radii = CornerRadii(all: 8192) }
    case "circle":
      if isRound { element.look.radii = CornerRadii(all: 8192) }
      if element.box.aspectRatio == nil { element.box.aspectRatio = 1 }
    default: throw Misplaced(node, "a shape is one of \(Self.shapes.joined(separator: ", "))")
    }
  }

  /// The names of shapes.
  static let shapes = ["capsule", "circle", "rectangle"]

  private func spacer(_ node: Node, _ element: inout TemplateElement) throws {
    let value = TemplateNode(node: node, key: ElementKind.spacer.key, reader: self)
    guard let least = value.number(0...8192) ?? palette.lengths[node.string ?? ""] else {
      throw value.expected("its smallest length, from 0 to 8192,")
    }
    element.box.grow = max(1, element.box.grow)
    element.box.basis = .units(least)
  }
}
