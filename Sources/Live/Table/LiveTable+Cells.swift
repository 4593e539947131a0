package import GalleyCellRendering
import GalleyFeed
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

  /// The rows, as a simulation needs them; rows without a layout are left out.
  ///
  /// - Complexity: O(rows).
  package var simulatedRows: [SimulatedRow] {
    var simulated: [SimulatedRow] = []
    simulated.reserveCapacity(rowCount)
    rows.visible.forEachRow { row in
      if let cell = contents[row.id]?.cell {
        simulated.append(
          SimulatedRow(
            key: cell.key, height: cell.height, work: cell.work, maskedPixels: cell.maskedPixels))
      }
      return true
    }
    return simulated
  }
}
