/// The counts of tasks: each started task ends once, as finished or as superseded.
///
/// A task starts when its request begins to wait.
public struct RequestLedger: Hashable, Sendable {
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

  /// A ledger without counts.
  public init() {}

  /// The tasks that have not ended.
  public var openCount: Int { startedCount - finishedCount - supersededCount }

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

  /// Counts a task that starts.
  @usableFromInline mutating func start() { startedCount += 1 }

  /// Counts a task whose result was used, after the time `work`.
  @usableFromInline mutating func finish(work: Duration) {
    finishedCount += 1
    finishedWork += work
  }

  /// Counts a task that detected at `checkPoint`, `latency` after the fact, that it was superseded.
  @usableFromInline mutating func supersede(
    at checkPoint: CheckPoint, work: Duration, latency: Duration = .zero
  ) {
    latencies[checkPoint.rawValue] = max(latencies[checkPoint.rawValue], latency)
    supersededCounts[checkPoint.rawValue] += 1
    wastedWork += work
  }
}
