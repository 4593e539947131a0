import GalleyPrimitives
import GalleyTable

extension LiveView {
  /// The maximum number of times that one pass tells the delegate of the displayed rows: a delegate that scrolls and
  /// makes a frame each time would be told for ever.
  private static let mostTellings = 16

  /// Whether the last pass has left rows of which the next one tells the delegate.
  var hasUntoldRows: Bool {
    delegate != nil && !told.elementsEqual(displayed, by: { $0 == $1.id })
  }

  /// Tells the delegate which rows have become visible, and which are no longer visible.
  func tellDisplayed(_ rows: Range<Int>) {
    var isSame = displayed.count == rows.count
    for (place, row) in rows.enumerated() where isSame {
      isSame = displayed[place].id == window[row].id
    }
    if !isSame {
      displayed.removeAll(keepingCapacity: true)
      for row in rows { displayed.append((window[row].id, window[row].path)) }
    }
    if delegate != nil, !isTelling { tellDelegate() }
  }

  /// Tells the delegate of the displayed rows, until it knows all of them or has changed them too often; then the
  /// next pass tells it of the rest.
  ///
  /// A delegate may edit, scroll, make a pass, or set another delegate. The same loop then tells it, or the other one,
  /// of the result, so that each row begins before it ends.
  private func tellDelegate() {
    isTelling = true
    let known = editCount
    defer {
      isTelling = false
      if editCount != known { hasActedWhileTold = true }
    }
    var count = 0
    while let delegate, count < Self.mostTellings,
      !told.elementsEqual(displayed, by: { $0 == $1.id })
    {
      count += 1
      tell(delegate, of: displayed)
    }
  }

  /// Tells the delegate of rows, unless it sets another one meanwhile, which begins anew.
  private func tell(_ delegate: any TableViewDelegate, of rows: [(id: RowID, path: RowPath)]) {
    let last = told
    let before = Set(last)
    for (id, path) in rows where !before.contains(id) {
      guard self.delegate === delegate else { return }
      told.append(id)
      delegate.tableView(self, willDisplay: id, at: TablePlace(path))
    }
    let after = Set(rows.map(\.id))
    for id in last where !after.contains(id) {
      guard self.delegate === delegate else { return }
      told.removeAll { $0 == id }
      delegate.tableView(self, didEndDisplaying: id)
    }
    // The rows are known in the order of the screen.
    if self.delegate === delegate { told = rows.map(\.id) }
  }
}
