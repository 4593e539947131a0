import GalleyCellRendering
import GalleyPictures
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

/// A row that a worker is to lay out.
struct LayoutRequest: Identifiable, Sendable {
  var row: RowID
  var model: any RowModel
  /// The round of heights; a later round drops the result.
  var round: Int

  /// Requests of a row for another model or round are others.
  struct ID: Hashable, Sendable {
    var row: RowID
    var model: ObjectIdentifier
    var round: Int

    /// Hashes the row alone: a row has few requests.
    func hash(into hasher: inout Hasher) { hasher.combine(row) }
  }

  var id: ID { ID(row: row, model: ObjectIdentifier(model), round: round) }
}

/// A request that a worker has begun.
typealias LayoutTask = RequestTable<LayoutRequest>.Task

/// A request with its result.
struct LayoutResult: Sendable {
  var request: LayoutRequest
  var result: Result<SurveyedRow, RowFailure>
}

/// Decides which row is laid out next.
///
/// A value without clock or thread; workers and the main queue share it behind a lock.
struct LayoutQueue: Sendable {
  /// The states of requests; a task stays begun until the main queue takes its result.
  ///
  /// A layout that was begun is useful wherever the viewport is now.
  private var table = RequestTable<LayoutRequest>(limit: .max, keepsBegun: true)
  /// The requests of rows that are not near the viewport, first one last; they follow those of the table.
  private var others: [LayoutRequest] = []
  /// The results that the main queue has not taken, and the tasks that they end.
  private var finished: [LayoutResult] = []
  private var ended: [(task: LayoutTask, work: Duration)] = []
  private var activeCount = 0

  /// The counts of all tasks.
  var ledger: RequestLedger { table.ledger }

  /// Whether no request waits, runs, or is on its way to the main queue.
  var isIdle: Bool {
    activeCount == 0 && table.waitingCount == 0 && others.isEmpty && finished.isEmpty
  }

  /// Whether the requests of ``wantAll(_:workerCount:)`` are finished and taken.
  var hasAll: Bool { others.isEmpty && table.begunCount == 0 }

  /// Replaces the waiting requests, most urgent first.
  ///
  /// - Returns: The number of workers to wake.
  mutating func want(_ requests: [LayoutRequest], workerCount: Int) -> Int {
    table.replace(with: requests)
    return wake(workerCount)
  }

  /// Replaces the requests that follow the waiting ones.
  ///
  /// - Returns: The number of workers to wake.
  mutating func wantAll(_ requests: [LayoutRequest], workerCount: Int) -> Int {
    others = requests.reversed()
    return wake(workerCount)
  }

  private mutating func wake(_ workerCount: Int) -> Int {
    let woken = max(0, min(table.waitingCount + others.count, workerCount - activeCount))
    activeCount += woken
    return woken
  }

  /// Takes the most urgent request; `nil` ends the worker's turn.
  mutating func next() -> LayoutTask? {
    if let task = table.begin() { return task }
    while let other = others.popLast() { if let task = table.begin(other) { return task } }
    activeCount -= 1
    return nil
  }

  /// Takes the result of a worker, for the main queue.
  mutating func deliver(
    _ result: Result<SurveyedRow, RowFailure>, of task: LayoutTask, work: Duration
  ) {
    finished.append(LayoutResult(request: task.request, result: result))
    ended.append((task, work))
  }

  /// Returns the results since the last call.
  mutating func takeFinished() -> [LayoutResult] {
    guard !finished.isEmpty else { return [] }
    for (task, work) in ended { _ = table.finish(task, work: work) }
    ended.removeAll(keepingCapacity: true)
    // Nothing is copied: a result is as large as its row.
    var taken: [LayoutResult] = []
    swap(&taken, &finished)
    return taken
  }
}
