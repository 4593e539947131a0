public import GalleyCellRendering
public import GalleyCells
import GalleyFeedItems
import GalleyLayout
import GalleyPrimitives
public import GalleyRowHeights

/// The measurement of a row: its height, and the boxes of its lines.
///
/// In layout units, y down, from the cell's top-left corner.
public struct RowMeasurement: Hashable, Sendable {
  /// The index among all elements of the feed, from 0.
  public var index: Int
  /// The item's identifier in the feed.
  public var id: String?
  /// The row's width; for a plain paragraph, the width of its widest line.
  public var width: Double
  /// The row's height; for a plain paragraph, the sum of the heights of its lines.
  public var height: Double
  /// The lines of all parts, part by part; empty if only heights were requested.
  public var lines: [Line]
  /// The number of lines.
  public var lineCount: Int
  /// The language of the texts; `nil` if nothing says one.
  public var language: RowLanguage?
  /// The source of the height; `nil` for a plain paragraph.
  ///
  /// The workers decide which of several equal rows is measured.
  public var heightSource: HeightAnswer.Source?
  /// Whether a text is truncated.
  public var isTruncated: Bool
  /// The number of repaired bytes and characters.
  public var repairCount: Int
  /// The number of characters without a glyph in any font.
  public var missingGlyphCount: Int
  /// Warnings about parts of the item that the cell does not show.
  public var warnings: [RowWarning]
}

extension RowMeasurement {
  /// The measurement of a line.
  public struct Line: Hashable, Sendable {
    /// The line's part of the cell; `nil` in a plain paragraph.
    public var part: CellPart.Kind?
    /// The distance from the cell's top to the line's top.
    public var y: Double
    /// The height of the line's logical extents.
    public var height: Double
    /// The distance from the cell's top to the baseline.
    public var baseline: Double
    /// The advance of the line, including trailing white space.
    public var width: Double
    /// The range of the line, as UTF-8 offsets into the part's repaired text.
    public var range: Range<Int>

    init(_ line: TextLine, part: CellPart.Kind?, top: Double) {
      self.part = part
      y = top + line.origin.y - line.ascent
      height = line.ascent + line.descent
      baseline = top + line.origin.y
      width = line.advance
      range = line.range
    }
  }
}

extension RowMeasurement {
  /// Makes the measurement of a cell; initials and pictures have no lines.
  package init(_ row: MeasuredRow) {
    let layout = row.layout
    var lines: [Line] = []
    for part in layout.parts where part.ground == nil {
      for line in part.text?.lines ?? [] {
        lines.append(Line(line, part: part.kind, top: part.rect.minY))
      }
    }
    self.init(
      index: row.item.index, id: row.item.id, width: layout.size.width,
      height: layout.size.height, lines: lines, lineCount: lines.count,
      language: row.language, heightSource: row.heightSource,
      isTruncated: layout.isTruncated || !row.item.cutFields.isEmpty,
      repairCount: row.item.repairedCount + layout.repairCount,
      missingGlyphCount: layout.missingGlyphCount, warnings: row.warnings)
  }
}
