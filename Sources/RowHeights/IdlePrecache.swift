public import GalleyPrimitives

/// Decides which height to measure while the main queue is idle.
///
/// Each idle pass measures one row. The search begins at a row near the user, goes down to the end,
/// and then continues from the top. Nothing is measured while the user tracks, or if less time is
/// left in the frame than a row is expected to take. Each pass checks rows against the table's
/// current state, so there is no list that an edit could make stale, and starting is O(1).
///
/// This value has no clock and no thread: times come in, decisions go out.
public struct IdlePrecache: Hashable, Sendable {
  /// The action of an idle pass.
  public enum Decision: Hashable, Sendable {
    /// Measure this row, then report the time it took.
    case measure(RowPath)
    /// Nothing yet: the next pass checks more rows.
    case lookOn
    /// Nothing: the user tracks.
    case waitForTracking
    /// Nothing: too little time is left in the frame.
    case waitForFrame
    /// Nothing more: all heights are known.
    case done
  }

  /// Counts of idle passes by result.
  public struct Statistics: Hashable, Sendable {
    /// Rows that were measured.
    public var measuredCount = 0
    /// Rows whose height was already known.
    public var knownCount = 0
    /// Passes during which the user tracked.
    public var trackedCount = 0
    /// Passes in which too little time was left in the frame.
    public var shortCount = 0
    /// The number of starts, including the first.
    public var startCount = 0

    /// Makes counts of zero.
    public init() {}
  }

  /// The maximum number of rows checked in a pass.
  public static let lookLimit = 256

  /// The counts so far.
  public private(set) var statistics = Statistics()
  /// The expected time for a row: the longest recent time, which decays by an eighth per row.
  public private(set) var expectedCost = Duration.zero

  private var cursor: RowPath?
  private var first = RowPath(section: 0, row: 0)
  private var hasWrapped = false

  /// Makes a value that has nothing to do until it is started.
  public init() {}

  /// Whether rows remain to be checked.
  public var isRunning: Bool { cursor != nil }

  /// Starts to check all rows, from `first` on; earlier progress is discarded.
  public mutating func start(from first: RowPath = RowPath(section: 0, row: 0)) {
    statistics.startCount += 1
    self.first = first
    cursor = first
    hasWrapped = false
  }

  /// Stops checking.
  public mutating func stop() { cursor = nil }

  /// Decides the action of this idle pass.
  ///
  /// - Parameters:
  ///   - rowCounts: The number of rows in each section now.
  ///   - isTracking: Whether the user tracks, or an animation runs.
  ///   - timeLeft: The time left in the frame's budget; `nil` if no frame is due.
  ///   - isKnown: Whether the height of a row is known.
  /// - Returns: The action.
  /// - Complexity: O(sections + ``lookLimit``).
  public mutating func decide(
    rowCounts: [Int], isTracking: Bool, timeLeft: Duration?, isKnown: (RowPath) -> Bool
  ) -> Decision {
    guard cursor != nil else { return .done }
    guard !isTracking else {
      statistics.trackedCount += 1
      return .waitForTracking
    }
    if let timeLeft, timeLeft <= .zero || timeLeft < expectedCost {
      statistics.shortCount += 1
      // Decay also here: a row that once took longer than any frame's remainder must not stop
      // precaching.
      expectedCost = expectedCost * 7 / 8
      return .waitForFrame
    }
    for _ in 0..<Self.lookLimit {
      guard let path = next(rowCounts) else {
        cursor = nil
        return .done
      }
      guard isKnown(path) else { return .measure(path) }
      statistics.knownCount += 1
    }
    return .lookOn
  }

  /// Reports how long the measured row took.
  public mutating func finish(taking cost: Duration) {
    statistics.measuredCount += 1
    expectedCost = max(cost, expectedCost * 7 / 8)
  }

  /// Advances to the next existing row.
  private mutating func next(_ rowCounts: [Int]) -> RowPath? {
    guard var path = cursor else { return nil }
    while true {
      if hasWrapped, path >= first { return nil }
      guard path.section < rowCounts.count else {
        if hasWrapped { return nil }
        hasWrapped = true
        path = RowPath(section: 0, row: 0)
        continue
      }
      guard path.section >= 0, path.row < rowCounts[path.section] else {
        path = RowPath(section: max(0, path.section + 1), row: 0)
        continue
      }
      path.row = max(0, path.row)
      cursor = RowPath(section: path.section, row: path.row + 1)
      return path
    }
  }
}
