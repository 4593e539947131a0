import GalleyPrimitives
import GalleyRandomness
import GalleyReplay
import GalleyTable
import Testing

/// The state of a scrolled table that its callers see.
private struct Sight: Equatable {
  struct Row: Equatable {
    var path: RowPath
    var y: Int
    var height: Int
    var isKnown: Bool
  }

  var rows: [Row]
  var offset: Int
  var questionCount: Int
  var anchorPath: RowPath?
  var anchorY: Int?

  init(_ table: ScrolledTable) {
    var rows: [Row] = []
    table.visible.forEachRow {
      rows.append(Row(path: $0.path, y: $0.y, height: $0.height, isKnown: $0.isKnown))
      return true
    }
    self.rows = rows
    offset = table.viewport.offset
    questionCount = table.questionCount
    anchorPath = table.anchor?.path
    anchorY = table.anchor?.screenY
  }

  init(_ naive: NaiveTable) {
    let placed = naive.placedRows
    let anchor = naive.anchor
    rows = placed.map {
      Row(path: $0.path, y: $0.y, height: $0.row.height, isKnown: $0.row.isKnown)
    }
    offset = naive.offset
    questionCount = naive.questionCount
    anchorPath = placed.first { $0.row.name == anchor?.name }?.path
    anchorY = anchor?.screenY
  }
}

/// A scrolled table and its naive model, which get the same calls.
private struct ComparedTables {
  var table: ScrolledTable
  var naive: NaiveTable
  private var random: SeededGenerator

  init(seed: UInt64, asking: HeightAsking) {
    var random = SeededGenerator(seed: seed)
    let counts = (0..<3).map { _ in random.below(5) }
    let height = 1 + random.below(5)
    let estimate = 1 + random.below(3)
    table = ScrolledTable(
      rowCounts: counts, estimatedHeight: estimate,
      viewport: PixelSize(width: 1, height: height), asking: asking)
    naive = NaiveTable(
      rowCounts: counts, estimatedHeight: estimate, viewportHeight: height, asking: asking)
    self.random = random
  }

  /// Makes a random call to both, and returns its name.
  mutating func call() -> String {
    switch random.below(10) {
    case 0...2:
      let offset = random.below(table.visible.totalHeight + 4) - 2
      table.scroll(to: offset)
      naive.scroll(to: offset)
      return "scroll to \(offset)"
    case 3: return layOut()
    case 4:
      table.forgetHeights()
      naive.forgetHeights()
      return "forget all heights"
    case 5:
      let height = 1 + random.below(5)
      table.resize(PixelSize(width: 1, height: height))
      naive.resize(height)
      return "resize to \(height)"
    case 6: return change()
    case 7:
      guard table.hasPendingChanges else { return "nothing" }
      table.commit()
      naive.commit()
      return "commit"
    default: return measure()
    }
  }

  private mutating func layOut() -> String {
    let salt = random.below(4)
    func height(_ path: RowPath) -> Int { (path.section * 5 + path.row * 3 + salt) % 4 }
    let paths = Dictionary(uniqueKeysWithValues: naive.placedRows.map { ($0.row.name, $0.path) })
    table.layOut { height($0.path) }
    naive.layOut { name in paths[name].map(height) ?? 0 }
    return "lay out with \(salt)"
  }

  /// Changes a row of the pending ones; some changes are refused.
  private mutating func change() -> String {
    let counts = table.pending.rowCounts
    let section = random.below(counts.count)
    let row = RowPath(section: section, row: random.below(counts[section] + 1))
    let change: ChangeSet.Change
    switch random.below(4) {
    case 0: change = .insertRow(row)
    case 1: change = .deleteRow(row)
    case 2: change = .reloadRow(row)
    default:
      change = .moveRow(from: row, to: RowPath(section: random.below(counts.count), row: 0))
    }
    let isMade = (try? table.perform([change])) != nil
    let isAllowed = naive.perform([change], announced: nil)
    #expect(isMade == isAllowed, "\(change)")
    return "\(change)"
  }

  /// Sets or forgets the height of a visible row.
  private mutating func measure() -> String {
    let count = table.visible.rowCount
    guard count > 0 else { return "nothing" }
    let path = table.visible.path(ofRow: random.below(count))
    guard random.below(3) > 0 else {
      table.forgetHeight(at: path)
      naive.forgetHeight(at: path)
      return "forget \(path)"
    }
    let height = random.below(4)
    table.setHeight(height, at: path)
    naive.setHeight(height, at: path)
    return "set \(path) to \(height)"
  }
}

/// Rows of 0 to 3 pixels in a viewport of 1 to 5, so that edges often meet.
@Suite("ScrolledTable of few pixels", .timeLimit(.minutes(15)))
struct SmallScrollTests {
  @Test("agrees with its naive model after each call", arguments: HeightAsking.allCases)
  func calls(asking: HeightAsking) {
    for seed in 0..<60 as Range<UInt64> {
      var tables = ComparedTables(seed: seed, asking: asking)
      var calls: [String] = []
      for _ in 0..<40 {
        calls.append(tables.call())
        let (seen, expected) = (Sight(tables.table), Sight(tables.naive))
        guard seen == expected else {
          Issue.record("seed \(seed), \(calls): \(seen), not \(expected)")
          return
        }
      }
    }
  }
}
