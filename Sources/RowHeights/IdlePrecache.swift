public import GalleyPrimitives

/// Decides which height the main queue measures while it has nothing else to do.
///
/// One row is measured in an idle pass, from a row on that the user is near to, down to the end and
/// then from the top. Nothing is measured while the user tracks, nor where less is left of the frame
/// than a row is expected to take. Rows are looked at as they come, against the table as it is at
/// that moment: there is no list that an edit could make stale, and starting is O(1).
///
/// No clock, no thread: times come in, decisions go out.
public struct IdlePrecache: Hashable, Sendable {
  /// What to do in an idle pass.
  public enum Decision: Hashable, Sendable {
    /// Measure this row, and then tell how long it took.
    case measure(RowPath)
    /// Nothing yet: more rows are to be looked at in the next pass.
    case lookOn
    /// Nothing: the user tracks.
    case waitForTracking
    /// Nothing: too little is left of the frame.
    case waitForFrame
    /// Nothing more: all heights are known.
    case done
  }

  /// What idle passes were used for.
  public struct Statistics: Hashable, Sendable {
    /// Rows that were measured.
    public var measuredCount = 0
    /// Rows whose height was known.
    public var knownCount = 0
    /// Passes in which the user tracked.
    public var trackedCount = 0
    /// Passes in which too little was left of the frame.
    public var shortCount = 0
    /// Starts, the first one included.
    public var startCount = 0

    /// Nothing done yet.
    public init() {}
  }

  /// The most rows that are looked at in a pass.
  public static let lookLimit = 256

  /// What was done so far.
  public private(set) var statistics = Statistics()
  /// What a row is expected to take: the longest of late, fading by an eighth a row.
  public private(set) var expectedCost = Duration.zero

  private var cursor: RowPath?
  private var first = RowPath(section: 0, row: 0)
  private var hasWrapped = false

  /// Nothing to do until it is started.
  public init() {}

  /// Whether heights are still to be looked for.
  public var isRunning: Bool { cursor != nil }

  /// Looks at all rows, from `first` on; what it looked at before no longer counts.
  public mutating func start(from first: RowPath = RowPath(section: 0, row: 0)) {
    statistics.startCount += 1
    self.first = first
    cursor = first
    hasWrapped = false
  }

  /// Ends looking.
  public mutating func stop() { cursor = nil }

  /// What to do in this idle pass.
  ///
  /// - Parameters:
  ///   - rowCounts: The table's sections, as they are now.
  ///   - isTracking: Whether the user tracks, or an animation runs.
  ///   - timeLeft: What is left of the frame's budget; `nil` if no frame is due.
  ///   - isKnown: Whether the height of a row is known.
  /// - Returns: What to do.
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
      // A row that once took longer than any frame leaves must not end this for ever.
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

  /// Tells how long the row took that was to be measured.
  public mutating func finish(taking cost: Duration) {
    statistics.measuredCount += 1
    expectedCost = max(cost, expectedCost * 7 / 8)
  }

  /// Moves on to the next row that there is.
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
