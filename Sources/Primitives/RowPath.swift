/// Where a row is in a table: its section, and its place among the section's rows.
public struct RowPath: Hashable, Comparable, Sendable, Codable {
  /// The section's index.
  public var section: Int
  /// The row's index in the section.
  public var row: Int

  /// Row `row` of section `section`.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Whether `left` stands above `right`.
  public static func < (left: RowPath, right: RowPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension RowPath: CustomStringConvertible {
  /// Section and row, as in `0:5`.
  public var description: String { "\(section):\(row)" }
}

/// Where the rows of a table were before an edit, told section by section of the state after it.
///
/// What keeps something by place follows edits by this alone: a row that was moved keeps it, one
/// that was reloaded or inserted has nothing yet, one that no run names is gone. Neighbours that
/// stayed together are one run, so a map is as long as the edit, not as the table.
public struct RowPathMap: Hashable, Sendable {
  /// A section after the edit.
  public struct Section: Hashable, Sendable {
    /// The section's index before the edit; `nil` where it is new, or reloaded as a whole.
    public var origin: Int?
    /// All rows of the section, from the top.
    public var runs: [Run]

    /// A section that was section `origin`, of these rows.
    public init(origin: Int?, runs: [Run]) {
      self.origin = origin
      self.runs = runs
    }

    /// The number of rows.
    public var rowCount: Int { runs.reduce(0) { $0 + $1.count } }
  }

  /// Neighbouring rows after the edit.
  public struct Run: Hashable, Sendable {
    /// What became of rows in an edit.
    public enum Source: Hashable, Sendable {
      /// They were there before, neighbours too, from this place on; moved or not.
      case kept(from: RowPath)
      /// They were there before, and are asked anew.
      case reloaded
      /// They are new.
      case inserted
    }

    /// The number of rows.
    public var count: Int
    /// Where they come from.
    public var source: Source

    /// `count` rows from `source`.
    ///
    /// - Precondition: `count` is not negative.
    public init(count: Int, source: Source) {
      precondition(count >= 0, "a run of \(count) rows")
      self.count = count
      self.source = source
    }
  }

  /// The sections after the edit, from the top.
  public var sections: [Section]

  /// A map of these sections.
  public init(sections: [Section]) { self.sections = sections }

  /// A table of which every row is asked anew, as after `reloadData`.
  ///
  /// - Parameters:
  ///   - rowCounts: The rows of each section.
  ///   - former: The rows of each section before: what is beyond them is new. By default all were
  ///     there.
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

  /// Where the row at `path` was before the edit; `nil` where it was not, or was reloaded.
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
