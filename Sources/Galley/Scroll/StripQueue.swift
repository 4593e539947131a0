import GalleyPrimitives
import GalleyWorkers

/// Some pixel rows of a picture, as a strip holds them.
struct StripKey: Hashable, Sendable {
  var picture: ContentKey
  /// The pixel rows, from the picture's top.
  var rows: Range<Int>
}

/// A strip to make.
struct StripTask: Sendable {
  var request: RasterRequest<StripKey>
  /// The pixels, where the main queue has drawn them.
  var drawn: PixelRows?
}

/// Decides which strip is made next, and accounts for each one that was begun.
///
/// No clock, no thread: workers and the main queue share it behind a lock.
struct StripQueue: Sendable {
  /// Every task's end.
  private(set) var ledger = RequestLedger()

  /// Without a limit: a frame waits for each strip that it asked for once.
  private var schedule = RasterSchedule<StripKey>(limit: .max)
  private var generation = Generation()
  private var waiting: [StripKey: RequestLedger.RequestID] = [:]
  private var running: [RasterRequest<StripKey>: RequestLedger.RequestID] = [:]
  private var drawn: [StripKey: PixelRows] = [:]

  /// The number of strips that no worker has begun.
  var waitingCount: Int { schedule.waitingCount }

  /// Hands in pixels that a strip is to be made from.
  mutating func add(_ pixels: PixelRows, for key: StripKey) { drawn[key] = pixels }

  /// Replaces what is wanted, most urgent first, and supersedes the rest.
  mutating func request(_ keys: [StripKey]) {
    generation = generation.next
    let superseded = schedule.reschedule(
      keys.map { RasterRequest(row: $0, key: $0.picture, generation: generation) })
    for request in superseded {
      drawn[request.row] = nil
      guard let entry = waiting.removeValue(forKey: request.row) else { continue }
      enter(entry, at: .beforeStart, work: .zero)
    }
    for request in schedule.waiting where waiting[request.row] == nil {
      waiting[request.row] = ledger.start(request.generation)
    }
  }

  /// Takes the most urgent strip; `nil` when nothing waits.
  mutating func next() -> StripTask? {
    guard let request = schedule.next() else { return nil }
    running[request] = waiting.removeValue(forKey: request.row)
    return StripTask(request: request, drawn: drawn.removeValue(forKey: request.row))
  }

  /// Whether a strip that was taken is still wanted: what a check point asks.
  func isWanted(_ request: RasterRequest<StripKey>) -> Bool { schedule.isWanted(request) }

  /// Ends a task that a worker has finished; whether its strip is wanted.
  mutating func finish(_ request: RasterRequest<StripKey>, work: Duration) -> Bool {
    let isWanted = schedule.end(request)
    guard let entry = running.removeValue(forKey: request) else { return isWanted }
    enter(entry, at: isWanted ? nil : .beforeShowing, work: work)
    return isWanted
  }

  /// Ends a task that a worker found superseded.
  mutating func supersede(
    _ request: RasterRequest<StripKey>, at checkPoint: CheckPoint, work: Duration
  ) {
    _ = schedule.end(request)
    guard let entry = running.removeValue(forKey: request) else { return }
    enter(entry, at: checkPoint, work: work)
  }

  /// Enters a task's end: at a check point, or finished.
  private mutating func enter(
    _ entry: RequestLedger.RequestID, at checkPoint: CheckPoint?, work: Duration
  ) {
    do {
      if let checkPoint {
        try ledger.supersede(entry, at: checkPoint, work: work)
      } else {
        try ledger.finish(entry, work: work)
      }
    } catch {
      preconditionFailure("a task ended twice: \(error)")
    }
  }
}
