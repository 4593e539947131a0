public import GalleyPrimitives
public import GalleyRowHeights
public import GalleyWorkers

/// A table whose heights can be measured ahead of time.
@MainActor
public protocol PrecachingTable: AnyObject {
  /// The number of rows of each section.
  var rowCounts: [Int] { get }

  /// Whether the user drags, or an animation runs.
  var isTracking: Bool { get }

  /// The rest of the frame's budget; `nil` if no frame is due.
  var timeLeft: Duration? { get }

  /// Whether the height of an existing row is known.
  func isHeightKnown(at path: RowPath) -> Bool

  /// Measures the height of a row, and keeps it.
  func measureHeight(at path: RowPath)
}

/// Measures a table's heights while the main queue is idle, one a pass.
///
/// FDTemplateLayoutCell had this until version 1.3 and removed it: passes accumulated, used lists that edits
/// had made stale, ignored the frame, and outlived their table. Here only one pass runs at a time, a new
/// start replaces it, it reads the current rows (``/GalleyRowHeights/IdlePrecache``), and it ends with its
/// table, to which it has a weak reference.
@MainActor
public final class HeightPrecacher<Source: IdleSource> {
  private let source: Source
  private let now: @MainActor () -> ContinuousClock.Instant
  private weak var table: (any PrecachingTable)?
  private var precache = IdlePrecache()

  /// Makes a precacher, which is not started.
  ///
  /// - Parameters:
  ///   - table: The table; the reference is weak.
  ///   - source: The source of idle passes.
  ///   - now: The clock that times rows.
  public init(
    _ table: any PrecachingTable, source: Source,
    now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.table = table
    self.source = source
    self.now = now
  }

  /// The counts of idle passes.
  public var statistics: IdlePrecache.Statistics { precache.statistics }

  /// Whether the precacher still looks for unknown heights.
  public var isRunning: Bool { precache.isRunning }

  /// Starts with the row `first`; call it after the table was loaded, edited, or changed its width.
  public func start(from first: RowPath = RowPath(section: 0, row: 0)) {
    precache.start(from: first)
    source.start { [weak self] in self?.pass() ?? .done }
  }

  /// Stops measuring.
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
