import GalleyPictures
import GalleyPrimitives
import GalleyTable

@testable import GalleyLive

extension LiveTable {
  /// Replaces the content of the pending row at `path` by one that is laid out.
  mutating func replace(_ path: RowPath, with row: SurveyedRow) throws(ChangeSetError) {
    let model = ModelRow(row.cell)
    try perform([.reloadRow(path)]) { _ in model }
    _ = keep(.success(row), of: rows.pending.id(at: path), model, round: round)
  }
}

extension LiveView {
  /// Replaces a row of the first section by one that is laid out.
  func replace(_ row: Int, with surveyed: SurveyedRow) throws(ChangeSetError) {
    commitChanges()
    try edit { (table: inout LiveTable) throws(ChangeSetError) in
      try table.replace(RowPath(section: 1, row: row), with: surveyed)
      table.commit()
    }
  }
}
