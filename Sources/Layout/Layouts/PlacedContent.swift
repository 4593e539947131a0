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
  public internal(set) var runs: [GlyphRun] = []
  /// The glyphs of all runs.
  public internal(set) var glyphs: [PlacedGlyph] = []
  /// The fonts that the runs use, in the order of first use.
  public internal(set) var fonts: [FontKey] = []
  /// The number of characters without a glyph in any font; each is drawn as a box.
  public internal(set) var missingGlyphCount = 0
  /// The attribute runs of the visible text that have more than a font, a colour and a language, in the order of
  /// first use.
  public internal(set) var attributeRuns: [AttributeRun] = []
  /// The attachments, line by line.
  public internal(set) var attachments: [PlacedAttachment] = []
  /// The glyph runs of ruby annotations, which are in no line's ``TextLine/runs``.
  public internal(set) var rubyRuns: [GlyphRun] = []
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
