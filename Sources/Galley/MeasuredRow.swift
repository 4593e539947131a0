package import GalleyCells
package import GalleyFeed
package import GalleyPrimitives
package import GalleyRowHeights

/// A row that has been set, before it has a place in the feed.
package struct MeasuredRow: Sendable {
  package var item: FeedItem
  package var content: CellContent
  package var key: ContentKey
  package var layout: CellLayout
  package var heightSource: HeightAnswer.Source
  package var warnings: [RowWarning]
}
