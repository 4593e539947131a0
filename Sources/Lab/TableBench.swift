import Foundation
import GalleyPrimitives
import GalleyTable

/// Times the operations on a table with many rows: look-ups, and edits of one row.
struct TableBench {
  private let rowCount: Int
  private let editCount = 2000
  private let heights: [Int]
  private var offsets: RowOffsetTree
  private var table: TableRows
  private let bytesPerRow: Double
  private var generator: SeededGenerator

  /// A table of `rowCount` rows, with `heights` in turn.
  init(rowCount: Int, heights: [Int], seed: UInt64) {
    self.rowCount = rowCount
    self.heights = heights
    generator = SeededGenerator(seed: seed)
    offsets = RowOffsetTree((0..<rowCount).map { heights[$0 % heights.count] })
    let before = Self.residentBytes
    // The number of sections is the number of rows in each.
    let side = max(1, Int(Double(rowCount).squareRoot()))
    var rowCounts = Array(repeating: side, count: rowCount / side)
    rowCounts.append(rowCount - rowCounts.reduce(0, +))
    table = TableRows(rowCounts: rowCounts, estimatedHeight: 88)
    bytesPerRow = Double(max(0, Self.residentBytes - before)) / Double(rowCount)
  }

  /// The resident memory of this process in bytes; 0 if it is not known.
  static var residentBytes: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ")
    return (fields?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }

  /// Takes a pass.
  mutating func run() -> [StageResult] {
    let places = (0..<editCount).map { _ in Int.random(in: 0..<rowCount, using: &generator) }
    let targets = (0..<editCount).map { _ in Int.random(in: 0..<rowCount, using: &generator) }
    let ys = (0..<editCount).map { _ in
      Int.random(in: 0..<max(1, offsets.totalHeight), using: &generator)
    }
    var found = 0
    var results = [
      time("table find", "ns/find", ys) { bench, y in
        if bench.offsets.row(at: y) != nil { found += 1 }
      },
      time("table offset", "ns/row", places) { bench, row in
        found &+= bench.offsets.offset(ofRow: row) & 1
      },
      time("table insert", "ns/row", places) { $0.offsets.insert([64], at: $1) },
      time("table delete", "ns/row", places) { $0.offsets.remove($1..<($1 + 1)) },
      time("table move", "ns/row", Array(zip(places, targets))) { bench, move in
        bench.offsets.move(move.0..<(move.0 + 1), to: move.1)
      },
    ]
    let moves = zip(places, targets).map { place, target in
      var target = table.path(ofRow: target)
      // The row leaves its section, whose last index is then out of range.
      target.row = min(target.row, table.rowCount(ofSection: target.section) - 2)
      return ChangeSet([.moveRow(from: table.path(ofRow: place), to: target)])
    }
    var refused = 0
    results.append(
      time("table change", "ns/edit", moves) { bench, changes in
        // Earlier moves may have shortened the section.
        do { try bench.table.apply(changes) } catch { refused += 1 }
      })
    results.append(
      StageResult(
        stage: "table memory", unit: "B/row", samples: [bytesPerRow],
        counters: [.init("tableRows", rowCount)]))
    return results
  }

  private mutating func time<Input>(
    _ stage: String, _ unit: String, _ inputs: some Collection<Input>,
    _ body: (inout TableBench, Input) -> Void
  ) -> StageResult {
    let clock = ContinuousClock()
    var times: [Double] = []
    times.reserveCapacity(editCount)
    for input in inputs {
      let start = clock.now
      body(&self, input)
      times.append(start.duration(to: clock.now) / .nanoseconds(1))
    }
    // The median, since another process may take the processor.
    return StageResult(
      stage: stage, unit: unit, samples: [times.sorted()[editCount / 2]],
      counters: [
        .init("edits", editCount), .init("tableRows", rowCount),
      ])
  }
}
