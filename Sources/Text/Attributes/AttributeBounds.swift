import GalleyPrimitives

/// Finds numbers that are out of bounds or not a number.
private struct BoundsCheck {
  /// The attribute name of the first such number.
  private(set) var fault: String?

  static let length = -4_096.0...4_096
  static let extent = 0.0...16_384
  static let width = 0.0...256

  mutating func expect(_ value: Double?, in bounds: ClosedRange<Double>, _ name: String) {
    if let value, !bounds.contains(value), fault == nil { fault = name }
  }

  mutating func expect(_ insets: EdgeInsets, _ name: String) {
    for value in [insets.top, insets.left, insets.bottom, insets.right] {
      expect(value, in: -Self.extent.upperBound...Self.extent.upperBound, name)
    }
  }

  mutating func expect(_ shadow: TextShadow?, _ name: String) {
    guard let shadow else { return }
    expect(shadow.offset.x, in: Self.length, name)
    expect(shadow.offset.y, in: Self.length, name)
    expect(shadow.radius, in: Self.width, name)
  }

  mutating func expect(_ decoration: TextDecoration?, _ name: String) {
    guard let decoration else { return }
    expect(decoration.width, in: Self.width, name)
    expect(decoration.shadow, name)
  }

  mutating func expect(_ border: TextBorder?, _ name: String) {
    guard let border else { return }
    expect(border.strokeWidth, in: Self.width, name)
    expect(border.insets, name)
    expect(border.shadow, name)
    let radii = border.cornerRadii
    for radius in [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft] {
      expect(radius, in: 0...4_096, name)
    }
  }

  mutating func expect(_ style: ParagraphStyle) {
    let name = "paragraphStyle"
    expect(style.lineHeightMultiple, in: 0...100, name)
    for extent in [
      style.fixedLineHeight, style.minimumLineHeight, style.maximumLineHeight,
      style.paragraphSpacingBefore, style.paragraphSpacing,
      style.firstLineHeadIndent, style.headIndent, style.defaultTabInterval,
    ] { expect(extent, in: Self.extent, name) }
    expect(style.lineSpacing, in: -16_384...16_384, name)
    expect(style.tailIndent, in: -16_384...16_384, name)
    expect(style.kashida, in: 0...16, name)
    for stop in style.tabStops { expect(stop.location, in: Self.extent, name) }
  }
}

extension ParagraphStyle {
  /// Whether all numbers are within their bounds.
  package var isSound: Bool {
    var check = BoundsCheck()
    check.expect(self)
    return check.fault == nil
  }
}

extension TextAttributes {
  /// The name of an attribute with a number out of bounds; `nil` if all are within bounds.
  package var unsoundAttribute: String? {
    if !font.variations.isEmpty, font.canonicalVariations == nil { return "font.variations" }
    guard !isPlain else { return nil }
    var check = BoundsCheck()
    check.expect(kern, in: BoundsCheck.length, "kern")
    check.expect(baselineOffset, in: BoundsCheck.length, "baselineOffset")
    if let paragraphStyle { check.expect(paragraphStyle) }
    check.expect(underline, "underline")
    check.expect(strikethrough, "strikethrough")
    check.expect(overline, "overline")
    check.expect(stroke?.width, in: 0...64, "stroke")
    if let emphasis {
      check.expect(Double(emphasis.mark.utf8.count), in: 1...16, "emphasis")
    }
    check.expect(Double(fontFeatures.count), in: 0...32, "fontFeatures")
    check.expect(fontFeatures.allSatisfy(\.isSound) ? 0 : -1, in: 0...0, "fontFeatures")
    for shadow in shadows { check.expect(shadow, "shadows") }
    for shadow in innerShadows { check.expect(shadow, "innerShadows") }
    check.expect(border, "border")
    check.expect(backgroundBorder, "backgroundBorder")
    check.expect(blockBorder, "blockBorder")
    if let attachment {
      check.expect(attachment.size.width, in: BoundsCheck.extent, "attachment")
      check.expect(attachment.size.height, in: BoundsCheck.extent, "attachment")
      check.expect(attachment.contentInsets, "attachment")
      check.expect(attachment.alignmentFont?.size, in: 1...512, "attachment")
    }
    if let transform = glyphTransform {
      for value in [transform.a, transform.b, transform.c, transform.d] {
        check.expect(value, in: -16...16, "glyphTransform")
      }
      check.expect(transform.tx, in: BoundsCheck.length, "glyphTransform")
      check.expect(transform.ty, in: BoundsCheck.length, "glyphTransform")
    }
    if let ruby {
      check.expect(ruby.sizeFactor, in: 0.1...1, "ruby")
      let size = max(1, font.size * ruby.sizeFactor)
      check.expect(size * Double(ruby.text.utf8.count), in: 0...65_536, "ruby")
    }
    return check.fault
  }
}

extension TextAttributes {
  /// The bounds of an attribute's numbers, in words for a message.
  package static func boundsInWords(of name: String) -> String {
    switch name {
    case "kern", "baselineOffset": "it is -4096 to 4096"
    case "paragraphStyle":
      """
      heights, indents, tab stops and paragraph spacing are 0 to 16384, the factor of heights 0 to 100, \
      line spacing and tail indent -16384 to 16384, kashida 0 to 16
      """
    case "underline", "strikethrough", "overline": "its width is 0 to 256"
    case "shadows", "innerShadows": "offsets are -4096 to 4096, and the blur is 0 to 256"
    case "border", "backgroundBorder", "blockBorder":
      "the width is 0 to 256, radii are 0 to 4096, and insets -16384 to 16384"
    case "attachment": "its sides are 0 to 16384"
    case "stroke": "its width is 0 to 64"
    case "emphasis": "its mark has 1 to 16 bytes"
    case "font.variations": "there are at most 16, as wght=350, with values from -32767 to 32767"
    case "fontFeatures": "there are at most 32, with tags of four characters"
    case "glyphTransform": "its factors are -16 to 16, and its movement is -4096 to 4096"
    case "ruby":
      "its size is 0.1 to 1 of the text's, and its bytes times its font size are at most 65536"
    default: "a number of it is too small or too large"
    }
  }
}
