public import GalleyPrimitives

/// The visible part of the table, in device pixels.
public struct Viewport: Hashable, Sendable {
  /// The y of the viewport's top in the table; negative or beyond the end while it is overscrolled.
  public var offset: Int
  /// The viewport's extent.
  public var size: PixelSize

  /// Makes a viewport whose top is at `offset`.
  public init(offset: Int, size: PixelSize) {
    self.offset = offset
    self.size = size
  }

  /// The visible pixel rows of the table.
  public var band: Range<Int> { offset..<(offset + max(0, size.height)) }

  /// Returns the rows that are visible, at least in part, with their edges.
  ///
  /// - Complexity: O(log n + visible rows).
  public func visibleRows(of table: TableRows) -> VisibleRows {
    VisibleRows(rows: table.rows(in: band), of: table)
  }
}

/// Adjacent rows and their edges in the table, in device pixels.
public struct VisibleRows: Hashable, Sendable {
  /// The rows' indices.
  public let rows: Range<Int>
  /// The y of the top of each row, followed by the bottom of the last row.
  public let edges: [Int]

  init(rows: Range<Int>, edges: [Int]) {
    self.rows = rows
    self.edges = edges
  }

  /// Looks up the edges of `rows`.
  public init(rows: Range<Int>, of table: TableRows) {
    self.rows = rows
    var edges: [Int] = []
    edges.reserveCapacity(rows.count + 1)
    if !rows.isEmpty {
      table.forEachRow(from: rows.lowerBound) { row, y, height in
        edges.append(y)
        if row + 1 == rows.upperBound { edges.append(y + height) }
        return row + 1 < rows.upperBound
      }
    }
    self.edges = edges
  }

  /// The y of the top of `row`.
  ///
  /// - Precondition: `rows` holds `row`.
  public func y(ofRow row: Int) -> Int { edges[row - rows.lowerBound] }

  /// The height of `row`.
  ///
  /// - Precondition: `rows` holds `row`.
  public func height(ofRow row: Int) -> Int {
    edges[row - rows.lowerBound + 1] - edges[row - rows.lowerBound]
  }
}

/// How far beyond the viewport rows are prepared, in screenfuls.
public struct ScreenRange: Hashable, Sendable {
  /// Screenfuls in the direction of scrolling.
  public var ahead: Double
  /// Screenfuls in the other direction.
  public var behind: Double

  /// Makes a range of `ahead` and `behind` screenfuls beyond the viewport.
  ///
  /// - Precondition: Neither is negative or NaN.
  public init(ahead: Double, behind: Double) {
    precondition(ahead >= 0 && behind >= 0, "negative range: \(ahead) ahead, \(behind) behind")
    self.ahead = ahead
    self.behind = behind
  }

  /// The default range in which pictures are prepared.
  public static let display = ScreenRange(ahead: 1, behind: 0.5)

  /// The default range in which layouts are prepared.
  public static let preload = ScreenRange(ahead: 2.5, behind: 1.5)

  /// Returns this range, extended to hold `other`; negative numbers and NaN count as 0.
  func extended(to other: ScreenRange) -> ScreenRange {
    func larger(_ one: Double, _ other: Double) -> Double {
      max(one > 0 ? one : 0, other > 0 ? other : 0)
    }
    return ScreenRange(
      ahead: larger(ahead, other.ahead), behind: larger(behind, other.behind))
  }

  /// Returns the pixel rows of the table to prepare around `viewport`, within `0..<totalHeight`.
  public func band(
    around viewport: Viewport, isForward: Bool, totalHeight: Int
  ) -> Range<Int> {
    func pixels(_ screenfuls: Double) -> Int {
      let pixels = screenfuls * Double(max(0, viewport.size.height))
      // No table is taller than this, and the sum below cannot overflow. The numbers of a range are
      // variables: negative ones and NaN prepare nothing beyond the viewport.
      return pixels > 0 ? Int(min(pixels, 0x1p60)) : 0
    }
    let (before, after) = isForward ? (behind, ahead) : (ahead, behind)
    let band = viewport.band
    return ((band.lowerBound - pixels(before))..<(band.upperBound + pixels(after)))
      .clamped(to: 0..<max(0, totalHeight))
  }
}
