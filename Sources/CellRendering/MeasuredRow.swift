package import GalleyCells
package import GalleyFeedItems
package import GalleyPrimitives
package import GalleyRowHeights

/// A row that is laid out and has no place in the feed yet.
package struct MeasuredRow: Sendable {
  package var cell: RowCell
  package var content: CellContent
  /// The language of an item's texts; `nil` if nothing says one.
  package var language: RowLanguage?
  package var key: ContentKey
  package var layout: CellLayout
  package var heightSource: HeightAnswer.Source
  /// Whether the layout was found, and not made.
  package var isLayoutFound: Bool
  package var warnings: [RowWarning]

  /// The item of the feed; an item without fields for a cell of a client.
  package var item: FeedItem { cell.item ?? FeedItem(index: RowFailure.noIndex) }
}
