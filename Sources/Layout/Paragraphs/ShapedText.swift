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
  let hasOneAttributeRun: Bool
  /// Whether a character has no glyph in any font.
  let hasMissingGlyphs: Bool
  /// The font faces by their numbers.
  let faces: [FontFaceDescription]
  /// The text.
  public let text: AttributedText

  /// The language that the text's letters decide for its runs without one.
  let language: String?

  init(
    _ text: AttributedText, paragraphs: [ShapedParagraph], language: String?,
    by typesetter: Typesetter
  ) {
    self.text = text
    self.language = language
    self.paragraphs = paragraphs
    maker = typesetter.number
    hasOneAttributeRun = text.runs.count == 1
    hasMissingGlyphs = paragraphs.contains(where: \.hasMissingGlyphs)
    faces = typesetter.fonts.map.faces
  }
}
