package import GalleyPrimitives
package import GalleyText

/// The glyph runs, glyphs, fonts and attachments on a layout's lines.
package struct PlacedContent: Hashable, Sendable, Codable {
  package internal(set) var runs: [GlyphRun] = []
  package internal(set) var glyphs: [PlacedGlyph] = []
  package internal(set) var fonts: [FontKey] = []
  var missingGlyphCount = 0
  package internal(set) var attributeRuns: [AttributeRun] = []
  package internal(set) var attachments: [PlacedAttachment] = []
  package internal(set) var rubyRuns: [GlyphRun] = []
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
