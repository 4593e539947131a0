import GalleyCellRendering
package import GalleyCompositing
import GalleyFeed
public import GalleyFrameAssembly
package import GalleyFrames
public import GalleyLayout
package import GalleyPictures
import GalleyPrimitives
package import GalleyTable
import GalleyWorkers

/// A table of a feed's rows that scrolls on the main queue, while workers make its pictures.
///
/// The main queue only determines the visible rows, the damage and the parts of a frame. The policy decides
/// what replaces a missing picture. The host calls ``makeFrame()`` for each pass: on each vsync, or when the
/// run loop is about to wait. All edits and scrolls between two passes are merged.
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
  // Invariant: no code of other types runs while one of these properties
  // changes. A pass reads them often; the checks took a tenth of its instructions.

  /// The settings; script and refresh rate have no effect.
  public let options: ScrollOptions
  /// The differences between the fonts and the request.
  public let fontWarnings: [FontWarning]
  /// The delegate, which is notified of rows and provides more.
  public weak var delegate: (any FeedViewDelegate)?
  /// The plan of the last frame; `nil` before the first.
  @exclusivity(unchecked) package internal(set) var shown: FramePlan?
  /// The rows, their places and their items.
  @exclusivity(unchecked) package var table = ScrollTable()
  @exclusivity(unchecked) package var offsets = RowOffsetTree() { didSet { nearby = nil } }
  /// The places of the rows around the viewport; `nil` after an edit.
  @exclusivity(unchecked) var nearby: NearbyRows?
  package let store: PictureStore

  let pool: WorkerPool<ScrollWorker>
  let maker: FrameMaker
  let throttle: Throttle
  /// Draws on the main queue in sync mode; `nil` in async mode.
  let painter: ScrollWorker?
  let compositor: Compositor
  /// The opacity of new pictures.
  @exclusivity(unchecked) var crossFade: CrossFade
  /// Whether new pictures are opaque at once, during ``settle()``.
  @exclusivity(unchecked) var isSettling = false
  @exclusivity(unchecked) var ranges = RangeController()
  var batchFetch = BatchFetch()
  /// Whether the delegate's last reply had no items.
  var hasAllItems = false
  /// The y of the viewport's top in device pixels; it may be outside the table until the next frame.
  @exclusivity(unchecked) var pixelOffset = 0
  /// The offset of a frame that waits for its pictures; `nil` if none waits.
  @exclusivity(unchecked) var pinnedOffset: Int?
  /// The older picture of each row that was edited.
  @exclusivity(unchecked) var older: [OlderPicture?] = []
  @exclusivity(unchecked) var editCount = 0
  /// Decides for a trial which heights are measured during a scroll; `nil` without a trial.
  package var heightDemand: HeightDemand?
  var unmeasured: [Int] = []
  @exclusivity(unchecked) var lastWish: Wish?
  /// The rows of each range in the current or the last pass.
  @exclusivity(unchecked) var lastRows = RangeController.Rows(
    visible: 0..<0, display: 0..<0, preload: 0..<0)
  /// The pictures that fitted at the last requests; `nil` if visible pictures are never left out.
  var admitted: Set<PictureID>?
  /// Whether the display range had rows of several pictures at the last requests.
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

  /// The inputs of the last requests; requests are only made again if they change.
  struct Wish: Hashable {
    /// The end of the display range at which rows enter.
    var edge: Int
    var mode: RangeMode
    var isForward: Bool
    var editCount: Int
    /// The offset in units of 256 pixel rows, if a row is very high and other parts of it become visible.
    var place: Int
  }

  /// Makes a table without rows.
  ///
  /// - Throws: ``ScrollError`` and ``/GalleyCellRendering/RenderError`` if an option is out of bounds,
  ///   ``/GalleyLayout/FontError`` if there are no fonts, ``/GalleyHandles/ImageError`` if the assets folder
  ///   cannot be opened.
  public init(_ options: ScrollOptions) throws {
    try options.validate()
    self.options = options
    let shop = try CellShop(options.rendering)
    fontWarnings = shop.fontWarnings
    throttle = Throttle(factor: options.costModel.throttle, clock: options.frameClock)
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
      fillers: try FillerStrips(shop), shop: shop, policy: options.policy)
    crossFade = CrossFade(duration: options.crossFade, interval: options.budget.interval)
    overlays = OverlayState(options.overlays)
    compositor = Compositor(size: options.frameSize, policy: options.policy)
    store = try PictureStore(
      pool: pool, throttle: throttle, recordsSpans: options.recordsTrace,
      byteLimit: options.capsPictures ? options.pictureByteLimit : nil)
    store.indexOfItem = { [weak self] in self?.table.item($0)?.index }
    wake(true)
  }

  /// Whether results of workers fire ``signal``; if not, the next pass takes them.
  var wakesOnPictures = true { didSet { wake(wakesOnPictures) } }

  private func wake(_ isWaking: Bool) {
    guard isWaking else { return store.onChange = nil }
    store.onChange = { [signal] in signal.fire() }
  }

  /// The number of rows.
  public var rowCount: Int { offsets.count }

  /// The height of all rows, in layout units.
  public var contentHeight: Double { Double(offsets.totalHeight) / scale }

  /// The y of the viewport's top in layout units; it is kept within the table.
  public var offset: Double {
    get { Double(pixelOffset) / scale }
    set {
      let pixels = (newValue * scale).rounded()
      scroll(toPixel: pixels.isFinite ? Int(min(max(pixels, -0x1p60), 0x1p60)) : 0)
    }
  }

  /// Whether a request to the delegate for more items is pending.
  public var isFetching: Bool { batchFetch.isFetching }

  /// The rows that are visible at least in part.
  public var visibleRows: Range<Int> { offsets.rows(in: viewport(pixelOffset).band) }

  /// The frames that are made from now on; a slow listener misses some.
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

  /// The counts of pictures, requests and failures so far.
  public var statistics: FeedViewStatistics {
    let waiting = store.waiting
    return FeedViewStatistics(
      pictureCount: store.count, pictureByteCount: store.byteCount,
      mostPictureByteCount: store.mostByteCount,
      waitingCount: waiting.count, mostWaitingCount: waiting.most, requests: store.ledger,
      failures: store.failures)
  }

  /// Reduces memory: releases the pictures beyond the viewport, and all pictures if the view is not visible.
  public func reduceMemory(isVisible: Bool) {
    ranges.reduce(isVisible: isVisible)
    editCount += 1
  }

  /// Returns to the normal ranges of pictures, after ``reduceMemory(isVisible:)``.
  public func restoreMemory() {
    ranges.restore()
    editCount += 1
  }
}
