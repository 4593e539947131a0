import _RopeModule

/// An element of a ``RowTree``.
protocol TreeRow: RopeElement, Sendable where Summary == RowSum, Index == Int {
  /// The height that this row adds to the offsets of the rows after it.
  var height: Int { get }
  /// The empty element, which remains of a row after a split moved all of it away.
  static var nothing: Self { get }
}

extension TreeRow {
  var summary: RowSum { isEmpty ? .zero : RowSum(count: 1, height: height) }
  var isUndersized: Bool { isEmpty }

  func invariantCheck() {}

  mutating func rebalance(nextNeighbor right: inout Self) -> Bool {
    if isEmpty { swap(&self, &right) }
    return right.isEmpty
  }

  mutating func split(at index: Int) -> Self {
    guard index == 0 else { return .nothing }
    defer { self = .nothing }
    return self
  }
}

/// Rows in a balanced tree whose nodes know the number and total height of their rows.
///
/// Copies share their nodes; the first edit of a copy takes O(log n), as any other edit.
struct RowTree<Row: TreeRow>: Sendable {
  private var rope: Rope<Row>

  init() { rope = Rope() }

  /// - Complexity: O(`rows.count`).
  init(_ rows: some Sequence<Row>) { rope = Rope(rows) }

  private init(_ rope: Rope<Row>) { self.rope = rope }

  var count: Int { rope.count(in: Rows()) }
  var totalHeight: Int { rope.count(in: Pixels()) }

  subscript(row: Int) -> Row { rope[index(ofRow: row)] }

  /// Returns the sum of the heights of the rows before `row`, which may be `count`.
  func offset(ofRow row: Int) -> Int {
    row == count ? totalHeight : rope.offset(of: index(ofRow: row), in: Pixels())
  }

  /// Returns the row that covers the pixel row `y`; `nil` if no row does.
  func row(at y: Int) -> Int? {
    guard y >= 0, y < totalHeight else { return nil }
    let index = rope.find(at: y, in: Pixels(), preferEnd: false).index
    return rope.offset(of: index, in: Rows())
  }

  /// Returns the smallest range of rows that covers all occupied pixel rows of `band`.
  func rows(in band: Range<Int>) -> Range<Int> {
    let band = band.clamped(to: 0..<totalHeight)
    guard !band.isEmpty, let first = row(at: band.lowerBound),
      let last = row(at: band.upperBound - 1)
    else { return 0..<0 }
    return first..<(last + 1)
  }

  /// Calls `body` with rows in order until it returns `false`.
  func forEach(from row: Int, _ body: (Row) -> Bool) {
    guard row < count else { return }
    var rows = rope.makeIterator(from: index(ofRow: row))
    while let row = rows.next(), body(row) {}
  }

  mutating func append(_ row: Row) { rope.append(row) }

  mutating func insert(_ row: Row, at place: Int) { rope.insert(row, at: place, in: Rows()) }

  mutating func insert(_ rows: some Collection<Row>, at place: Int) {
    guard let first = rows.first else { return }
    guard rows.count != 1 else { return insert(first, at: place) }
    rope.replaceSubrange(place..<place, in: Rows(), with: rows)
  }

  /// - Complexity: O(log `count` + log `tree.count`).
  mutating func insert(_ tree: RowTree, at place: Int) {
    guard tree.count > 0 else { return }
    var builder = rope.builder(removing: place..<place, in: Rows())
    builder.insertBeforeTip(tree.rope)
    rope = builder.finalize()
  }

  mutating func remove(_ rows: Range<Int>) {
    guard rows.count != 1 else {
      rope.remove(at: rows.lowerBound, in: Rows())
      return
    }
    rope.removeSubrange(rows, in: Rows())
  }

  /// Removes rows and returns them.
  ///
  /// - Complexity: O(log `count`).
  mutating func take(_ rows: Range<Int>) -> RowTree {
    guard rows.count != 1 else {
      return RowTree(CollectionOfOne(rope.remove(at: rows.lowerBound, in: Rows()).removed))
    }
    let taken = RowTree(rope.extract(rows, in: Rows()))
    rope.removeSubrange(rows, in: Rows())
    return taken
  }

  mutating func update(_ row: Int, _ body: (inout Row) -> Void) {
    var index = index(ofRow: row)
    rope.update(at: &index) { body(&$0) }
  }

  #if GALLEY_INVARIANTS
    /// Checks that the sums of the nodes are those of the rows, and that look-ups agree with them.
    ///
    /// - Complexity: O(`count` × log `count`).
    func checkInvariants() {
      var (number, y) = (0, 0)
      forEach(from: 0) { row in
        precondition(!row.isEmpty, "the tree has no empty element")
        precondition(row.height >= 0, "no height is negative")
        precondition(offset(ofRow: number) == y, "an offset is the sum of the heights before")
        precondition(row.height == 0 || self.row(at: y) == number, "a y finds its row")
        number += 1
        y += row.height
        return true
      }
      precondition(number == count && y == totalHeight, "the sums add up")
    }
  #endif

  private func index(ofRow row: Int) -> Rope<Row>.Index {
    precondition(row >= 0 && row < count, "no row \(row) of \(count)")
    return rope.find(at: row, in: Rows(), preferEnd: false).index
  }

  /// Positions counted in rows.
  private struct Rows: RopeMetric {
    typealias Element = Row
    func size(of summary: RowSum) -> Int { summary.count }
    func index(at offset: Int, in element: Row) -> Int { offset }
  }

  /// Positions counted in pixels.
  private struct Pixels: RopeMetric {
    typealias Element = Row
    func size(of summary: RowSum) -> Int { summary.height }
    func index(at offset: Int, in element: Row) -> Int { offset }
  }
}

/// The number of rows in a part of a tree, and their total height.
struct RowSum: RopeSummary {
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
