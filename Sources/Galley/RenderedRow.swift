public import GalleyRowHeights

/// What became of one element of a feed.
public enum RenderedElement: Sendable {
  /// A row that was rendered.
  case row(RenderedRow)
  /// An element that is no item, or an item that could not be drawn.
  case failure(RowFailure)
}

/// A row that was rendered: where it stands, and in which files.
public struct RenderedRow: Hashable, Sendable {
  /// The place among all elements of the feed, counted from 0.
  public var index: Int
  /// The feed's own name for the item.
  public var id: String?
  /// The row's top in the feed, in layout units.
  public var y: Double
  /// The row's width, in layout units.
  public var width: Double
  /// The row's height, in layout units.
  public var height: Double
  /// The row's width, in device pixels.
  public var pixelWidth: Int
  /// The row's height, in device pixels.
  public var pixelHeight: Int
  /// How many lines of text there are.
  public var lineCount: Int
  /// Whether some text is not shown.
  public var isTruncated: Bool
  /// How many bytes or characters were repaired.
  public var repairCount: Int
  /// How many characters no font has.
  public var missingGlyphCount: Int
  /// The names of the fonts that were used.
  public var fonts: [String]
  /// What of the item the picture does not show.
  public var warnings: [RowWarning]
  /// The files that show some of the row.
  public var files: [String]
}

/// What a run did.
public struct RenderSummary: Hashable, Sendable {
  /// Rows that were rendered.
  public var rowCount = 0
  /// Elements of which there is no picture.
  public var failureCount = 0
  /// Warnings of all rows, and of the fonts.
  public var warningCount = 0
  /// Characters that no font has.
  public var missingGlyphCount = 0
  /// PNG files that were written.
  public var fileCount = 0
  /// Device pixels that were written.
  public var pixelCount = 0
  /// Bytes that were written.
  public var byteCount = 0
  /// The feed's height, in device pixels.
  public var pixelHeight = 0
  /// How many heights were known from rows of the same content, and why the others were measured.
  public var heights = RowHeightStatistics()
}
