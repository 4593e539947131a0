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
/// are encoded as JSON with sorted keys: they are rare, and encoding includes each of them.
extension KeyBytes {
  mutating func append(_ tree: ElementTree) {
    append(tree.style)
    switch tree.content {
    case .none: append(0 as UInt8)
    case .text(let text):
      append(1 as UInt8)
      append(text)
    case .image(let image):
      append(2 as UInt8)
      append(image)
    case .constraints(let constraints):
      append(3 as UInt8)
      append(constraints.count)
      for constraint in constraints { append(constraint) }
    }
    append(tree.children.count)
    for child in tree.children { append(child) }
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
    append(text.text.string)
    append(text.minimumScale)
    append((text.isMark ? 1 : 0) | (text.followsBox ? 2 : 0) | (text.html != nil ? 4 : 0) as UInt8)
    if let html = text.html {
      append(html.source)
      append(html.language)
      append(html.images.count)
      for image in html.images { append(image) }
    }
    append(text.container.maximumRowCount)
    append(text.container.truncation.rawValue)
    if text.container.isPlain {
      append(0 as UInt8)
    } else {
      append(1 as UInt8)
      var container = text.container
      (container.size, container.scale) = (.zero, 1)
      appendJSON(container)
    }
    let style = text.text.paragraphStyle
    append(style.alignment.rawValue)
    var other = style
    other.alignment = .start
    if other == Self.plainParagraph { append(0 as UInt8) } else { appendJSON(other) }
    append(text.text.runs.count)
    for run in text.text.runs {
      append(run.range.upperBound)
      guard run.attributes.isPlain, run.attributes.font.variations.isEmpty else {
        appendJSON(run)
        continue
      }
      append(0 as UInt8)
      append(run.attributes.font.family)
      append(run.attributes.font.size)
      append(run.attributes.font.weight)
      append(run.attributes.font.isItalic)
      append(run.attributes.color)
      append(run.attributes.language)
    }
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
  fileprivate var isPlain: Bool {
    var plain = TextContainer(
      size: size, maximumRowCount: maximumRowCount, truncation: truncation, scale: scale)
    plain.insets = .zero
    return self == plain
  }
}
