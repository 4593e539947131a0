import GalleyCellRendering
import GalleyPrimitives
import GalleyTable

extension LiveView {
  /// The state of a source of more rows.
  enum FetchState {
    /// Rows may follow.
    case open
    /// The last answer had no rows; the view asks again after a change of the viewport or of its rows.
    case empty(offset: Int, changeCount: Int)
    /// The last request has failed.
    case failed(any Error)
    /// There are no more rows.
    case ended
  }

  /// The error of the last request for more rows; `nil` if it had none.
  public var fetchError: (any Error)? {
    if case .failed(let error) = fetchState { error } else { nil }
  }

  /// Asks for more rows again after an error or an end, when the viewport is near the end of the table.
  public func retryFetch() {
    fetchState = .open
    fetchMore()
  }

  /// Asks for more rows, if it is time.
  func fetchMore() {
    guard let fetch else { return }
    switch fetchState {
    case .failed, .ended: return
    case .empty(pixelOffset, table.changeCount): return
    case .empty, .open: break
    }
    let isDue = batchFetch.isDue(
      viewport(pixelOffset), totalHeight: table.rows.visible.totalHeight,
      isForward: ranges.isForward, velocity: motion.velocity)
    guard isDue, batchFetch.begin() else { return }
    fetchTask = Task { [weak self, fetchNumber] in
      let answer: Result<[any RowModel]?, any Error>
      do { answer = .success(try await fetch()) } catch { answer = .failure(error) }
      // A former source's answer is of no use, nor one that comes after the end of the view.
      guard let self, !isClosed, fetchNumber == self.fetchNumber else { return }
      take(answer)
    }
  }

  /// Replaces the source of more rows; the answer of the former one is dropped.
  func setFetch(_ source: (@MainActor () async throws -> [any RowModel]?)?) {
    fetchTask?.cancel()
    fetchTask = nil
    batchFetch.end()
    fetchNumber += 1
    fetch = source
    fetchState = .open
  }

  private func take(_ answer: Result<[any RowModel]?, any Error>) {
    batchFetch.end()
    fetchTask = nil
    switch answer {
    case .success(nil): fetchState = .ended
    case .success(let rows?):
      appendToEnd(rows)
      fetchState =
        rows.isEmpty ? .empty(offset: pixelOffset, changeCount: table.changeCount) : .open
    case .failure(let error):
      fetchState = .failed(error)
      delegate?.tableView(self, didFailFetching: error)
    }
    signal.fire()
  }

  /// Adds rows to the end of the last section; a table without sections gets one.
  func appendToEnd(_ rows: [any RowModel]) {
    guard !rows.isEmpty else { return }
    do {
      if sectionCount == 0 {
        try perform([.insertSection(0, rowCount: 0)], announced: nil, commits: true) { _ in nil }
      }
      let section = sectionCount - 1
      _ = try insert(rows, at: RowPath(section: section, row: rowCount(ofSection: section)))
    } catch { preconditionFailure("\(error)") }
  }
}
