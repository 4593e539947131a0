package import GalleyCellRendering
package import GalleyCells
package import GalleyFrames
import GalleyHandles
import GalleyLayout
package import GalleyPrimitives

/// A row that was laid out once, with its height and the amount of work for its picture.
package struct SurveyedRow: Sendable {
  package var cell: RowCell
  /// Whether the height was known before.
  package var isHeightKnown: Bool
  /// The key of the content; a hostile feed may have unequal contents with equal keys.
  package var key: ContentKey
  /// The hash of the content in this process, which no feed can foresee: it tells apart contents of one key.
  package var fingerprint: Int
  /// The height in device pixels.
  package var height: Int
  /// The amount of work, without new emoji: these depend on the rows above.
  package var work: WorkAmount
  /// The number of device pixels that are composited in each frame with the row, because masks clip it.
  package var maskedPixels: Int
  /// The coloured glyphs, each once.
  package var emoji: Set<Emoji>
  /// All glyphs, each once, if the survey counts first sights.
  package var glyphs: Set<Emoji> = []
  package var missingGlyphCount: Int
  package var warnings: [RowWarning]

  /// Makes a row of a content.
  package init(
    cell: RowCell, isHeightKnown: Bool = false, content: CellContent, key: ContentKey, height: Int,
    work: WorkAmount,
    maskedPixels: Int = 0, emoji: Set<Emoji>, missingGlyphCount: Int, warnings: [RowWarning]
  ) {
    self.cell = cell
    self.isHeightKnown = isHeightKnown
    self.key = key
    fingerprint = content.hashValue
    self.height = height
    self.work = work
    self.maskedPixels = maskedPixels
    self.emoji = emoji
    self.missingGlyphCount = missingGlyphCount
    self.warnings = warnings
  }

  /// A glyph of a font at a size.
  package struct Emoji: Hashable, Sendable {
    package var font: FontKey
    package var glyph: UInt32
  }
}
