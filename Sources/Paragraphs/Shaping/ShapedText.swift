package import GalleyHandles
public import GalleyText

/// A shaped text: all that does not depend on a width.
///
/// It saves time if one text is laid out at several widths, for example when a window is resized. Only the
/// typesetter that made it can use it.
public final class ShapedText: Sendable {
  package let paragraphs: [ShapedParagraph]
  /// The typesetter's number.
  package let maker: UInt64
  /// Whether the text has a single attribute run, so that attributes do not split glyph runs.
  package let hasOneAttributeRun: Bool
  /// Whether a character has no glyph in any font.
  package let mayMissGlyphs: Bool
  /// The font faces by their numbers.
  package let faces: [FontFaceDescription]
  /// The text.
  public let text: AttributedText

  /// What the text's letters decide for its runs without a language.
  package let decided: DecidedLanguage?

  package init(
    _ text: AttributedText, paragraphs: [ShapedParagraph], decided: DecidedLanguage?,
    maker: UInt64, faces: [FontFaceDescription]
  ) {
    self.text = text
    self.decided = decided
    self.paragraphs = paragraphs
    self.maker = maker
    hasOneAttributeRun = text.runs.count == 1
    mayMissGlyphs = paragraphs.contains(where: \.hasMissingGlyphs)
    self.faces = faces
  }
}
