import GalleyBoxes
import GalleyCells
import GalleyElements
import GalleyLayout
import GalleyPrimitives
import GalleyText
import Yams

/// Makes the elements of a template from YAML nodes.
struct TemplateReader {
  let theme: Theme

  private static let kinds = ["row", "column", "overlay", "text", "image", "shape", "spacer"]

  /// The colours that a template can name.
  private var palette: [String: Color] {
    [
      "page": theme.pageColor, "card": theme.cardColor, "line": theme.borderColor,
      "text": theme.body.color, "quiet": theme.time.color,
      "accent": theme.initialsColors.first ?? theme.body.color,
      "clear": .clear,
    ]
  }

  /// The styles of text that a template can name.
  private enum StyleName: String, CaseIterable {
    case title, body, author, time
  }

  func element(_ node: Node, depth: Int = 1) throws -> TemplateElement {
    guard depth <= ElementTree.depthLimit else {
      throw Misplaced(node, "elements are nested more than \(ElementTree.depthLimit) deep")
    }
    var fields = try TemplateFields(node)
    guard let kind = fields.first(of: Self.kinds), let content = fields.take(kind) else {
      throw fields.fail("an element is one of \(Self.kinds.joined(separator: ", "))")
    }
    var element = TemplateElement()
    switch kind {
    case "text":
      element.content = .text(try TemplateText(content), try textSettings(&fields))
    case "image":
      element.content = .image(try TemplateText(content), try image(&fields))
      element.box.shrink = 0
    case "shape": try shape(content, &element)
    case "spacer": try spacer(content, &element)
    default:
      element.box = FlexStyle(BoxArrangement(rawValue: kind) ?? .column)
      element.children = try children(content, depth: depth)
      try arrangement(&element.box, &fields)
    }
    try box(&element.box, &fields)
    try look(&element.look, &fields)
    try flow(&element, &fields)
    try fields.finish()
    return element
  }

  private func children(_ node: Node, depth: Int) throws -> [TemplateElement] {
    guard let list = node.sequence else {
      throw Misplaced(node, "a list of elements is expected, each after '- '")
    }
    return try list.map { try element($0, depth: depth + 1) }
  }

  private func shape(_ node: Node, _ element: inout TemplateElement) throws {
    element.box.shrink = 0
    switch node.string {
    case "rectangle": break
    case "capsule": element.look.radii = CornerRadii(all: 8192)
    case "circle":
      element.look.radii = CornerRadii(all: 8192)
      element.box.aspectRatio = 1
    default: throw Misplaced(node, "a shape is one of capsule, circle, rectangle")
    }
  }

  private func spacer(_ node: Node, _ element: inout TemplateElement) throws {
    guard let least = node.float ?? node.int.map(Double.init), (0...8192).contains(least) else {
      throw Misplaced(node, "a spacer has its smallest length, from 0 to 8192")
    }
    element.box.grow = 1
    element.box.shrink = 0
    element.box.basis = .units(least)
  }

  private func textSettings(
    _ fields: inout TemplateFields
  ) throws -> TemplateElement.TextSettings {
    let style: Theme.TextStyle =
      switch try fields.choice("style", StyleName.self) {
      case .title: theme.title
      case .body, nil: theme.body
      case .author: theme.author
      case .time: theme.time
      }
    var settings = TemplateElement.TextSettings(style: style)
    if let size = try fields.number("size", 1...512) { settings.style.font.size = size }
    if let weight = try fields.number("weight", 1...1000) {
      settings.style.font.weight = Int(weight)
    }
    if let family = try fields.words("family") { settings.style.font.family = family }
    if let italic = try fields.flag("italic") { settings.style.font.isItalic = italic }
    if let color = try fields.color("color", palette) { settings.style.color = color }
    if let lines = try fields.number("lines", 0...1000) {
      settings.style.maximumRowCount = Int(lines)
    }
    settings.format = try fields.choice("format", TemplateElement.Format.self) ?? .plain
    settings.alignment = try fields.choice("textAlign", ParagraphStyle.Alignment.self) ?? .start
    settings.lineSpacing = try fields.number("lineSpacing", 0...512) ?? 0
    settings.truncation = try fields.choice("truncation", TextContainer.Truncation.self) ?? .end
    settings.minimumScale = try fields.number("minScale", 0.1...1) ?? 1
    settings.language = try fields.take("language").map { try TemplateText($0) }
    return settings
  }

  private func image(_ fields: inout TemplateFields) throws -> ElementImage {
    var image = ElementImage(name: "")
    image.fit = try fields.choice("fit", ImageFit.self) ?? .cover
    let focus = (try fields.number("focusX", 0...1), try fields.number("focusY", 0...1))
    image.focus = FocalPoint(x: focus.0 ?? 0.5, y: focus.1 ?? 0.5)
    return image
  }

  private func arrangement(_ box: inout FlexStyle, _ fields: inout TemplateFields) throws {
    if let gap = try fields.length("gap") { (box.columnGap, box.rowGap) = (gap, gap) }
    if let align = try fields.choice("align", BoxAlignment.self) {
      box.alignItems = align
      if box.arrangement == .overlay { box.justifyItems = align }
    }
    if let justify = try fields.choice("justify", BoxJustification.self) {
      box.justifyContent = justify
    }
    if let lines = try fields.choice("alignLines", BoxJustification.self) {
      box.alignContent = lines
    }
    if try fields.flag("wrap") == true { box.wrap = .wrap }
    if try fields.flag("reverse") == true { box.isReversed = true }
  }

  private func box(_ box: inout FlexStyle, _ fields: inout TemplateFields) throws {
    if let width = try fields.length("width") { box.size.width = width }
    if let height = try fields.length("height") { box.size.height = height }
    if let width = try fields.length("minWidth") { box.minSize.width = width }
    if let height = try fields.length("minHeight") { box.minSize.height = height }
    if let width = try fields.length("maxWidth") { box.maxSize.width = width }
    if let height = try fields.length("maxHeight") { box.maxSize.height = height }
    if let ratio = try fields.number("ratio", 0.01...100) { box.aspectRatio = ratio }
    if let padding = try fields.edges("padding") { box.padding = padding }
    if let margin = try fields.edges("margin", least: -8192) { box.margin = margin }
    if let grow = try fields.number("grow") { box.grow = grow }
    if let shrink = try fields.number("shrink") { box.shrink = shrink }
    if let basis = try fields.length("basis") { box.basis = basis }
    box.alignSelf = try fields.choice("alignSelf", BoxAlignment.self) ?? box.alignSelf
    box.justifySelf = try fields.choice("justifySelf", BoxAlignment.self) ?? box.justifySelf
    if let insets = try fields.edges("inset", least: -8192) {
      box.isAbsolute = true
      box.insets = insets
    }
  }

  private func look(_ look: inout BoxLook, _ fields: inout TemplateFields) throws {
    look.background = try fields.color("background", palette)
    let color = try fields.color("borderColor", palette)
    let width = try fields.number("borderWidth", 0...512)
    if let color { look.border = Border(width: width ?? 1, color: color) }
    if let radius = try fields.number("radius") { look.radii = CornerRadii(all: radius) }
    look.opacity = try fields.number("opacity", 0...1) ?? 1
    look.isClipped = try fields.flag("clip") ?? false
  }

  private func flow(_ element: inout TemplateElement, _ fields: inout TemplateFields) throws {
    element.role = try fields.words("role")
    let present = try fields.path("if")
    let absent = try fields.path("unless")
    if let present, absent == nil { element.condition = (present, true) }
    if let absent, present == nil { element.condition = (absent, false) }
    guard present == nil || absent == nil else {
      throw fields.fail("'if' and 'unless' exclude each other")
    }
    let list = try fields.path("for")
    let name = try fields.words("as")
    guard (list == nil) == (name == nil) else {
      throw fields.fail("'for' names a list, and 'as' names each of its values: both are needed")
    }
    if let list, let name { element.repetition = (list, name) }
  }
}
