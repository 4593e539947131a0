import GalleyCellRendering
import GalleyFeedItems

/// The model of a row whose cell is the card of an item.
final class ItemModel: RowModel {
  let cell: RowCell

  init(_ item: FeedItem) { cell = RowCell(item) }
}
