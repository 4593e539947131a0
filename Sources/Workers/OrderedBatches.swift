/// Decides what happens next to the batches of one ordered run.
///
/// No thread and no lock: every transition can be tested by calling it. An error takes its batch's
/// turn: all earlier batches are consumed first, so that sync and async runs leave the same behind.
struct OrderedBatches<Measured: Sendable, Finished: Sendable>: Sendable {
  /// What the caller does next.
  enum Step: Sendable {
    case place(Int, Measured)
    case consume(Finished)
    case end((any Error)?)
  }

  /// The most batches that are read and not yet consumed.
  let depth: Int
  /// The caller, if it waits for a step.
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

  /// Whether to read another batch; `nil` as long as there is no room for it.
  ///
  /// Once full, half of the room must be free again: to wake the reader costs more than a batch.
  func mayRead() -> Bool? {
    if failure != nil { return false }
    let count = readCount - consumedCount
    return count < depth && !(wasFull && count > depth / 2) ? true : nil
  }

  /// Takes in a batch, which is now being measured; its index.
  mutating func didRead() -> Int {
    defer { readCount += 1 }
    runningCount += 1
    wasFull = readCount + 1 - consumedCount >= depth
    return readCount
  }

  /// Ends reading, by `error` if it was not the end of the input.
  mutating func didEndReading(_ error: (any Error)?) {
    isReadToEnd = true
    if let error { fail(at: readCount, error) }
  }

  // MARK: Workers

  /// Whether anybody still waits for the batch.
  func isWanted(_ index: Int) -> Bool {
    guard let failure else { return true }
    return index < failure.index
  }

  /// Ends the measuring of a batch; `nil` if it was superseded.
  mutating func didMeasure(_ index: Int, _ result: Result<Measured, any Error>?) {
    runningCount -= 1
    switch result {
    case .success(let value): if isWanted(index) { measured[index] = value }
    case .failure(let error): fail(at: index, error)
    case nil: break
    }
  }

  /// Ends the finishing of a batch; `nil` if it was superseded.
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

  /// Sends a placed batch back to the workers.
  mutating func didPlace() { runningCount += 1 }

  /// Makes room for another batch.
  mutating func didConsume() { consumedCount += 1 }

  /// Ends the run by an error of the batch at `index`, unless an earlier one failed.
  mutating func fail(at index: Int, _ error: any Error) {
    guard isWanted(index) else { return }
    failure = (index, error)
    measured = measured.filter { $0.key < index }
    finished = finished.filter { $0.key < index }
  }

  /// Ends the run by an error in placing the last batch that was given to the caller.
  mutating func failPlacing(_ error: any Error) { fail(at: placedCount - 1, error) }

  /// Ends the run at once: nothing more is placed or consumed.
  mutating func stop(_ error: any Error) { fail(at: consumedCount, error) }

  /// Takes the waiting caller, if there is now a step for it.
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
