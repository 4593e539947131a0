import GalleyCellRendering
import GalleyPictures
import GalleyPrimitives
import GalleyWorkers

/// Lays out rows on workers: the main queue states which rows it needs, and takes the results.
@MainActor
final class RowLayouter {
  private let pool: WorkerPool<ScrollWorker>
  private let throttle: Throttle
  private let queue = Monitor(LayoutQueue())
  /// The function that workers call after each task.
  private let notice = Monitor<(@Sendable () -> Void)?>(nil)

  init(_ pool: WorkerPool<ScrollWorker>, _ throttle: Throttle) {
    self.pool = pool
    self.throttle = throttle
  }

  /// The maximum number of workers that lay out rows; at least 1 works.
  var workerLimit = Int.max

  private var workerCount: Int { min(pool.count, max(1, workerLimit)) }

  /// Called on the main queue after results arrive; `nil` if the owner takes them at each pass.
  var onChange: (@MainActor @Sendable () -> Void)? {
    didSet {
      guard let body = onChange else { return notice.withLock { $0 = nil } }
      let tell: @Sendable () -> Void = { _ = Task { @MainActor in body() } }
      notice.withLock { $0 = tell }
    }
  }

  /// The counts of all tasks.
  var ledger: RequestLedger { queue.withLock { $0.ledger } }

  /// Whether no task waits or runs, and no result is left to take.
  var isIdle: Bool { queue.withLock { $0.isIdle } }

  /// Replaces the rows to lay out, most urgent first.
  func want(_ requests: [LayoutRequest]) {
    wake(queue.withLock { $0.want(requests, workerCount: workerCount) })
  }

  /// Replaces the rows to lay out after those.
  func wantAll(_ requests: [LayoutRequest]) {
    wake(queue.withLock { $0.wantAll(requests, workerCount: workerCount) })
  }

  /// Whether all rows of ``wantAll(_:)`` are laid out, and their results taken.
  var hasAll: Bool { queue.withLock { $0.hasAll } }

  private func wake(_ woken: Int) {
    pool.repeatedly(count: woken) { [queue, notice, throttle] worker in
      let task = queue.withLock { $0.next() }
      if let task {
        let start = throttle.now
        let cell = task.request.model.cell
        let result = attempt(cell) { try worker.preparedResources().survey(cell) }
        queue.withLock { $0.deliver(result, of: task, work: throttle.now - start) }
      }
      notice.withLock { $0 }?()
      return task != nil
    }
  }

  /// Returns the results since the last call.
  func takeFinished() -> [LayoutResult] { queue.withLock { $0.takeFinished() } }
}
