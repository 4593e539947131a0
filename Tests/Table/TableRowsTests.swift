import GalleyPrimitives
import GalleyTable
import TestSupport
import Testing

/// The answers of a table, whose rows are counted over all sections.
private struct Answers: Hashable {
  var count: Int
  var totalHeight: Int
  var heights: [Int]
  var offsets: [Int]
  var rowsAtY: [Int?]
  var walks: [[[Int]]]

  init(_ table: TableRows) {
    count = table.rowCount
    totalHeight = table.totalHeight
    heights = (0..<count).map(table.height(ofRow:))
    offsets = (0...count).map(table.offset(ofRow:))
    rowsAtY = (-1...(totalHeight + 1)).map { table.path(at: $0).map(table.index(of:)) }
    walks = (0...count).map { start in
      var walk: [[Int]] = []
      table.forEachRow(from: start) {
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

@Suite("TableRows", .timeLimit(.minutes(15)))
struct TableRowsTests {
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
      #expect(Answers(TableRows(heights: [heights])) == expected, "\(heights)")
      let halves = [Array(heights.prefix(2)), [], Array(heights.dropFirst(2))]
      #expect(Answers(TableRows(heights: halves)) == expected, "\(halves)")
    }
  }

  @Test("find the rows of every band of a small table")
  func bands() {
    let heights = [2, 0, 3, 0, 0, 1, 0]
    let table = TableRows(heights: [heights])
    let covered = heights.indices.flatMap { Array(repeating: $0, count: heights[$0]) }
    for lower in -2...8 {
      for upper in lower...8 {
        let seen = (lower..<upper).clamped(to: 0..<6).map { covered[$0] }
        let expected = seen.first.flatMap { first in seen.last.map { first..<($0 + 1) } } ?? 0..<0
        #expect(table.rows(in: lower..<upper) == expected)
      }
    }
  }

  @Test("know the heights that they are made with, and share nothing between copies")
  func copies() throws {
    var table = TableRows(heights: [Array(1...100)], estimatedHeight: 7)
    let copy = table
    #expect(table.knownHeight(at: RowPath(section: 0, row: 41)) == 42)
    #expect(Set((0..<100).map { table.id(at: RowPath(section: 0, row: $0)) }).count == 100)
    table.setHeight(1000, at: RowPath(section: 0, row: 50))
    try table.apply(ChangeSet((0..<10).map { .deleteRow(RowPath(section: 0, row: $0)) }))
    #expect(Answers(copy) == Answers(heights: Array(1...100)))
    #expect(table.rowCount == 90 && table.totalHeight == 5050 - 55 - 51 + 1000)
  }

  @Test("do not drift over a hundred thousand rows")
  func manyRows() throws {
    var table = TableRows(heights: [(0..<100_000).map { 1 + $0 % 7 }])
    let total = table.totalHeight
    for row in stride(from: 0, to: 100_000, by: 97) {
      let path = RowPath(section: 0, row: row)
      let height = table.height(at: path)
      table.setHeight(height + 12_345, at: path)
      table.setHeight(height, at: path)
      _ = try table.insertRows([5], at: path)
      try table.apply([.deleteRow(path)])
      let y = table.offset(at: path)
      #expect(table.path(at: y) == path && table.path(at: y + height - 1) == path)
    }
    #expect(table.totalHeight == total && table.rowCount == 100_000)
  }

  @Test("tables are equal with the same rows and heights alone")
  func equality() throws {
    let table = TableRows(rowCounts: [2, 1], estimatedHeight: 10)
    #expect(table == TableRows(rowCounts: [2, 1], estimatedHeight: 10))
    #expect(table != TableRows(rowCounts: [2, 1], estimatedHeight: 11))
    #expect(table != TableRows(rowCounts: [1, 2], estimatedHeight: 10))
    var moved = table
    _ = try moved.apply([.moveSection(from: 0, to: 1)])
    _ = try moved.apply([.moveSection(from: 0, to: 1)])
    #expect(table == moved)
    _ = try moved.apply([.reloadSection(0, rowCount: 2)])
    #expect(table != moved)
    let empty = TableRows(rowCounts: [0, 0], estimatedHeight: 10)
    var swapped = empty
    _ = try swapped.apply([.moveSection(from: 0, to: 1)])
    #expect(empty != swapped, "sections without rows have identities too")
    #expect(empty != TableRows(rowCounts: [0], estimatedHeight: 10))
  }
}
