import GalleyFrames
import GalleyPrimitives
import GalleyWorkers

/// The requests for pictures between the main queue and the workers, and the results on their way back.
///
/// A value without clock or thread; workers and the main queue share it behind a lock.
struct PictureQueue: Sendable {
  /// The maximum number of waiting requests; requests above it are made again later.
  static let limit = 1024

  /// The reason why workers can make no more pictures.
  private(set) var error: (any Error)?
  /// The number of workers that take tasks.
  private(set) var activeCount = 0
  /// The maximum number of workers that take tasks, as of the last requests.
  private var workerLimit = Int.max
  /// The work of the workers over time; `nil` if it is not recorded.
  var spans: [WorkSpan]?
  /// The maximum number of bytes of pictures that are kept, begun or on their way, above which no task
  /// begins; `nil` for no limit.
  var byteLimit: Int?
  /// The maximum number of bytes that pictures have taken: kept, begun and on their way.
  private(set) var mostByteCount = 0

  /// The states of requests; a task stays begun until the main queue takes its result.
  private var table: RequestTable<PictureRequest>
  /// The results that the main queue has not taken.
  private var made: [MadePicture] = []
  /// The pictures that nothing needs any more; see ``discard(_:)``.
  private var discarded: [RowPicture] = []
  /// The bytes of the pictures that the main queue keeps.
  private var keptByteCount = 0
  /// The maximum number of bytes of the tasks that have not ended.
  private var begunByteCount = 0

  /// Makes an empty queue.
  init(limit: Int = Self.limit) { table = RequestTable(limit: limit) }

  /// The counts of all tasks.
  var ledger: RequestLedger { table.ledger }

  /// The number of waiting requests.
  var waitingCount: Int { table.waitingCount }

  /// The maximum number of requests that have waited at one time.
  var mostWaiting: Int { table.mostWaiting }

  /// Whether no request waits, runs, or is on its way to the main queue.
  var isIdle: Bool { activeCount == 0 && table.waitingCount == 0 && made.isEmpty }

  /// Whether the main queue has to take results.
  var hasNews: Bool { !made.isEmpty || error != nil || byteLimit != nil }

  /// Replaces the requests, and supersedes all others.
  ///
  /// - Parameters:
  ///   - wanted: The requests, most urgent first.
  ///   - keptByteCount: The bytes of the pictures that the main queue keeps.
  ///   - workerCount: The maximum number of workers; others end their turn after their tasks.
  ///   - now: The current time.
  /// - Returns: The number of workers to wake.
  mutating func request(
    _ wanted: [PictureRequest],
    keptByteCount: Int = 0, workerCount: Int, at now: Duration = .zero
  ) -> Int {
    self.keptByteCount = keptByteCount
    workerLimit = workerCount
    table.replace(with: wanted, at: now)
    return wake()
  }

  /// Returns the number of workers to wake for the waiting requests; from now on they count as active.
  private mutating func wake() -> Int {
    guard error == nil, hasRoom else { return 0 }
    let woken = max(0, min(table.waitingCount, workerLimit - activeCount))
    activeCount += woken
    return woken
  }

  /// Returns the number of workers to wake because memory may be free again.
  mutating func wakeForRoom() -> Int { byteLimit == nil ? 0 : wake() }

  /// Whether the next picture fits into memory.
  ///
  /// All requests together fit. If the next one does not, a superseded task is still under way, and its end
  /// makes room.
  private var hasRoom: Bool {
    guard let byteLimit, let next = table.first else { return true }
    // Without a task under way, no end would make room.
    return table.begunCount == 0 || keptByteCount + begunByteCount + next.byteCount <= byteLimit
  }

  /// Takes the most urgent request; `nil`, which ends the worker's turn, if none waits, if it does not fit, or
  /// if too many workers are active.
  mutating func next() -> PictureTask? {
    guard error == nil, activeCount <= workerLimit, hasRoom, let task = table.begin() else {
      activeCount -= 1
      return nil
    }
    begunByteCount += task.request.byteCount
    mostByteCount = max(mostByteCount, keptByteCount + begunByteCount)
    return task
  }

  /// Lets a worker release pictures, because freeing their memory takes longer than the rest of a frame.
  ///
  /// - Returns: Whether a worker will release them: an active one does before its next task. If not, the caller keeps
  ///   them.
  mutating func discard(_ pictures: [RowPicture]) -> Bool {
    guard activeCount > 0 else { return pictures.isEmpty }
    discarded += pictures
    return true
  }

  /// Returns the pictures that the calling worker has to release.
  mutating func takeDiscarded() -> [RowPicture] {
    guard !discarded.isEmpty else { return [] }
    defer { discarded = [] }
    return discarded
  }

  /// Whether a task is still wanted; check points call this.
  func isWanted(_ task: PictureTask) -> Bool { table.isWanted(task) }

  /// Takes the result of a worker, for the main queue.
  mutating func deliver(_ picture: MadePicture) { made.append(picture) }

  /// Ends a superseded task.
  mutating func supersede(
    _ task: PictureTask, at checkPoint: CheckPoint, work: Duration, now: Duration = .zero
  ) {
    begunByteCount -= task.request.byteCount
    table.supersede(task, at: checkPoint, work: work, now: now)
  }

  /// Ends a task and stops the queue, because a worker has no fonts or no memory.
  mutating func fail(_ task: PictureTask, _ error: any Error) {
    self.error = self.error ?? error
    supersede(task, at: .beforeStart, work: .zero)
  }

  /// Returns the results since the last call.
  ///
  /// This is the last check point: late results are not shown.
  mutating func takeMade(
    at now: Duration = .zero
  ) -> (shown: [MadePicture], late: [MadePicture]) {
    var (shown, late): ([MadePicture], [MadePicture]) = ([], [])
    swap(&shown, &made)
    shown.removeAll { picture in
      begunByteCount -= picture.task.request.byteCount
      guard table.finish(picture.task, work: picture.work, at: now) else {
        late.append(picture)
        return true
      }
      keptByteCount += picture.picture?.byteCount ?? 0
      return false
    }
    return (shown, late)
  }
}
