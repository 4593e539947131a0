public import GalleyPrimitives
public import GalleyText

/// The glyph runs, glyphs, fonts and attachments on a layout's lines.
///
/// ```swift
/// let content = layout.content
/// for run in content.runs {
///   for glyph in content.glyphs[run.glyphs] { draw(glyph, in: content.fonts[run.font]) }
/// }
/// ```
public struct PlacedContent: Hashable, Sendable, Codable {
  /// The glyph runs, line by line, each line's from left to right.
  public package(set) var runs: [GlyphRun] = []
  /// The glyphs of all runs.
  public package(set) var glyphs: [PlacedGlyph] = []
  /// The fonts that the runs use, in the order of first use.
  public package(set) var fonts: [FontKey] = []
  /// The number of characters without a glyph in any font; each is drawn as a box.
  public package(set) var missingGlyphCount = 0
  /// The attribute runs of the visible text that have more than a font, a colour and a language, in the order of
  /// first use.
  public package(set) var attributeRuns: [AttributeRun] = []
  /// The attachments, line by line.
  public package(set) var attachments: [PlacedAttachment] = []
  /// The glyph runs of ruby annotations, which are in no line's ``TextLine/runs``.
  public package(set) var rubyRuns: [GlyphRun] = []
  /// The text that a run shows of a truncation token, by the first glyph of the run.
  package var tokenTexts = TokenTexts()

  package init() {}

  private enum CodingKeys: String, CodingKey {
    case runs, glyphs, fonts, missingGlyphCount, attributeRuns, attachments, rubyRuns
  }
}

/// The texts of a truncation token.
///
/// Like a layout's text, they are no part of its equality, and not archived.
package struct TokenTexts: Hashable, Sendable {
  // A token has few runs, and most texts have no token.
  private var texts: [(firstGlyph: Int, text: String)] = []

  package mutating func append(_ text: String, firstGlyph: Int) { texts.append((firstGlyph, text)) }

  package subscript(firstGlyph: Int) -> String? {
    texts.first { $0.firstGlyph == firstGlyph }?.text
  }

  package static func == (one: TokenTexts, other: TokenTexts) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

extension PlacedContent {
  /// The approximate size in memory.
  var byteCount: Int {
    glyphs.count * MemoryLayout<PlacedGlyph>.stride
      + (runs.count + rubyRuns.count) * MemoryLayout<GlyphRun>.stride
      + fonts.count * MemoryLayout<FontKey>.stride
      + attachments.count * MemoryLayout<PlacedAttachment>.stride
      + attributeRuns.count * MemoryLayout<AttributeRun>.stride
  }
}
