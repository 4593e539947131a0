import GalleyBoxes
import GalleyCells
import GalleyElements
import GalleyPrimitives

/// An element of a template as it is filled: a reference, since an element is large and is filled for each item.
final class TemplatePlan: Sendable {
  /// The element, without those within it.
  let element: TemplateElement
  /// The style of the element, except for a background and a direction by fields.
  let style: ElementStyle
  /// The style for each reading direction, if a field decides it.
  let directedStyles: (leftToRight: ElementStyle, rightToLeft: ElementStyle)?
  /// The style in each colour of initials, if a field decides the background alone.
  let coloredStyles: [ElementStyle]
  let children: [TemplatePlan]
  /// The parts of a text.
  let parts: [TemplatePlan]
  /// The words of a text that has one part, without conditions and repeats; `nil` for any other.
  let onlyPart: TemplateText?

  /// The appearance of a text, which is large: its members are read, and it is not copied.
  var text: TemplateElement.TextStyle { element.text }

  init(_ element: TemplateElement, _ theme: Theme) {
    children = element.children.map { TemplatePlan($0, theme) }
    var own = element
    own.children = []
    var onlyPart: TemplateText?
    if case .text(let parts) = element.content {
      self.parts = parts.map { TemplatePlan($0, theme) }
      own.content = .text([])
      if parts.count == 1, parts[0].conditions.isEmpty, parts[0].repetition.path == nil,
        case .part(let text) = parts[0].content
      {
        onlyPart = text
      }
    } else {
      parts = []
    }
    self.onlyPart = onlyPart
    self.element = own
    style = own.style(isRightToLeft: own.box.isRightToLeft)
    directedStyles =
      own.directionFields.isEmpty
      ? nil : (own.style(isRightToLeft: false), own.style(isRightToLeft: true))
    let isColored = own.backgroundField != nil && own.directionFields.isEmpty
    coloredStyles =
      !isColored
      ? []
      : theme.initialsColors.prefix(Self.colorLimit).map { color in
        own.look.background = color
        return own.style(isRightToLeft: own.box.isRightToLeft)
      }
  }

  /// The largest number of colours whose styles are made once; a theme has fewer.
  private static let colorLimit = 64

  /// A plan with the styles that `prepare` makes of those of `plan`.
  init(_ plan: TemplatePlan, prepare: (ElementStyle) -> ElementStyle) {
    (element, parts, onlyPart) = (plan.element, plan.parts, plan.onlyPart)
    coloredStyles = plan.coloredStyles.map(prepare)
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
