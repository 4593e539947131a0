public import GalleyTable

/// The delegate of a table view, which is notified of visible rows on the main queue.
///
/// Each row that becomes visible ends being visible once: also if it is removed, or if the view is closed. If the view is
/// released, one call names all rows.
@MainActor
public protocol TableViewDelegate: AnyObject {
  /// A row has become visible, at least in part.
  func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace)
  /// A row is no longer visible.
  func tableView(_ view: LiveView, didEndDisplaying row: RowID)
  /// The view was released without ``LiveView/close()``, and these rows are no longer visible.
  ///
  /// The view itself is not passed, because it is gone.
  func tableViewWasReleased(displaying rows: [RowID])
  /// A request for more rows has failed; ``LiveView/retryFetch()`` repeats it.
  func tableView(_ view: LiveView, didFailFetching error: any Error)
}

extension TableViewDelegate {
  /// Does nothing.
  public func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {}
  /// Does nothing.
  public func tableView(_ view: LiveView, didEndDisplaying row: RowID) {}
  /// Does nothing.
  public func tableViewWasReleased(displaying rows: [RowID]) {}
  /// Does nothing.
  public func tableView(_ view: LiveView, didFailFetching error: any Error) {}
}
