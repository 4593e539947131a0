public import GalleyPrimitives

/// One change of a table's rows or sections.
///
/// Within a ``ChangeSet``, *old* places count in the table before all changes of the set, *new*
/// places in the table after all of them.
public enum TableChange: Hashable, Sendable {
  /// Puts a new row at a new place.
  case insertRow(RowPath)
  /// Removes the row at an old place.
  case deleteRow(RowPath)
  /// Takes the row from an old place to a new one.
  case moveRow(from: RowPath, to: RowPath)
  /// Says that the row at an old place shows something else: it stays, its height is asked anew.
  case reloadRow(RowPath)
  /// Puts a section at a new place: with that many new rows, besides those that other changes put
  /// there.
  case insertSection(Int, rowCount: Int)
  /// Removes the section at an old place, with those of its rows that do not move elsewhere.
  case deleteSection(Int)
  /// Takes the section from an old place to a new one, with its rows.
  case moveSection(from: Int, to: Int)
  /// Replaces the rows of the section at an old place by that many new rows, besides those that
  /// other changes put there; rows that move elsewhere are not lost.
  case reloadSection(Int, rowCount: Int)
}

/// Changes of a table that come into force together.
///
/// Deletes, reloads and the sources of moves are told in places before the set, inserts and the
/// targets of moves in places after it, so the order in which changes are added does not matter.
/// That is the rule of `UITableView`'s `performBatchUpdates`. Beyond it, a row may move out of a
/// section that is deleted or reloaded, and into one that is inserted or reloaded.
public struct ChangeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The changes, as they were added.
  public var changes: [TableChange]

  /// A set of `changes`.
  public init(_ changes: [TableChange] = []) { self.changes = changes }

  /// A set of `changes`.
  public init(arrayLiteral changes: TableChange...) { self.changes = changes }

  /// Whether nothing changes.
  public var isEmpty: Bool { changes.isEmpty }

  /// Adds rows at new places.
  public mutating func insertRows(at paths: some Sequence<RowPath>) {
    changes += paths.map { .insertRow($0) }
  }

  /// Removes rows at old places.
  public mutating func deleteRows(at paths: some Sequence<RowPath>) {
    changes += paths.map { .deleteRow($0) }
  }

  /// Takes a row from an old place to a new one.
  public mutating func moveRow(from old: RowPath, to new: RowPath) {
    changes.append(.moveRow(from: old, to: new))
  }

  /// Reloads rows at old places.
  public mutating func reloadRows(at paths: some Sequence<RowPath>) {
    changes += paths.map { .reloadRow($0) }
  }

  /// Adds a section at a new place.
  public mutating func insertSection(_ section: Int, rowCount: Int = 0) {
    changes.append(.insertSection(section, rowCount: rowCount))
  }

  /// Removes sections at old places.
  public mutating func deleteSections(_ sections: some Sequence<Int>) {
    changes += sections.map { .deleteSection($0) }
  }

  /// Takes a section from an old place to a new one.
  public mutating func moveSection(from old: Int, to new: Int) {
    changes.append(.moveSection(from: old, to: new))
  }

  /// Replaces the rows of a section at an old place.
  public mutating func reloadSection(_ section: Int, rowCount: Int) {
    changes.append(.reloadSection(section, rowCount: rowCount))
  }
}
