package import GalleyFeed

/// What a row is made from.
package protocol RowModel: AnyObject, Sendable {
  /// The item of the row's cell.
  var item: FeedItem { get }
}

/// A row that is made from a value of the client.
final class ModelRow<Model: Sendable>: RowModel {
  let model: Model
  private let makeItem: @Sendable (Model) -> FeedItem

  init(_ model: Model, makeItem: @escaping @Sendable (Model) -> FeedItem) {
    self.model = model
    self.makeItem = makeItem
  }

  var item: FeedItem { makeItem(model) }
}

extension ModelRow<FeedItem> {
  convenience init(_ item: FeedItem) { self.init(item) { $0 } }
}
