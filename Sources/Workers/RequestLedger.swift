public import GalleyPrimitives

/// Counts tasks: each started task ends once, as finished or as superseded.
public struct RequestLedger: Sendable {
  /// A task that was started.
  public struct RequestID: Hashable, Sendable {
    /// The number of tasks started before it.
    public let number: Int
    /// The round that started the task.
    public let generation: Generation

    /// Hashes the number, which is unique.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// The tasks started so far.
  public private(set) var startedCount = 0
  /// The tasks whose result was used.
  public private(set) var finishedCount = 0
  /// The time of the work whose result was used.
  public private(set) var finishedWork = Duration.zero
  /// The time of the work whose result was not used.
  public private(set) var wastedWork = Duration.zero

  private var latencies = Array(repeating: Duration.zero, count: CheckPoint.allCases.count)
  private var supersededCounts = Array(repeating: 0, count: CheckPoint.allCases.count)
  private var open: Set<RequestID> = []

  /// A ledger without entries.
  public init() {}

  /// The tasks that have not ended.
  public var openCount: Int { open.count }

  /// The tasks whose result was not used.
  public var supersededCount: Int { supersededCounts.reduce(0, +) }

  /// The tasks that detected at `checkPoint` that they were superseded.
  public func supersededCount(at checkPoint: CheckPoint) -> Int {
    supersededCounts[checkPoint.rawValue]
  }

  /// The longest time from superseding a task to its detection at `checkPoint`.
  ///
  /// It shows whether check points are frequent enough.
  public func longestLatency(at checkPoint: CheckPoint) -> Duration {
    latencies[checkPoint.rawValue]
  }

  /// The share of all work that was wasted, 0 to 1; 0 without any work.
  public var wastedShare: Double {
    let all = finishedWork + wastedWork
    return all == .zero ? 0 : wastedWork / all
  }

  /// Adds a task of `generation`.
  public mutating func start(_ generation: Generation) -> RequestID {
    defer { startedCount += 1 }
    let id = RequestID(number: startedCount, generation: generation)
    open.insert(id)
    return id
  }

  /// Ends a task whose result was used, after the time `work`.
  ///
  /// - Throws: ``LedgerError/alreadyEnded(_:)``.
  public mutating func finish(_ id: RequestID, work: Duration) throws(LedgerError) {
    guard open.remove(id) != nil else { throw .alreadyEnded(id) }
    finishedCount += 1
    finishedWork += work
  }

  /// Ends a task that detected at `checkPoint` that it was superseded.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - checkPoint: The check point.
  ///   - work: The time that the task took.
  ///   - latency: The time from superseding the task to its detection.
  /// - Throws: ``LedgerError/alreadyEnded(_:)``.
  public mutating func supersede(
    _ id: RequestID, at checkPoint: CheckPoint, work: Duration, latency: Duration = .zero
  ) throws(LedgerError) {
    guard open.remove(id) != nil else { throw .alreadyEnded(id) }
    latencies[checkPoint.rawValue] = max(latencies[checkPoint.rawValue], latency)
    supersededCounts[checkPoint.rawValue] += 1
    wastedWork += work
  }
}

/// The error of a wrong entry of a ledger.
public enum LedgerError: Error, Hashable, Sendable {
  /// The task has ended already, or belongs to another ledger.
  case alreadyEnded(RequestLedger.RequestID)
}
