import GalleyPrimitives

/// Checks a change set against a table and computes its result, before anything changes.
struct ChangeResolver {
  private let sectionCount: Int
  private let rowCount: (Int) -> Int
  private var oldSections: [Int: ChangeSetError.Action] = [:]
  private var oldRows: [RowPath: ChangeSetError.Action] = [:]
  private var newSections: [Int: ChangeSetError.Action] = [:]
  private var newRows: [RowPath: ChangeSetError.Action] = [:]
  private var insertedRowCounts: [Int: Int] = [:]
  private var reloadedRowCounts: [Int: Int] = [:]
  private var sectionMoves: [(old: Int, new: Int)] = []
  private var map = ChangeMap()

  /// Resolves `changes` of a table of `sectionCount` sections with `rowCount` rows each.
  ///
  /// - Throws: The first fault: old paths are checked first, then new paths, then the announced
  ///   counts.
  static func resolve(
    _ changes: ChangeSet, sectionCount: Int, rowCount: @escaping (Int) -> Int, announced: [Int]?
  ) throws(ChangeSetError) -> ChangeMap {
    var resolver = ChangeResolver(sectionCount: sectionCount, rowCount: rowCount)
    for change in changes.changes { try resolver.collect(change) }
    try resolver.mapSections()
    try resolver.mapRows()
    if let announced { try resolver.check(announced) }
    return resolver.map
  }

  private init(sectionCount: Int, rowCount: @escaping (Int) -> Int) {
    self.sectionCount = sectionCount
    self.rowCount = rowCount
  }

  private mutating func collect(_ change: ChangeSet.Change) throws(ChangeSetError) {
    switch change {
    case .insertRow(let path): try put(path, .inserted)
    case .deleteRow(let path): try use(path, .deleted)
    case .reloadRow(let path): try use(path, .reloaded)
    case .moveRow(let old, let new):
      try use(old, .moved)
      try put(new, .moved)
      map.rowTargets[old] = new
      map.rowSources[new] = old
    case .insertSection(let section, let count):
      try put(section, .inserted)
      insertedRowCounts[section] = try checked(count, section)
    case .deleteSection(let section): try use(section, .deleted)
    case .reloadSection(let section, let count):
      try use(section, .reloaded)
      reloadedRowCounts[section] = try checked(count, section)
    case .moveSection(let old, let new):
      try use(old, .moved)
      try put(new, .moved)
      sectionMoves.append((old, new))
    }
  }

  private mutating func use(
    _ section: Int, _ action: ChangeSetError.Action
  ) throws(ChangeSetError) {
    guard section >= 0, section < sectionCount else {
      throw .noSection(section, action, count: sectionCount)
    }
    if let other = oldSections.updateValue(action, forKey: section) {
      throw .sectionConflict(section, other, action)
    }
  }

  private mutating func use(
    _ path: RowPath, _ action: ChangeSetError.Action
  ) throws(ChangeSetError) {
    let isThere = path.section >= 0 && path.section < sectionCount
    let count = isThere ? rowCount(path.section) : 0
    guard path.row >= 0, path.row < count else { throw .noRow(path, action, count: count) }
    if let other = oldRows.updateValue(action, forKey: path) {
      throw .rowConflict(path, other, action)
    }
  }

  private mutating func put(
    _ section: Int, _ action: ChangeSetError.Action
  ) throws(ChangeSetError) {
    if let other = newSections.updateValue(action, forKey: section) {
      throw .sectionTargetConflict(section, other, action)
    }
  }

  private mutating func put(
    _ path: RowPath, _ action: ChangeSetError.Action
  ) throws(ChangeSetError) {
    if let other = newRows.updateValue(action, forKey: path) {
      throw .rowTargetConflict(path, other, action)
    }
  }

  private func checked(_ count: Int, _ section: Int) throws(ChangeSetError) -> Int {
    guard count >= 0 else { throw .negativeRowCount(section: section, count) }
    return count
  }

  private mutating func mapSections() throws(ChangeSetError) {
    let leaving = oldSections.filter { $0.value != .reloaded }.map(\.key)
    map.oldSectionCount = sectionCount
    map.newSectionCount = sectionCount - leaving.count + newSections.count
    for (section, action) in newSections.sorted(by: { $0.key < $1.key })
    where section < 0 || section >= map.newSectionCount {
      throw .sectionBeyondEnd(section, action, count: map.newSectionCount)
    }
    map.leavingSections = Gaps(leaving)
    map.arrivingSections = Gaps(Array(newSections.keys))
    for (old, new) in sectionMoves {
      map.sectionTargets[old] = new
      map.sectionSources[new] = old
    }
    map.freshRowCounts = insertedRowCounts
    for (old, count) in reloadedRowCounts {
      map.reloadedSections.insert(old)
      if let new = map.newSection(ofOld: old) { map.freshRowCounts[new] = count }
    }
  }

  private mutating func mapRows() throws(ChangeSetError) {
    var leaving: [Int: [Int]] = [:]
    for (path, action) in oldRows.sorted(by: { $0.key < $1.key }) {
      if action == .reloaded {
        if let other = oldSections[path.section], other != .moved {
          throw .rowConflict(path, .reloaded, other)
        }
        map.reloadedRows.insert(path)
      } else {
        leaving[path.section, default: []].append(path.row)
      }
    }
    map.leavingRows = leaving.mapValues(Gaps.init)
    var arriving: [Int: [Int]] = [:]
    for path in newRows.keys { arriving[path.section, default: []].append(path.row) }
    map.arrivingRows = arriving.mapValues(Gaps.init)
    for (path, action) in newRows.sorted(by: { $0.key < $1.key }) {
      let isThere = path.section >= 0 && path.section < map.newSectionCount
      let count = isThere ? tally(ofNew: path.section).count : 0
      guard path.row >= 0, path.row < count else { throw .rowBeyondEnd(path, action, count: count) }
    }
  }

  /// Counts the rows of a new section by their origin.
  private func tally(ofNew section: Int) -> ChangeSetError.RowTally {
    let old = map.oldSection(ofNew: section)
    let before = old.map(rowCount) ?? 0
    let isReplaced = old.map(map.reloadedSections.contains) ?? true
    let arriving = map.arrivingRows[section]?.count ?? 0
    return ChangeSetError.RowTally(
      before: before, added: arriving + (map.freshRowCounts[section] ?? 0),
      removed: isReplaced ? before : old.flatMap { map.leavingRows[$0]?.count } ?? 0)
  }

  private func check(_ announced: [Int]) throws(ChangeSetError) {
    guard announced.count == map.newSectionCount else {
      let deleted = oldSections.values.count { $0 == .deleted }
      throw .sectionCountMismatch(
        announced: announced.count, before: sectionCount, inserted: insertedRowCounts.count,
        deleted: deleted)
    }
    for (section, count) in announced.enumerated() {
      let tally = tally(ofNew: section)
      guard tally.count == count else {
        throw .rowCountMismatch(section: section, announced: count, tally)
      }
    }
  }
}
