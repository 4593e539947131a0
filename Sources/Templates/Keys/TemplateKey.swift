/// A key of an element: the kinds of elements that have it, the form of its value, and its effect.
///
/// ``TemplateReader`` reads templates by these keys, and ``TemplateSchema`` describes them, so that both agree.
struct TemplateKey: Sendable {
  let name: String
  let kinds: ElementKinds
  /// The purpose, in one line.
  let about: String
  let schema: SchemaValue
  let apply: @Sendable (TemplateNode, inout TemplateElement) throws -> Void

  init<Value>(
    _ name: String, _ kinds: ElementKinds, _ form: TemplateForm<Value>, _ about: String,
    _ set: @escaping @Sendable (inout TemplateElement, Value) -> Void
  ) {
    self.name = name
    self.kinds = kinds
    self.about = about
    schema = form.schema
    apply = { node, element in set(&element, try form.read(node)) }
  }

  /// All keys but those that tell the kind, in the order in which they take effect.
  static let all: [TemplateKey] = flow + texts + images + arrangements + constraints + boxes + looks

  /// The keys of a kind.
  static func all(of kind: ElementKind) -> [TemplateKey] { byKind[kind] ?? [] }

  private static let byKind = Dictionary(
    uniqueKeysWithValues: ElementKind.allCases.map { kind in
      (kind, all.filter { $0.kinds.contains(kind.set) })
    })
}

/// A kind of element, named by the key with its content.
enum ElementKind: String, CaseIterable, Sendable {
  case row, column, overlay, constrained, text, image, shape, spacer, include
  /// A part of a text with attributes of its own.
  case span

  /// The kinds that an element can have.
  static let elements = allCases.filter { $0 != .span }

  var set: ElementKinds { ElementKinds(rawValue: 1 << (Self.allCases.firstIndex(of: self) ?? 0)) }

  /// The key with the content.
  var key: String { self == .span ? "text" : rawValue }

  /// The purpose, in one line.
  var about: String {
    switch self {
    case .row: "Elements beside each other, from the start side on."
    case .column: "Elements below each other."
    case .overlay: "Elements over each other; the last one is on top."
    case .constrained: "Elements that linear constraints place, as in Auto Layout."
    case .text:
      "A text with bindings such as {title}, or a list of parts with attributes of their own."
    case .image: "The name of an image among the assets, with bindings."
    case .shape: "A rectangle, a capsule or a circle, with a background or a border."
    case .spacer: "Free space of at least this length."
    case .include:
      "A template, built in or a file in the folder of this one: a column with its body."
    case .span: "A part of a text, with bindings."
    }
  }
}

/// Some kinds of elements.
struct ElementKinds: OptionSet, Sendable {
  let rawValue: Int

  static let boxes: ElementKinds = [
    ElementKind.row.set, ElementKind.column.set, ElementKind.overlay.set,
  ]
  static let rows: ElementKinds = [ElementKind.row.set, ElementKind.column.set]
  static let text = ElementKind.text.set
  static let texts: ElementKinds = [ElementKind.text.set, ElementKind.span.set]
  static let image = ElementKind.image.set
  static let elements: ElementKinds = [
    .boxes, ElementKind.constrained.set, .text, .image, ElementKind.shape.set,
    ElementKind.spacer.set, ElementKind.include.set,
  ]
  static let all: ElementKinds = [.elements, .texts]
}
