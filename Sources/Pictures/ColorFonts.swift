import GalleyCells
import GalleyFeedItems
import GalleyFrames
import GalleyHandles
import GalleyLayout
import GalleyPrimitives

/// Determines which fonts have coloured glyphs.
final class ColorFonts {
  private let library = FreeTypeLibrary()
  private var isColor: [FontKey: Bool] = [:]

  /// Returns the coloured glyphs of a cell, each once.
  func emoji(of layout: CellLayout) -> Set<SurveyedRow.Emoji> {
    var emoji: Set<SurveyedRow.Emoji> = []
    for text in layout.parts.lazy.compactMap(\.text) {
      let colors = text.fonts.map(isColor(_:))
      guard colors.contains(true) else { continue }
      for run in text.runs where colors[run.font] {
        for glyph in text.glyphs[run.glyphs] where glyph.missingCharacter == nil {
          emoji.insert(SurveyedRow.Emoji(font: text.fonts[run.font], glyph: glyph.id))
        }
      }
    }
    return emoji
  }

  /// Returns the glyphs of a cell, each once.
  func glyphs(of layout: CellLayout) -> Set<SurveyedRow.Emoji> {
    var glyphs: Set<SurveyedRow.Emoji> = []
    for text in layout.parts.lazy.compactMap(\.text) {
      for run in text.runs {
        for glyph in text.glyphs[run.glyphs] where glyph.missingCharacter == nil {
          glyphs.insert(SurveyedRow.Emoji(font: text.fonts[run.font], glyph: glyph.id))
        }
      }
    }
    return glyphs
  }

  private func isColor(_ font: FontKey) -> Bool {
    if let known = isColor[font] { return known }
    // A font that cannot be opened draws nothing, so it has no cost.
    let face = library.flatMap {
      try? FontFace(library: $0, path: font.path, index: font.faceIndex)
    }
    isColor[font] = face?.hasColorStrikes ?? false
    return face?.hasColorStrikes ?? false
  }
}
