public import GalleyElements
public import GalleyFeedItems

/// The cell of a row: the built-in card of a feed's item, or a cell of the client's own.
public struct RowCell: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    case item(FeedItem)
    indirect case tree(ElementTree)
  }

  package let source: Source
  /// The name of the type of cell, under which ``/GalleyLive/LiveViewStatistics/cells`` counts it.
  public let reuseIdentifier: String

  /// The built-in card of an item.
  public init(_ item: FeedItem) {
    source = .item(item)
    reuseIdentifier = "card"
  }

  /// A cell of a type of its own.
  public init(_ cell: some Cell) {
    source = .tree(cell.tree)
    reuseIdentifier = type(of: cell).reuseIdentifier
  }

  /// A tree of elements, counted under a name.
  public init(_ tree: ElementTree, reuseIdentifier: String = "tree") {
    source = .tree(tree)
    self.reuseIdentifier = reuseIdentifier
  }

  /// The item of a built-in card; `nil` for a cell of a client.
  package var item: FeedItem? { if case .item(let item) = source { item } else { nil } }
}

/// What a row is made from; workers make its cell.
@usableFromInline
package protocol RowModel: AnyObject, Sendable {
  /// The row's cell.
  var cell: RowCell { get }
}
