/// Row offsets as an array of sums, for tables that are small or built once.
///
/// Look-ups take O(log n), appending O(1), any other edit O(n). ``RowOffsetTree`` gives the same
/// results with O(log n) edits.
public struct RowOffsetArray: RowOffsets, Hashable {
  /// The bottom of each row.
  private var bottoms: [Int] = []

  /// Makes an empty table.
  public init() {}

  /// The number of rows.
  public var count: Int { bottoms.count }

  /// The sum of all heights.
  public var totalHeight: Int { bottoms.last ?? 0 }

  /// The height of a row.
  public func height(ofRow row: Int) -> Int { bottoms[row] - offset(ofRow: row) }

  /// The sum of the heights of the rows before `row`.
  public func offset(ofRow row: Int) -> Int { row == 0 ? 0 : bottoms[row - 1] }

  /// Returns the row that covers the pixel row `y`; `nil` if no row does.
  public func row(at y: Int) -> Int? {
    guard y >= 0, y < totalHeight else { return nil }
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if bottoms[middle] > y { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Calls `body` with rows, their offsets and heights, in order, until it returns `false`.
  public func forEachRow(from row: Int, _ body: (_ row: Int, _ y: Int, _ height: Int) -> Bool) {
    var y = offset(ofRow: row)
    for (row, bottom) in zip(row..., bottoms[row...]) {
      guard body(row, y, bottom - y) else { return }
      y = bottom
    }
  }

  /// Adds a row at the end.
  public mutating func append(_ height: Int) {
    precondition(height >= 0, "the height \(height) is negative")
    bottoms.append(totalHeight + height)
  }

  /// Inserts rows before `row`.
  public mutating func insert(_ heights: [Int], at row: Int) {
    let tail = bottoms[row...].indices.map { height(ofRow: $0) }
    bottoms.removeSubrange(row...)
    for height in heights + tail { append(height) }
  }

  /// Removes rows.
  public mutating func remove(_ rows: Range<Int>) {
    let tail = bottoms[rows.upperBound...].indices.map { height(ofRow: $0) }
    bottoms.removeSubrange(rows.lowerBound...)
    for height in tail { append(height) }
  }

  /// Moves rows so that the first one has the index `destination` afterwards.
  public mutating func move(_ rows: Range<Int>, to destination: Int) {
    let heights = rows.map(height(ofRow:))
    remove(rows)
    insert(heights, at: destination)
  }

  /// Changes the height of a row.
  public mutating func setHeight(_ height: Int, ofRow row: Int) {
    precondition(height >= 0, "the height \(height) is negative")
    let difference = height - self.height(ofRow: row)
    for index in bottoms[row...].indices { bottoms[index] += difference }
  }
}
