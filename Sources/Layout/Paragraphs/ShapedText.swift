import GalleyHandles
public import GalleyText

/// A shaped text: all that does not depend on a width.
///
/// It saves time if one text is laid out at several widths, for example when a window is resized. Only the
/// typesetter that made it can use it.
public final class ShapedText: Sendable {
  let paragraphs: [ShapedParagraph]
  /// The typesetter's number.
  let maker: UInt64
  /// Whether the text has a single attribute run, so that attributes do not split glyph runs.
  let hasOneLook: Bool
  /// Whether a character has no glyph in any font.
  let hasMissingGlyphs: Bool
  /// The font faces by their numbers.
  let faces: [FontFaceDescription]
  /// The text.
  public let text: AttributedText

  init(_ text: AttributedText, paragraphs: [ShapedParagraph], by typesetter: Typesetter) {
    self.text = text
    self.paragraphs = paragraphs
    maker = typesetter.number
    hasOneLook = text.runs.count == 1
    hasMissingGlyphs = paragraphs.contains(where: \.hasMissingGlyphs)
    faces = typesetter.fonts.faces
  }
}

extension Typesetter {
  /// Shapes all of `text`, for layouts at several widths.
  ///
  /// - Throws: ``LayoutError``, for a font or an attribute that is out of bounds, or too long a text.
  /// - Complexity: O(text).
  public func shape(_ text: AttributedText) throws(LayoutError) -> ShapedText {
    try validate(text, TextContainer(width: 1))
    renewFonts()
    var string = text.string
    let paragraphs = string.withUTF8 { bytes in
      var result: [ShapedParagraph] = []
      var directions = BaseDirections(bytes, style: text.paragraphStyle, fonts: fonts)
      var next: Int? = 0
      while let start = next {
        let (range, following) = paragraphEnd(in: bytes, from: start)
        next = following
        let style = text.paragraphStyle(at: range.lowerBound)
        result.append(
          ShapedParagraph(
            bytes, range: range, attributes: itemizerAttributes(of: text, in: range),
            direction: directions.direction(of: range, style: style),
            settings: ParagraphSettings(style), features: ParagraphFeatures(of: text, in: range),
            isKept: true, fonts: fonts, steps: &steps))
      }
      return result
    }
    return ShapedText(text, paragraphs: paragraphs, by: self)
  }

  /// Lays out a shaped text: only breaks it into lines.
  ///
  /// The layout equals that of the text itself. The text is shaped again if another typesetter made it, if
  /// the container is more than a width and a limit of rows, or if attributes change an ellipsis.
  ///
  /// - Throws: ``LayoutError``, for a container that is out of bounds.
  /// - Complexity: O(text shown), without itemizing and shaping.
  public func layout(
    _ shaped: ShapedText, in container: TextContainer
  ) throws(LayoutError) -> TextLayout {
    guard shaped.maker == number, container.isSimple(for: shaped.text) else {
      return try layout(shaped.text, in: container)
    }
    try validateSize(of: container)
    if let stack = stackPlain(shaped, in: container) {
      return TextLayout(
        LayoutFrame(stack, lines: lineBuffer, in: container), content: .shaped(shaped))
    }
    var builder = LayoutBuilder(
      container: container, fonts: fonts, runs: shaped.text.runs, width: unitWidth(of: container))
    builder.exchangeLines(with: &lineBuffer)
    defer { builder.exchangeLines(with: &lineBuffer) }
    var string = shaped.text.string
    string.withUTF8 { compose($0, shaped, into: &builder) }
    return builder.layout()
  }

  /// Stacks the lines of a shaped text by its break opportunities, in ``lineBuffer`` unless the caller needs
  /// only the size; `nil` if some line needs more data, or if the text is truncated or has attributes.
  func stackPlain(
    _ shaped: ShapedText, in container: TextContainer, isMeasuring: Bool = false
  ) -> LineStack? {
    var stack = LineStack(container, width: unitWidth(of: container))
    let options = LineStack.Options(
      limit: container.maximumRowCount > 0 ? container.maximumRowCount : .max,
      hasOneLook: shaped.hasOneLook, isMeasuring: isMeasuring)
    lineBuffer.removeAll(keepingCapacity: lineBuffer.capacity <= 256)
    for paragraph in shaped.paragraphs {
      let rest = stack.append(paragraph, from: 0, to: &lineBuffer, options, steps: &steps)
      guard rest == nil, stack.runCount != nil || isMeasuring else { return nil }
    }
    return stack
  }
}
