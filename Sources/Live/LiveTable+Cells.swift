package import GalleyCellRendering
import GalleyFeed
package import GalleyPrimitives

extension LiveTable {
  /// Returns the cell of a row whose picture has this key.
  package func cell(_ picture: ContentKey) -> RowCell? { model(picture)?.cell }

  /// Returns the index in the feed of a row whose picture has this key.
  package func feedIndex(_ picture: ContentKey) -> Int? {
    cell(picture).map { $0.item?.index ?? RowFailure.noIndex }
  }
}
