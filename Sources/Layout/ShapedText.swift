import GalleyHandles
public import GalleyText

/// A text that a typesetter has shaped: all that does not depend on a width.
///
/// Belongs to the typesetter that made it, and is not `Sendable` as that is not. Worth having where one
/// text is set at several widths, say when a window is resized.
public final class ShapedText {
  /// The text.
  public let text: AttributedText
  let paragraphs: [ShapedParagraph]
  let maker: ObjectIdentifier

  init(text: AttributedText, paragraphs: [ShapedParagraph], maker: ObjectIdentifier) {
    self.text = text
    self.paragraphs = paragraphs
    self.maker = maker
  }
}

extension Typesetter {
  /// Shapes all of `text`, to be set at several widths.
  ///
  /// - Throws: ``LayoutError``, for a font or an attribute that is out of bounds, or too long a text.
  /// - Complexity: O(text).
  public func shape(_ text: AttributedText) throws(LayoutError) -> ShapedText {
    try validate(text, TextContainer(width: 1))
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
            fonts: fonts, steps: &steps))
      }
      return result
    }
    return ShapedText(text: text, paragraphs: paragraphs, maker: ObjectIdentifier(self))
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
    guard shaped.maker == ObjectIdentifier(self), container.isSimple(for: shaped.text) else {
      return try layout(shaped.text, in: container)
    }
    try validateSize(of: container)
    var builder = LayoutBuilder(
      container: container, fonts: fonts, runs: shaped.text.runs, width: unitWidth(of: container))
    builder.trade(&lineRoom)
    defer { builder.trade(&lineRoom) }
    var string = shaped.text.string
    string.withUTF8 { compose($0, shaped, into: &builder) }
    return builder.layout()
  }
}
