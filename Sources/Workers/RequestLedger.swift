public import GalleyPrimitives

/// Accounts for every task: each one started ends in exactly one of finished or superseded.
public struct RequestLedger: Sendable {
  /// A task that was started.
  public struct RequestID: Hashable, Sendable {
    /// The task's place in the order of starts.
    public let number: Int
    /// The round it was started for.
    public let generation: Generation

    /// Hashes the number, which no other task has.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// The tasks started so far.
  public private(set) var startedCount = 0
  /// The tasks whose result was used.
  public private(set) var finishedCount = 0
  /// The time that went into results that were used.
  public private(set) var finishedWork = Duration.zero
  /// The time that went into results that were not used.
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

  /// The tasks that were found superseded at `checkPoint`.
  public func supersededCount(at checkPoint: CheckPoint) -> Int {
    supersededCounts[checkPoint.rawValue]
  }

  /// The longest time from a task's being superseded until it found out at `checkPoint`: whether check
  /// points are dense enough.
  public func longestLatency(at checkPoint: CheckPoint) -> Duration {
    latencies[checkPoint.rawValue]
  }

  /// The share of all work that was wasted, 0 to 1; 0 when there was none.
  public var wastedShare: Double {
    let all = finishedWork + wastedWork
    return all == .zero ? 0 : wastedWork / all
  }

  /// Enters a task made for `generation`.
  public mutating func start(_ generation: Generation) -> RequestID {
    defer { startedCount += 1 }
    let id = RequestID(number: startedCount, generation: generation)
    open.insert(id)
    return id
  }

  /// Ends a task whose result was used, after `work`.
  ///
  /// - Throws: ``LedgerError/alreadyEnded(_:)``.
  public mutating func finish(_ id: RequestID, work: Duration) throws(LedgerError) {
    guard open.remove(id) != nil else { throw .alreadyEnded(id) }
    finishedCount += 1
    finishedWork += work
  }

  /// Ends a task that was found superseded at `checkPoint`, after `work`, and `latency` after it was
  /// superseded.
  ///
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

/// Why a ledger refuses an entry.
public enum LedgerError: Error, Hashable, Sendable {
  /// The task has ended before, or was never started here.
  case alreadyEnded(RequestLedger.RequestID)
}
