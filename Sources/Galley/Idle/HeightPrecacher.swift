public import GalleyPrimitives
public import GalleyRowHeights
public import GalleyWorkers

/// A table whose heights may be measured before they are asked for.
@MainActor
public protocol PrecachingTable: AnyObject {
  /// The number of rows of each section.
  var rowCounts: [Int] { get }

  /// Whether the user tracks, or an animation runs.
  var isTracking: Bool { get }

  /// What is left of the frame's budget; `nil` if no frame is due.
  var timeLeft: Duration? { get }

  /// Whether the height of a row is known; asked for rows that there are.
  func isHeightKnown(at path: RowPath) -> Bool

  /// Measures the height of a row, and keeps it.
  func measureHeight(at path: RowPath)
}

/// Measures a table's heights while the main queue is idle, one a pass.
///
/// FDTemplateLayoutCell had this until 1.3 and gave it up: passes piled up, worked on lists that edits
/// had made stale, ignored the frame, and outlived their table. Here one pass runs at a time; a start
/// replaces it; rows are looked at as they come (``GalleyRowHeights/IdlePrecache``); it ends with its table, which it
/// does not keep alive.
@MainActor
public final class HeightPrecacher<Source: IdleSource> {
  private let source: Source
  private let now: @MainActor () -> ContinuousClock.Instant
  private weak var table: (any PrecachingTable)?
  private var precache = IdlePrecache()

  /// A precacher that is not started.
  ///
  /// - Parameters:
  ///   - table: The table; it is not kept alive.
  ///   - source: Tells of idle passes.
  ///   - now: The clock by which rows are timed.
  public init(
    _ table: any PrecachingTable, source: Source,
    now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.table = table
    self.source = source
    self.now = now
  }

  /// What idle passes were used for.
  public var statistics: IdlePrecache.Statistics { precache.statistics }

  /// Whether heights are still looked for.
  public var isRunning: Bool { precache.isRunning }

  /// Looks at all rows, from `first` on: call it when the table was loaded, edited, or got another
  /// width.
  public func start(from first: RowPath = RowPath(section: 0, row: 0)) {
    precache.start(from: first)
    source.start { [weak self] in self?.pass() ?? .done }
  }

  /// Measures no more.
  public func stop() {
    precache.stop()
    source.stop()
  }

  private func pass() -> IdleProgress {
    guard let table else {
      precache.stop()
      return .done
    }
    let decision = precache.decide(
      rowCounts: table.rowCounts, isTracking: table.isTracking, timeLeft: table.timeLeft,
      isKnown: table.isHeightKnown(at:))
    switch decision {
    case .measure(let path):
      let start = now()
      table.measureHeight(at: path)
      precache.finish(taking: start.duration(to: now()))
      return .more
    case .lookOn: return .more
    case .waitForTracking, .waitForFrame: return .later
    case .done: return .done
    }
  }

  isolated deinit { source.stop() }
}
