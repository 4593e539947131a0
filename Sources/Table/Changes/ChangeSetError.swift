public import GalleyPrimitives

/// Why a change set was refused; the table is unchanged.
public enum ChangeSetError: Error, Hashable, Sendable {
  /// The effect of a change on a row or section.
  public enum Action: String, Hashable, Sendable {
    /// It is inserted.
    case inserted
    /// It is removed.
    case deleted
    /// It moves.
    case moved
    /// It is reloaded.
    case reloaded
    /// It is scrolled to.
    case shown
  }

  /// An old section that the table does not have.
  case noSection(Int, Action, count: Int)
  /// An old row that does not exist in its section; a section that does not exist has no rows.
  case noRow(RowPath, Action, count: Int)
  /// A new section index beyond the table's end.
  case sectionBeyondEnd(Int, Action, count: Int)
  /// A new row beyond its section's end; a section beyond the table's end has no rows.
  case rowBeyondEnd(RowPath, Action, count: Int)
  /// Two changes affect one old section.
  case sectionConflict(Int, Action, Action)
  /// Two changes affect one old row, or one affects the row and one its section.
  case rowConflict(RowPath, Action, Action)
  /// Two sections arrive at one new index.
  case sectionTargetConflict(Int, Action, Action)
  /// Two rows arrive at one new path.
  case rowTargetConflict(RowPath, Action, Action)
  /// A section has a negative number of rows.
  case negativeRowCount(section: Int, Int)
  /// The announced number of sections differs from the result of the changes.
  case sectionCountMismatch(announced: Int, before: Int, inserted: Int, deleted: Int)
  /// The announced number of rows in a new section differs from the result of the changes.
  case rowCountMismatch(section: Int, announced: Int, RowTally)
  /// Updates are ended without having begun.
  case noUpdates
  /// All data is reloaded while updates are open.
  case reloadWithinUpdates
  /// Rows are inserted, removed or moved by their places while updates are open, whose places they would move.
  case editWithinUpdates

  /// The origins of a new section's rows.
  public struct RowTally: Hashable, Sendable {
    /// The number of rows the section had before; 0 for a new section.
    public var before: Int
    /// The number of rows inserted or moved in.
    public var added: Int
    /// The number of rows deleted, replaced or moved out.
    public var removed: Int

    /// Makes the tally of a section that had `before` rows, got `added` and lost `removed`.
    public init(before: Int, added: Int, removed: Int) {
      self.before = before
      self.added = added
      self.removed = removed
    }

    /// The number of rows in the section after the changes.
    public var count: Int { before - removed + added }
  }
}

extension ChangeSetError: CustomStringConvertible {
  /// One line for the user.
  public var description: String {
    switch self {
    case .noSection(let section, let action, let count):
      "section \(section) cannot be \(action): the table has "
        + count.counted("section") + " before the changes"
    case .noRow(let path, let action, let count):
      "row \(path) cannot be \(action): its section has \(count.counted("row")) before the changes"
    case .sectionBeyondEnd(let section, let action, let count):
      "no section can be \(action) at \(section): the table has "
        + count.counted("section") + " after the changes"
    case .rowBeyondEnd(let path, let action, let count):
      "no row can be \(action) at \(path): the section has \(count.counted("row")) after the changes"
    case .sectionConflict(let section, let first, let second):
      "section \(section) is \(Self.both(first, second))"
    case .rowConflict(let path, let first, let second):
      "row \(path) is \(Self.both(first, second))"
    case .sectionTargetConflict(let section, let first, let second):
      "two sections arrive at \(section): one is \(first), one is \(second)"
    case .rowTargetConflict(let path, let first, let second):
      "two rows arrive at \(path): one is \(first), one is \(second)"
    case .negativeRowCount(let section, let count):
      "section \(section) cannot have \(count) rows"
    case .sectionCountMismatch(let announced, let before, let inserted, let deleted):
      "\(announced) sections are announced, but \(before) before the changes, \(inserted) "
        + "inserted and \(deleted) deleted make \(before + inserted - deleted)"
    case .rowCountMismatch(let section, let announced, let tally):
      "\(announced) rows are announced in section \(section), but \(tally.before) before the "
        + "changes, \(tally.added) added and \(tally.removed) removed make \(tally.count)"
    case .noUpdates: "there are no open updates to end"
    case .reloadWithinUpdates: "all data cannot be reloaded within updates"
    case .editWithinUpdates:
      "rows cannot be edited by their places within updates: add the changes to the updates"
    }
  }

  private static func both(_ first: Action, _ second: Action) -> String {
    first == second ? "\(first) twice" : "both \(first) and \(second)"
  }
}
