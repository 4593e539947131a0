import Foundation
import GalleyBoxes
import GalleyConstraints
package import GalleyElements
import GalleyLayout
import GalleyPrimitives
import GalleyText

/// The bytes of a tree of elements.
///
/// Values that most elements leave at their defaults take one byte then. Attributes that plain text does not use
/// are encoded as JSON with sorted keys: they are rare, and encoding includes each of them. What templates set for each
/// text is not: JSON of a line height in three texts takes as long as the layout of their cell.
extension KeyBytes {
  /// Reserves the memory that most trees need.
  mutating func reserveTreeCapacity() { bytes.reserveCapacity(4096) }

  mutating func append(_ tree: ElementTree) {
    append(tree.style)
    let children = tree.children
    // The kind of the content, and the number of children.
    func head(_ kind: Int) -> Int { children.count << 2 | kind }
    switch tree.content {
    case .none: append(head(0))
    case .text(let text):
      append(head(1))
      append(text)
    case .image(let image):
      append(head(2))
      append(image)
    case .constraints(let constraints):
      append(head(3))
      append(constraints.count)
      for constraint in constraints { append(constraint) }
    }
    for child in children { append(child) }
  }

  fileprivate mutating func append(_ style: ElementStyle) {
    guard style.keyBytes.isEmpty else { return bytes.append(contentsOf: style.keyBytes) }
    append(style.box)
    append(style.look)
    append(style.role)
    append(style.traits)
  }

  private mutating func append(_ image: ElementImage) {
    append(image.name)
    append(image.size != nil)
    append(image.size?.width ?? 0)
    append(image.size?.height ?? 0)
    append(image.fit.rawValue)
    append(image.focus.x)
    append(image.focus.y)
    // No count of children, which follows, is as large.
    if let words = image.description {
      append(UInt64.max - 3)
      append(words)
    }
  }

  private mutating func append(_ traits: ConstraintTraits?) {
    guard let traits else { return append(0 as UInt8) }
    append(1 as UInt8)
    append(traits.identifier)
    append(traits.hugging.x)
    append(traits.hugging.y)
    append(traits.compressionResistance.x)
    append(traits.compressionResistance.y)
  }

  private mutating func append(_ constraint: LayoutConstraint) {
    append(constraint.first)
    append(constraint.relation.rawValue)
    append(constraint.second != nil)
    if let second = constraint.second { append(second) }
    append(constraint.multiplier)
    append(constraint.constant)
    append(constraint.priority)
  }

  private mutating func append(_ anchor: ConstraintAnchor) {
    append(anchor.item.identifier)
    append(anchor.attribute.rawValue)
  }

  private mutating func append(_ box: FlexStyle) {
    guard box != Self.column else { return append(0 as UInt8) }
    append(1 as UInt8)
    append(box.arrangement.rawValue)
    append(box.isReversed)
    append(box.wrap.rawValue)
    append(box.justifyContent.rawValue)
    append(box.alignContent.rawValue)
    append(box.alignItems.rawValue)
    append(box.justifyItems.rawValue)
    append(box.alignSelf?.rawValue)
    append(box.justifySelf?.rawValue)
    append(box.grow)
    append(box.shrink)
    append(box.aspectRatio ?? -1)
    append(box.isAbsolute)
    append(box.isRightToLeft == nil ? 2 : box.isRightToLeft == true ? 1 : 0 as UInt8)
    append(box.columnGap)
    append(box.rowGap)
    append(box.basis)
    append(box.size)
    append(box.minSize)
    append(box.maxSize)
    append(box.margin)
    append(box.padding)
    append(box.insets)
    if box.border == Self.noBorder { return append(0 as UInt8) }
    append(1 as UInt8)
    append(box.border.top)
    append(box.border.leading)
    append(box.border.bottom)
    append(box.border.trailing)
  }

  private mutating func append(_ size: BoxSize) {
    append(size.width)
    append(size.height)
  }

  private mutating func append(_ edges: BoxEdges<BoxLength>) {
    append(edges.top)
    append(edges.leading)
    append(edges.bottom)
    append(edges.trailing)
  }

  private static let noBorder = BoxEdges(all: 0.0)
  private static let column = FlexStyle(.column)
  private static let plainLook = BoxLook()
  private static let plainParagraph = ParagraphStyle()

  private mutating func append(_ length: BoxLength) {
    switch length {
    case .auto: append(0 as UInt8)
    // The usual length takes a byte.
    case .units(0): append(3 as UInt8)
    case .units(let number):
      append(1 as UInt8)
      append(number)
    case .percent(let number):
      append(2 as UInt8)
      append(number)
    }
  }

  private mutating func append(_ color: Color) {
    bytes.append(contentsOf: [color.red, color.green, color.blue, color.alpha])
  }

  private mutating func append(_ look: BoxLook) {
    guard look != Self.plainLook else { return append(0 as UInt8) }
    append(1 as UInt8)
    append(look.background != nil)
    append(look.background ?? .clear)
    for radius in [
      look.radii.topLeft, look.radii.topRight, look.radii.bottomRight, look.radii.bottomLeft,
    ] { append(radius) }
    append(look.opacity)
    append(look.isClipped)
    append(look.border != nil)
    if let border = look.border {
      append(border.width)
      append(border.color)
      append(border.phase)
      append(border.dashes.count)
      for dash in border.dashes { append(dash) }
    }
    append(look.shadow != nil)
    if let shadow = look.shadow {
      append(shadow.color)
      append(shadow.offset.x)
      append(shadow.offset.y)
      append(shadow.radius)
      append(shadow.blendMode.rawValue)
    }
  }

  private mutating func append(_ text: ElementText) {
    let (container, runs) = (text.container, text.text.runs)
    let style = text.text.paragraphStyle
    var other = style
    (other.alignment, other.fixedLineHeight) = (.start, 0)
    let (isContainerPlain, isStylePlain) = (container.isPlain, other == Self.plainParagraph)
    var flags = style.alignment.keyByte << 8 | container.truncation.keyByte << 16
    if text.isMark { flags |= 1 }
    if text.followsBox { flags |= 2 }
    if text.html != nil { flags |= 4 }
    if isContainerPlain { flags |= 8 }
    if isStylePlain { flags |= 16 }
    append(
      words: (
        text.text.string.utf8.count, flags, container.maximumRowCount, text.minimumScale,
        style.fixedLineHeight, runs.count
      ))
    append(measured: text.text.string)
    if let html = text.html {
      append(html.source)
      append(html.language)
      append(html.images.count)
      for image in html.images { append(image) }
    }
    if !isContainerPlain {
      var container = container
      (container.size, container.scale) = (.zero, 1)
      appendJSON(container)
    }
    if !isStylePlain { append(other) }
    for run in runs { append(run) }
  }

  private mutating func append(_ run: AttributeRun) {
    let (attributes, font) = (run.attributes, run.attributes.font)
    let isPlain = attributes.isPlain && font.variations.isEmpty
    let color = attributes.color
    let channels = UInt32(color.red) << 24 | UInt32(color.green) << 16 | UInt32(color.blue) << 8
    append(
      words: (
        run.range.upperBound, isPlain ? 0 : 1, Int(channels | UInt32(color.alpha)), font.size,
        font.weight, font.isItalic ? 1 : 0, font.family.utf8.count,
        attributes.language?.utf8.count ?? -1
      ))
    append(measured: font.family)
    if let language = attributes.language { append(measured: language) }
    if !isPlain { appendJSON(run) }
  }

  /// Appends a style without its alignment and its fixed height, which few texts have.
  private mutating func append(_ style: ParagraphStyle) {
    append(
      words: (
        style.lineHeightMultiple, style.minimumLineHeight, style.maximumLineHeight,
        style.lineSpacing, style.paragraphSpacingBefore, style.paragraphSpacing,
        style.firstLineHeadIndent, style.headIndent, style.tailIndent, style.defaultTabInterval,
        style.tabStops.count
      ))
    for stop in style.tabStops {
      append(stop.location)
      append(stop.alignment.rawValue)
    }
    append(style.direction?.rawValue)
    append(style.wrap.rawValue)
    append(style.wordBreak.rawValue)
    append(style.strictness.rawValue)
    append(style.autospace.rawValue)
    append(style.hangsOpening)
    append(style.hangsClosing)
    append(style.hangsStops)
    append(style.kashida)
  }

  private mutating func appendJSON(_ value: some Encodable) {
    append(2 as UInt8)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // These values have no failing encodings.
    append((try? encoder.encode(value)).map { [UInt8]($0) } ?? [])
  }
}

extension ElementStyle {
  /// This style with its bytes in content keys.
  package var withKeyBytes: ElementStyle {
    var bytes = KeyBytes()
    bytes.append(self)
    return ElementStyle(box: box, look: look, role: role, traits: traits, keyBytes: bytes.bytes)
  }
}

extension TextContainer {
  /// Whether all properties apart from the size, the scale, the limit of rows and the truncation have their
  /// defaults.
  fileprivate var isPlain: Bool { !hasRareProperties && insets == .zero }
}

extension TextContainer.Truncation {
  /// A number for each case.
  fileprivate var keyByte: Int {
    switch self {
    case .none: 0
    case .end: 1
    case .start: 2
    case .middle: 3
    }
  }
}

extension ParagraphStyle.Alignment {
  /// A number for each case.
  fileprivate var keyByte: Int {
    switch self {
    case .start: 0
    case .end: 1
    case .center: 2
    case .justify: 3
    case .left: 4
    case .right: 5
    }
  }
}
