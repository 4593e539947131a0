import GalleyBoxes
import GalleyElements
import GalleyPrimitives
import GalleyText
import Yams

extension TemplateKey {
  /// The keys of boxes with elements.
  static let arrangements: [TemplateKey] = [
    TemplateKey("gap", .boxes, .length(), "The distance between elements along both axes.") {
      ($0.box.columnGap, $0.box.rowGap) = ($1, $1)
    },
    TemplateKey("columnGap", .boxes, .length(), "The distance between elements along x.") {
      $0.box.columnGap = $1
    },
    TemplateKey("rowGap", .boxes, .length(), "The distance between elements along y.") {
      $0.box.rowGap = $1
    },
    TemplateKey(
      "align", .boxes, TemplateForm<BoxAlignment>.choice,
      "The places of elements across the axis; in an overlay, along both axes."
    ) {
      $0.box.alignItems = $1
      if $0.box.arrangement == .overlay { $0.box.justifyItems = $1 }
    },
    TemplateKey(
      "alignX", ElementKind.overlay.set, TemplateForm<BoxAlignment>.choice,
      "The places of elements along x."
    ) { $0.box.justifyItems = $1 },
    TemplateKey(
      "alignY", ElementKind.overlay.set, TemplateForm<BoxAlignment>.choice,
      "The places of elements along y."
    ) { $0.box.alignItems = $1 },
    TemplateKey(
      "justify", .rows, TemplateForm<BoxJustification>.choice,
      "The distribution of free space along the axis."
    ) { $0.box.justifyContent = $1 },
    TemplateKey(
      "alignLines", .rows, TemplateForm<BoxJustification>.choice,
      "The distribution of free space between lines."
    ) { $0.box.alignContent = $1 },
    TemplateKey(
      "wrap", .rows, .boxWrap,
      "Whether elements that do not fit begin a new line; reverse stacks lines from the end."
    ) { $0.box.wrap = $1 },
    TemplateKey("reverse", .rows, .flag, "Whether elements begin at the end of the axis.") {
      $0.box.isReversed = $1
    },
  ]

  /// The keys of all elements' boxes.
  static let boxes: [TemplateKey] = [
    TemplateKey("width", .elements, .length(), "The width.") { $0.box.size.width = $1 },
    TemplateKey("height", .elements, .length(), "The height.") { $0.box.size.height = $1 },
    TemplateKey("minWidth", .elements, .length(), "The least width.") {
      $0.box.minSize.width = $1
    },
    TemplateKey("minHeight", .elements, .length(), "The least height.") {
      $0.box.minSize.height = $1
    },
    TemplateKey("maxWidth", .elements, .length(), "The greatest width.") {
      $0.box.maxSize.width = $1
    },
    TemplateKey("maxHeight", .elements, .length(), "The greatest height.") {
      $0.box.maxSize.height = $1
    },
    TemplateKey("ratio", .elements, .number(0.01...100), "The width divided by the height.") {
      $0.box.aspectRatio = $1
    },
    TemplateKey("padding", .elements, .edges(), "The distances from the sides to the content.") {
      $0.box.padding = $1
    },
    TemplateKey("margin", .elements, .edges(least: -8192), "The distances to other elements.") {
      $0.box.margin = $1
    },
    TemplateKey("grow", .elements, .number(), "The share of free space that the element takes.") {
      $0.box.grow = $1
    },
    TemplateKey("shrink", .elements, .number(), "The share of missing space that it gives.") {
      $0.box.shrink = $1
    },
    TemplateKey("basis", .elements, .length(), "The extent before growing and shrinking.") {
      $0.box.basis = $1
    },
    TemplateKey(
      "alignSelf", .elements, TemplateForm<BoxAlignment>.choice,
      "The element's own place across the axis of the box around it."
    ) { $0.box.alignSelf = $1 },
    TemplateKey(
      "justifySelf", .elements, TemplateForm<BoxAlignment>.choice,
      "The element's own place along x in an overlay."
    ) { $0.box.justifySelf = $1 },
    TemplateKey(
      "inset", .elements, .edges(least: -8192),
      "Distances from the sides of the box around it, outside its arrangement."
    ) {
      $0.box.isAbsolute = true
      $0.box.insets = $1
    },
    TemplateKey(
      "rtl", .elements, .flag,
      "Whether the element reads from right to left; by default, as the first text of the cell."
    ) {
      $0.box.isRightToLeft = $1
      $0.text.paragraph.direction = $1 ? .rightToLeft : .leftToRight
    },
    TemplateKey(
      "rtlBy", .elements, .paths,
      "Fields; the first present one decides whether the element reads from right to left, if the theme mirrors cells."
    ) { $0.directionFields = $1 },
  ]

  /// The keys of what boxes draw.
  static let looks: [TemplateKey] = [
    TemplateKey("background", .elements, .color, "The colour behind the content.") {
      $0.look.background = $1
    },
    TemplateKey(
      "backgroundBy", .elements, .path,
      "A field; its text chooses one of the theme's colours of initials as the background."
    ) { $0.backgroundField = $1 },
    TemplateKey("borderColor", .elements, .color, "The colour of the line along the edge.") {
      $0.border.color = $1
    },
    TemplateKey("borderWidth", .elements, .borderWidth, "The width of that line; 0 is one pixel.") {
      $0.border.width = $1
    },
    TemplateKey("borderDashes", .elements, .dashes, "The lengths of its dashes and gaps.") {
      $0.border.dashes = $1
    },
    TemplateKey("borderPhase", .elements, .number(), "The offset into the dashes at its start.") {
      $0.border.phase = $1
    },
    TemplateKey("radius", .elements, .radii, "The radii of the corners.") { $0.look.radii = $1 },
    TemplateKey("shadow", .elements, .shadow, "A shadow below the box.") { $0.look.shadow = $1 },
    TemplateKey("opacity", .elements, .number(0...1), "The opacity of the element.") {
      $0.look.opacity = $1
    },
    TemplateKey("clip", .elements, .flag, "Whether the content is clipped to the box.") {
      $0.look.isClipped = $1
    },
  ]

  /// The keys of images.
  static let images: [TemplateKey] = [
    TemplateKey(
      "fit", .image, TemplateForm<ImageFit>.choice, "The way in which the image fills its box."
    ) { $0.image.fit = $1 },
    TemplateKey("focusX", .image, .number(0...1), "The point in view, along x.") {
      $0.image.focus.x = $1
    },
    TemplateKey("focusY", .image, .number(0...1), "The point in view, along y.") {
      $0.image.focus.y = $1
    },
    TemplateKey(
      "description", .image, .text,
      "The words in place of the image if it is missing and the theme's missingImage is alt, with bindings."
    ) { $0.imageDescription = $1 },
    TemplateKey(
      "else", .image, .element, "The element in the image's box if the image is missing."
    ) {
      $0.box.arrangement = .overlay
      $0.children = [$1]
    },
  ]
}

extension TemplateForm<BoxWrap> {
  /// True, false, or `reverse`.
  static let boxWrap = TemplateForm(
    schema: .any(of: [["type": "boolean"], .names(["reverse"])])
  ) { node in
    if node.node.string == "reverse" { return .reverse }
    guard let flag = node.node.bool else { throw node.expected("true, false or reverse") }
    return flag ? .wrap : .none
  }
}

extension TemplateForm<TemplateElement> {
  /// An element.
  static let element = TemplateForm(schema: .reference("element")) {
    try $0.reader.deeper().element($0.node)
  }
}
