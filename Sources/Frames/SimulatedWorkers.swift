public import GalleyPrimitives
import GalleyWorkers

/// A task of a simulated worker.
struct SimulatedTask: Hashable, Sendable {
  var key: ContentKey
  /// Whether the worker makes the layout alone, for a picture that is needed later.
  var isLayoutOnly = false
  /// The row of a task that measures a height, and whose layout is not kept.
  var measuredRow: Int?
}

/// A stage of a worker's task, or of the main queue's work in sync mode, for a trace.
public struct WorkSpan: Hashable, Sendable {
  /// The worker's number.
  public var worker: Int
  /// The stage.
  public var stage: CostStage
  /// The content key of the picture.
  public var key: ContentKey
  /// The time at which it began.
  public var start: Duration
  /// The time at which it ended.
  public var end: Duration
  /// Whether the picture was superseded when the stage ended.
  public var isWasted: Bool
  /// The index in the feed of an item with that picture; `nil` if it is not known.
  public var item: Int?

  /// A stage of a task.
  public init(
    worker: Int, stage: CostStage, key: ContentKey, start: Duration, end: Duration, isWasted: Bool
  ) {
    self.worker = worker
    self.stage = stage
    self.key = key
    self.start = start
    self.end = end
    self.isWasted = isWasted
  }

  /// This stage at another time.
  public func moved(by duration: Duration) -> WorkSpan {
    var span = self
    span.start += duration
    span.end += duration
    return span
  }
}

/// Workers on a virtual clock, which take tasks from the real schedule for the times of the cost
/// model.
struct SimulatedWorkers {
  /// The account of all tasks.
  private(set) var ledger = RequestLedger()
  /// The stages of the workers, if the simulation records them.
  private(set) var spans: [WorkSpan] = []
  /// The largest number of waiting requests so far.
  private(set) var mostWaiting = 0

  private let model: CostModel
  private let recordsSpans: Bool
  private var tasks: [Task?]
  private var schedule = RasterSchedule<SimulatedTask>()
  private var work: [SimulatedTask: WorkAmount] = [:]
  /// The ledger's entries of waiting tasks.
  private var entries: [SimulatedTask: RequestLedger.RequestID] = [:]
  private var ready: Set<ContentKey> = []
  private var layouts: Set<ContentKey> = []
  /// Rows that were measured since the last ``takeMeasured()``.
  private var measured: Set<Int> = []

  /// The current task of a worker.
  private struct Task {
    var request: RasterRequest<SimulatedTask>
    var entry: RequestLedger.RequestID
    var start: Duration
    /// The ends of layout, raster and encoding, each with the check point that follows it.
    var checks: [(stage: CostStage, checkPoint: CheckPoint, instant: Duration)]
    /// The check point at which the task ends, if it is superseded.
    var supersededAt: CheckPoint?
    /// The time at which the task was superseded.
    var supersededSince: Duration?

    var end: Duration { checks.last?.instant ?? start }
  }

  init(count: Int, model: CostModel, recordsSpans: Bool) {
    self.model = model
    self.recordsSpans = recordsSpans
    tasks = Array(repeating: nil, count: count)
  }

  /// The number of waiting requests.
  var waitingCount: Int { schedule.waitingCount }

  /// The number of finished pictures.
  var readyCount: Int { ready.count }

  /// Whether the picture is finished.
  func isReady(_ key: ContentKey) -> Bool { ready.contains(key) }

  /// Whether the layout is finished.
  func hasLayout(_ key: ContentKey) -> Bool { layouts.contains(key) }

  /// Adds a picture that the main queue made, or that exists at the start; returns whether it is
  /// new.
  @discardableResult mutating func makeReady(_ key: ContentKey) -> Bool {
    layouts.insert(key)
    return ready.insert(key).inserted
  }

  /// Removes all pictures and layouts but these.
  mutating func keep(pictures: Set<ContentKey>, layouts kept: Set<ContentKey>) {
    ready.formIntersection(pictures)
    layouts.formIntersection(kept)
  }

  /// Removes and returns the rows that were measured since the last call.
  mutating func takeMeasured() -> Set<Int> {
    defer { measured = [] }
    return measured
  }

  /// Replaces the requests, most urgent first, and supersedes the others.
  mutating func request(
    _ rows: some Sequence<SimulatedRow>, preload: some Sequence<SimulatedRow>,
    measuring: [(row: Int, simulated: SimulatedRow)] = [], generation: Generation, at now: Duration
  ) {
    var wanted: [RasterRequest<SimulatedTask>] = []
    var seen: Set<SimulatedTask> = []
    func want(_ row: SimulatedRow, _ task: SimulatedTask) {
      guard seen.insert(task).inserted else { return }
      work[task] = row.work
      wanted.append(RasterRequest(row: task, key: row.key, generation: generation))
    }
    // A layout under way continues if its picture is now requested too.
    let underway = Set(tasks.compactMap { $0?.request.row })
    for (row, simulated) in measuring {
      want(simulated, SimulatedTask(key: simulated.key, isLayoutOnly: true, measuredRow: row))
    }
    for row in rows where !ready.contains(row.key) {
      let layout = SimulatedTask(key: row.key, isLayoutOnly: true)
      if underway.contains(layout) { want(row, layout) }
      want(row, SimulatedTask(key: row.key))
    }
    for row in preload where !layouts.contains(row.key) && !ready.contains(row.key) {
      guard !seen.contains(SimulatedTask(key: row.key)) else { continue }
      want(row, SimulatedTask(key: row.key, isLayoutOnly: true))
    }
    for request in schedule.reschedule(wanted) {
      end(entries.removeValue(forKey: request.row), at: .beforeStart, work: .zero)
    }
    for request in schedule.waiting where entries[request.row] == nil {
      entries[request.row] = ledger.start(request.generation)
    }
    mostWaiting = max(mostWaiting, schedule.waitingCount)
    supersedeRunning(at: now)
    startIdle(at: now)
    work = work.filter { entries[$0.key] != nil }
  }

  /// Plays all events up to and including `instant`.
  mutating func advance(to instant: Duration) {
    while let worker = nextToEnd(), let task = tasks[worker], task.end <= instant {
      tasks[worker] = nil
      end(task, of: worker)
      start(worker, at: task.end)
    }
  }

  /// Plays until all these pictures are finished, or until `instant`.
  ///
  /// - Returns: The time of the last of them, zero if all were finished before; `nil` if one is
  ///   missing.
  mutating func advance(until keys: Set<ContentKey>, by instant: Duration) -> Duration? {
    var last = Duration.zero
    while !keys.isSubset(of: ready) {
      guard let worker = nextToEnd(), let task = tasks[worker], task.end <= instant else {
        return nil
      }
      last = task.end
      advance(to: task.end)
    }
    return last
  }

  /// Supersedes all tasks that have not ended.
  mutating func stop(at instant: Duration) {
    advance(to: instant)
    request([], preload: [], generation: Generation(.max), at: instant)
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
    var stages: [(CostStage, CheckPoint)] = []
    if !layouts.contains(request.key) || request.row.measuredRow != nil {
      stages.append((.layout, .betweenStages))
    }
    if !request.row.isLayoutOnly {
      stages += [(.raster, .afterDrawing), (.encode, .afterEncoding)]
    }
    var clock = VirtualClock(now: now)
    let checks = stages.map { stage, checkPoint in
      clock.advance(by: model.time(of: stage, for: amount))
      return (stage: stage, checkPoint: checkPoint, instant: clock.now)
    }
    tasks[worker] = Task(request: request, entry: entry, start: now, checks: checks)
  }

  /// Ends superseded tasks at their next check point.
  private mutating func supersedeRunning(at now: Duration) {
    for worker in tasks.indices {
      guard var task = tasks[worker], task.supersededAt == nil,
        !schedule.isWanted(task.request),
        let next = task.checks.firstIndex(where: { $0.instant >= now })
      else { continue }
      task.supersededAt = task.checks[next].checkPoint
      task.supersededSince = now
      task.checks.removeSubrange((next + 1)...)
      tasks[worker] = task
    }
  }

  private mutating func end(_ task: Task, of worker: Int) {
    let isWanted = schedule.end(task.request) && task.supersededAt == nil
    record(task, of: worker, isWasted: !isWanted)
    let spent = task.end - task.start
    if isWanted {
      if let row = task.request.row.measuredRow {
        measured.insert(row)
      } else {
        layouts.insert(task.request.key)
      }
      if !task.request.row.isLayoutOnly { ready.insert(task.request.key) }
      finish(task.entry, work: spent)
    } else {
      end(
        task.entry, at: task.supersededAt ?? .beforeShowing, work: spent,
        latency: task.supersededSince.map { task.end - $0 } ?? .zero)
    }
  }

  private mutating func record(_ task: Task, of worker: Int, isWasted: Bool) {
    guard recordsSpans else { return }
    var start = task.start
    for check in task.checks {
      spans.append(
        WorkSpan(
          worker: worker, stage: check.stage, key: task.request.key, start: start,
          end: check.instant, isWasted: isWasted))
      start = check.instant
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
    _ entry: RequestLedger.RequestID?, at checkPoint: CheckPoint, work: Duration,
    latency: Duration = .zero
  ) {
    guard let entry else { return }
    do {
      try ledger.supersede(entry, at: checkPoint, work: work, latency: latency)
    } catch {
      preconditionFailure("a task ended twice: \(error)")
    }
  }
}
