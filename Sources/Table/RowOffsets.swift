/// The vertical offsets of a table's rows: from row index to y, and back.
///
/// Heights and offsets are whole device pixels. Sums of integers are exact, so an offset does not
/// depend on the order of earlier edits and never drifts; pictures are cut at whole pixels in any
/// case. Divide by the scale for layout units. A height may be 0: such a row has an offset, but no
/// look-up by y returns it.
public protocol RowOffsets: RowLookup {
  /// Makes an empty table.
  init()

  /// The number of rows.
  var count: Int { get }

  /// The height of a row.
  ///
  /// - Precondition: `row` is in `0..<count`.
  func height(ofRow row: Int) -> Int

  /// The sum of the heights of the rows before `row`.
  ///
  /// - Precondition: `row` is in `0...count`.
  func offset(ofRow row: Int) -> Int

  /// Returns the row that covers the pixel row `y`; `nil` if no row does.
  func row(at y: Int) -> Int?

  /// Adds a row at the end.
  ///
  /// - Precondition: `height` is not negative.
  mutating func append(_ height: Int)

  /// Inserts rows before `row`.
  ///
  /// - Precondition: `row` is in `0...count`, no height is negative.
  mutating func insert(_ heights: [Int], at row: Int)

  /// Removes rows.
  ///
  /// - Precondition: `rows` is in `0..<count`.
  mutating func remove(_ rows: Range<Int>)

  /// Moves rows so that the first one has the index `destination` afterwards.
  ///
  /// - Precondition: `rows` is in `0..<count`, `destination` in `0...(count - rows.count)`.
  mutating func move(_ rows: Range<Int>, to destination: Int)

  /// Changes the height of a row.
  ///
  /// - Precondition: `row` is in `0..<count`, `height` is not negative.
  mutating func setHeight(_ height: Int, ofRow row: Int)
}

extension RowOffsets {
  /// Makes a table of rows with these heights.
  public init(_ heights: [Int]) {
    self.init()
    insert(heights, at: 0)
  }

  /// Returns the smallest range of rows that covers all occupied pixel rows of `band`.
  public func rows(in band: Range<Int>) -> Range<Int> {
    let band = band.clamped(to: 0..<totalHeight)
    guard !band.isEmpty, let first = row(at: band.lowerBound),
      let last = row(at: band.upperBound - 1)
    else { return 0..<0 }
    return first..<(last + 1)
  }
}
