import GalleyCellRendering
import GalleyPictures
import GalleyPrimitives
import GalleyTable

/// A row that a worker is to lay out.
struct LayoutTask: Sendable {
  var row: RowID
  var model: any RowModel
  /// The round of heights; a later round drops the result.
  var round: Int
}

/// A task with its result.
struct LayoutResult: Sendable {
  var task: LayoutTask
  var result: Result<SurveyedRow, RowFailure>
}

/// Decides which row is laid out next.
///
/// A value without clock or thread; workers and the main queue share it behind a lock.
struct LayoutQueue: Sendable {
  /// The waiting tasks, most urgent last.
  private var waiting: [LayoutTask] = []
  /// The tasks of rows that are not near the viewport, first one last.
  private var others: [LayoutTask] = []
  /// The rows under way or on their way to the main queue, with their models.
  private var begun: [RowID: LayoutTask] = [:]
  private var finished: [LayoutResult] = []
  private var activeCount = 0

  /// Whether no task waits, runs, or is on its way to the main queue.
  var isIdle: Bool {
    activeCount == 0 && waiting.isEmpty && others.isEmpty && finished.isEmpty
  }

  /// Whether the tasks of ``wantAll(_:workerCount:)`` are finished and taken.
  var hasAll: Bool { others.isEmpty && begun.isEmpty }

  /// Replaces the waiting tasks, most urgent first.
  ///
  /// - Returns: The number of workers to wake.
  mutating func want(_ tasks: [LayoutTask], workerCount: Int) -> Int {
    waiting = tasks.reversed().filter { task in
      guard let known = begun[task.row] else { return true }
      return known.model !== task.model || known.round != task.round
    }
    return wake(workerCount)
  }

  /// Replaces the tasks that follow the waiting ones.
  ///
  /// - Returns: The number of workers to wake.
  mutating func wantAll(_ tasks: [LayoutTask], workerCount: Int) -> Int {
    others = tasks.reversed()
    return wake(workerCount)
  }

  private mutating func wake(_ workerCount: Int) -> Int {
    let woken = max(0, min(waiting.count + others.count, workerCount - activeCount))
    activeCount += woken
    return woken
  }

  /// Takes the most urgent task; `nil` ends the worker's turn.
  mutating func next() -> LayoutTask? {
    guard let task = waiting.popLast() ?? nextOther() else {
      activeCount -= 1
      return nil
    }
    begun[task.row] = task
    return task
  }

  private mutating func nextOther() -> LayoutTask? {
    while let task = others.popLast() { if begun[task.row] == nil { return task } }
    return nil
  }

  /// Takes the result of a worker, for the main queue.
  mutating func deliver(_ result: LayoutResult) { finished.append(result) }

  /// Returns the results since the last call.
  mutating func takeFinished() -> [LayoutResult] {
    guard !finished.isEmpty else { return [] }
    defer { finished = [] }
    for result in finished {
      // A later task of the row, of another model or round, may be under way.
      guard let known = begun[result.task.row], known.model === result.task.model,
        known.round == result.task.round
      else { continue }
      begun[result.task.row] = nil
    }
    return finished
  }
}
