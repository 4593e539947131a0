import GalleyFeed
import GalleyFrames
import GalleyHandles
import GalleyPrimitives
import GalleyWorkers

/// What workers are asked for.
enum PictureRequest: Hashable, Sendable {
  case picture(PictureID)
  /// Only the layout, for a picture that is wanted later.
  case layout(ContentKey)
  /// The height of a row, which is set for that alone.
  case height(row: Int, ContentKey)

  var key: ContentKey {
    switch self {
    case .picture(let id): id.key
    case .layout(let key), .height(_, let key): key
    }
  }

  /// Hashes the key alone: of one content there are few requests.
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A request, what is made for it, and the bytes that it takes at most.
struct WantedPicture: Sendable {
  var request: PictureRequest
  var item: FeedItem
  var byteCount = 0
}

/// A picture that a worker has made, or what stands in its place, on its way to the main queue.
struct MadePicture: Sendable {
  var request: RasterRequest<PictureRequest>
  /// `nil` for a layout.
  var picture: RowPicture?
  var failure: RowFailure?
  var imageFailures: [ImageError] = []
  var work: Duration
}

/// Decides which picture is made next, and accounts for each one that was begun.
///
/// No clock, no thread: workers and the main queue share it behind a lock.
struct PictureQueue: Sendable {
  /// A picture to make.
  struct Task: Sendable {
    var request: RasterRequest<PictureRequest>
    var item: FeedItem
  }

  /// The most requests that wait: what is beyond is asked for again when there is room.
  static let limit = 1024

  /// Every task's end.
  private(set) var ledger = RequestLedger()
  /// The most requests that ever waited.
  private(set) var mostWaiting = 0
  /// Why no more pictures can be made.
  private(set) var error: (any Error)?
  /// The workers that look for tasks.
  private(set) var activeCount = 0
  /// What workers did when, if somebody wants to know.
  var spans: [WorkSpan]?
  /// The most bytes of pictures that are kept, begun or on their way: beyond it none is begun; `nil`
  /// for no such bound.
  var byteLimit: Int?
  /// The most bytes of pictures that ever were kept, begun or on their way.
  private(set) var mostByteCount = 0

  private var schedule = RasterSchedule<PictureRequest>(limit: Self.limit)
  private var generation = Generation()
  /// What is known of each request that waits.
  private var waiting: [PictureRequest: Waiting] = [:]
  /// What was begun, until the main queue takes it or it is given up.
  private var begun: [RasterRequest<PictureRequest>: Begun] = [:]
  private var made: [MadePicture] = []
  /// What the pictures take that the main queue keeps, and at most those that were begun.
  private var byteCount = 0

  /// A request in the ledger, what it is made from, and the bytes that it will take at most.
  private struct Waiting: Sendable {
    var entry: RequestLedger.RequestID
    var item: FeedItem
    var byteCount: Int
  }

  /// A request in the ledger, the bytes that it will take at most, and when it was superseded, if it has
  /// not found out.
  private struct Begun: Sendable {
    var entry: RequestLedger.RequestID
    var byteCount: Int
    var supersededAt: Duration?

    /// How long a task that ends has been superseded.
    func latency(until now: Duration) -> Duration {
      supersededAt.map { max(.zero, now - $0) } ?? .zero
    }
  }

  /// The number of requests that no worker has begun.
  var waitingCount: Int { schedule.waitingCount }

  /// Whether nothing waits, runs, or is on its way to the main queue.
  var isIdle: Bool { activeCount == 0 && schedule.waitingCount == 0 && made.isEmpty }

  /// Whether there is something for the main queue to look at.
  var hasNews: Bool { !made.isEmpty || error != nil || byteLimit != nil }

  /// Replaces what is wanted, most urgent first, and supersedes the rest.
  ///
  /// - Parameters:
  ///   - wanted: What is wanted.
  ///   - keptByteCount: What the pictures take that the main queue keeps.
  ///   - workerCount: The workers that there are.
  ///   - now: When.
  /// - Returns: How many workers have to be woken.
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
    // What waits stands in the order in which it was asked for.
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

  /// How many workers have to be woken, so that what waits is made; they count as active from now on.
  private mutating func wake(workerCount: Int) -> Int {
    guard error == nil, hasRoom else { return 0 }
    let woken = max(0, min(schedule.waitingCount, workerCount - activeCount))
    activeCount += woken
    return woken
  }

  /// How many workers have to be woken, since there may be room again.
  mutating func wakeForRoom(workerCount: Int) -> Int {
    byteLimit == nil ? 0 : wake(workerCount: workerCount)
  }

  /// Whether there is room for the picture that is made next.
  ///
  /// If not, something that nobody wants any more is under way, for all that is wanted fits in; once it
  /// is given up, or the main queue has not taken it, there is.
  private var hasRoom: Bool {
    guard let byteLimit, let next = schedule.waiting.first else { return true }
    // With nothing under way there would be nothing to wait for.
    return begun.isEmpty || byteCount + (waiting[next.row]?.byteCount ?? 0) <= byteLimit
  }

  /// Takes the most urgent task; `nil`, which ends the worker's turn, when nothing waits, or there is no
  /// room for it.
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

  /// Whether a task that was taken is still wanted: what a check point asks.
  func isWanted(_ request: RasterRequest<PictureRequest>) -> Bool { schedule.isWanted(request) }

  /// Takes what a worker has made, for the main queue to show.
  mutating func deliver(_ picture: MadePicture) { made.append(picture) }

  /// Ends a task that a worker found superseded.
  mutating func supersede(
    _ request: RasterRequest<PictureRequest>, at checkPoint: CheckPoint, work: Duration,
    now: Duration = .zero
  ) {
    _ = schedule.end(request)
    guard let task = end(request) else { return }
    enter(task.entry, at: checkPoint, work: work, latency: task.latency(until: now))
  }

  /// Forgets a task that was begun.
  private mutating func end(_ request: RasterRequest<PictureRequest>) -> Begun? {
    guard let task = begun.removeValue(forKey: request) else { return nil }
    byteCount -= task.byteCount
    return task
  }

  /// Ends a task, and with it all others, since there are no fonts or no memory for its worker.
  mutating func fail(_ request: RasterRequest<PictureRequest>, _ error: any Error) {
    self.error = self.error ?? error
    supersede(request, at: .beforeStart, work: .zero)
  }

  /// Hands over what was made since the last call: the last check point, for what came too late is
  /// not shown.
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

  /// Enters a task's end: at a check point, or finished.
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
