import GalleyCellRendering
import GalleyFeedItems
import GalleyFrames
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRowHeights
import GalleyShapes
import GalleyWorkers

/// Makes one picture on a worker, with check points at which a superseded task ends.
struct PictureJob {
  let queue: Monitor<PictureQueue>
  let task: PictureTask
  let worker: ScrollWorker
  let throttle: Throttle
  /// Whether the picture is encoded too; otherwise a frame that is written encodes it.
  let encodes: Bool
  private let start: Duration
  private let startDelay: Duration

  init(
    _ task: PictureTask, from queue: Monitor<PictureQueue>, with worker: ScrollWorker,
    throttle: Throttle, encodes: Bool
  ) {
    self.queue = queue
    self.task = task
    self.worker = worker
    self.throttle = throttle
    self.encodes = encodes
    start = throttle.now
    startDelay = throttle.countsStalls ? worker.runQueue.delay : .zero
  }

  /// Takes the most urgent task and runs it; returns whether there was one.
  static func runNext(
    from queue: Monitor<PictureQueue>, with worker: () throws -> ScrollWorker, throttle: Throttle,
    encodes: Bool = true
  ) -> Bool {
    // The memory of released pictures serves the next one.
    _ = queue.withLock { $0.takeDiscarded() }
    guard let task = queue.withLock({ $0.next() }) else { return false }
    do {
      let job = PictureJob(
        task, from: queue, with: try worker(), throttle: throttle, encodes: encodes)
      if var made = try job.run() {
        made.worker = job.worker.number
        made.stall = job.stall
        queue.withLock { $0.deliver(made) }
      }
    } catch {
      queue.withLock { $0.fail(task, error) }
    }
    return true
  }

  /// The time so far in which the thread was ready and other threads had the processors.
  ///
  /// Waits of Galley's own, for a lock or for a page of a file, are no part of it.
  private var stall: Duration {
    throttle.countsStalls ? worker.runQueue.delay - startDelay : .zero
  }

  /// Returns the result; `nil` if the task was superseded.
  private func run() throws -> MadePicture? {
    var made = MadePicture(task: task)
    let cell = task.request.model.cell
    if case .height = task.request.goal {
      stage(.layout) { worker.measureAnew(cell) }
      made.work = throttle.now - start
      return isWanted(at: .betweenStages) ? made : nil
    }
    let row: MeasuredRow
    switch try stage(.layout, cause: { $0.cause }, { try worker.row(of: cell) }) {
    case .success(let set): row = set
    case .failure(let failure):
      made.failure = failure
      if case .picture(let id) = task.request.goal {
        made.picture = RowPicture(id, try worker.blank(id.rows, for: cell))
      }
      made.work = throttle.now - start
      return made
    }
    guard case .picture(let id) = task.request.goal else {
      // A layout is requested ahead, when all pictures are complete, so there is time to scale its emoji.
      stage(.raster) { worker.warm(row) }
      made.work = throttle.now - start
      return isWanted(at: .betweenStages) ? made : nil
    }
    guard isWanted(at: .betweenStages) else { return nil }
    // Each line is a check point too. A superseded task stays superseded, and is recorded at the check
    // point below.
    let drawn = try stage(.raster) { [queue, task] in
      try worker.pixels(of: row, rows: id.rows) { !queue.withLock { $0.isWanted(task) } }
    }
    made.imageFailures = worker.takeImageFailures()
    guard isWanted(at: .afterDrawing) else { return nil }
    let pixels: LayeredPicture
    switch drawn {
    case .success(let drawn): pixels = drawn
    case .failure(let failure):
      made.failure = failure
      pixels = try worker.blank(id.rows, for: cell)
    }
    // A picture with masked layers is never shown without compositing.
    let strip =
      encodes && pixels.layers.isEmpty ? stage(.encode) { worker.strip(of: pixels.pixels) } : nil
    guard isWanted(at: .afterEncoding) else { return nil }
    made.picture = RowPicture(id, pixels, strip: strip)
    made.work = throttle.now - start
    return made
  }

  private func isWanted(at checkPoint: CheckPoint) -> Bool {
    queue.withLock { queue in
      if queue.isWanted(task) { return true }
      let now = throttle.now
      queue.supersede(task, at: checkPoint, work: now - start, now: now)
      return false
    }
  }

  /// Runs one stage, slowed down by the throttle, and records its span.
  private func stage<Value, Failure: Error>(
    _ stage: CostStage, cause: (Value) -> String? = { _ in nil },
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = throttle.now
    let value = try throttle.of(stage).run(body)
    queue.withLock { queue in
      guard queue.spans != nil else { return }
      var span = WorkSpan(
        worker: worker.number, stage: stage, key: task.request.goal.key,
        start: start, end: throttle.now,
        isWasted: !queue.isWanted(task))
      span.cause = cause(value)
      queue.spans?.append(span)
    }
    return value
  }
}

extension Result<MeasuredRow, RowFailure> {
  /// The reason for which a layout had to be made; `nil` if it was found, or failed.
  fileprivate var cause: String? {
    guard case .success(let row) = self, !row.isLayoutFound else { return nil }
    return switch row.heightSource {
    case .calculated(let miss): miss.rawValue
    default: RowHeightMiss.evicted.rawValue
    }
  }
}
