import GalleyFeed
import GalleyFrames
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import GalleyWorkers

/// Makes one picture on a worker, with the check points at which it may learn that it is superseded.
struct PictureJob {
  let queue: Monitor<PictureQueue>
  let task: PictureQueue.Task
  let worker: ScrollWorker
  let throttle: Throttle
  private let start = SteadyClock.now

  init(
    _ task: PictureQueue.Task, from queue: Monitor<PictureQueue>, with worker: ScrollWorker,
    throttle: Throttle
  ) {
    self.queue = queue
    self.task = task
    self.worker = worker
    self.throttle = throttle
  }

  /// Takes the most urgent task and does it; whether there was one.
  static func runNext(
    from queue: Monitor<PictureQueue>, with worker: () throws -> ScrollWorker, throttle: Throttle
  ) -> Bool {
    guard let task = queue.withLock({ $0.next() }) else { return false }
    do {
      let job = PictureJob(task, from: queue, with: try worker(), throttle: throttle)
      if let made = try job.run() { queue.withLock { $0.deliver(made) } }
    } catch {
      queue.withLock { $0.fail(task.request, error) }
    }
    return true
  }

  /// The picture; `nil` if it was superseded before it was there.
  private func run() throws -> MadePicture? {
    var made = MadePicture(request: task.request, work: .zero)
    if case .height = task.request.row {
      stage(.layout) { worker.measureAnew(task.item) }
      made.work = SteadyClock.now - start
      return isWanted(at: .betweenStages) ? made : nil
    }
    let row: MeasuredRow
    switch try stage(.layout, { try worker.row(of: task.item) }) {
    case .success(let set): row = set
    case .failure(let failure):
      made.failure = failure
      if case .picture(let id) = task.request.row {
        made.picture = RowPicture(id, try worker.blank(id.rows))
      }
      made.work = SteadyClock.now - start
      return made
    }
    guard case .picture(let id) = task.request.row else {
      // A layout is asked for ahead, when all pictures are there: time to see to its emoji too.
      stage(.raster) { worker.warm(row) }
      made.work = SteadyClock.now - start
      return isWanted(at: .betweenStages) ? made : nil
    }
    guard isWanted(at: .betweenStages) else { return nil }
    // Asked for each line too: what is superseded stays so, and is entered at the check point below.
    let drawn = try stage(.raster) { [queue, request = task.request] in
      try worker.pixels(of: row, rows: id.rows) { !queue.withLock { $0.isWanted(request) } }
    }
    made.imageFailures = worker.takeImageFailures()
    guard isWanted(at: .afterDrawing) else { return nil }
    let pixels: LayeredPicture
    switch drawn {
    case .success(let drawn): pixels = drawn
    case .failure(let failure):
      made.failure = failure
      pixels = try worker.blank(id.rows)
    }
    // What a mask cuts is never shown as it is.
    let strip = pixels.layers.isEmpty ? stage(.encode) { worker.strip(of: pixels.pixels) } : nil
    guard isWanted(at: .afterEncoding) else { return nil }
    made.picture = RowPicture(id, pixels, strip: strip)
    made.work = SteadyClock.now - start
    return made
  }

  private func isWanted(at checkPoint: CheckPoint) -> Bool {
    queue.withLock { queue in
      if queue.isWanted(task.request) { return true }
      let now = SteadyClock.now
      queue.supersede(
        task.request, at: checkPoint, work: now - start, now: now - throttle.epoch)
      return false
    }
  }

  /// Does one stage, as slowly as the throttle says, and remembers when.
  private func stage<Value, Failure: Error>(
    _ stage: CostStage, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = SteadyClock.now
    let value = try throttle.run(body)
    queue.withLock { queue in
      guard queue.spans != nil else { return }
      let span = WorkSpan(
        worker: worker.number, stage: stage, key: task.request.key,
        start: start - throttle.epoch, end: SteadyClock.now - throttle.epoch,
        isWasted: !queue.isWanted(task.request))
      queue.spans?.append(span)
    }
    return value
  }
}

/// Makes work take longer, on the thread that does it.
package struct Throttle: Sendable {
  /// How many times as long everything takes, at least 1.
  package var factor: Double
  /// What the times of spans are measured from.
  package var epoch = SteadyClock.now

  /// A throttle.
  package init(factor: Double = 1) { self.factor = factor }

  /// Does `body`, and then spins until it has taken ``factor`` times its time.
  package func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure)
    -> Value
  {
    guard factor > 1 else { return try body() }
    let start = ThreadClock.now
    let value = try body()
    let end = start + (ThreadClock.now - start) * factor
    while ThreadClock.now < end {}
    return value
  }
}
