import GalleyPrimitives
import GalleyTable

/// Translates changes of a client's sections to those of the table model, which has three sections for each:
/// the header, the rows and the footer.
struct SectionChanges {
  /// The changes of the model.
  private(set) var changes = ChangeSet()

  /// Translates changes that the client's table accepts.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - map: The map of these changes, from the client's old paths to its new ones.
  ///   - hasHeader: Whether a new or reloaded section has a header, by its new index.
  ///   - hasFooter: Whether a new or reloaded section has a footer, by its new index.
  init(
    _ changes: ChangeSet, _ map: ChangeMap, hasHeader: (Int) -> Bool, hasFooter: (Int) -> Bool
  ) {
    for change in changes.changes {
      switch change {
      case .insertRow(let path): add(.insertRow(Self.path(path)))
      case .deleteRow(let path): add(.deleteRow(Self.path(path)))
      case .moveRow(let old, let new): add(.moveRow(from: Self.path(old), to: Self.path(new)))
      case .reloadRow(let path): add(.reloadRow(Self.path(path)))
      case .insertSection(let section, let count):
        add(.insertSection(3 * section, rowCount: hasHeader(section) ? 1 : 0))
        add(.insertSection(3 * section + 1, rowCount: count))
        add(.insertSection(3 * section + 2, rowCount: hasFooter(section) ? 1 : 0))
      case .deleteSection(let section):
        for part in 0..<3 { add(.deleteSection(3 * section + part)) }
      case .moveSection(let old, let new):
        for part in 0..<3 { add(.moveSection(from: 3 * old + part, to: 3 * new + part)) }
      case .reloadSection(let section, let count):
        let new = map.newSection(ofOld: section) ?? section
        add(.reloadSection(3 * section, rowCount: hasHeader(new) ? 1 : 0))
        add(.reloadSection(3 * section + 1, rowCount: count))
        add(.reloadSection(3 * section + 2, rowCount: hasFooter(new) ? 1 : 0))
      }
    }
  }

  private mutating func add(_ change: ChangeSet.Change) { changes.changes.append(change) }

  private static func path(_ path: RowPath) -> RowPath { TablePlace.row(path).path }
}
