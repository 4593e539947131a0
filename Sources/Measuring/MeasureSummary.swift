import GalleyLayout
public import GalleyRowHeights

/// The counts of a measurement.
public struct MeasureSummary: Hashable, Sendable {
  /// The number of rows that are laid out.
  public var rowCount = 0
  /// The number of failed elements.
  public var failureCount = 0
  /// The number of warnings about rows and fonts.
  public var warningCount = 0
  /// The number of characters without a glyph in any font.
  public var missingGlyphCount = 0
  /// The number of lines of all rows.
  public var lineCount = 0
  /// The sum of all heights, in layout units.
  public var height = 0.0
  /// The number of heights found by content, and the causes of the other measurements.
  public var heights = RowHeightStatistics()
  /// The number of heights found in a file.
  public var storedHeightCount = 0

  /// Counts an element.
  mutating func count(_ element: MeasuredElement) {
    guard case .row(let row) = element else {
      failureCount += 1
      return
    }
    rowCount += 1
    warningCount += row.warnings.count
    missingGlyphCount += row.missingGlyphCount
    lineCount += row.lineCount
    if row.heightSource == .stored { storedHeightCount += 1 }
    height += row.height
  }
}
