/// The edges of the rows around the viewport, looked up once for many frames.
///
/// A frame asks for the rows of three bands, and few frames move by more than a row. Each look-up
/// also covers half of the band's height on both sides, and later bands within that range need no
/// look-up in the table. The value belongs to one state of the table: make a new one after each edit, or
/// follow an insertion above.
public struct NearbyRows: Sendable {
  /// The sum of the heights of all rows of the table.
  public private(set) var totalHeight: Int

  private var known = VisibleRows(rows: 0..<0, edges: [])
  private var lastPlaces = VisibleRows(rows: 0..<0, edges: [])

  /// Makes a value that has looked up no rows yet.
  public init(of table: TableRows) { totalHeight = table.totalHeight }

  /// Follows an insertion of `count` rows of `height` pixel rows together before row `row`.
  ///
  /// - Returns: Whether the value has no rows before `row`, and so belongs to the new state.
  package mutating func follow(insertionAt row: Int, count: Int, height: Int) -> Bool {
    guard row <= known.rows.lowerBound, row <= lastPlaces.rows.lowerBound else { return false }
    totalHeight += height
    known = known.moved(by: count, height: height)
    lastPlaces = lastPlaces.moved(by: count, height: height)
    return true
  }

  /// Returns the smallest range of rows that covers all occupied pixel rows of `band`, as the table
  /// itself does.
  ///
  /// - Complexity: O(log rows known); if the band is outside the known range, O(log n + rows within
  ///   twice the band).
  public mutating func rows(in band: Range<Int>, of table: TableRows) -> Range<Int> {
    let band = band.clamped(to: 0..<totalHeight)
    guard !band.isEmpty else { return 0..<0 }
    if !known.covers(band) {
      let margin = band.count / 2
      let wide = (band.lowerBound - margin..<band.upperBound + margin).clamped(to: 0..<totalHeight)
      known = VisibleRows(rows: table.rows(in: wide), of: table)
    }
    return known.row(at: band.lowerBound)..<known.row(at: band.upperBound - 1) + 1
  }

  /// Returns the edges of rows that the last look-ups found.
  ///
  /// - Complexity: O(1) for the same rows as last time, else O(rows).
  public mutating func places(of rows: Range<Int>, of table: TableRows) -> VisibleRows {
    guard rows != lastPlaces.rows else { return lastPlaces }
    let first = rows.lowerBound - known.rows.lowerBound
    lastPlaces =
      !rows.isEmpty && first >= 0 && rows.upperBound <= known.rows.upperBound
      ? VisibleRows(rows: rows, edges: Array(known.edges[first...first + rows.count]))
      : VisibleRows(rows: rows, of: table)
    return lastPlaces
  }
}

extension VisibleRows {
  /// These rows after an insertion above.
  fileprivate func moved(by count: Int, height: Int) -> VisibleRows {
    VisibleRows(
      rows: rows.lowerBound + count..<rows.upperBound + count, edges: edges.map { $0 + height })
  }

  /// Whether these rows cover a band that is not empty.
  fileprivate func covers(_ band: Range<Int>) -> Bool {
    guard let top = edges.first, let bottom = edges.last else { return false }
    return top <= band.lowerBound && band.upperBound <= bottom
  }

  /// Returns the row that covers a pixel row, which must be covered by one of these rows.
  fileprivate func row(at y: Int) -> Int {
    // The first edge below `y` is the bottom of its row; rows without height cover no pixel row.
    var (low, high) = (1, edges.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] > y { high = middle } else { low = middle + 1 }
    }
    return rows.lowerBound + low - 1
  }
}
