package import GalleyCellRendering
package import GalleyFrames
package import GalleyHandles
package import GalleyImages
import GalleyPNG
package import GalleyPrimitives
import GalleyRaster
package import GalleyWorkers

/// The pictures near the viewport: workers make them in the order of urgency, the main queue shows them,
/// and they are evicted when the viewport has left them.
@MainActor
package final class PictureStore {
  /// Called on the main queue after results arrive; `nil` if the owner calls ``takeMade()`` itself.
  package var onChange: (@MainActor () -> Void)? {
    didSet {
      let tell: @Sendable () -> Void = { [weak self] in _ = Task { @MainActor in self?.tell() } }
      let told = onChange == nil ? nil : tell
      notice.withLock { $0 = told }
    }
  }
  /// The items that cannot be laid out or drawn.
  package private(set) var failures: [RowFailure] = []
  /// The images that were left out, with the row's index.
  private(set) var imageFailures: [(index: Int, ImageError)] = []

  // Invariant: no code of other types runs while one of these properties
  // changes. They are read at each frame, and the checks would take a tenth of its instructions.
  private let pool: WorkerPool<ScrollWorker>
  private let queue: Monitor<PictureQueue>
  private let throttle: Throttle
  private let encodes: Bool
  private let recordsSpans: Bool
  /// The start of the main queue's phase, by the clock and by the processor time of its thread.
  private var phase = (now: Duration.zero, thread: Duration.zero)
  /// The time in which each worker had a task and did not run, of the tasks whose results were taken.
  package private(set) var stalls: [Int: Duration] = [:]
  /// The function that workers call after each task.
  private let notice = Monitor<(@Sendable () -> Void)?>(nil)
  /// The thread that releases pictures.
  let releaser: WorkerThread
  @exclusivity(unchecked) private var pictures: [PictureID: HeldPictures.Held] = [:]
  /// The layouts that were made ahead or with a picture, each with the last round that wanted it.
  @exclusivity(unchecked) private var layouts: [ContentKey: Int] = [:]
  /// The number of the current round; pictures that a round does not want are evicted.
  @exclusivity(unchecked) private var round = 0
  /// The rows whose heights are measured.
  private var measured: Set<Int> = []
  /// The contents whose failures are listed.
  ///
  /// Indices would not be unique: items from a program may all have the same index, and each feed counts
  /// from 0.
  private var failedContents: Set<ContentKey> = []
  /// The images of each content whose failures are listed: a tall row has several pictures, and each may
  /// lack another image.
  private var refusedImages: Set<RefusedImage> = []

  private struct RefusedImage: Hashable {
    var content: ContentKey
    var name: String
  }

  /// The results of workers since the last call of ``takeMade()``.
  private struct News: Sendable {
    var shown: [MadePicture]
    var late: [MadePicture]
    var error: (any Error)?
    var woken: Int
  }

  /// Makes a store whose pictures, including those under way, take at most `byteLimit` bytes, provided that
  /// the wanted ones do; `nil` for no limit.
  ///
  /// If `encodes`, workers also encode the pictures.
  ///
  /// - Throws: `WorkerError`, if there is no thread to release pictures.
  package init(
    pool: WorkerPool<ScrollWorker>, throttle: Throttle = Throttle(), recordsSpans: Bool = false,
    byteLimit: Int? = nil, encodes: Bool = true
  ) throws {
    self.pool = pool
    (self.encodes, self.recordsSpans) = (encodes, recordsSpans)
    releaser = try WorkerThread(name: "galley-release", joins: false)
    self.throttle = throttle
    var queue = PictureQueue()
    queue.byteLimit = byteLimit
    if recordsSpans { queue.spans = [] }
    // The first growth also makes the runtime's descriptions of the types, which takes longer than a frame's work.
    pictures.reserveCapacity(64)
    layouts.reserveCapacity(128)
    self.queue = Monitor(queue)
  }

  /// The instant of the clock from which the times of ``spans`` count.
  package var epoch: Duration { throttle.epoch }

  /// ``failures`` in the feed's order.
  package var sortedFailures: [RowFailure] { failures.sorted { $0.index < $1.index } }

  /// ``imageFailures`` as warnings, in the feed's order.
  package var sortedWarnings: [(index: Int, warning: RowWarning)] {
    imageFailures.map { ($0.index, RowWarning($0.1, field: nil)) }
      .sorted { $0.index < $1.index }
  }

  /// The account of all tasks so far.
  package var ledger: RequestLedger { queue.withLock { $0.ledger } }

  /// The work of the workers over time, if it is recorded.
  package var spans: [WorkSpan] { queue.withLock { $0.spans ?? [] } }

  /// Begins a phase of the main queue, in which ``stage(_:of:_:)`` records stages.
  package func beginPhase() {
    if recordsSpans { phase = (throttle.now, throttle.threadTime) }
  }

  /// Runs a stage of a row on the main queue, and records its span if spans are recorded.
  ///
  /// A phase is slowed down as a whole, after its work: the span is stretched as the phase will be.
  package func stage<Value>(
    _ stage: CostStage, of key: (Value) -> ContentKey?, _ body: () throws -> Value
  ) rethrows -> Value {
    guard recordsSpans else { return try body() }
    let start = throttle.threadTime
    let value = try body()
    guard let key = key(value) else { return value }
    let end = throttle.threadTime
    func stretched(_ time: Duration) -> Duration {
      phase.now + (time - phase.thread) * max(1, throttle.factor)
    }
    let span = WorkSpan(
      worker: WorkSpan.mainQueue, stage: stage, key: key, start: stretched(start),
      end: stretched(end), isWasted: false)
    queue.withLock { $0.spans?.append(span) }
    return value
  }

  /// The reason why workers can make no more pictures, as of the last ``takeMade()``.
  package var error: (any Error)? { failure }
  @exclusivity(unchecked) private var failure: (any Error)?

  /// The number of waiting requests, and its maximum so far.
  package var waiting: (count: Int, most: Int) {
    queue.withLock { ($0.waitingCount, $0.mostWaiting) }
  }

  /// The maximum number of workers that make pictures from the next requests on.
  package var workerLimit = Int.max

  private var workerCount: Int { max(1, min(workerLimit, pool.count)) }

  /// The number of pictures.
  package var count: Int { pictures.count }

  /// The bytes of their pixels.
  @exclusivity(unchecked) package private(set) var byteCount = 0 {
    didSet { mostHeld = max(mostHeld, byteCount) }
  }
  private var mostHeld = 0

  /// The maximum number of bytes of pictures so far, including those under way.
  package var mostByteCount: Int { max(mostHeld, queue.withLock { $0.mostByteCount }) }

  /// Whether no request waits or runs, and no result is left to take.
  package var isIdle: Bool { queue.withLock { $0.isIdle } }

  @exclusivity(unchecked) private var framePictures = FoundPictures()

  /// The pictures of the frame that was begun last.
  ///
  /// Computed, because other modules would check the access to a stored property.
  package var found: FoundPictures { framePictures }

  /// Begins a frame, whose pictures ``find(_:)`` adds to ``found``.
  package func beginFrame() { framePictures.begin() }

  /// Adds a picture to those of the frame; returns false if it is missing.
  package func find(_ id: PictureID) -> Bool {
    if framePictures.addNext(id) { return true }
    guard let picture = pictures[id]?.picture else { return false }
    framePictures.add(picture)
    return true
  }

  /// Returns a picture; `nil` if it is missing.
  package func picture(_ id: PictureID) -> RowPicture? { pictures[id]?.picture }

  /// The complete pictures and layouts, as of now.
  package var present: HeldPictures { HeldPictures(pictures: pictures, layouts: layouts) }

  /// Adds a picture that the main queue has drawn.
  package func add(_ picture: RowPicture) {
    let old = pictures.updateValue(
      HeldPictures.Held(picture: picture, round: round), forKey: picture.id)
    if old != nil { framePictures.forget() }
    byteCount += picture.byteCount - (old?.picture.byteCount ?? 0)
  }

  /// Replaces the wanted pictures, and evicts all others.
  ///
  /// - Parameters:
  ///   - wanted: The pictures, most urgent first, and the maximum number of bytes of each.
  ///   - ahead: The layouts to make after the pictures.
  ///   - kept: Other layouts, which are kept.
  ///   - heights: The rows whose heights are measured first.
  ///   - isMade: Whether workers make missing pictures.
  ///   - model: Returns the model of a row with a key.
  package func want(
    _ wanted: [(id: PictureID, byteCount: Int)], ahead: [ContentKey] = [],
    keeping kept: [ContentKey] = [], heights: [(row: Int, key: ContentKey)] = [],
    isMade: Bool = true,
    model: (ContentKey) -> (any RowModel)?
  ) {
    round += 1
    var requests: [PictureRequest] = []
    requests.reserveCapacity(8)
    for (row, key) in heights {
      if let model = model(key) {
        requests.append(PictureRequest(goal: .height(row: row, key), model: model))
      }
    }
    for (id, byteCount) in wanted where !keepPicture(id) && isMade {
      if let model = model(id.key) {
        requests.append(PictureRequest(goal: .picture(id), model: model, byteCount: byteCount))
      }
    }
    for key in ahead where !keepLayout(key) && isMade {
      if let model = model(key) {
        requests.append(PictureRequest(goal: .layout(key), model: model))
      }
    }
    for key in kept { _ = keepLayout(key) }
    let evicted = evict()
    guard isMade else { return release(evicted) }
    let (now, kept, workerCount) = (throttle.now, self.byteCount, self.workerCount)
    let (woken, isReleased) = queue.withLock { queue in
      let woken = queue.request(
        requests, keptByteCount: kept, workerCount: workerCount, at: now)
      return (woken, queue.discard(evicted))
    }
    wake(woken)
    if !isReleased { release(evicted) }
  }

  private func wake(_ woken: Int) {
    pool.repeatedly(count: woken) { [queue, throttle, notice, encodes] worker in
      let isGoingOn = PictureJob.runNext(
        from: queue, with: { try worker.preparedResources() }, throttle: throttle,
        encodes: encodes)
      notice.withLock { $0 }?()
      return isGoingOn
    }
  }

  private func tell() {
    takeMade()
    onChange?()
  }

  /// Takes the results of workers since the last call.
  ///
  /// - Returns: Whether there is a result to show.
  @discardableResult package func takeMade() -> Bool {
    let news = queue.withLock { [throttle] queue -> News? in
      guard queue.hasNews else { return nil }
      let (shown, late) = queue.takeMade(at: throttle.now)
      // Late results are dropped, which makes room.
      return News(
        shown: shown, late: late, error: queue.error,
        woken: queue.wakeForRoom())
    }
    guard let made = news else { return false }
    failure = failure ?? made.error
    wake(made.woken)
    for picture in made.shown {
      account(for: picture)
      if case .height(let row, _) = picture.goal {
        measured.insert(row)
        continue
      }
      layouts[picture.goal.key] = round
      if let picture = picture.picture { add(picture) }
    }
    for picture in made.late { account(for: picture) }
    release(made.late.compactMap(\.picture))
    return !made.shown.isEmpty
  }

  /// Lists the failures of a result, and counts the time in which its worker did not run.
  private func account(for picture: MadePicture) {
    if picture.stall > .zero { stalls[picture.worker, default: .zero] += picture.stall }
    note(picture.failure, picture.imageFailures, of: picture.goal.key)
  }

  /// The rows whose heights were measured since the last call.
  package func takeMeasured() -> Set<Int> {
    defer { measured = [] }
    return measured
  }

  /// Returns the index in the feed of a key's item, for lists of failures.
  package var indexOfItem: (ContentKey) -> Int? = { _ in nil }

  /// Lists a row that cannot be drawn, once per content, and its refused images, each once.
  package func note(_ failure: RowFailure?, _ imageFailures: [ImageError], of key: ContentKey) {
    guard failure != nil || !imageFailures.isEmpty, let index = indexOfItem(key) else { return }
    if let failure, failedContents.insert(key).inserted { failures.append(failure) }
    for error in imageFailures
    where refusedImages.insert(RefusedImage(content: key, name: error.name)).inserted {
      self.imageFailures.append((index, error))
    }
  }

  /// Takes over the failures of another store, so that each is listed once.
  package func continueLists(of other: PictureStore) {
    (failures, failedContents) = (other.failures, other.failedContents)
    (imageFailures, refusedImages) = (other.imageFailures, other.refusedImages)
  }

  /// Lists items that cannot be laid out and have no row.
  package func note(_ failures: [RowFailure]) { self.failures += failures }

  /// Marks a picture and its layout as wanted; returns whether the picture exists.
  private func keepPicture(_ id: PictureID) -> Bool {
    _ = keepLayout(id.key)
    guard let index = pictures.index(forKey: id) else { return false }
    pictures.values[index].round = round
    return true
  }

  /// Marks a layout as wanted; returns whether it exists.
  private func keepLayout(_ key: ContentKey) -> Bool {
    guard let index = layouts.index(forKey: key) else { return false }
    layouts.values[index] = round
    return true
  }

  /// Evicts pictures and layouts that the current round does not want; returns the pictures.
  private func evict() -> [RowPicture] {
    var evicted: [RowPicture] = []
    for held in pictures.values where held.round != round { evicted.append(held.picture) }
    // The thread that releases them is to have the last references.
    if !evicted.isEmpty { framePictures.forget() }
    for picture in evicted {
      pictures[picture.id] = nil
      byteCount -= picture.byteCount
    }
    var old: [ContentKey] = []
    for (key, wanted) in layouts where wanted != round { old.append(key) }
    for key in old { layouts[key] = nil }
    return evicted
  }

  /// Limits the memory that is kept for later pictures.
  ///
  /// The thread that releases pictures frees the rest, because
  /// freeing takes longer than a frame's work.
  package func limitIdleMemory(of surfaces: SurfacePool, to byteCount: Int) {
    releaser.perform { surfaces.byteLimit = byteCount }
  }

  /// Releases pictures on a thread of its own, because no worker is active.
  private func release(_ pictures: [RowPicture]) {
    guard !pictures.isEmpty else { return }
    releaser.perform { withExtendedLifetime(pictures) {} }
  }
}
