package import GalleyCellRendering
import GalleyFeedItems
package import GalleyFrames
package import GalleyPrimitives
import GalleyTable

extension LiveTable {
  /// Returns the cell of a row whose picture has this key.
  package func cell(_ picture: ContentKey) -> RowCell? { model(picture)?.cell }

  /// Returns the index in the feed of a row whose picture has this key.
  package func feedIndex(_ picture: ContentKey) -> Int? {
    cell(picture).map { $0.item?.index ?? RowFailure.noIndex }
  }

  /// Calls `body` with each row that has a layout: its key, its height in device pixels, its work, and the device
  /// pixels that masks clip.
  ///
  /// - Complexity: O(rows).
  package func forEachLaidOutRow(
    _ body: (_ key: ContentKey, _ height: Int, _ work: WorkAmount, _ maskedPixels: Int) -> Void
  ) {
    rows.visible.forEachRow { row in
      if let cell = contents[row.id]?.cell {
        body(cell.key, cell.height, cell.work, cell.maskedPixels)
      }
      return true
    }
  }
}
