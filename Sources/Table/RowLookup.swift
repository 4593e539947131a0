/// The rows of a table in order, for look-ups by y.
public protocol RowLookup: Sendable {
  /// The sum of all heights, in device pixels.
  var totalHeight: Int { get }

  /// Returns the smallest range of rows that covers all occupied pixel rows of `band`.
  func rows(in band: Range<Int>) -> Range<Int>

  /// Calls `body` with rows, their offsets and heights, in order, until it returns `false`.
  ///
  /// - Precondition: `row` is between 0 and the number of rows.
  func forEachRow(from row: Int, _ body: (_ row: Int, _ y: Int, _ height: Int) -> Bool)
}

extension TableRows: RowLookup {
  /// Calls `body` with rows, counted over all sections, their offsets and heights, in order, until it
  /// returns `false`.
  ///
  /// - Complexity: O(log n + rows).
  public func forEachRow(
    from index: Int, _ body: (_ row: Int, _ y: Int, _ height: Int) -> Bool
  ) {
    guard index < rowCount else { return }
    var (index, y) = (index, rows.offset(ofRow: index))
    rows.forEach(from: index) { row in
      defer {
        index += 1
        y += row.height
      }
      return body(index, y, row.height)
    }
  }
}
