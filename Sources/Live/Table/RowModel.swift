import GalleyCellRendering
import GalleyFeed

/// A row that is made from a value of the client.
final class ModelRow<Model: Sendable>: RowModel {
  let model: Model
  private let makeCell: @Sendable (Model) -> RowCell

  init(_ model: Model, makeCell: @escaping @Sendable (Model) -> RowCell) {
    self.model = model
    self.makeCell = makeCell
  }

  var cell: RowCell { makeCell(model) }
}

extension ModelRow<RowCell> {
  convenience init(_ cell: RowCell) { self.init(cell) { $0 } }
}
