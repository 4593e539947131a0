import GalleyHandles
public import GalleyText

/// A text that a typesetter has shaped: all that does not depend on a width.
///
/// Only the typesetter that made it has use for it. Worth having where one text is set at several widths,
/// say when a window is resized.
public final class ShapedText: Sendable {
  let paragraphs: [ShapedParagraph]
  /// The typesetter's number.
  let maker: UInt64
  /// Whether no attributes part glyph runs.
  let hasOneLook: Bool
  /// Whether there is a character that no font has a glyph for.
  let hasMissingGlyphs: Bool
  /// What the fonts' numbers stand for.
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
  /// Shapes all of `text`, to be set at several widths.
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

  /// Sets a text that has been shaped: only breaks it; its glyphs are placed when somebody asks for them.
  ///
  /// The layout is that of the text itself. A text that another typesetter has shaped, one for a
  /// container that is more than a width and a limit of rows, and one that has attributes and an ellipsis
  /// is shaped anew.
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
        LayoutFrame(stack, lines: lineRoom, in: container), content: .shaped(shaped))
    }
    var builder = LayoutBuilder(
      container: container, fonts: fonts, runs: shaped.text.runs, width: unitWidth(of: container))
    builder.trade(&lineRoom)
    defer { builder.trade(&lineRoom) }
    var string = shaped.text.string
    string.withUTF8 { compose($0, shaped, into: &builder) }
    return builder.layout()
  }

  /// The lines of a shaped text, put into ``lineRoom`` unless only the size is wanted; `nil` where the
  /// paragraphs' places do not tell all about them, or where it is cut or has attributes.
  func stackPlain(
    _ shaped: ShapedText, in container: TextContainer, isMeasuring: Bool = false
  ) -> LineStack? {
    var stack = LineStack(container, width: unitWidth(of: container))
    let options = LineStack.Options(
      limit: container.maximumRowCount > 0 ? container.maximumRowCount : .max,
      hasOneLook: shaped.hasOneLook, isMeasuring: isMeasuring)
    lineRoom.removeAll(keepingCapacity: lineRoom.capacity <= 256)
    for paragraph in shaped.paragraphs {
      let rest = stack.append(paragraph, from: 0, to: &lineRoom, options, steps: &steps)
      guard rest == nil, stack.runCount != nil || isMeasuring else { return nil }
    }
    return stack
  }
}
