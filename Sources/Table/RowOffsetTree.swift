import _RopeModule

/// Row offsets in a balanced tree: for tables that are edited.
///
/// Looking up, inserting, removing and changing a row take O(log n); so does a copy's first edit,
/// since copies share their nodes.
public struct RowOffsetTree: RowOffsets {
  private var rope = Rope<Row>()

  /// An empty table.
  public init() {}

  /// The number of rows.
  public var count: Int { rope.count(in: Rows()) }

  /// The sum of all heights.
  public var totalHeight: Int { rope.count(in: Pixels()) }

  /// The height of a row.
  ///
  /// - Complexity: O(log `count`).
  public func height(ofRow row: Int) -> Int { rope[index(ofRow: row)].height }

  /// The sum of the heights of the rows before `row`.
  ///
  /// - Complexity: O(log `count`).
  public func offset(ofRow row: Int) -> Int {
    row == count ? totalHeight : rope.offset(of: index(ofRow: row), in: Pixels())
  }

  /// The row that covers the pixel row `y`; `nil` where there is none.
  ///
  /// - Complexity: O(log `count`).
  public func row(at y: Int) -> Int? {
    guard y >= 0, y < totalHeight else { return nil }
    let index = rope.find(at: y, in: Pixels(), preferEnd: false).index
    return rope.offset(of: index, in: Rows())
  }

  /// Calls `body` with rows, their offsets and heights, in order, until it returns `false`.
  ///
  /// - Complexity: O(log `count` + rows).
  public func forEachRow(from row: Int, _ body: (_ row: Int, _ y: Int, _ height: Int) -> Bool) {
    guard row < count else { return }
    var (row, y) = (row, offset(ofRow: row))
    var rows = rope.makeIterator(from: index(ofRow: row))
    while let height = rows.next()?.height, body(row, y, height) {
      row += 1
      y += height
    }
  }

  /// Adds a row at the end.
  ///
  /// - Complexity: O(log `count`).
  public mutating func append(_ height: Int) { rope.append(Row(height)) }

  /// Adds rows before `row`.
  ///
  /// - Complexity: O(log `count` + `heights.count`).
  public mutating func insert(_ heights: [Int], at row: Int) {
    guard heights.count != 1 else { return rope.insert(Row(heights[0]), at: row, in: Rows()) }
    rope.replaceSubrange(row..<row, in: Rows(), with: heights.map(Row.init))
  }

  /// Removes rows.
  ///
  /// - Complexity: O(log `count` + `rows.count`).
  public mutating func remove(_ rows: Range<Int>) {
    if rows.count == 1 {
      rope.remove(at: rows.lowerBound, in: Rows())
    } else {
      rope.removeSubrange(rows, in: Rows())
    }
  }

  /// Gives a row another height.
  ///
  /// - Complexity: O(log `count`).
  public mutating func setHeight(_ height: Int, ofRow row: Int) {
    var index = index(ofRow: row)
    rope.update(at: &index) { $0 = Row(height) }
  }

  private func index(ofRow row: Int) -> Rope<Row>.Index {
    precondition(row >= 0 && row < count, "no row \(row) of \(count)")
    return rope.find(at: row, in: Rows(), preferEnd: false).index
  }
}

/// A row of the tree, or nothing: what is left of a row that was split off whole.
private struct Row: RopeElement, Sendable {
  /// The row's height; −1 for nothing, so that a row takes no more memory than its height.
  private var storedHeight: Int

  static let nothing = Row(storedHeight: -1)

  private init(storedHeight: Int) { self.storedHeight = storedHeight }

  init(_ height: Int) {
    precondition(height >= 0, "a height of \(height) pixels")
    storedHeight = height
  }

  var height: Int { max(0, storedHeight) }
  var summary: RowSum { isEmpty ? .zero : RowSum(count: 1, height: storedHeight) }
  var isEmpty: Bool { storedHeight < 0 }
  var isUndersized: Bool { isEmpty }

  func invariantCheck() {}

  mutating func rebalance(nextNeighbor right: inout Row) -> Bool {
    if isEmpty { swap(&self, &right) }
    return right.isEmpty
  }

  mutating func split(at index: Int) -> Row {
    guard index == 0 else { return .nothing }
    defer { self = .nothing }
    return self
  }
}

/// How many rows there are in a part of the tree, and how high they are together.
private struct RowSum: RopeSummary {
  static var maxNodeSize: Int { 15 }
  static var zero: RowSum { RowSum(count: 0, height: 0) }

  var count: Int
  var height: Int

  var isZero: Bool { self == .zero }

  mutating func add(_ other: RowSum) {
    count += other.count
    height += other.height
  }

  mutating func subtract(_ other: RowSum) {
    count -= other.count
    height -= other.height
  }
}

/// Positions counted in rows.
private struct Rows: RopeMetric {
  func size(of summary: RowSum) -> Int { summary.count }
  func index(at offset: Int, in element: Row) -> Int { offset }
}

/// Positions counted in pixels.
private struct Pixels: RopeMetric {
  func size(of summary: RowSum) -> Int { summary.height }
  func index(at offset: Int, in element: Row) -> Int { offset }
}
