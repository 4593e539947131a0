/// An element of a template as it is filled: a reference, since an element is large and is filled for each item.
final class TemplatePlan: Sendable {
  /// The element, without those within it.
  let element: TemplateElement
  let children: [TemplatePlan]
  /// The parts of a text.
  let parts: [TemplatePlan]

  init(_ element: TemplateElement) {
    children = element.children.map(TemplatePlan.init)
    var own = element
    own.children = []
    if case .text(let parts) = element.content {
      self.parts = parts.map(TemplatePlan.init)
      own.content = .text([])
    } else {
      parts = []
    }
    self.element = own
  }
}
