import GalleyBoxes
import GalleyElements

/// An element of a template as it is filled: a reference, since an element is large and is filled for each item.
final class TemplatePlan: Sendable {
  /// The element, without those within it.
  let element: TemplateElement
  /// The style of the element, except for a background and a direction by fields.
  let style: ElementStyle
  /// The style for each reading direction, if a field decides it.
  let directedStyles: (leftToRight: ElementStyle, rightToLeft: ElementStyle)?
  let children: [TemplatePlan]
  /// The parts of a text.
  let parts: [TemplatePlan]

  /// The appearance of a text, which is large: its members are read, and it is not copied.
  var text: TemplateElement.TextStyle { element.text }

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
    style = own.style(isRightToLeft: own.box.isRightToLeft)
    directedStyles =
      own.directionFields.isEmpty
      ? nil : (own.style(isRightToLeft: false), own.style(isRightToLeft: true))
  }

  /// A plan with the styles that `prepare` makes of those of `plan`.
  init(_ plan: TemplatePlan, prepare: (ElementStyle) -> ElementStyle) {
    (element, parts) = (plan.element, plan.parts)
    children = plan.children.map { TemplatePlan($0, prepare: prepare) }
    style = prepare(plan.style)
    directedStyles = plan.directedStyles.map { (prepare($0), prepare($1)) }
  }
}

extension TemplateElement {
  fileprivate func style(isRightToLeft: Bool?) -> ElementStyle {
    var box = box
    box.isRightToLeft = isRightToLeft
    return ElementStyle(box: box, look: look, role: role, traits: traits)
  }
}
