import GalleyCompositing
import GalleyFeed
import GalleyFrames
public import GalleyLayout
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

/// A table of a feed's rows that scrolls on the main queue, while workers make its pictures.
///
/// The main queue only finds the visible rows, the damage and the list of what a frame is made of.
/// Where a picture is not there, the frame shows what the policy says. A pass, ``makeFrame()``, is
/// made whenever the host likes: on each vsync, or when the run loop is about to wait. Between two
/// passes any number of edits and scrolls are merged.
///
/// ```swift
/// let view = try FeedView(ScrollOptions())
/// try await view.append(.path("feed.jsonl"))
/// view.offset = 300
/// let frame = try await view.settle()
/// try frame.png().write(to: "frame.png")
/// ```
@MainActor
public final class FeedView {
  // Properties that each pass reads are `@exclusivity(unchecked)`: the checks took a tenth of its steps.
  // Invariant: no method calls code outside of this type while it changes one of them.

  /// What rows are set, drawn and shown with; the script and the display's rate do not matter here.
  public let options: ScrollOptions
  /// What of the fonts is not as it was asked for.
  public let fontWarnings: [FontWarning]
  /// Told of rows that come and go, and asked for more.
  public weak var delegate: (any FeedViewDelegate)?
  /// Where the last frame made shows the table, in device pixels.
  @exclusivity(unchecked) package internal(set) var shown: FramePlan?
  /// How many rows there are, where they are and what they are made from.
  @exclusivity(unchecked) var table = ScrollTable()
  @exclusivity(unchecked) var offsets = RowOffsetTree() { didSet { nearby = nil } }
  /// The places of the rows around the viewport; `nil` after an edit.
  @exclusivity(unchecked) var nearby: NearbyRows?
  let store: PictureStore

  let pool: WorkerPool<ScrollWorker>
  let maker: FrameMaker
  let throttle: Throttle
  /// Who draws on the main queue, in sync mode.
  let painter: ScrollWorker?
  let compositor: Compositor
  /// How pictures come in.
  @exclusivity(unchecked) var crossFade: CrossFade
  /// Whether pictures come in at once, since nobody wants to see how.
  @exclusivity(unchecked) var isSettling = false
  @exclusivity(unchecked) var ranges = RangeController()
  var batchFetch = BatchFetch()
  /// The delegate had no more items when it was asked last.
  var hasAllItems = false
  /// The y of the viewport's top, in device pixels; within the table only once a frame is made.
  @exclusivity(unchecked) var pixelOffset = 0
  /// Where a frame that waits for its pictures is.
  @exclusivity(unchecked) var pinnedOffset: Int?
  /// What of an edited row was shown before, for each row.
  @exclusivity(unchecked) var older: [OlderPicture?] = []
  @exclusivity(unchecked) var editCount = 0
  /// Which heights are measured while the table scrolls, for a bench; else all are known.
  var heightDemand: HeightDemand?
  var unmeasured: [Int] = []
  @exclusivity(unchecked) var lastWish: Wish?
  /// The rows of each range at the last pass, that which is being made included.
  @exclusivity(unchecked) var lastRows = RangeController.Rows(
    visible: 0..<0, display: 0..<0, preload: 0..<0)
  /// The pictures that there was room for when something was asked for last; `nil` where visible ones are
  /// never left out.
  var admitted: Set<PictureID>?
  /// Whether the display range had rows of several pictures when something was asked for last.
  @exclusivity(unchecked) var hasTallRows = false
  var overlays: OverlayState
  @exclusivity(unchecked) var displayed: Range<Int> = 0..<0
  let signal = Signal()
  var frameContinuations: [Int: AsyncStream<FeedFrame>.Continuation] = [:]
  private var continuationCount = 0

  struct OlderPicture {
    var key: ContentKey
    var height: Int
  }

  /// What was asked for last: as long as it is the same, nobody has to ask again.
  struct Wish: Hashable {
    /// The end of the display range that rows come in by.
    var edge: Int
    var mode: RangeMode
    var isForward: Bool
    var editCount: Int
    /// Some 256 pixel rows, where a row is very high: other parts of it come into view.
    var place: Int
  }

  /// A table without rows.
  ///
  /// - Throws: As ``FeedScroll/init(_:)``.
  public init(_ options: ScrollOptions) throws {
    try options.validate()
    self.options = options
    let shop = try CellShop(options.rendering)
    fontWarnings = shop.fontWarnings
    throttle = Throttle(factor: options.costModel.throttle)
    let numbers = GenerationCounter()
    let makeMeter = options.heightTrial?.makeMeter
    pool = try WorkerPool(count: options.pictureWorkerCount ?? options.workerCount, name: "galley")
    {
      ScrollWorker(
        shop, countsBytes: false, number: Int(numbers.advance().number) - 1,
        meter: makeMeter?())
    }
    let ownWorker = ScrollWorker(shop, countsBytes: false, meter: makeMeter?())
    painter = options.rendering.mode == .sync ? ownWorker : nil
    maker = FrameMaker(
      fillers: try ownWorker.fillers(), shop: shop, policy: options.policy)
    crossFade = CrossFade(duration: options.crossFade, interval: options.budget.interval)
    overlays = OverlayState(options.overlays)
    compositor = Compositor(size: options.frameSize, policy: options.policy)
    store = try PictureStore(
      pool: pool, throttle: throttle, recordsSpans: options.recordsTrace,
      byteLimit: options.capsPictures ? options.pictureByteLimit : nil)
    store.indexOfItem = { [weak self] in self?.table.item($0)?.index }
    wake(true)
  }

  /// Whether pictures that come in wake those who wait for them; if not, the next pass finds them.
  var wakesOnPictures = true { didSet { wake(wakesOnPictures) } }

  private func wake(_ isWaking: Bool) {
    guard isWaking else { return store.onChange = nil }
    store.onChange = { [signal] in signal.fire() }
  }

  /// The number of rows.
  public var rowCount: Int { offsets.count }

  /// The height of all rows, in layout units.
  public var contentHeight: Double { Double(offsets.totalHeight) / scale }

  /// The y in the table of the viewport's top, in layout units; kept within the table.
  public var offset: Double {
    get { Double(pixelOffset) / scale }
    set {
      let pixels = (newValue * scale).rounded()
      scroll(toPixel: pixels.isFinite ? Int(min(max(pixels, -0x1p60), 0x1p60)) : 0)
    }
  }

  /// Whether the delegate has been asked for more rows, and they are not there yet.
  public var isFetching: Bool { batchFetch.isFetching }

  /// The rows that are seen, at least in part.
  public var visibleRows: Range<Int> { offsets.rows(in: viewport(pixelOffset).band) }

  /// The frames that are made from now on; a listener that is slow misses some.
  public var frames: AsyncStream<FeedFrame> {
    let number = continuationCount
    continuationCount += 1
    let (stream, continuation) = AsyncStream.makeStream(
      of: FeedFrame.self, bufferingPolicy: .bufferingNewest(4))
    frameContinuations[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.frameContinuations[number] = nil }
    }
    return stream
  }

  /// What pictures, rows and workers came to so far.
  public var statistics: FeedViewStatistics {
    let waiting = store.waiting
    return FeedViewStatistics(
      pictureCount: store.count, pictureByteCount: store.byteCount,
      mostPictureByteCount: store.mostByteCount,
      waitingCount: waiting.count, mostWaitingCount: waiting.most, requests: store.ledger,
      failures: store.failures)
  }

  /// Says that memory is scarce, or that nobody looks: pictures beyond the viewport are let go, and
  /// those within too if it is not visible.
  public func reduceMemory(isVisible: Bool) {
    ranges.reduce(isVisible: isVisible)
    editCount += 1
  }

  /// Says that there is memory again, and somebody looks.
  public func restoreMemory() {
    ranges.restore()
    editCount += 1
  }
}
