import GalleyPrimitives
import GalleyWorkers

/// Workers on a virtual clock: they take tasks from the real schedule and are busy as long as the
/// cost model says.
struct SimulatedWorkers {
  /// Every task's end.
  private(set) var ledger = RequestLedger()

  private let model: CostModel
  private var tasks: [Task?]
  private var schedule = RasterSchedule<ContentKey>()
  private var work: [ContentKey: WorkAmount] = [:]
  /// The ledger's entries of tasks that wait.
  private var entries: [ContentKey: RequestLedger.RequestID] = [:]
  private var ready: Set<ContentKey> = []

  /// What a worker is busy with.
  private struct Task {
    var request: RasterRequest<ContentKey>
    var entry: RequestLedger.RequestID
    var start: Duration
    /// The ends of layout, raster and encoding, each with the check point that follows it.
    var checks: [(checkPoint: CheckPoint, instant: Duration)]
    /// Where the task ends early, if it is superseded.
    var supersededAt: CheckPoint?

    var end: Duration { checks.last?.instant ?? start }
  }

  init(count: Int, model: CostModel) {
    self.model = model
    tasks = Array(repeating: nil, count: count)
  }

  /// Whether the picture is there.
  func isReady(_ key: ContentKey) -> Bool { ready.contains(key) }

  /// Takes a picture as made by the main queue; whether it was not there before.
  mutating func makeReady(_ key: ContentKey) -> Bool { ready.insert(key).inserted }

  /// Replaces what is wanted, most urgent first, and supersedes the rest.
  mutating func request(
    _ rows: some Sequence<SimulatedRow>, generation: Generation, at now: Duration
  ) {
    var wanted: [RasterRequest<ContentKey>] = []
    var seen: Set<ContentKey> = []
    for row in rows where !ready.contains(row.key) && seen.insert(row.key).inserted {
      work[row.key] = row.work
      wanted.append(RasterRequest(row: row.key, key: row.key, generation: generation))
    }
    for request in schedule.reschedule(wanted) {
      end(entries.removeValue(forKey: request.row), at: .beforeStart, work: .zero)
    }
    for request in schedule.waiting where entries[request.row] == nil {
      entries[request.row] = ledger.start(generation)
    }
    supersedeRunning(at: now)
    startIdle(at: now)
  }

  /// Plays what happens until `instant`, which included.
  mutating func advance(to instant: Duration) {
    while let worker = nextToEnd(), let task = tasks[worker], task.end <= instant {
      tasks[worker] = nil
      end(task)
      start(worker, at: task.end)
    }
  }

  /// Supersedes everything that has not ended.
  mutating func stop(at instant: Duration) {
    advance(to: instant)
    request([], generation: Generation(.max), at: instant)
    while let worker = nextToEnd(), let task = tasks[worker] { advance(to: task.end) }
  }
}

extension SimulatedWorkers {
  private func nextToEnd() -> Int? {
    let busy = tasks.indices.filter { tasks[$0] != nil }
    return busy.min { (tasks[$0]?.end ?? .zero, $0) < (tasks[$1]?.end ?? .zero, $1) }
  }

  private mutating func startIdle(at now: Duration) {
    for worker in tasks.indices where tasks[worker] == nil { start(worker, at: now) }
  }

  private mutating func start(_ worker: Int, at now: Duration) {
    guard let request = schedule.next() else { return }
    let amount = work[request.row] ?? WorkAmount()
    let entry = entries.removeValue(forKey: request.row) ?? ledger.start(request.generation)
    var clock = VirtualClock(now: now)
    let stages: [(CostStage, CheckPoint)] = [
      (.layout, .betweenStages), (.raster, .afterDrawing), (.encode, .afterEncoding),
    ]
    let checks = stages.map { stage, checkPoint in
      clock.advance(by: model.time(of: stage, for: amount))
      return (checkPoint: checkPoint, instant: clock.now)
    }
    tasks[worker] = Task(request: request, entry: entry, start: now, checks: checks)
  }

  /// Ends running tasks that are no longer wanted at their next check point.
  private mutating func supersedeRunning(at now: Duration) {
    for worker in tasks.indices {
      guard var task = tasks[worker], task.supersededAt == nil,
        !schedule.isWanted(task.request),
        let next = task.checks.firstIndex(where: { $0.instant >= now })
      else { continue }
      task.supersededAt = task.checks[next].checkPoint
      task.checks.removeSubrange((next + 1)...)
      tasks[worker] = task
    }
  }

  private mutating func end(_ task: Task) {
    let isWanted = schedule.end(task.request)
    let spent = task.end - task.start
    if isWanted, task.supersededAt == nil {
      ready.insert(task.request.key)
      finish(task.entry, work: spent)
    } else {
      end(task.entry, at: task.supersededAt ?? .beforeShowing, work: spent)
    }
  }

  private mutating func finish(_ entry: RequestLedger.RequestID, work: Duration) {
    do {
      try ledger.finish(entry, work: work)
    } catch {
      preconditionFailure("a task ended twice: \(error)")
    }
  }

  private mutating func end(
    _ entry: RequestLedger.RequestID?, at checkPoint: CheckPoint, work: Duration
  ) {
    guard let entry else { return }
    do {
      try ledger.supersede(entry, at: checkPoint, work: work)
    } catch {
      preconditionFailure("a task ended twice: \(error)")
    }
  }
}
