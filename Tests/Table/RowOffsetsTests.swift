import GalleyPrimitives
import GalleyTable
import TestSupport
import Testing

/// The answers that all representations of a table must agree on.
private struct Answers: Hashable {
  var count: Int
  var totalHeight: Int
  var heights: [Int]
  var offsets: [Int]
  var rowsAtY: [Int?]
  var walks: [[[Int]]]

  init(_ offsets: some RowOffsets) {
    count = offsets.count
    totalHeight = offsets.totalHeight
    heights = (0..<count).map(offsets.height(ofRow:))
    self.offsets = (0...count).map(offsets.offset(ofRow:))
    rowsAtY = (-1...(totalHeight + 1)).map(offsets.row(at:))
    walks = (0...count).map { start in
      var walk: [[Int]] = []
      offsets.forEachRow(from: start) {
        walk.append([$0, $1, $2])
        return true
      }
      return walk
    }
  }

  /// The answers by definition.
  init(heights: [Int]) {
    count = heights.count
    totalHeight = heights.reduce(0, +)
    self.heights = heights
    let sums = (0...heights.count).map { heights[..<$0].reduce(0, +) }
    offsets = sums
    rowsAtY = (-1...(totalHeight + 1)).map { y in
      heights.indices.first { y >= sums[$0] && y < sums[$0 + 1] }
    }
    walks = (0...count).map { start in
      (start..<heights.count).map { [$0, sums[$0], heights[$0]] }
    }
  }
}

@Suite("RowOffsets", .timeLimit(.minutes(15)))
struct RowOffsetsTests {
  @Test("agree with the definition for all small tables")
  func small() {
    var tables: [[Int]] = [[]]
    for length in 1...4 {
      tables += tables.filter { $0.count == length - 1 }
        .flatMap { table in [0, 1, 3].map { table + [$0] } }
    }
    #expect(tables.count == 1 + 3 + 9 + 27 + 81)
    for heights in tables {
      let expected = Answers(heights: heights)
      #expect(Answers(RowOffsetArray(heights)) == expected, "\(heights)")
      #expect(Answers(RowOffsetTree(heights)) == expected, "\(heights)")
    }
  }

  @Test("find the rows of every band of a small table")
  func bands() {
    let heights = [2, 0, 3, 0, 0, 1, 0]
    let tree = RowOffsetTree(heights)
    let array = RowOffsetArray(heights)
    let covered = heights.indices.flatMap { Array(repeating: $0, count: heights[$0]) }
    for lower in -2...8 {
      for upper in lower...8 {
        let seen = (lower..<upper).clamped(to: 0..<6).map { covered[$0] }
        let expected = seen.first.flatMap { first in seen.last.map { first..<($0 + 1) } } ?? 0..<0
        #expect(tree.rows(in: lower..<upper) == expected)
        #expect(array.rows(in: lower..<upper) == expected)
      }
    }
  }

  @Test("stay correct under random edits", arguments: [UInt64(1), 2, 3, 4])
  func edits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model: [Int] = []
    var tree = RowOffsetTree()
    var array = RowOffsetArray()
    for step in 0..<Effort.count(200, full: 600) {
      switch random.below(7) {
      case 0:
        let height = random.below(5)
        model.append(height)
        tree.append(height)
        array.append(height)
      case 1, 2:
        let row = random.below(model.count + 1)
        let heights = (0..<random.below(9)).map { _ in random.below(5) }
        model.insert(contentsOf: heights, at: row)
        tree.insert(heights, at: row)
        array.insert(heights, at: row)
      case 3:
        let first = random.below(model.count + 1)
        let rows = first..<(first + random.below(min(8, model.count - first) + 1))
        model.removeSubrange(rows)
        tree.remove(rows)
        array.remove(rows)
      case 4:
        let first = random.below(model.count + 1)
        let rows = first..<(first + random.below(min(40, model.count - first) + 1))
        let destination = random.below(model.count - rows.count + 1)
        let heights = Array(model[rows])
        model.removeSubrange(rows)
        model.insert(contentsOf: heights, at: destination)
        tree.move(rows, to: destination)
        array.move(rows, to: destination)
      default:
        guard !model.isEmpty else { continue }
        let row = random.below(model.count)
        let height = random.below(5)
        model[row] = height
        tree.setHeight(height, ofRow: row)
        array.setHeight(height, ofRow: row)
      }
      guard step % 25 == 0 else { continue }
      let expected = Answers(heights: model)
      #expect(Answers(tree) == expected, "seed \(seed), step \(step)")
      #expect(Answers(array) == expected, "seed \(seed), step \(step)")
    }
    #expect(model.count > 20)
  }

  @Test("share nothing between copies")
  func copies() {
    var tree = RowOffsetTree(Array(1...100))
    let copy = tree
    tree.setHeight(1000, ofRow: 50)
    tree.remove(0..<10)
    #expect(Answers(copy) == Answers(heights: Array(1...100)))
  }

  @Test("do not drift over a hundred thousand rows")
  func manyRows() {
    var tree = RowOffsetTree((0..<100_000).map { 1 + $0 % 7 })
    let total = tree.totalHeight
    for row in stride(from: 0, to: 100_000, by: 97) {
      let height = tree.height(ofRow: row)
      tree.setHeight(height + 12_345, ofRow: row)
      tree.setHeight(height, ofRow: row)
      tree.insert([5], at: row)
      tree.remove(row..<(row + 1))
      let y = tree.offset(ofRow: row)
      #expect(tree.row(at: y) == row)
      #expect(tree.row(at: y + height - 1) == row)
    }
    #expect(tree.totalHeight == total)
    #expect(tree.count == 100_000)
  }
}
