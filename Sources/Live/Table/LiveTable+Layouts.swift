import GalleyPrimitives
import GalleyTable

extension LiveTable {
  /// Returns the rows of a range that are not laid out, with their models.
  func rowsToLayOut(in range: Range<Int>) -> [LayoutRequest] {
    var requests: [LayoutRequest] = []
    guard !range.isEmpty else { return [] }
    var left = range.count
    rows.visible.forEachRow(from: range.lowerBound) { (entry: TableRows.Entry) in
      left -= 1
      if !entry.isKnown, let content = contents[entry.id], content.cell?.round != round {
        requests.append(LayoutRequest(row: entry.id, model: content.model, round: round))
      }
      return left > 0
    }
    return requests
  }

  /// Whether the row at the path is laid out; also true if its layout failed.
  func isLaidOut(at path: RowPath) -> Bool {
    contents[rows.visible.id(at: path)]?.cell?.round == round
  }

  /// Returns the request to lay out the row at the path.
  func layoutRequest(at path: RowPath) -> LayoutRequest? {
    let id = rows.visible.id(at: path)
    return contents[id].map { LayoutRequest(row: id, model: $0.model, round: round) }
  }
}
