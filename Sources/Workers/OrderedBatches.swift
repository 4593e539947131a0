/// Decides the next step of each batch in one ordered run.
///
/// It has no thread and no lock, so a test can call every transition. An error comes in the order
/// of the batches: all earlier batches are consumed first, so that sync and async runs have the
/// same results.
struct OrderedBatches<Measured: Sendable, Finished: Sendable>: Sendable {
  /// The caller's next step.
  enum Step: Sendable {
    case place(Int, Measured)
    case consume(Finished)
    case end((any Error)?)
  }

  /// The largest number of batches that are read and not yet consumed.
  let depth: Int
  /// The caller, while it waits for a step.
  var parked: CheckedContinuation<Void, Never>?

  private var readCount = 0
  private var placedCount = 0
  private var consumedCount = 0
  private var runningCount = 0
  private var isReadToEnd = false
  private var wasFull = false
  private var measured: [Int: Measured] = [:]
  private var finished: [Int: Finished] = [:]
  private var failure: (index: Int, error: any Error)?

  init(depth: Int) { self.depth = max(1, depth) }

  // MARK: Reading

  /// Whether to read another batch; `nil` while too many batches are in flight.
  ///
  /// After `depth` batches the reader waits until half of them are consumed: waking the reader
  /// costs more than a batch.
  func mayRead() -> Bool? {
    if failure != nil { return false }
    let count = readCount - consumedCount
    return wasFull && count > depth / 2 ? nil : true
  }

  /// Adds a batch that a worker now measures, and returns its index.
  mutating func didRead() -> Int {
    defer { readCount += 1 }
    runningCount += 1
    wasFull = readCount + 1 - consumedCount >= depth
    return readCount
  }

  /// Ends reading, at the end of the input or by `error`.
  mutating func didEndReading(_ error: (any Error)?) {
    isReadToEnd = true
    if let error { fail(at: readCount, error) }
  }

  // MARK: Workers

  /// Whether the result of the batch is still needed.
  func isWanted(_ index: Int) -> Bool {
    guard let failure else { return true }
    return index < failure.index
  }

  /// Stores the measured batch; `nil` if it was superseded.
  mutating func didMeasure(_ index: Int, _ result: Result<Measured, any Error>?) {
    runningCount -= 1
    switch result {
    case .success(let value): if isWanted(index) { measured[index] = value }
    case .failure(let error): fail(at: index, error)
    case nil: break
    }
  }

  /// Stores the finished batch; `nil` if it was superseded.
  mutating func didFinish(_ index: Int, _ result: Result<Finished, any Error>?) {
    runningCount -= 1
    switch result {
    case .success(let value): if isWanted(index) { finished[index] = value }
    case .failure(let error): fail(at: index, error)
    case nil: break
    }
  }

  // MARK: The caller

  /// Takes the caller's next step; `nil` if it has to wait.
  mutating func nextStep() -> Step? {
    if let value = finished.removeValue(forKey: consumedCount) { return .consume(value) }
    if let value = measured.removeValue(forKey: placedCount) {
      defer { placedCount += 1 }
      return .place(placedCount, value)
    }
    return isOver ? .end(failure?.error) : nil
  }

  /// Counts a placed batch as a worker's again.
  mutating func didPlace() { runningCount += 1 }

  /// Counts a batch as consumed, so that another one may be read.
  mutating func didConsume() { consumedCount += 1 }

  /// Ends the run by an error of the batch at `index`, unless an earlier batch has failed.
  mutating func fail(at index: Int, _ error: any Error) {
    guard isWanted(index) else { return }
    failure = (index, error)
    measured = measured.filter { $0.key < index }
    finished = finished.filter { $0.key < index }
  }

  /// Ends the run by an error in placing the caller's last batch.
  mutating func failPlacing(_ error: any Error) { fail(at: placedCount - 1, error) }

  /// Ends the run at once: no batch is placed or consumed any more.
  mutating func stop(_ error: any Error) { fail(at: consumedCount, error) }

  /// Takes the waiting caller, if there is a step for it.
  mutating func wake() -> CheckedContinuation<Void, Never>? {
    let hasStep = finished[consumedCount] != nil || measured[placedCount] != nil || isOver
    return hasStep ? parked.take() : nil
  }

  private var isOver: Bool {
    guard runningCount == 0 else { return false }
    if let failure { return consumedCount >= failure.index }
    return isReadToEnd && consumedCount == readCount
  }
}
