/// Bounds the memory of pictures: admits the most urgent ones that fit.
package struct PictureBudget: Hashable, Sendable {
  /// The maximum number of bytes of pictures.
  package var byteLimit: Int

  /// Makes a budget of `byteLimit` bytes.
  package init(byteLimit: Int) { self.byteLimit = max(0, byteLimit) }

  /// Returns the rows whose pictures are kept or made: from the most urgent on, until one does not fit.
  ///
  /// Visible rows are always admitted, because a frame needs them. Later rows are farther away, and are
  /// evicted first.
  ///
  /// - Parameters:
  ///   - rows: The rows, most urgent first; the first `visibleCount` are visible.
  ///   - visibleCount: The number of visible rows.
  ///   - byteCount: The size of a row's picture; 0 for a picture that was counted already.
  /// - Returns: The longest start of `rows` that fits.
  /// - Complexity: O(rows).
  package func admitted<Row>(
    _ rows: [Row], visibleCount: Int, byteCount: (Row) -> Int
  ) -> ArraySlice<Row> {
    var total = 0
    for (index, row) in rows.enumerated() {
      total += byteCount(row)
      if total > byteLimit, index >= visibleCount { return rows[..<index] }
    }
    return rows[...]
  }
}
