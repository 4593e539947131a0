/// The path of a row in a table: its section, and its index in the section.
public struct RowPath: Hashable, Comparable, Sendable, Codable {
  /// The section's index.
  public var section: Int
  /// The row's index in the section.
  public var row: Int

  /// Makes the path of row `row` in section `section`.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Whether `left` is above `right`.
  public static func < (left: RowPath, right: RowPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension RowPath: CustomStringConvertible {
  /// Section and row, as in `0:5`.
  public var description: String { "\(section):\(row)" }
}

/// Maps each row of a table after an edit to its path before the edit.
///
/// Stores that keep values by path follow edits with this map alone. A moved row keeps its value, a
/// reloaded or inserted row has none yet, and the value of a row that no run names is dropped.
/// Adjacent rows that stayed together form one run, so the length of a map depends on the edit, not
/// on the table.
public struct RowPathMap: Hashable, Sendable {
  /// A section after the edit.
  public struct Section: Hashable, Sendable {
    /// The section's index before the edit; `nil` if it is new or was reloaded as a whole.
    public var origin: Int?
    /// The runs of all rows in the section, from the top.
    public var runs: [Run]

    /// Makes a section that had the index `origin`, with these rows.
    public init(origin: Int?, runs: [Run]) {
      self.origin = origin
      self.runs = runs
    }

    /// The number of rows.
    public var rowCount: Int { runs.reduce(0) { $0 + $1.count } }
  }

  /// Adjacent rows after the edit.
  public struct Run: Hashable, Sendable {
    /// The effect of an edit on rows.
    public enum Source: Hashable, Sendable {
      /// The rows existed before and were adjacent, from this path on; they may have moved.
      case kept(from: RowPath)
      /// The rows existed before, and were reloaded.
      case reloaded
      /// The rows are new.
      case inserted
    }

    /// The number of rows.
    public var count: Int
    /// The origin of the rows.
    public var source: Source

    /// Makes a run of `count` rows from `source`.
    ///
    /// - Precondition: `count` is not negative.
    public init(count: Int, source: Source) {
      precondition(count >= 0, "the count \(count) is negative")
      self.count = count
      self.source = source
    }
  }

  /// The sections after the edit, from the top.
  public var sections: [Section]

  /// Makes a map of these sections.
  public init(sections: [Section]) { self.sections = sections }

  /// Makes the map of an edit that reloads every row, as after `reloadData`.
  ///
  /// - Parameters:
  ///   - rowCounts: The number of rows in each section.
  ///   - former: The number of rows in each section before; rows beyond these are new. By default
  ///     all rows existed before.
  /// - Returns: The map.
  public static func reloaded(rowCounts: [Int], replacing former: [Int]? = nil) -> RowPathMap {
    RowPathMap(
      sections: rowCounts.enumerated().map { section, count in
        let known = former.map { section < $0.count ? min($0[section], count) : 0 } ?? count
        let runs = [
          Run(count: known, source: .reloaded), Run(count: count - known, source: .inserted),
        ]
        return Section(origin: nil, runs: runs.filter { $0.count > 0 })
      })
  }

  /// Returns the path of the row at `path` before the edit; `nil` if it is new or was reloaded.
  ///
  /// - Complexity: O(runs of the section).
  public func origin(of path: RowPath) -> RowPath? {
    guard sections.indices.contains(path.section), path.row >= 0 else { return nil }
    var first = 0
    for run in sections[path.section].runs {
      if path.row < first + run.count {
        guard case .kept(let origin) = run.source else { return nil }
        return RowPath(section: origin.section, row: origin.row + path.row - first)
      }
      first += run.count
    }
    return nil
  }
}
