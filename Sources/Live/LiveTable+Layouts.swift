import GalleyPrimitives
import GalleyTable

extension LiveTable {
  /// Returns the rows of a range that are not laid out, with their models.
  func rowsToLayOut(in range: Range<Int>) -> [LayoutTask] {
    var tasks: [LayoutTask] = []
    guard !range.isEmpty else { return [] }
    var left = range.count
    rows.visible.forEachRow(from: range.lowerBound) { (entry: TableRows.Entry) in
      left -= 1
      if !entry.isKnown, let content = contents[entry.id], content.cell?.round != round {
        tasks.append(LayoutTask(row: entry.id, model: content.model, round: round))
      }
      return left > 0
    }
    return tasks
  }

  /// Whether the row at the path is laid out; also true if its layout failed.
  func isLaidOut(at path: RowPath) -> Bool {
    contents[rows.visible.id(at: path)]?.cell?.round == round
  }

  /// Returns the task that lays out the row at the path.
  func layoutTask(at path: RowPath) -> LayoutTask? {
    let id = rows.visible.id(at: path)
    return contents[id].map { LayoutTask(row: id, model: $0.model, round: round) }
  }
}
