package import GalleyCellRendering
package import GalleyCells
package import GalleyFeed
package import GalleyFrames
import GalleyHandles
import GalleyLayout
package import GalleyPrimitives

/// A row that was laid out once, with its height and the amount of work for its picture.
package struct SurveyedRow: Sendable {
  package var item: FeedItem
  package var content: CellContent
  package var key: ContentKey
  /// The height in device pixels.
  package var height: Int
  /// The amount of work, without new emoji: these depend on the rows above.
  package var work: WorkAmount
  /// The number of device pixels that are composited in each frame with the row, because masks clip it.
  package var maskedPixels = 0
  /// The coloured glyphs, each once.
  package var emoji: Set<Emoji>
  package var missingGlyphCount: Int
  package var warnings: [RowWarning]

  /// A coloured glyph at a size.
  package struct Emoji: Hashable, Sendable {
    package var font: FontKey
    package var glyph: UInt32
  }
}
