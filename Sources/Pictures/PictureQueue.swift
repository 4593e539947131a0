import GalleyFeed
import GalleyFrames
import GalleyHandles
import GalleyPrimitives
import GalleyWorkers

/// Decides which picture is made next, and accounts for each task.
///
/// A value without clock or thread; workers and the main queue share it behind a lock.
struct PictureQueue: Sendable {
  /// A request that a worker has begun.
  struct Task: Sendable {
    var request: RasterRequest<PictureRequest>
    var item: FeedItem
  }

  /// The maximum number of waiting requests; requests above it are made again later.
  static let limit = 1024

  /// The account of all tasks.
  private(set) var ledger = RequestLedger()
  /// The maximum number of requests that have waited at one time.
  private(set) var mostWaiting = 0
  /// The reason why workers can make no more pictures.
  private(set) var error: (any Error)?
  /// The number of workers that take tasks.
  private(set) var activeCount = 0
  /// The work of the workers over time; `nil` if it is not recorded.
  var spans: [WorkSpan]?
  /// The maximum number of bytes of pictures that are kept, begun or on their way, above which no task
  /// begins; `nil` for no limit.
  var byteLimit: Int?
  /// The maximum number of bytes that pictures have taken: kept, begun and on their way.
  private(set) var mostByteCount = 0

  private var schedule = RasterSchedule<PictureRequest>(limit: Self.limit)
  private var generation = Generation()
  /// The waiting requests.
  private var waiting: [PictureRequest: Waiting] = [:]
  /// The tasks that have begun, until the main queue takes their results or they are superseded.
  private var begun: [RasterRequest<PictureRequest>: Begun] = [:]
  private var made: [MadePicture] = []
  /// The bytes of the kept pictures, and the maximum for the tasks that have begun.
  private var byteCount = 0

  /// A waiting request: its entry in the ledger, its item, and the maximum number of bytes.
  private struct Waiting: Sendable {
    var entry: RequestLedger.RequestID
    var item: FeedItem
    var byteCount: Int
  }

  /// A task that has begun: its entry in the ledger, the maximum number of bytes, and the time at which it
  /// was superseded.
  private struct Begun: Sendable {
    var entry: RequestLedger.RequestID
    var byteCount: Int
    var supersededAt: Duration?

    /// Returns the time between the task's supersession and its end.
    func latency(until now: Duration) -> Duration {
      supersededAt.map { max(.zero, now - $0) } ?? .zero
    }
  }

  /// The number of waiting requests.
  var waitingCount: Int { schedule.waitingCount }

  /// Whether no request waits, runs, or is on its way to the main queue.
  var isIdle: Bool { activeCount == 0 && schedule.waitingCount == 0 && made.isEmpty }

  /// Whether the main queue has to take results.
  var hasNews: Bool { !made.isEmpty || error != nil || byteLimit != nil }

  /// Replaces the requests, and supersedes all others.
  ///
  /// - Parameters:
  ///   - wanted: The requests, most urgent first.
  ///   - keptByteCount: The bytes of the pictures that the main queue keeps.
  ///   - workerCount: The number of workers.
  ///   - now: The current time.
  /// - Returns: The number of workers to wake.
  mutating func request(
    _ wanted: [WantedPicture],
    keptByteCount: Int = 0, workerCount: Int, at now: Duration = .zero
  ) -> Int {
    byteCount = begun.values.reduce(keptByteCount) { $0 + $1.byteCount }
    generation = generation.next
    let superseded = schedule.reschedule(
      wanted.map { RasterRequest(row: $0.request, key: $0.request.key, generation: generation) })
    for request in superseded {
      guard let known = waiting.removeValue(forKey: request.row) else { continue }
      enter(known.entry, at: .beforeStart, work: .zero)
    }
    for (request, task) in begun where task.supersededAt == nil && !schedule.isWanted(request) {
      begun[request]?.supersededAt = now
    }
    // The waiting requests have the order of `wanted`.
    var rest = wanted[...]
    for request in schedule.waiting {
      while let first = rest.first, first.request != request.row { rest.removeFirst() }
      guard let first = rest.first, waiting[first.request] == nil else { continue }
      waiting[first.request] = Waiting(
        entry: ledger.start(request.generation), item: first.item, byteCount: first.byteCount)
    }
    mostWaiting = max(mostWaiting, schedule.waitingCount)
    return wake(workerCount: workerCount)
  }

  /// Returns the number of workers to wake for the waiting requests; from now on they count as active.
  private mutating func wake(workerCount: Int) -> Int {
    guard error == nil, hasRoom else { return 0 }
    let woken = max(0, min(schedule.waitingCount, workerCount - activeCount))
    activeCount += woken
    return woken
  }

  /// Returns the number of workers to wake because memory may be free again.
  mutating func wakeForRoom(workerCount: Int) -> Int {
    byteLimit == nil ? 0 : wake(workerCount: workerCount)
  }

  /// Whether the next picture fits into memory.
  ///
  /// All requests together fit. If the next one does not, a superseded task is still under way, and its end
  /// makes room.
  private var hasRoom: Bool {
    guard let byteLimit, let next = schedule.waiting.first else { return true }
    // Without a task under way, no end would make room.
    return begun.isEmpty || byteCount + (waiting[next.row]?.byteCount ?? 0) <= byteLimit
  }

  /// Takes the most urgent request; `nil`, which ends the worker's turn, if none waits or it does not fit.
  mutating func next() -> Task? {
    while error == nil, hasRoom, let request = schedule.next() {
      guard let known = waiting.removeValue(forKey: request.row) else {
        preconditionFailure("a request that was not entered: \(request)")
      }
      begun[request] = Begun(entry: known.entry, byteCount: known.byteCount)
      byteCount += known.byteCount
      mostByteCount = max(mostByteCount, byteCount)
      return Task(request: request, item: known.item)
    }
    activeCount -= 1
    return nil
  }

  /// Whether a task is still wanted; check points call this.
  func isWanted(_ request: RasterRequest<PictureRequest>) -> Bool { schedule.isWanted(request) }

  /// Takes the result of a worker, for the main queue.
  mutating func deliver(_ picture: MadePicture) { made.append(picture) }

  /// Ends a superseded task.
  mutating func supersede(
    _ request: RasterRequest<PictureRequest>, at checkPoint: CheckPoint, work: Duration,
    now: Duration = .zero
  ) {
    _ = schedule.end(request)
    guard let task = end(request) else { return }
    enter(task.entry, at: checkPoint, work: work, latency: task.latency(until: now))
  }

  /// Removes a task that has begun.
  private mutating func end(_ request: RasterRequest<PictureRequest>) -> Begun? {
    guard let task = begun.removeValue(forKey: request) else { return nil }
    byteCount -= task.byteCount
    return task
  }

  /// Ends a task and stops the queue, because a worker has no fonts or no memory.
  mutating func fail(_ request: RasterRequest<PictureRequest>, _ error: any Error) {
    self.error = self.error ?? error
    supersede(request, at: .beforeStart, work: .zero)
  }

  /// Returns the results since the last call.
  ///
  /// This is the last check point: late results are not shown.
  mutating func takeMade(
    at now: Duration = .zero
  ) -> (shown: [MadePicture], late: [MadePicture]) {
    var (shown, late): ([MadePicture], [MadePicture]) = ([], [])
    for picture in made {
      let isWanted = schedule.end(picture.request)
      if isWanted { byteCount += picture.picture?.byteCount ?? 0 }
      if let task = end(picture.request) {
        enter(
          task.entry, at: isWanted ? nil : .beforeShowing, work: picture.work,
          latency: isWanted ? .zero : task.latency(until: now))
      }
      if isWanted { shown.append(picture) } else { late.append(picture) }
    }
    made = []
    return (shown, late)
  }

  /// Records the end of a task: at a check point, or finished.
  private mutating func enter(
    _ entry: RequestLedger.RequestID, at checkPoint: CheckPoint?, work: Duration,
    latency: Duration = .zero
  ) {
    do {
      if let checkPoint {
        try ledger.supersede(entry, at: checkPoint, work: work, latency: latency)
      } else {
        try ledger.finish(entry, work: work)
      }
    } catch {
      preconditionFailure("a task ended twice: \(error)")
    }
  }
}
