public import GalleyPrimitives

/// What leads from one snapshot of a table to another.
public struct TableDifference<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The changes that come into force together.
  public internal(set) var changes = ChangeSet()
  /// Reloads of rows that have moved, at their places after ``changes``: no change set may move and
  /// reload one row, so these come after.
  public internal(set) var reloadsAfterMoves = ChangeSet()
  /// The rows that come new, by their places.
  public internal(set) var insertedRows: [RowPath: TableSnapshot<ID>.Row] = [:]
  /// The sections that come new, by their places.
  public internal(set) var insertedSections: [Int: ID] = [:]
  /// What reloaded rows then show, by their places after the changes.
  public internal(set) var contents: [RowPath: ContentKey] = [:]
  /// The rows that each section then has.
  public internal(set) var rowCounts: [Int] = []
}

extension TableSnapshot {
  /// What leads from `old` to this table.
  ///
  /// Of the rows that stay in a section as many as can be stay in place: the moves are as few as can
  /// be. A row that changes section is one move, also out of a section that goes or into one that
  /// comes.
  ///
  /// Rows are matched by name through a table of symbols, after Heckel; those that stay in place are
  /// a longest increasing subsequence of their old places, after Fredman.
  ///
  /// - Complexity: O(n log n) for n rows, O(n) where all stay in order.
  /// - SeeAlso: Heckel, "A technique for isolating differences between files", 1978,
  ///   <https://doi.org/10.1145/359460.359467>; Fredman, "On computing the length of longest
  ///   increasing subsequences", 1975, <https://doi.org/10.1016/0012-365X(75)90103-X>.
  public func difference(from old: TableSnapshot) -> TableDifference<ID> {
    var comparison = Comparison(old: old, new: self)
    comparison.compareSections()
    for section in sections.indices { comparison.compareRows(of: section) }
    comparison.deleteRest()
    return comparison.difference
  }

  /// Two tables being compared.
  private struct Comparison {
    let old: TableSnapshot
    let new: TableSnapshot
    var difference = TableDifference<ID>()
    private var oldSections: [ID: Int] = [:]
    private var oldRows: [ID: RowPath] = [:]
    /// The old sections that are gone.
    private var goneSections: Set<Int> = []

    init(old: TableSnapshot, new: TableSnapshot) {
      self.old = old
      self.new = new
      difference.rowCounts = new.rowCounts
      oldRows.reserveCapacity(old.sections.reduce(0) { $0 + $1.rows.count })
      for (index, section) in old.sections.enumerated() {
        oldSections[section.id] = index
        for (row, value) in section.rows.enumerated() {
          oldRows[value.id] = RowPath(section: index, row: row)
        }
      }
    }

    mutating func compareSections() {
      let sources = new.sections.map { oldSections[$0.id] }
      let stays = longestIncreasingSubsequence(sources)
      goneSections = Set(old.sections.indices).subtracting(sources.compactMap { $0 })
      difference.changes.deleteSections(goneSections.sorted())
      for (section, source) in sources.enumerated() {
        guard let source else {
          difference.changes.insertSection(section)
          difference.insertedSections[section] = new.sections[section].id
          continue
        }
        if !stays[section] { difference.changes.moveSection(from: source, to: section) }
      }
    }

    mutating func compareRows(of section: Int) {
      let rows = new.sections[section].rows
      let origin = oldSections[new.sections[section].id]
      let sources = rows.map { oldRows.removeValue(forKey: $0.id) }
      let stays = longestIncreasingSubsequence(
        sources.map { source in
          source.flatMap { $0.section == origin ? $0.row : nil }
        })
      for (index, source) in sources.enumerated() {
        let path = RowPath(section: section, row: index)
        guard let source else {
          difference.changes.changes.append(.insertRow(path))
          difference.insertedRows[path] = rows[index]
          continue
        }
        let isReloaded = old[source].content != rows[index].content
        if isReloaded { difference.contents[path] = rows[index].content }
        if !stays[index] {
          difference.changes.moveRow(from: source, to: path)
          if isReloaded { difference.reloadsAfterMoves.reloadRows(at: [path]) }
        } else if isReloaded {
          difference.changes.reloadRows(at: [source])
        }
      }
    }

    /// Deletes the old rows that no new one came from; those of a section that is gone go with it.
    mutating func deleteRest() {
      let rest = oldRows.values.filter { !goneSections.contains($0.section) }
      difference.changes.deleteRows(at: rest.sorted())
    }
  }
}

/// Which of `numbers` belong to a longest subsequence of ascending ones; those that are `nil` do not.
///
/// - Complexity: O(n log n) for n numbers, O(n) if they ascend.
func longestIncreasingSubsequence(_ numbers: [Int?]) -> [Bool] {
  // The places of the last numbers of the subsequences of each length, the least last number each.
  var tails: [(place: Int, number: Int)] = []
  var before = [Int](repeating: -1, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    guard let number else { continue }
    var low = tails.count
    if let last = tails.last, last.number >= number {
      var high = tails.count - 1
      low = 0
      while low < high {
        let middle = (low + high) / 2
        if tails[middle].number < number { low = middle + 1 } else { high = middle }
      }
    }
    before[place] = low > 0 ? tails[low - 1].place : -1
    if low == tails.count { tails.append((place, number)) } else { tails[low] = (place, number) }
  }
  var isIn = [Bool](repeating: false, count: numbers.count)
  var place = tails.last?.place ?? -1
  while place >= 0 {
    isIn[place] = true
    place = before[place]
  }
  return isIn
}
