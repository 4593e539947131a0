/// The places of the rows around the viewport, looked up once for many frames.
///
/// A frame asks for the rows of three bands, and few frames move by more than a row. What is asked for
/// is looked up along with half as much on both sides; as long as a band lies within that, nobody asks
/// the table. It knows one state of the table: after an edit there has to be a new one.
public struct NearbyRows: Sendable {
  /// The sum of the heights of all rows of the table.
  public let totalHeight: Int

  private var known = VisibleRows(rows: 0..<0, edges: [])
  private var lastPlaces = VisibleRows(rows: 0..<0, edges: [])

  /// Knows nothing yet of a table.
  public init(of offsets: some RowOffsets) { totalHeight = offsets.totalHeight }

  /// The fewest rows that cover all pixel rows of `band` that a row covers, as the table itself says.
  ///
  /// - Complexity: O(log rows known), or where the band is not within what is known, O(log n + rows
  ///   within twice the band).
  public mutating func rows(in band: Range<Int>, of offsets: some RowOffsets) -> Range<Int> {
    let band = band.clamped(to: 0..<totalHeight)
    guard !band.isEmpty else { return 0..<0 }
    if !known.covers(band) {
      let margin = band.count / 2
      let wide = (band.lowerBound - margin..<band.upperBound + margin).clamped(to: 0..<totalHeight)
      known = VisibleRows(rows: offsets.rows(in: wide), of: offsets)
    }
    return known.row(at: band.lowerBound)..<known.row(at: band.upperBound - 1) + 1
  }

  /// The places of rows that the last look-ups found.
  ///
  /// - Complexity: O(1) for the same rows as last time, else O(rows).
  public mutating func places(of rows: Range<Int>, of offsets: some RowOffsets) -> VisibleRows {
    guard rows != lastPlaces.rows else { return lastPlaces }
    let first = rows.lowerBound - known.rows.lowerBound
    lastPlaces =
      !rows.isEmpty && first >= 0 && rows.upperBound <= known.rows.upperBound
      ? VisibleRows(rows: rows, edges: Array(known.edges[first...first + rows.count]))
      : VisibleRows(rows: rows, of: offsets)
    return lastPlaces
  }
}

extension VisibleRows {
  /// Whether all pixel rows of a band that is not empty are those of these rows.
  fileprivate func covers(_ band: Range<Int>) -> Bool {
    guard let top = edges.first, let bottom = edges.last else { return false }
    return top <= band.lowerBound && band.upperBound <= bottom
  }

  /// The row that covers a pixel row, which one of these does.
  fileprivate func row(at y: Int) -> Int {
    // The first edge below it is the bottom of its row; rows without height have none of their own.
    var (low, high) = (1, edges.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] > y { high = middle } else { low = middle + 1 }
    }
    return rows.lowerBound + low - 1
  }
}
