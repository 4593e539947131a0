import _RopeModule

/// Row offsets in a balanced tree, for tables that are edited.
///
/// Looking up, inserting, removing, moving and changing a row take O(log n). So does the first edit
/// of a copy, because copies share their nodes.
public struct RowOffsetTree: RowOffsets {
  private var tree = RowTree<Height>()

  /// Makes an empty table.
  public init() {}

  /// The number of rows.
  public var count: Int { tree.count }

  /// The sum of all heights.
  public var totalHeight: Int { tree.totalHeight }

  /// The height of a row.
  ///
  /// - Complexity: O(log `count`).
  public func height(ofRow row: Int) -> Int { tree[row].height }

  /// The sum of the heights of the rows before `row`.
  ///
  /// - Complexity: O(log `count`).
  public func offset(ofRow row: Int) -> Int { tree.offset(ofRow: row) }

  /// Returns the row that covers the pixel row `y`; `nil` if no row does.
  ///
  /// - Complexity: O(log `count`).
  public func row(at y: Int) -> Int? { tree.row(at: y) }

  /// Calls `body` with rows, their offsets and heights, in order, until it returns `false`.
  ///
  /// - Complexity: O(log `count` + rows).
  public func forEachRow(from row: Int, _ body: (_ row: Int, _ y: Int, _ height: Int) -> Bool) {
    guard row < count else { return }
    var (row, y) = (row, offset(ofRow: row))
    tree.forEach(from: row) { element in
      defer {
        row += 1
        y += element.height
      }
      return body(row, y, element.height)
    }
  }

  /// Adds a row at the end.
  ///
  /// - Complexity: O(log `count`).
  public mutating func append(_ height: Int) { tree.append(Height(height)) }

  /// Inserts rows before `row`.
  ///
  /// - Complexity: O(log `count` + `heights.count`).
  public mutating func insert(_ heights: [Int], at row: Int) {
    tree.insert(heights.map(Height.init), at: row)
  }

  /// Removes rows.
  ///
  /// - Complexity: O(log `count` + `rows.count`).
  public mutating func remove(_ rows: Range<Int>) { tree.remove(rows) }

  /// Moves rows so that the first one has the index `destination` afterwards.
  ///
  /// - Complexity: O(log `count`), independent of the number of moved rows.
  public mutating func move(_ rows: Range<Int>, to destination: Int) {
    tree.move(rows, to: destination)
  }

  /// Changes the height of a row.
  ///
  /// - Complexity: O(log `count`).
  public mutating func setHeight(_ height: Int, ofRow row: Int) {
    tree.update(row) { $0 = Height(height) }
  }
}

/// A row of the tree, or the empty element.
private struct Height: TreeRow {
  /// The row's height; −1 for the empty element, so that a row takes no more memory than its
  /// height.
  private var storedHeight: Int

  static let nothing = Height(storedHeight: -1)

  private init(storedHeight: Int) { self.storedHeight = storedHeight }

  init(_ height: Int) {
    precondition(height >= 0, "the height \(height) is negative")
    storedHeight = height
  }

  var height: Int { max(0, storedHeight) }
  var isEmpty: Bool { storedHeight < 0 }
}
