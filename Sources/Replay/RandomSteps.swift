import GalleyPrimitives
import GalleyRandomness
import GalleyTable

/// Random steps of a script, valid and invalid, over rows of a feed or rows that have heights alone.
///
/// The steps depend only on the seed and on the tables.
package struct RandomSteps {
  private var random: SeededGenerator
  /// Whether tables are small, which finds more errors in less time.
  private var isSmall = false
  /// Whether rows show items of a feed.
  var hasFeed = false
  /// The largest numbers of rows in a section, and of operations in a change set.
  private static var limits: (rows: Int, operations: Int) { (50, 20) }

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A script without steps.
  package mutating func script() -> ReplayScript {
    var script = ReplayScript()
    script.width = 375
    script.viewport = viewport()
    script.estimate = Double(1 + below(90))
    let heights = (0..<97).map { _ in height() }
    script.heights = hasFeed ? [] : heights
    isSmall = chance(90)
    script.asking = HeightAsking.allCases[below(HeightAsking.allCases.count)]
    return script
  }

  /// A step of a script: the first loads a table, and every fourth changes no row.
  package mutating func step(_ number: Int, after rowCounts: [Int]) -> ReplayStep {
    if number == 0 { return load() }
    return number % 4 == 3 ? pause() : change(rowCounts)
  }

  /// A step that loads a new table.
  package mutating func load() -> ReplayStep {
    let (sections, rows) = isSmall ? (5, 7) : (11, Self.limits.rows + 1)
    return ReplayStep(.load((0..<below(sections)).map { _ in below(rows) }))
  }

  /// A step without a change of rows.
  package mutating func pause() -> ReplayStep {
    switch below(11) {
    case 0...4: return ReplayStep(.scroll(by: Double(below(1600) - 800)))
    case 5, 6: return ReplayStep(.scrollTo(Double(below(8000))))
    case 7:
      let viewport: Double? = chance(50) ? viewport() : nil
      return ReplayStep(.rotate(width: Double([320, 375, 667][below(3)]), viewport: viewport))
    case 8: return ReplayStep(.fontSize([0.8, 1, 1.5][below(3)]))
    default: return ReplayStep(.commit)
    }
  }

  /// A change set for a table whose sections have these numbers of rows; about every fourth is
  /// invalid.
  package mutating func change(_ rowCounts: [Int]) -> ReplayStep {
    var plan = ChangePlan(rowCounts: rowCounts)
    plan.fill(operations: below(isSmall ? 7 : Self.limits.operations + 1)) { below($0) }
    var changes = plan.changes
    if chance(25) { spoil(&changes) }
    var announced = chance(30) ? plan.newRowCounts : nil
    if let last = announced?.indices.last, chance(10) { announced?[last] += 1 }
    for index in changes.indices.dropFirst() { changes.swapAt(index, below(index + 1)) }
    var members = changes.map { ReplayBatch.Member.change($0) }
    if chance(30), members.count > 1 {
      let cut = below(members.count)
      members = Array(members[..<cut]) + [.batch(Array(members[cut...]))]
    }
    var step = ReplayStep(.change(ReplayBatch(members, announced: announced)))
    step.waits = chance(20)
    for change in changes {
      switch change {
      case .insertRow(let path) where chance(30):
        step.contents[path] = source()
      case .reloadRow(let path) where chance(60):
        step.reloaded[path] = source()
      default: break
      }
    }
    return step
  }

  private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func viewport() -> Double { [100, 400, 667][below(3)] }

  private mutating func height() -> Double { Double(chance(5) ? 0 : 1 + below(120)) }

  private mutating func source() -> ReplayStep.Source {
    hasFeed ? .feed(below(1_000)) : .content(.blank(height: height()))
  }

  /// Replaces a change, in most cases by an invalid one.
  private mutating func spoil(_ changes: inout [ChangeSet.Change]) {
    guard let index = changes.indices.randomElement(using: &random) else {
      changes = [.deleteRow(RowPath(section: below(3), row: below(60)))]
      return
    }
    switch below(4) {
    case 0: changes.append(changes[index])
    case 1: changes.remove(at: index)
    case 2:
      let path = RowPath(section: below(11), row: below(52) - 1)
      changes.append(
        [.deleteRow(path), .reloadRow(path), .insertRow(path), .moveRow(from: path, to: path)][
          below(4)])
    default:
      let section = below(12) - 1
      changes.append(
        [
          .deleteSection(section), .reloadSection(section, rowCount: below(4) - 1),
          .insertSection(section, rowCount: 2), .moveSection(from: section, to: below(11)),
        ][below(4)])
    }
  }
}

/// A change set that is built step by step, and valid after each.
private struct ChangePlan {
  private(set) var changes: [ChangeSet.Change] = []
  /// The rows of each section after the changes.
  private(set) var newRowCounts: [Int]
  private let rowCounts: [Int]
  /// The number of rows of each old section that stay, or replace others.
  private var staying: [Int]
  private var used: Set<RowPath> = []
  private var leavingSections: Set<Int> = []
  private var replacedSections: Set<Int> = []

  init(rowCounts: [Int]) {
    self.rowCounts = rowCounts
    newRowCounts = rowCounts
    staying = rowCounts
  }

  mutating func fill(operations: Int, below: (Int) -> Int) {
    let sectionOperations = below(3) == 0 ? below(min(5, operations + 1)) : 0
    var arrivals: [(source: Int?, count: Int)] = []
    for _ in 0..<sectionOperations {
      if let arrival = addSectionChange(below) { arrivals.append(arrival) }
    }
    let bases = placeSections(arrivals, below)
    var movers: [RowPath?] = []
    for _ in sectionOperations..<max(operations, sectionOperations) {
      if let mover = addRowChange(below) { movers.append(mover) }
    }
    newRowCounts = bases.map { $0.source.map { staying[$0] } ?? $0.count }
    placeRows(movers, below)
  }

  /// Changes an old section or adds one; returns a section that needs a new index.
  private mutating func addSectionChange(_ below: (Int) -> Int) -> (source: Int?, count: Int)? {
    let kind = below(4)
    guard kind != 0, !rowCounts.isEmpty else { return (nil, below(6)) }
    let section = below(rowCounts.count)
    guard !leavingSections.contains(section), !replacedSections.contains(section) else {
      return nil
    }
    switch kind {
    case 1:
      changes.append(.deleteSection(section))
      leavingSections.insert(section)
      return nil
    case 2:
      let count = below(6)
      changes.append(.reloadSection(section, rowCount: count))
      replacedSections.insert(section)
      staying[section] = count
      return nil
    default:
      leavingSections.insert(section)
      return (section, 0)
    }
  }

  /// Puts sections at free indexes, and returns the source of each new section.
  private mutating func placeSections(
    _ arrivals: [(source: Int?, count: Int)], _ below: (Int) -> Int
  ) -> [(source: Int?, count: Int)] {
    let rest = rowCounts.indices.filter { !leavingSections.contains($0) }
    var sections = rest.map { (source: Optional($0), count: 0) }
    // Sections are inserted from the first to the last, so each index is final.
    var places: Set<Int> = []
    while places.count < arrivals.count { places.insert(below(rest.count + arrivals.count)) }
    for (place, arrival) in zip(places.sorted(), arrivals) {
      sections.insert(arrival, at: place)
      if let source = arrival.source {
        changes.append(.moveSection(from: source, to: place))
      } else {
        changes.append(.insertSection(place, rowCount: arrival.count))
      }
    }
    return sections
  }

  /// Changes an old row; returns a row that needs a new path, or an insertion.
  private mutating func addRowChange(_ below: (Int) -> Int) -> RowPath?? {
    let kind = below(4)
    guard kind > 0, !rowCounts.isEmpty else { return .some(nil) }
    let section = below(rowCounts.count)
    guard rowCounts[section] > 0 else { return nil }
    let path = RowPath(section: section, row: below(rowCounts[section]))
    guard used.insert(path).inserted else { return nil }
    let isGone = leavingSections.contains(section) || replacedSections.contains(section)
    switch kind {
    case 1:
      changes.append(.deleteRow(path))
      if !replacedSections.contains(section) { staying[section] -= 1 }
      return nil
    case 2 where !isGone:
      changes.append(.reloadRow(path))
      return nil
    default:
      if !replacedSections.contains(section) { staying[section] -= 1 }
      return .some(path)
    }
  }

  private mutating func placeRows(_ movers: [RowPath?], _ below: (Int) -> Int) {
    guard !newRowCounts.isEmpty else {
      // Rows without a new path are deleted.
      changes += movers.compactMap { $0.map { .deleteRow($0) } }
      return
    }
    var arrivals: [Int: [RowPath?]] = [:]
    for mover in movers { arrivals[below(newRowCounts.count), default: []].append(mover) }
    for (section, movers) in arrivals.sorted(by: { $0.key < $1.key }) {
      newRowCounts[section] += movers.count
      var rows: Set<Int> = []
      while rows.count < movers.count { rows.insert(below(newRowCounts[section])) }
      for (row, mover) in zip(rows.sorted(), movers) {
        let path = RowPath(section: section, row: row)
        changes.append(mover.map { .moveRow(from: $0, to: path) } ?? .insertRow(path))
      }
    }
  }
}
