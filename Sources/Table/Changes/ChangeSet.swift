public import GalleyPrimitives

/// Changes of a table that take effect together.
///
/// Deletes, reloads and the sources of moves refer to the table before the set; inserts and the
/// targets of moves refer to the table after it. So the order in which changes are added does not
/// matter. This is the rule of `UITableView`'s `performBatchUpdates`. In addition, a row may move
/// out of a section that is deleted or reloaded, and into one that is inserted or reloaded.
public struct ChangeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The changes, in the order in which they were added.
  public var changes: [Change]

  /// A set of `changes`.
  public init(_ changes: [Change] = []) { self.changes = changes }

  /// A set of `changes`.
  public init(arrayLiteral changes: Change...) { self.changes = changes }

  /// Whether the set has no changes.
  public var isEmpty: Bool { changes.isEmpty }

  /// Checks the changes against a table, without applying them.
  ///
  /// - Parameters:
  ///   - sectionCount: The number of sections of the table.
  ///   - rowCount: Returns the number of rows of a section.
  ///   - announced: The number of rows in each section after the changes, if the caller knows it.
  /// - Returns: The map from old paths to new paths.
  /// - Throws: ``ChangeSetError``, as `TableRows.resolve(_:announced:)`.
  public func resolved(
    sectionCount: Int, rowCount: @escaping (Int) -> Int, announced: [Int]? = nil
  ) throws(ChangeSetError) -> ChangeMap {
    try ChangeResolver.resolve(
      self, sectionCount: sectionCount, rowCount: rowCount, announced: announced)
  }

  /// Inserts rows at new paths.
  public mutating func insertRows(at paths: some Sequence<RowPath>) {
    changes += paths.map { .insertRow($0) }
  }

  /// Removes rows at old paths.
  public mutating func deleteRows(at paths: some Sequence<RowPath>) {
    changes += paths.map { .deleteRow($0) }
  }

  /// Moves a row from an old path to a new path.
  public mutating func moveRow(from old: RowPath, to new: RowPath) {
    changes.append(.moveRow(from: old, to: new))
  }

  /// Reloads rows at old paths.
  public mutating func reloadRows(at paths: some Sequence<RowPath>) {
    changes += paths.map { .reloadRow($0) }
  }

  /// Inserts a section at a new index.
  public mutating func insertSection(_ section: Int, rowCount: Int = 0) {
    changes.append(.insertSection(section, rowCount: rowCount))
  }

  /// Removes sections at old indices.
  public mutating func deleteSections(_ sections: some Sequence<Int>) {
    changes += sections.map { .deleteSection($0) }
  }

  /// Moves a section from an old index to a new index.
  public mutating func moveSection(from old: Int, to new: Int) {
    changes.append(.moveSection(from: old, to: new))
  }

  /// Replaces the rows of a section at an old index.
  public mutating func reloadSection(_ section: Int, rowCount: Int) {
    changes.append(.reloadSection(section, rowCount: rowCount))
  }
}

extension ChangeSet {
  /// One change of a table's rows or sections.
  ///
  /// Within a ``ChangeSet``, *old* paths and indices refer to the table before all changes of the
  /// set, *new* ones to the table after all of them.
  public enum Change: Hashable, Sendable {
    /// Inserts a row at a new path.
    case insertRow(RowPath)
    /// Removes the row at an old path.
    case deleteRow(RowPath)
    /// Moves the row at an old path to a new path.
    case moveRow(from: RowPath, to: RowPath)
    /// Marks the row at an old path as changed: it stays, and its height is asked for again.
    case reloadRow(RowPath)
    /// Inserts a section at a new index with this many new rows, in addition to rows that other
    /// changes insert or move there.
    case insertSection(Int, rowCount: Int)
    /// Removes the section at an old index, with all rows that do not move to another section.
    case deleteSection(Int)
    /// Moves the section at an old index, with its rows, to a new index.
    case moveSection(from: Int, to: Int)
    /// Replaces the rows of the section at an old index by this many new rows.
    ///
    /// Rows that other changes insert or move there are added to these; rows that move to another
    /// section are kept.
    case reloadSection(Int, rowCount: Int)
  }
}
