public import GalleyPrimitives

extension ChangeMap {
  /// Returns the same map as runs of rows, section by section in the new order, for stores that
  /// keep values by path.
  ///
  /// - Parameters:
  ///   - old: The rows of each section before the changes.
  ///   - new: The rows of each section after them.
  /// - Returns: The map; rows that stayed together form one run.
  /// - Precondition: Both have as many sections as the tables of the changes.
  /// - Complexity: O(sections + changes + new rows).
  public func rowPathMap(old: [Int], new: [Int]) -> RowPathMap {
    precondition(old.count == oldSectionCount, "\(old.count) old sections, not \(oldSectionCount)")
    precondition(new.count == newSectionCount, "\(new.count) new sections, not \(newSectionCount)")
    guard !replacesAll else { return .reloaded(rowCounts: new) }
    var reloaded: [Int: [Int]] = [:]
    for path in reloadedRows { reloaded[path.section, default: []].append(path.row) }
    let isReloaded = reloaded.mapValues(Gaps.init)
    return RowPathMap(
      sections: new.enumerated().map { section, count in
        let origin = oldSection(ofNew: section)
        let isReplaced = origin.map(reloadedSections.contains) ?? false
        var runs = RunList()
        var row = 0
        while row < count {
          let path = RowPath(section: section, row: row)
          guard let from = oldPath(ofNew: path) else {
            runs.add(1, isReplaced ? .reloaded : .inserted)
            row += 1
            continue
          }
          if reloadedRows.contains(from) {
            runs.add(1, .reloaded)
            row += 1
            continue
          }
          let end =
            rowSources[path] == nil ? endOfRun(at: path, from: from, count, isReloaded) : row + 1
          runs.add(end - row, .kept(from: from))
          row = end
        }
        return RowPathMap.Section(origin: isReplaced ? nil : origin, runs: runs.runs)
      })
  }

  /// Returns the end of the run of rows from `path` on that stayed together and were not reloaded.
  private func endOfRun(
    at path: RowPath, from: RowPath, _ count: Int, _ reloaded: [Int: Gaps]
  ) -> Int {
    var end = count
    if let next = arrivingRows[path.section]?.next(from: path.row) { end = min(end, next) }
    for gaps in [leavingRows[from.section], reloaded[from.section]] {
      if let next = gaps?.next(from: from.row) { end = min(end, path.row + next - from.row) }
    }
    return end
  }

  /// A list of runs that joins adjacent runs of one kind.
  private struct RunList {
    var runs: [RowPathMap.Run] = []

    mutating func add(_ count: Int, _ source: RowPathMap.Run.Source) {
      if let last = runs.last, continues(last, source) {
        runs[runs.count - 1].count += count
      } else {
        runs.append(RowPathMap.Run(count: count, source: source))
      }
    }

    private func continues(_ run: RowPathMap.Run, _ source: RowPathMap.Run.Source) -> Bool {
      guard case .kept(let from) = run.source else { return run.source == source }
      return source == .kept(from: RowPath(section: from.section, row: from.row + run.count))
    }
  }
}
