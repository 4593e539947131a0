import Foundation
import GalleyPrimitives
import GalleyRandomness
import GalleyTable

/// Times the operations on a table with many rows: look-ups, and edits of one row.
struct TableBench {
  private let rowCount: Int
  private let editCount = 2000
  private var table: TableRows
  private let bytesPerRow: Double
  private var generator: SeededGenerator

  /// A table of `rowCount` rows, with `heights` in turn.
  init(rowCount: Int, heights: [Int], seed: UInt64) {
    self.rowCount = rowCount
    generator = SeededGenerator(seed: seed)
    let before = Self.residentBytes
    // The number of sections is the number of rows in each.
    let side = max(1, Int(Double(rowCount).squareRoot()))
    var rowCounts = Array(repeating: side, count: rowCount / side)
    rowCounts.append(rowCount - rowCounts.reduce(0, +))
    table = TableRows(
      heights: rowCounts.map { count in (0..<count).map { heights[$0 % heights.count] } },
      estimatedHeight: 88)
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
    let places = (0..<editCount).map { _ in randomPath() }
    // Each row moves there and back, so that all sections keep their numbers of rows.
    let moves = places.prefix(editCount / 2).flatMap { place in
      let target = randomPath()
      return [(place, target), (target, place)]
    }
    let ys = (0..<editCount).map { _ in
      Int.random(in: 0..<max(1, table.totalHeight), using: &generator)
    }
    var (found, refused) = (0, 0)
    var results = [
      time("table find", "ns/find", ys) { table, y in
        if table.path(at: y) != nil { found += 1 }
      },
      time("table offset", "ns/row", places) { table, path in
        found &+= table.offset(at: path) & 1
      },
      time("table insert", "ns/row", places) { table, path in
        do { _ = try table.insertRows([64], at: path) } catch { refused += 1 }
      },
      time("table delete", "ns/row", places) { table, path in
        do { try table.apply([.deleteRow(path)]) } catch { refused += 1 }
      },
      time("table move", "ns/row", moves) { table, move in
        do { try table.apply([.moveRow(from: move.0, to: move.1)]) } catch { refused += 1 }
      },
    ]
    precondition(refused == 0, "\(refused) edits of the bench are refused")
    results.append(
      StageResult(
        stage: "table memory", unit: "B/row", samples: [bytesPerRow],
        counters: [.init("tableRows", rowCount)]))
    return results
  }

  private mutating func randomPath() -> RowPath {
    table.path(ofRow: Int.random(in: 0..<rowCount, using: &generator))
  }

  private mutating func time<Input>(
    _ stage: String, _ unit: String, _ inputs: some Collection<Input>,
    _ body: (inout TableRows, Input) -> Void
  ) -> StageResult {
    let clock = ContinuousClock()
    var times: [Double] = []
    times.reserveCapacity(editCount)
    for input in inputs {
      let start = clock.now
      body(&table, input)
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
