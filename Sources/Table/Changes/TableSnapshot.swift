public import GalleyPrimitives

/// A client's table at one moment: its sections and rows, by IDs of the client.
///
/// ``difference(from:)`` computes the changes from one snapshot to the next.
public struct TableSnapshot<ID: Hashable & Sendable>: Hashable, Sendable {
  /// A row.
  public struct Row: Hashable, Sendable {
    /// The row's ID.
    public var id: ID
    /// The hash of the row's content; a different hash means that the row is reloaded.
    public var content: ContentKey

    /// Makes the row `id` with this content.
    public init(id: ID, content: ContentKey) {
      self.id = id
      self.content = content
    }
  }

  /// A section.
  public struct Section: Hashable, Sendable {
    /// The section's ID.
    public var id: ID
    /// The rows, from the top.
    public var rows: [Row]

    /// Makes the section `id` of `rows`.
    public init(id: ID, rows: [Row]) {
      self.id = id
      self.rows = rows
    }
  }

  /// The sections, from the top.
  public let sections: [Section]

  /// Makes a table of `sections`.
  ///
  /// - Throws: ``TableSnapshotError`` if two sections or two rows of the table have the same ID.
  /// - Complexity: O(rows).
  public init(_ sections: [Section]) throws(TableSnapshotError) {
    var known: [ID: RowPath] = [:]
    var knownSections: [ID: Int] = [:]
    for (index, section) in sections.enumerated() {
      if let first = knownSections.updateValue(index, forKey: section.id) {
        throw .sameSection(first, index)
      }
      for (row, value) in section.rows.enumerated() {
        let path = RowPath(section: index, row: row)
        if let first = known.updateValue(path, forKey: value.id) { throw .sameRow(first, path) }
      }
    }
    self.sections = sections
  }

  /// Makes a table whose IDs are known to be unique.
  init(unique sections: [Section]) { self.sections = sections }

  /// The number of rows of each section.
  public var rowCounts: [Int] { sections.map(\.rows.count) }

  /// The row at `path`.
  public subscript(path: RowPath) -> Row { sections[path.section].rows[path.row] }

  /// Returns this table after the changes of `difference`.
  ///
  /// - Throws: ``ChangeSetError`` if `difference` starts from another table.
  /// - Complexity: O(rows × log changes).
  public func applying(_ difference: TableDifference<ID>) throws(ChangeSetError) -> TableSnapshot {
    let map = try ChangeResolver.resolve(
      difference.changes, sectionCount: sections.count, rowCount: { sections[$0].rows.count },
      announced: difference.rowCounts)
    let new = difference.rowCounts.enumerated().map { section, count in
      let id = map.oldSection(ofNew: section).map { sections[$0].id }
      let rows = (0..<count).compactMap { row in
        let path = RowPath(section: section, row: row)
        guard var row = map.oldPath(ofNew: path).map({ self[$0] }) else {
          return difference.insertedRows[path]
        }
        row.content = difference.contents[path] ?? row.content
        return row
      }
      return (id ?? difference.insertedSections[section]).map { Section(id: $0, rows: rows) }
    }
    return TableSnapshot(unique: new.compactMap { $0 })
  }
}

/// Why sections and rows cannot form a snapshot.
public enum TableSnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two sections have the same ID.
  case sameSection(Int, Int)
  /// Two rows have the same ID.
  case sameRow(RowPath, RowPath)

  /// One line for the user.
  public var description: String {
    switch self {
    case .sameSection(let first, let second): "sections \(first) and \(second) have the same ID"
    case .sameRow(let first, let second): "rows \(first) and \(second) have the same ID"
    }
  }
}
