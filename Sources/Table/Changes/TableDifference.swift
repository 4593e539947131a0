public import GalleyPrimitives

/// The changes from one snapshot of a table to another.
public struct TableDifference<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The changes that take effect together.
  public internal(set) var changes = ChangeSet()
  /// Reloads of moved rows, at their paths after ``changes``.
  ///
  /// A change set cannot move and reload one row, so these form a second set.
  public internal(set) var reloadsAfterMoves = ChangeSet()
  /// The inserted rows, by path.
  public internal(set) var insertedRows: [RowPath: TableSnapshot<ID>.Row] = [:]
  /// The inserted sections, by index.
  public internal(set) var insertedSections: [Int: ID] = [:]
  /// The new contents of reloaded rows, by their paths after the changes.
  public internal(set) var contents: [RowPath: ContentKey] = [:]
  /// The number of rows in each section afterwards.
  public internal(set) var rowCounts: [Int] = []
}

extension TableSnapshot {
  /// Returns the changes from `old` to this table.
  ///
  /// As many rows as possible stay in place within their section, so the number of moves is
  /// minimal. A row that changes its section is one move, even if its old section is deleted or its
  /// new section is inserted.
  ///
  /// Rows are matched by ID through a table of symbols, after Heckel. The rows that stay in place
  /// form a longest increasing subsequence of the old paths, after Fredman.
  ///
  /// - Complexity: O(n log n) for n rows, O(n) if all stay in order.
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

  /// The state of a comparison of two tables.
  private struct Comparison {
    let old: TableSnapshot
    let new: TableSnapshot
    var difference = TableDifference<ID>()
    private var oldSections: [ID: Int] = [:]
    private var oldRows: [ID: RowPath] = [:]
    /// The old sections that were removed.
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

    /// Deletes the old rows that match no new row; rows of a removed section go with it.
    mutating func deleteRest() {
      let rest = oldRows.values.filter { !goneSections.contains($0.section) }
      difference.changes.deleteRows(at: rest.sorted())
    }
  }
}

/// Marks the `numbers` that belong to a longest ascending subsequence; `nil` numbers never do.
///
/// - Complexity: O(n log n) for n numbers, O(n) if they ascend.
func longestIncreasingSubsequence(_ numbers: [Int?]) -> [Bool] {
  // For each length, the index of the last number of a subsequence; of several, the one with the
  // least last number.
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
