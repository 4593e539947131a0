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
  /// The number of written PNG files.
  public var fileCount = 0
  /// The number of written device pixels.
  public var pixelCount = 0
  /// The number of written bytes.
  public var byteCount = 0
  /// The feed's height, in device pixels.
  public var pixelHeight = 0
  /// The number of heights found by content, and the causes of the other measurements.
  public var heights = RowHeightStatistics()
}
