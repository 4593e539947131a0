import GalleyBoxes
import GalleyCells
import GalleyConstraints
import GalleyElements
import GalleyLayout
import GalleyPrimitives
import GalleyText

/// An element of a template, with all elements within it; bindings are still open.
struct TemplateElement: Sendable {
  enum Content: Sendable {
    /// A box.
    case none
    /// A text of parts.
    case text([TemplateElement])
    /// A part of a text.
    case part(TemplateText)
    /// An image; its children replace it if it is missing.
    case image(TemplateText)
    /// Constraints that place the children.
    case constraints([LayoutConstraint])
  }

  var content = Content.none
  var box = FlexStyle(.column)
  var look = BoxLook()
  var border = BorderParts()
  /// The field whose text decides the background's colour.
  var backgroundField: TemplatePath?
  /// The fields whose first present text decides the reading direction.
  var directionFields: [TemplatePath] = []
  var text: TextStyle
  var image = ElementImage(name: "")
  /// The words in place of the image if it is missing.
  var imageDescription: TemplateText?
  var role: String?
  /// The identifier and the priorities for constraints.
  var traits: ConstraintTraits?
  var children: [TemplateElement] = []
  /// The conditions, each of which must have the value beside it.
  var conditions: [(condition: TemplateCondition, isWanted: Bool)] = []
  var repetition = Repetition()
  /// The line in the file, from 1 on.
  var line = 1
  /// The file's path, or the name of a built-in template.
  var path = ""

  init(_ theme: Theme) { text = TextStyle(theme.body) }

  /// The appearance of a text.
  struct TextStyle: Sendable {
    var attributes: TextAttributes
    var paragraph = ParagraphStyle()
    var container: TextContainer
    var format = Format.plain
    var language: TemplateText?
    var link: TemplateText?
    /// Whether addresses within the text are links.
    var findsLinks = false
    var token: String?
    /// The HTML in place of the text.
    var html: TemplateText?
    var isMark = false
    var followsBox = false
    /// The height of lines in multiples of the largest size; `nil` for that of the fonts.
    var lineHeight: Double?
    var minimumScale = 1.0
    /// The family that the template names.
    var family: String?
    /// Whether the template gives a colour, which links then keep.
    var hasColor = false
    var hasParagraphSpacing = false

    init(_ style: Theme.TextStyle) {
      attributes = style.attributes(language: nil)
      paragraph = style.paragraphStyle
      container = TextContainer(
        width: .infinity, maximumRowCount: style.maximumRowCount, truncation: .end)
    }
  }

  /// The notation of a text.
  enum Format: String, CaseIterable, Sendable {
    case plain, markdown, html
  }

  /// The line along the edge, whose keys are apart.
  struct BorderParts: Sendable {
    var color: Color?
    var width: Double?
    var dashes: [Double]?
    var phase: Double?
  }

  /// The list whose values repeat the element.
  struct Repetition: Sendable {
    var path: TemplatePath?
    var name: String?
    var first: Int?
    var limit: Int?
  }

  /// The reason why keys do not go together.
  struct Conflict: Error {
    var reason: String
  }

  /// Joins the keys that describe one value.
  mutating func finish() throws(Conflict) {
    if let color = border.color {
      look.border = Border(
        width: border.width ?? 1, color: color, dashes: border.dashes ?? [],
        phase: border.phase ?? 0)
    } else if border.width != nil || border.dashes != nil || border.phase != nil {
      throw Conflict(reason: "a border has a borderColor")
    }
    guard (repetition.path == nil) == (repetition.name == nil) else {
      throw Conflict(
        reason: "'for' names a list, and 'as' names each of its values: both are needed")
    }
    guard repetition.path != nil || repetition.first == nil && repetition.limit == nil else {
      throw Conflict(reason: "'from' and 'limit' belong to 'for'")
    }
    if let name = repetition.name, TemplateFiller.ownNames.contains(name) {
      throw Conflict(reason: "'\(name)' is the name of values of Galley's own")
    }
  }

  /// Decides the conditions on values of the theme; an element that can never appear loses its place.
  ///
  /// - Returns: Whether the element can appear.
  @discardableResult mutating func decide(_ theme: TemplateScope) -> Bool {
    var open: [(condition: TemplateCondition, isWanted: Bool)] = []
    for (condition, isWanted) in conditions {
      var condition = condition
      switch condition.decide(theme) {
      case nil: open.append((condition, isWanted))
      case isWanted?: break
      default: return false
      }
    }
    conditions = open
    children = children.compactMap { child in
      var child = child
      return child.decide(theme) ? child : nil
    }
    return true
  }

  /// Calls `body` for this element and for all elements within it.
  func visit(_ body: (TemplateElement) -> Void) {
    body(self)
    for child in children { child.visit(body) }
    if case .text(let parts) = content { for part in parts { part.visit(body) } }
  }

  /// The fields that this element names itself, apart from variables.
  var paths: [TemplatePath] {
    var paths = conditions.flatMap(\.condition.paths)
    switch content {
    case .image(let text), .part(let text): paths += text.paths
    case .none, .text, .constraints: break
    }
    if let path = repetition.path { paths.append(path) }
    return paths
  }

  /// The fields that decide how this element looks, not whether it shows something.
  var lookPaths: [TemplatePath] {
    directionFields + [backgroundField].compactMap(\.self)
      + [text.language, text.link, text.html, imageDescription].flatMap { $0?.paths ?? [] }
  }
}
