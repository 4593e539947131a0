public import GalleyPrimitives

/// Why a change set was refused; the table is as it was.
public enum ChangeSetError: Error, Hashable, Sendable {
  /// What a change does with the row or section at a place.
  public enum Action: String, Hashable, Sendable {
    /// It is put there as a new one.
    case inserted
    /// It is removed.
    case deleted
    /// It moves.
    case moved
    /// It is loaded anew.
    case reloaded
  }

  /// An old section that the table does not have.
  case noSection(Int, Action, count: Int)
  /// An old row that its section does not have, or whose section there is not: that has no rows.
  case noRow(RowPath, Action, count: Int)
  /// A new section beyond the table's end.
  case sectionBeyondEnd(Int, Action, count: Int)
  /// A new row beyond its section's end, or in a section beyond the table's: that has no rows.
  case rowBeyondEnd(RowPath, Action, count: Int)
  /// Two things are done with one old section.
  case sectionConflict(Int, Action, Action)
  /// Two things are done with one old row, or one with it and one with its section.
  case rowConflict(RowPath, Action, Action)
  /// Two sections are put at one new place.
  case sectionTargetConflict(Int, Action, Action)
  /// Two rows are put at one new place.
  case rowTargetConflict(RowPath, Action, Action)
  /// A section is to have fewer rows than none.
  case negativeRowCount(section: Int, Int)
  /// The caller announces another number of sections than the changes come to.
  case sectionCountMismatch(announced: Int, before: Int, inserted: Int, deleted: Int)
  /// The caller announces another number of rows in a new section than the changes come to.
  case rowCountMismatch(section: Int, announced: Int, RowTally)
  /// Updates are ended that were not begun.
  case noUpdates
  /// All data is reloaded within updates.
  case reloadWithinUpdates

  /// What a new section's rows come from.
  public struct RowTally: Hashable, Sendable {
    /// The rows the section had before; none if it is a new one.
    public var before: Int
    /// New rows, and those that move in.
    public var added: Int
    /// Rows that are deleted, replaced or move out.
    public var removed: Int

    /// Rows of a section that had `before`, got `added` and lost `removed`.
    public init(before: Int, added: Int, removed: Int) {
      self.before = before
      self.added = added
      self.removed = removed
    }

    /// The rows the section has after the changes.
    public var count: Int { before - removed + added }
  }
}

extension ChangeSetError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .noSection(let section, let action, let count):
      "section \(section) cannot be \(action): there are \(count) sections before the changes"
    case .noRow(let path, let action, let count):
      "row \(path) cannot be \(action): its section has \(count) rows before the changes"
    case .sectionBeyondEnd(let section, let action, let count):
      "no section can be \(action) at \(section): there are \(count) sections after the changes"
    case .rowBeyondEnd(let path, let action, let count):
      "no row can be \(action) at \(path): the section has \(count) rows after the changes"
    case .sectionConflict(let section, let first, let second):
      "section \(section) is \(Self.both(first, second))"
    case .rowConflict(let path, let first, let second):
      "row \(path) is \(Self.both(first, second))"
    case .sectionTargetConflict(let section, let first, let second):
      "two sections are put at \(section): one is \(first), one is \(second)"
    case .rowTargetConflict(let path, let first, let second):
      "two rows are put at \(path): one is \(first), one is \(second)"
    case .negativeRowCount(let section, let count):
      "section \(section) cannot have \(count) rows"
    case .sectionCountMismatch(let announced, let before, let inserted, let deleted):
      "\(announced) sections are announced, but \(before) before the changes, \(inserted) "
        + "inserted and \(deleted) deleted make \(before + inserted - deleted)"
    case .rowCountMismatch(let section, let announced, let tally):
      "\(announced) rows are announced in section \(section), but \(tally.before) before the "
        + "changes, \(tally.added) added and \(tally.removed) removed make \(tally.count)"
    case .noUpdates: "updates are ended that were not begun"
    case .reloadWithinUpdates: "all data cannot be reloaded within updates"
    }
  }

  private static func both(_ first: Action, _ second: Action) -> String {
    first == second ? "\(first) twice" : "both \(first) and \(second)"
  }
}
