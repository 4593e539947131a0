public import GalleyCells
import GalleyLayout
import GalleyPrimitives
public import GalleyRowHeights

/// What became of one element of a feed, or of one paragraph, that was measured.
public enum MeasuredElement: Sendable {
  /// A row that was set.
  case row(RowMeasurement)
  /// An element that is no item, or an item that could not be set.
  case failure(RowFailure)
}

/// A row that was set: its height, and the boxes of its lines.
///
/// In layout units, y down, from the cell's top-left corner.
public struct RowMeasurement: Hashable, Sendable {
  /// The place among all elements of the feed, counted from 0.
  public var index: Int
  /// The feed's own name for the item.
  public var id: String?
  /// The row's width; of a plain paragraph, that of its widest line.
  public var width: Double
  /// The row's height; of a plain paragraph, the sum of its lines' heights.
  public var height: Double
  /// The lines of all parts, part by part; empty where heights alone were asked for.
  public var lines: [LineMeasurement]
  /// How many lines there are.
  public var lineCount: Int
  /// Where the height comes from; `nil` for a plain paragraph.
  ///
  /// Which one of equal rows is measured depends on the workers.
  public var heightSource: HeightAnswer.Source?
  /// Whether some text is not shown.
  public var isTruncated: Bool
  /// How many bytes or characters were repaired.
  public var repairCount: Int
  /// How many characters no font has.
  public var missingGlyphCount: Int
  /// What of the item its cell does not show.
  public var warnings: [RowWarning]
}

/// A line of a row that was set.
public struct LineMeasurement: Hashable, Sendable {
  /// The part of the cell that the line belongs to; `nil` in a plain paragraph.
  public var part: CellPart.Kind?
  /// From the cell's top to the line's.
  public var y: Double
  /// The height of the line's logical extents.
  public var height: Double
  /// From the cell's top to the baseline.
  public var baseline: Double
  /// The advance along the line, trailing white space included.
  public var width: Double
  /// The line's text, as UTF-8 offsets into the part's repaired text.
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

/// What a run of measuring did.
public struct MeasureSummary: Hashable, Sendable {
  /// Rows that were set.
  public var rowCount = 0
  /// Elements that were not.
  public var failureCount = 0
  /// Warnings of all rows, and of the fonts.
  public var warningCount = 0
  /// Characters that no font has.
  public var missingGlyphCount = 0
  /// Lines of all rows.
  public var lineCount = 0
  /// The sum of all heights, in layout units.
  public var height = 0.0
  /// How many heights were known from rows of the same content, and why the others were measured.
  public var heights = RowHeightStatistics()
  /// Heights that a file knew.
  public var storedHeightCount = 0

  /// Counts an element in.
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

extension RowMeasurement {
  /// What is told of a cell; initials and pictures have no lines.
  init(_ row: MeasuredRow) {
    let layout = row.layout
    var lines: [LineMeasurement] = []
    for part in layout.parts where part.ground == nil {
      for line in part.text?.lines ?? [] {
        lines.append(LineMeasurement(line, part: part.kind, top: part.rect.minY))
      }
    }
    self.init(
      index: row.item.index, id: row.item.id, width: layout.size.width,
      height: layout.size.height, lines: lines, lineCount: lines.count,
      heightSource: row.heightSource,
      isTruncated: layout.isTruncated || !row.item.cutFields.isEmpty,
      repairCount: row.item.repairCount + layout.repairCount,
      missingGlyphCount: layout.missingGlyphCount, warnings: row.warnings)
  }
}
