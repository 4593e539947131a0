import GalleyFrames
import GalleyPrimitives
import GalleyTable

/// Adjacent rows of a live table with their contents, looked up once for many frames.
///
/// It belongs to one state of the table.
struct LiveWindow: Sendable {
  /// A row.
  struct Row: Sendable {
    var id: RowID
    var path: RowPath
    /// The y of its top, in device pixels.
    var y: Int
    /// Its height or estimate, in device pixels.
    var height: Int
    var isLaidOut: Bool
    /// The key of its picture; without a layout, a key that no picture has.
    var key: ContentKey
    var work: WorkAmount
    var maskedPixels: Int
    var older: DemandInput.Older?

    /// The row, as the demand for pictures needs it.
    var demanded: DemandInput.Row {
      var row = DemandInput.Row(
        key: key, y: y, height: height, work: work, maskedPixels: maskedPixels, older: older)
      row.isLaidOut = isLaidOut
      return row
    }
  }

  /// The index of the first row, counted over all sections.
  var first = 0
  var rows: [Row] = []

  /// The indices of the rows.
  var indices: Range<Int> { first..<first + rows.count }

  func contains(_ range: Range<Int>) -> Bool {
    range.isEmpty || range.lowerBound >= first && range.upperBound <= first + rows.count
  }

  subscript(row: Int) -> Row {
    get { rows[row - first] }
    set { rows[row - first] = newValue }
  }

  /// Follows an insertion of `count` rows of `height` pixel rows together into `section`, above these rows.
  mutating func follow(insertionInto section: Int, count: Int, height: Int) {
    first += count
    for place in rows.indices {
      rows[place].y += height
      if rows[place].path.section == section { rows[place].path.row += count }
    }
  }
}
