public import GalleyPrimitives
import GalleyTable

/// The place of a row in a table view.
public enum TablePlace: Hashable, Sendable {
  /// The header of a section.
  case header(section: Int)
  /// A row of a section.
  case row(RowPath)
  /// The footer of a section.
  case footer(section: Int)

  /// The section.
  public var section: Int {
    switch self {
    case .header(let section), .footer(let section): section
    case .row(let path): path.section
    }
  }

  /// The table model has three sections for each section of a view: a header of 0 or 1 rows, the rows, and a
  /// footer of 0 or 1 rows.
  init(_ path: RowPath) {
    let section = path.section / 3
    switch path.section % 3 {
    case 0: self = .header(section: section)
    case 1: self = .row(RowPath(section: section, row: path.row))
    default: self = .footer(section: section)
    }
  }

  /// The path in the table model.
  package var path: RowPath {
    switch self {
    case .header(let section): RowPath(section: 3 * section, row: 0)
    case .row(let path): RowPath(section: 3 * path.section + 1, row: path.row)
    case .footer(let section): RowPath(section: 3 * section + 2, row: 0)
    }
  }
}
