public import GalleyCellRendering
import GalleyFeedItems

/// A row that is made from a value of the client.
///
/// It is inlinable, so that clients have code for their own type: generic code asks the runtime for the type of each
/// row, which takes as long as the insertion of the row.
@usableFromInline
final class ModelRow<Model: Sendable>: RowModel {
  @usableFromInline let model: Model
  @usableFromInline let makeCell: @Sendable (Model) -> RowCell

  @inlinable init(_ model: Model, makeCell: @escaping @Sendable (Model) -> RowCell) {
    self.model = model
    self.makeCell = makeCell
  }

  @usableFromInline package var cell: RowCell { makeCell(model) }
}

extension ModelRow<RowCell> {
  convenience init(_ cell: RowCell) { self.init(cell) { $0 } }
}
