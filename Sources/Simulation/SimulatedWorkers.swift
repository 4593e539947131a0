import GalleyFrames
import GalleyPrimitives
import GalleyWorkers

/// A request to the simulated workers.
struct SimulatedRequest: Identifiable, Sendable {
  /// The result of a request.
  enum Goal: Hashable, Sendable {
    case picture(PictureID)
    /// Only the layout, for a picture that is needed later.
    case layout(ContentKey)
    /// Only the height of a row, whose layout is not kept.
    case height(row: Int, ContentKey)

    var key: ContentKey {
      switch self {
      case .picture(let id): id.key
      case .layout(let key), .height(_, let key): key
      }
    }
  }

  var id: Goal
  /// The work of the whole row, which is laid out.
  var row: WorkAmount
  /// The work of the picture.
  var picture = WorkAmount()
}

/// Workers on a virtual clock, which take requests from the table of a real scroll for the times of the cost
/// model.
struct SimulatedWorkers {
  /// The stages of the workers, if the simulation records them.
  private(set) var spans: [WorkSpan] = []

  private let model: CostModel
  private let encodesPictures: Bool
  private let recordsSpans: Bool
  private var table = RequestTable<SimulatedRequest>()
  /// The current task of each worker.
  private var tasks: [Task?]
  /// The finished pictures.
  private var ready: Set<PictureID> = []
  private var layouts: Set<ContentKey> = []
  /// The contents that were laid out before: their fonts are open.
  private var seenLayouts: Set<ContentKey> = []
  /// Whether each worker has opened its fonts.
  private var hasStarted: [Bool]
  /// The pictures that were drawn before: their glyphs are known.
  private var seenPictures: Set<PictureID> = []
  /// Rows that were measured since the last ``takeMeasured()``.
  private var measured: Set<Int> = []

  /// The current task of a worker.
  private struct Task {
    var task: RequestTable<SimulatedRequest>.Task
    var start: Duration
    /// Whether the content was not laid out before.
    var isFirstLayout: Bool
    /// The stages up to the end of the task, each with the check point that follows it.
    var checks: [(stage: CostStage, checkPoint: CheckPoint, instant: Duration)]

    var goal: SimulatedRequest.Goal { task.request.id }
    var end: Duration { checks.last?.instant ?? start }
  }

  init(count: Int, model: CostModel, encodesPictures: Bool, recordsSpans: Bool) {
    self.model = model
    self.encodesPictures = encodesPictures
    self.recordsSpans = recordsSpans
    tasks = Array(repeating: nil, count: count)
    hasStarted = Array(repeating: false, count: count)
  }

  /// The counts of all tasks.
  var ledger: RequestLedger { table.ledger }

  /// The number of waiting requests.
  var waitingCount: Int { table.waitingCount }

  /// The largest number of waiting requests so far.
  var mostWaiting: Int { table.mostWaiting }

  /// Adds a picture that the main queue made, or that exists at the start.
  mutating func makeReady(_ id: PictureID) {
    layouts.insert(id.key)
    ready.insert(id)
  }

  /// Marks a picture as drawn before, so that its glyphs and fonts are known.
  mutating func markSeen(_ id: PictureID) {
    seenLayouts.insert(id.key)
    seenPictures.insert(id)
  }

  /// Lets all workers have opened their fonts before.
  mutating func markStarted() { for worker in hasStarted.indices { hasStarted[worker] = true } }

  /// Lets all workers open their fonts again, and know no glyph.
  mutating func startAnew() {
    for worker in hasStarted.indices { hasStarted[worker] = false }
    (seenLayouts, seenPictures) = ([], [])
  }

  /// The work of laying out a row now, the first time with the fonts and glyphs that no earlier row has.
  mutating func layoutWork(of row: WorkAmount, _ key: ContentKey) -> WorkAmount {
    seenLayouts.insert(key).inserted ? row : row.ofLaterSight
  }

  /// The work of drawing a picture now, the first time with the glyphs that no earlier row has.
  mutating func rasterWork(of picture: WorkAmount, _ id: PictureID) -> WorkAmount {
    seenPictures.insert(id).inserted ? picture : picture.ofLaterSight
  }

  /// Adds a stage of the main queue, if stages are recorded.
  mutating func record(
    _ stage: CostStage, of key: ContentKey, from start: Duration, to end: Duration
  ) {
    guard recordsSpans else { return }
    spans.append(
      WorkSpan(
        worker: WorkSpan.mainQueue, stage: stage, key: key, start: start, end: end,
        isWasted: false))
  }

  /// Removes all pictures and layouts but these.
  mutating func keep(pictures: Set<PictureID>, layouts kept: Set<ContentKey>) {
    ready.formIntersection(pictures)
    layouts.formIntersection(kept)
  }

  /// Removes and returns the rows that were measured since the last call.
  mutating func takeMeasured() -> Set<Int> {
    defer { measured = [] }
    return measured
  }

  /// Replaces the requests, most urgent first, and supersedes the others.
  mutating func request(_ goals: [SimulatedRequest], at now: Duration) {
    var wanted: [SimulatedRequest] = []
    // A layout under way continues if its picture is now requested too.
    let underway = Set(tasks.compactMap { $0?.goal })
    for request in goals {
      switch request.id {
      case .picture(let id):
        guard !ready.contains(id) else { continue }
        let layout = SimulatedRequest.Goal.layout(id.key)
        if underway.contains(layout) {
          wanted.append(SimulatedRequest(id: layout, row: request.row))
        }
      case .layout(let key): guard !layouts.contains(key) else { continue }
      case .height: break
      }
      wanted.append(request)
    }
    table.replace(with: wanted, at: now)
    endEarly(from: now)
    startIdle(at: now)
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
  mutating func advance(until pictures: Set<PictureID>, by instant: Duration) -> Duration? {
    var last = Duration.zero
    while !pictures.isSubset(of: ready) {
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
    request([], at: instant)
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
    guard let task = table.begin() else { return }
    let request = task.request
    var stages: [(CostStage, CheckPoint, WorkAmount)] = []
    let key = request.id.key
    let isFirst = !seenLayouts.contains(key)
    var layout = isFirst ? request.row : request.row.ofLaterSight
    layout.newWorkers = hasStarted[worker] ? 0 : 1
    func layOut() { stages.append((.layout, .betweenStages, layout)) }
    switch request.id {
    case .height: layOut()
    case .layout(let key): if !layouts.contains(key) { layOut() }
    case .picture(let id):
      if !layouts.contains(id.key) { layOut() }
      stages.append((.raster, .afterDrawing, rasterWork(of: request.picture, id)))
      if encodesPictures { stages.append((.encode, .afterEncoding, request.picture)) }
    }
    if stages.first?.0 == .layout {
      seenLayouts.insert(key)
      hasStarted[worker] = true
    }
    var clock = VirtualClock(now: now)
    let checks = stages.map { stage, checkPoint, work in
      clock.advance(by: model.time(of: stage, for: work))
      return (stage: stage, checkPoint: checkPoint, instant: clock.now)
    }
    tasks[worker] = Task(task: task, start: now, isFirstLayout: isFirst, checks: checks)
  }

  /// Makes superseded tasks end at their next check point.
  private mutating func endEarly(from now: Duration) {
    for worker in tasks.indices {
      guard let task = tasks[worker], !table.isWanted(task.task),
        let next = task.checks.firstIndex(where: { $0.instant >= now })
      else { continue }
      tasks[worker]?.checks.removeSubrange((next + 1)...)
    }
  }

  private mutating func end(_ task: Task, of worker: Int) {
    let isWanted = table.isWanted(task.task)
    let work = task.end - task.start
    record(task, of: worker, isWasted: !isWanted)
    guard isWanted else {
      let checkPoint = task.checks.last?.checkPoint ?? .beforeShowing
      table.supersede(task.task, at: checkPoint, work: work, now: task.end)
      return
    }
    _ = table.finish(task.task, work: work, at: task.end)
    switch task.goal {
    case .height(let row, _): measured.insert(row)
    case .layout(let key): layouts.insert(key)
    case .picture(let id): makeReady(id)
    }
  }

  private mutating func record(_ task: Task, of worker: Int, isWasted: Bool) {
    guard recordsSpans else { return }
    var start = task.start
    for check in task.checks {
      var span = WorkSpan(
        worker: worker, stage: check.stage, key: task.goal.key, start: start,
        end: check.instant, isWasted: isWasted)
      if check.stage == .layout {
        span.cause = task.isFirstLayout ? "firstUse" : "evicted"
      }
      spans.append(span)
      start = check.instant
    }
  }
}

extension SimulatedWorkers: PresentPictures {
  func byteCount(of id: PictureID) -> Int? { ready.contains(id) ? 0 : nil }

  func hasLayout(of key: ContentKey) -> Bool { layouts.contains(key) }
}
