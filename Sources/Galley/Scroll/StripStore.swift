import GalleyFeed
import GalleyFrames
import GalleyHandles
import GalleyPNG
import GalleyWorkers

/// The strips near the viewport: made by workers in the order in which they are wanted, shown by the
/// main queue, evicted when they are no longer near.
@MainActor
final class StripStore {
  /// Called after strips came, or could not be made.
  var onChange: () -> Void = {}
  /// Items that could not be set or drawn.
  private(set) var failures: [RowFailure] = []
  /// Images that were left out, by the row's index.
  private(set) var imageFailures: [(index: Int, ImageError)] = []
  /// Why no more strips can be made.
  private(set) var error: (any Error)?

  private let table: ScrollTable
  private let pool: WorkerPool<ScrollWorker>
  private let queue = Monitor(StripQueue())
  private var strips: [StripKey: [Strip]] = [:]
  private var jobCount = 0
  /// The rows that were told of, by their index.
  private var failedRows: Set<Int> = []

  init(table: ScrollTable, pool: WorkerPool<ScrollWorker>) {
    self.table = table
    self.pool = pool
  }

  /// Every task's end so far.
  var ledger: RequestLedger { queue.withLock { $0.ledger } }

  /// How many strips are held.
  var count: Int { strips.count }

  /// Whether no worker is busy.
  var isIdle: Bool { jobCount == 0 }

  /// The strips of some pixel rows of a picture; `nil` while they are not there.
  func strips(for key: StripKey) -> [Strip]? { strips[key] }

  /// Hands in what the main queue has drawn.
  func add(_ drawn: DrawnPixels, for key: StripKey) {
    note(drawn.failure, drawn.imageFailures, of: key)
    queue.withLock { $0.add(drawn.pixels, for: key) }
  }

  /// Replaces what is wanted, most urgent first; evicts everything else.
  func want(_ keys: [StripKey]) {
    let wanted = Set(keys)
    strips = strips.filter { wanted.contains($0.key) }
    let missing = keys.filter { strips[$0] == nil }
    queue.withLock { $0.request(missing) }
    startJobs()
  }

  /// Keeps all workers busy while anything waits: one strip in hand, one to follow.
  private func startJobs() {
    guard error == nil else { return }
    let waitingCount = queue.withLock { $0.waitingCount }
    for _ in 0..<max(0, min(waitingCount, 2 * pool.count - jobCount)) {
      jobCount += 1
      Task { await runJob() }
    }
  }

  private func runJob() async {
    do {
      let (queue, table) = (queue, table)
      let made = try await pool.run { try makeNext(from: queue, table: table, with: $0) }
      if let made { show(made) }
    } catch {
      self.error = self.error ?? error
    }
    jobCount -= 1
    startJobs()
    onChange()
  }

  /// The last check point: what came too late is not shown.
  private func show(_ made: MadeStrips) {
    note(made.drawn.failure, made.drawn.imageFailures, of: made.request.row)
    guard queue.withLock({ $0.finish(made.request, work: made.work) }) else { return }
    strips[made.request.row] = made.drawn.strips
  }

  private func note(_ failure: RowFailure?, _ imageFailures: [ImageError], of key: StripKey) {
    guard failure != nil || !imageFailures.isEmpty, let item = table.item(key.picture),
      failedRows.insert(item.index).inserted
    else { return }
    if let failure { failures.append(failure) }
    self.imageFailures += imageFailures.map { (item.index, $0) }
  }
}

/// A strip that a worker has made.
private struct MadeStrips: Sendable {
  var request: RasterRequest<StripKey>
  var drawn: DrawnStrips
  var work: Duration
}

/// Makes the most urgent strip, on a worker; `nil` where there is none, or it was superseded.
private func makeNext(
  from queue: Monitor<StripQueue>, table: ScrollTable, with worker: ScrollWorker
) throws -> MadeStrips? {
  guard let task = queue.withLock({ $0.next() }), let item = table.item(task.request.row.picture)
  else { return nil }
  let (request, rows) = (task.request, task.request.row.rows)
  let start = ContinuousClock.now
  func isWanted() -> Bool { queue.withLock { $0.isWanted(request) } }
  func supersede(at checkPoint: CheckPoint) {
    let work = ContinuousClock.now - start
    queue.withLock { $0.supersede(request, at: checkPoint, work: work) }
  }
  let made: DrawnStrips
  do {
    if let pixels = task.drawn {
      made = DrawnStrips(strips: [worker.strip(of: pixels)])
    } else if let drawn = try worker.strips(of: item, rows: rows, isWanted: isWanted) {
      made = drawn
    } else {
      supersede(at: .betweenStages)
      return nil
    }
  } catch {
    supersede(at: .beforeStart)
    throw error
  }
  guard isWanted() else {
    supersede(at: .afterEncoding)
    return nil
  }
  return MadeStrips(request: request, drawn: made, work: ContinuousClock.now - start)
}
