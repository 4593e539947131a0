import GalleyCellRendering
import GalleyCells
public import GalleyRowHeights

/// The counts of a rendering.
public struct RenderSummary: Hashable, Sendable {
  /// The number of rendered rows.
  public var rowCount = 0
  /// The number of elements without a picture.
  public var failureCount = 0
  /// The number of warnings about rows and fonts.
  public var warningCount = 0
  /// The number of characters without a glyph in any font.
  public var missingGlyphCount = 0
  /// The elements, of both kinds, that an earlier run has rendered or failed to render, by its manifest.
  public var resumedCount = 0
  /// The rows whose pictures are copies from the picture cache.
  public var copiedCount = 0
  /// The rows whose files were there.
  public var existingCount = 0
  /// The number of written PNG files.
  public var fileCount = 0
  /// The number of written device pixels.
  public var pixelCount = 0
  /// The number of written pages of documents.
  public var pageCount = 0
  /// The number of written bytes.
  public var byteCount = 0
  /// The feed's height, in device pixels.
  public var pixelHeight = 0
  /// The number of heights found by content, and the causes of the other measurements.
  public var heights = RowHeightStatistics()
}

extension RenderSummary {
  /// Counts a row that is rendered.
  mutating func add(_ row: FinishedRow) {
    rowCount += 1
    warningCount += row.row.warnings.count
    missingGlyphCount += row.row.layout.missingGlyphCount
    guard case .picture(let picture) = row.output else { return }
    switch picture.origin {
    case .drawn: break
    case .copied: copiedCount += 1
    case .existing: existingCount += 1
    }
  }

  /// Counts a row of an earlier run.
  mutating func add(_ row: ManifestRow) {
    resumedCount += 1
    if row.error == nil { rowCount += 1 } else { failureCount += 1 }
    warningCount += row.warnings?.count ?? 0
    missingGlyphCount += row.missingGlyphs ?? 0
  }
}
