import GalleyFeed
import GalleyFrames
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import GalleyWorkers

/// The pictures near the viewport: made by workers in the order in which they are wanted, shown by
/// the main queue, evicted when they are no longer near.
@MainActor
final class PictureStore {
  /// Called on the main queue after pictures came, or could not be made; `nil` to look for them when
  /// it suits, with ``takeMade()``.
  var onChange: (@MainActor () -> Void)? {
    didSet {
      let tell: @Sendable () -> Void = { [weak self] in _ = Task { @MainActor in self?.tell() } }
      let told = onChange == nil ? nil : tell
      notice.withLock { $0 = told }
    }
  }
  /// Items that could not be set or drawn.
  private(set) var failures: [RowFailure] = []
  /// Images that were left out, by the row's index.
  private(set) var imageFailures: [(index: Int, ImageError)] = []

  // Properties that each frame reads are `@exclusivity(unchecked)`, as in ``FeedView``. Invariant: no
  // method calls code outside of this type while it changes one of them.
  private let pool: WorkerPool<ScrollWorker>
  private let queue: Monitor<PictureQueue>
  private let throttle: Throttle
  /// What workers call after each task, whoever had asked for it.
  private let notice = Monitor<(@Sendable () -> Void)?>(nil)
  /// Where pictures are let go.
  let releaser: WorkerThread
  @exclusivity(unchecked) private var pictures: [PictureID: Held] = [:]
  /// The layouts that were made ahead, or along with a picture, and the round that wanted each last.
  @exclusivity(unchecked) private var layouts: [ContentKey: Int] = [:]
  /// Counts what is wanted: what the last round did not want is evicted.
  @exclusivity(unchecked) private var round = 0
  /// The rows whose heights were measured.
  private var measured: Set<Int> = []
  /// The contents whose failures are listed.
  ///
  /// An index would not tell them apart: items that a program makes may all have the same one, and each
  /// feed counts from 0.
  private var failedContents: Set<ContentKey> = []
  /// The images of each content whose refusals are listed: a tall row has several pictures, each of which
  /// may lack another image.
  private var refusedImages: Set<RefusedImage> = []

  private struct RefusedImage: Hashable {
    var content: ContentKey
    var name: String
  }

  /// A picture, and the round that wanted it last.
  private struct Held {
    var picture: RowPicture
    var round: Int
  }

  /// What workers have done since somebody looked.
  private struct News: Sendable {
    var shown: [MadePicture]
    var late: [MadePicture]
    var error: (any Error)?
    var woken: Int
  }

  /// A store whose pictures, those that workers are busy with included, take no more than `byteLimit`,
  /// as long as what is wanted does not; `nil` for no such bound.
  ///
  /// - Throws: `WorkerError`, where there is no thread to let go of pictures.
  init(
    pool: WorkerPool<ScrollWorker>, throttle: Throttle = Throttle(), recordsSpans: Bool = false,
    byteLimit: Int? = nil
  ) throws {
    self.pool = pool
    releaser = try WorkerThread(name: "galley-release")
    self.throttle = throttle
    var queue = PictureQueue()
    queue.byteLimit = byteLimit
    if recordsSpans { queue.spans = [] }
    self.queue = Monitor(queue)
  }

  /// What the times of ``spans`` are measured from.
  var epoch: Duration { throttle.epoch }

  /// ``failures`` in the feed's order.
  var sortedFailures: [RowFailure] { failures.sorted { $0.index < $1.index } }

  /// ``imageFailures`` in words, in the feed's order.
  var sortedWarnings: [(index: Int, warning: RowWarning)] {
    imageFailures.map { ($0.index, RowWarning($0.1, field: nil)) }
      .sorted { $0.index < $1.index }
  }

  /// Every task's end so far.
  var ledger: RequestLedger { queue.withLock { $0.ledger } }

  /// What workers did when, if that is recorded.
  var spans: [WorkSpan] { queue.withLock { $0.spans ?? [] } }

  /// Why no more pictures can be made, as far as what was made has been taken.
  private(set) var error: (any Error)?

  /// Requests that wait, and the most that ever did.
  var waiting: (count: Int, most: Int) { queue.withLock { ($0.waitingCount, $0.mostWaiting) } }

  /// How many pictures are held.
  var count: Int { pictures.count }

  /// The bytes of pixels that are held.
  @exclusivity(unchecked) private(set) var byteCount = 0 {
    didSet { mostHeld = max(mostHeld, byteCount) }
  }
  private var mostHeld = 0

  /// The most bytes of pixels that ever were held, or made by workers.
  var mostByteCount: Int { max(mostHeld, queue.withLock { $0.mostByteCount }) }

  /// Whether nothing waits, runs, or is still to be shown.
  var isIdle: Bool { queue.withLock { $0.isIdle } }

  /// A picture; `nil` while it is not there.
  func picture(_ id: PictureID) -> RowPicture? { pictures[id]?.picture }

  /// Hands in what the main queue has drawn.
  func add(_ picture: RowPicture) {
    let old = pictures.updateValue(Held(picture: picture, round: round), forKey: picture.id)
    byteCount += picture.byteCount - (old?.picture.byteCount ?? 0)
  }

  /// Replaces what is wanted, most urgent first; evicts everything else.
  ///
  /// - Parameters:
  ///   - wanted: The pictures, and what each takes at most.
  ///   - ahead: The layouts wanted after them.
  ///   - heights: The rows whose heights are measured first.
  ///   - isMade: Whether workers shall make what is missing.
  ///   - item: The item of which a picture is made.
  func want(
    _ wanted: [(id: PictureID, byteCount: Int)], ahead: [ContentKey] = [],
    heights: [(row: Int, key: ContentKey)] = [], isMade: Bool = true,
    item: (ContentKey) -> FeedItem?
  ) {
    round += 1
    var requests: [WantedPicture] = []
    for (row, key) in heights {
      if let item = item(key) {
        requests.append(WantedPicture(request: .height(row: row, key), item: item))
      }
    }
    for (id, byteCount) in wanted where !keepPicture(id) && isMade {
      if let item = item(id.key) {
        requests.append(WantedPicture(request: .picture(id), item: item, byteCount: byteCount))
      }
    }
    for key in ahead where !keepLayout(key) && isMade {
      if let item = item(key) {
        requests.append(WantedPicture(request: .layout(key), item: item))
      }
    }
    evict()
    guard isMade else { return }
    let (now, kept) = (SteadyClock.now - epoch, self.byteCount)
    let woken = queue.withLock {
      $0.request(requests, keptByteCount: kept, workerCount: pool.count, at: now)
    }
    wake(woken)
  }

  private func wake(_ woken: Int) {
    let (queue, throttle, notice) = (queue, throttle, notice)
    for _ in 0..<woken {
      pool.repeatedly { worker in
        let isGoingOn = PictureJob.runNext(
          from: queue, with: { try worker.preparedResources() }, throttle: throttle)
        notice.withLock { $0 }?()
        return isGoingOn
      }
    }
  }

  private func tell() {
    takeMade()
    onChange?()
  }

  /// Takes what workers have made since the last call.
  ///
  /// - Returns: Whether there was anything to show.
  @discardableResult func takeMade() -> Bool {
    let news = queue.withLock { [epoch] queue -> News? in
      guard queue.hasNews else { return nil }
      let (shown, late) = queue.takeMade(at: SteadyClock.now - epoch)
      // What came too late made room.
      return News(
        shown: shown, late: late, error: queue.error,
        woken: queue.wakeForRoom(workerCount: pool.count))
    }
    guard let made = news else { return false }
    error = error ?? made.error
    wake(made.woken)
    for picture in made.shown + made.late {
      note(picture.failure, picture.imageFailures, of: picture.request.row.key)
    }
    for picture in made.shown {
      if case .height(let row, _) = picture.request.row {
        measured.insert(row)
        continue
      }
      layouts[picture.request.key] = round
      if let picture = picture.picture { add(picture) }
    }
    release(made.late.compactMap(\.picture))
    return !made.shown.isEmpty
  }

  /// The rows whose heights were measured since the last call.
  func takeMeasured() -> Set<Int> {
    defer { measured = [] }
    return measured
  }

  /// The index in the feed of the rows that have a key, to tell of failures.
  var indexOfItem: (ContentKey) -> Int? = { _ in nil }

  /// Lists a row that could not be drawn, once for each content, and its refused images, each once.
  func note(_ failure: RowFailure?, _ imageFailures: [ImageError], of key: ContentKey) {
    guard failure != nil || !imageFailures.isEmpty, let index = indexOfItem(key) else { return }
    if let failure, failedContents.insert(key).inserted { failures.append(failure) }
    for error in imageFailures
    where refusedImages.insert(RefusedImage(content: key, name: error.name)).inserted {
      self.imageFailures.append((index, error))
    }
  }

  /// Tells of items that could not be laid out, which have no row.
  func note(_ failures: [RowFailure]) { self.failures += failures }

  /// Whether a picture that is wanted is there; its layout is kept with it.
  private func keepPicture(_ id: PictureID) -> Bool {
    _ = keepLayout(id.key)
    guard let index = pictures.index(forKey: id) else { return false }
    pictures.values[index].round = round
    return true
  }

  /// Whether a layout that is wanted is there.
  private func keepLayout(_ key: ContentKey) -> Bool {
    guard let index = layouts.index(forKey: key) else { return false }
    layouts.values[index] = round
    return true
  }

  /// Lets go of what the last round did not want.
  private func evict() {
    var evicted: [RowPicture] = []
    for held in pictures.values where held.round != round { evicted.append(held.picture) }
    for picture in evicted {
      pictures[picture.id] = nil
      byteCount -= picture.byteCount
    }
    release(evicted)
    var old: [ContentKey] = []
    for (key, wanted) in layouts where wanted != round { old.append(key) }
    for key in old { layouts[key] = nil }
  }

  /// Lets go of pictures on another thread: giving back their memory takes longer than a frame's
  /// other work.
  private func release(_ pictures: [RowPicture]) {
    guard !pictures.isEmpty else { return }
    releaser.perform { withExtendedLifetime(pictures) {} }
  }
}
