import GalleyCellRendering
package import GalleyCompositing
import GalleyFeedItems
public import GalleyFonts
public import GalleyFrameAssembly
import GalleyFrames
import GalleyHandles
package import GalleyPictures
import GalleyPrimitives
import GalleyTable
package import GalleyTrials
import GalleyWorkers

/// A table that scrolls on the main queue, while workers lay out its rows and make its pictures.
///
/// The main queue only determines the visible rows, the damage and the parts of a frame. The policy decides
/// what replaces a missing picture. The host calls ``makeFrame()`` for each pass: on each vsync, or when the
/// run loop is about to wait. All edits and scrolls between two passes are merged.
///
/// This class has the part of ``TableView`` that does not depend on the type of its models.
@MainActor
public class LiveView {
  // Invariant: no code of other types runs while one of these properties
  // changes. A pass reads them often; the checks took a tenth of its instructions.

  /// The delegate, which is notified of visible rows.
  ///
  /// A former delegate is notified that its rows are no longer displayed, a new one at the next pass which rows are
  /// visible.
  public weak var delegate: (any TableViewDelegate)? {
    didSet {
      guard delegate !== oldValue else { return }
      let last = told
      told = []
      for row in last { oldValue?.tableView(self, didEndDisplaying: row) }
    }
  }
  /// The plan of the last frame; `nil` before the first.
  @exclusivity(unchecked) package internal(set) var shown: FramePlan?
  /// The rows, their places and their contents.
  @exclusivity(unchecked) package internal(set) var table: LiveTable
  /// The places of the rows around the viewport; `nil` after an edit.
  @exclusivity(unchecked) var nearby: NearbyRows?
  /// The rows around the viewport with their contents; empty after an edit.
  @exclusivity(unchecked) var window = LiveWindow()
  @exclusivity(unchecked) package private(set) var store: PictureStore

  @exclusivity(unchecked) private(set) var kit: LiveKit
  @exclusivity(unchecked) private(set) var layouter: RowLayouter
  @exclusivity(unchecked) private(set) var maker: FrameMaker
  /// Lays out and draws on the main queue in sync mode; `nil` in async mode.
  @exclusivity(unchecked) private(set) var painter: ScrollWorker?
  @exclusivity(unchecked) private(set) var compositor: Compositor
  /// Decides which pictures and layouts are wanted.
  @exclusivity(unchecked) private(set) var demand: PictureDemand
  /// The rows of the last plan.
  @exclusivity(unchecked) var placements: [Placement] = []
  /// The opacity of new pictures.
  @exclusivity(unchecked) var crossFade: CrossFade
  /// The rows on the screen, some of which wait for the heights of those above; `nil` if none does.
  @exclusivity(unchecked) var waitingRows: Range<Int>?
  /// Whether new pictures are opaque at once, during ``settle()``.
  @exclusivity(unchecked) var isSettling = false
  @exclusivity(unchecked) var ranges: RangeController
  @exclusivity(unchecked) var batchFetch = BatchFetch()
  /// The layouts of rows beyond the ranges.
  @exclusivity(unchecked) var idleHeights = IdleHeights()
  /// When changes become visible; at once at first.
  ///
  /// In sync mode they always become visible at once, with their pictures.
  public var commitPolicy = CommitPolicy.immediate
  /// The changes that wait to become visible; `nil` if none wait.
  @exclusivity(unchecked) var waitingCommit: WaitingCommit?
  /// The velocity of the viewport.
  @exclusivity(unchecked) var motion = ViewportMotion()
  /// Whether the user drags, or an animation moves the viewport: then ``trackingWorkerCount`` holds.
  public var isTracking = false { didSet { limitWorkers() } }
  /// The maximum number of workers that make pictures while ``isTracking``; at least 1 works.
  ///
  /// Fewer workers leave processors to the main queue and to other programs. Workers under way finish their
  /// pictures first.
  public var trackingWorkerCount: Int { didSet { limitWorkers() } }
  /// The number of open updates, and their changes.
  var updateDepth = 0
  var updates = ChangeSet()
  @exclusivity(unchecked) var fetchState = FetchState.open
  /// Returns more rows, `nil` at their end.
  @exclusivity(unchecked) var fetch: (@MainActor () async throws -> [any RowModel]?)?
  /// The number of sources of more rows before ``fetch``.
  @exclusivity(unchecked) var fetchNumber = 0
  /// The request for more rows that is under way.
  @exclusivity(unchecked) var fetchTask: Task<Void, Never>?
  /// The offset of a frame that waits for its pictures; `nil` if none waits.
  @exclusivity(unchecked) var pinnedOffset: Int?
  @exclusivity(unchecked) var editCount = 0
  /// The row of the last scroll to a row, which stays at its position until no height on the screen is an estimate.
  @exclusivity(unchecked) var scrollTarget: ScrollTarget?
  /// Decides for a trial which heights are measured during a scroll; `nil` without a trial.
  @exclusivity(unchecked) package var heightDemand: HeightDemand?
  @exclusivity(unchecked) var lastWish: Wish?
  /// The rows of each range in the current or the last pass.
  @exclusivity(unchecked) var lastRows = RangeController.Rows(
    visible: 0..<0, display: 0..<0, preload: 0..<0)
  /// The pictures that fitted at the last requests; `nil` if visible pictures are never left out.
  @exclusivity(unchecked) var admitted: Set<PictureID>?
  /// Whether the display range had rows of several pictures at the last requests.
  @exclusivity(unchecked) var hasTallRows = false
  @exclusivity(unchecked) var overlays: OverlayState
  /// The rows of the last frame, from the top, with their paths then.
  @exclusivity(unchecked) var displayed: [(id: RowID, path: RowPath)] = []
  /// The rows that the delegate was told to be displayed.
  @exclusivity(unchecked) var told: [RowID] = []
  /// Whether the delegate is being told; it may make a pass meanwhile.
  @exclusivity(unchecked) var isTelling = false
  /// Whether the delegate has edited rows or made a frame while it was told.
  @exclusivity(unchecked) var hasActedWhileTold = false
  /// The layouts of rows by the types of their cells.
  var cellCounts: [String: LiveViewStatistics.CellCounts] = [:]
  var cellTypes = CellTypes()
  let signal = Signal()
  @exclusivity(unchecked) var frameContinuations: [Int: AsyncStream<FeedFrame>.Continuation] = [:]
  private var continuationCount = 0
  /// The number of calls of ``change(_:)``, and that of the call whose options hold.
  private var (optionsCount, optionsNumber) = (0, 0)

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

  /// Makes a table of one section without rows.
  init(_ kit: LiveKit) throws {
    let options = kit.options
    self.kit = kit
    ranges = RangeController(full: options.ranges)
    trackingWorkerCount = max(1, options.workerCount / 2)
    painter = kit.makePainter()
    maker = FrameMaker(fillers: kit.fillers, shop: kit.shop, policy: options.policy)
    crossFade = CrossFade(duration: options.crossFade, interval: options.budget.interval)
    overlays = OverlayState(options.overlays)
    compositor = Compositor(size: options.frameSize, policy: options.policy)
    demand = kit.demand
    layouter = RowLayouter(kit.pool, kit.throttle)
    store = try kit.makeStore()
    table = LiveTable(
      viewport: options.frameSize, estimatedHeight: options.estimatedPixelHeight)
    connect()
  }

  isolated deinit {
    stop()
    // The view is not passed: a delegate that kept it would have a view that is gone.
    if !told.isEmpty { delegate?.tableViewWasReleased(displaying: told) }
  }

  /// The settings; script and refresh rate have no effect.
  public var options: ScrollOptions { kit.options }

  /// The time between two frames; a pass that reads it from ``options`` would copy these.
  var interval: Duration { kit.interval }

  /// The differences between the fonts and the request.
  public var fontWarnings: [FontWarning] { kit.shop.fontWarnings }

  var pool: WorkerPool<ScrollWorker> { kit.pool }
  var throttle: Throttle { kit.throttle }

  /// Changes the settings: width, theme, fonts, viewport, policy and the others.
  ///
  /// All rows are laid out again, those on the screen first; the anchor row keeps its place on the screen.
  /// Fonts are read and workers are started on another thread. Until then, the former settings hold. Of several calls at
  /// one time, the last one holds.
  ///
  /// - Throws: As ``TableView/init(_:item:)``; then nothing changes.
  public func change(_ options: ScrollOptions) async throws {
    optionsCount += 1
    let number = optionsCount
    let kit = try await LiveKit.make(options)
    let store = try kit.makeStore()
    guard !isClosed, number > optionsNumber else { return }
    optionsNumber = number
    commitChanges()
    stopWorkers()
    store.continueLists(of: self.store)
    self.kit = kit
    self.store = store
    layouter = RowLayouter(kit.pool, kit.throttle)
    painter = kit.makePainter()
    maker = FrameMaker(fillers: kit.fillers, shop: kit.shop, policy: options.policy)
    crossFade = CrossFade(duration: options.crossFade, interval: options.budget.interval)
    overlays = OverlayState(options.overlays)
    compositor = Compositor(size: options.frameSize, policy: options.policy)
    demand = kit.demand
    ranges.full = options.ranges
    connect()
    prepare(for: Array(cellTypes.examples.values))
    limitWorkers()
    limitIdleMemory()
    edit { table in
      table.forgetLayouts()
      table.resize(options.frameSize)
    }
    shown = nil
    admitted = nil
    pinnedOffset = nil
    signal.fire()
  }

  private func connect() {
    store.indexOfItem = { [weak self] in self?.table.feedIndex($0) }
    wake(wakesOnResults)
  }

  /// Supersedes all requests; the workers free their fonts when they have ended.
  private func stopWorkers() {
    store.want([], model: { _ in nil })
    layouter.want([])
    layouter.wantAll([])
    kit.pool.freeResources()
  }

  /// Ends streams, requests and workers, without waiting.
  func stop() {
    isClosed = true
    fetchTask?.cancel()
    for continuation in frameContinuations.values { continuation.finish() }
    frameContinuations = [:]
    stopWorkers()
    signal.fire()
  }

  /// Whether results of workers fire ``signal``; if not, the next pass takes them.
  var wakesOnResults = true { didSet { wake(wakesOnResults) } }

  /// Whether the view was closed.
  @exclusivity(unchecked) public private(set) var isClosed = false

  private func wake(_ isWaking: Bool) {
    guard isWaking else {
      store.onChange = nil
      layouter.onChange = nil
      return
    }
    store.onChange = { [signal] in signal.fire() }
    layouter.onChange = { [signal] in signal.fire() }
  }

  /// Lends the table, which ``table`` would copy.
  func lendTable<Result>(_ body: (inout LiveTable) -> Result) -> Result { body(&table) }

  /// Changes the table, and keeps what depends on offsets at its place.
  func edit<Result, Failure: Error>(
    _ body: (inout LiveTable) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let offset = pixelOffset
    defer {
      let distance = pixelOffset - offset
      if distance != 0 {
        ranges.move(by: distance)
        motion.shift(by: distance)
        if let pinned = pinnedOffset { pinnedOffset = pinned + distance }
      }
      nearby = nil
      window = LiveWindow()
      editCount += 1
      #if GALLEY_INVARIANTS
        if editCount % max(1, table.rowCount / 64) == 0 { table.checkInvariants() }
      #endif
    }
    return try body(&table)
  }

  /// The y of the viewport's top in device pixels.
  package var pixelOffset: Int { table.rows.viewport.offset }

  /// The height of all rows, in layout units; rows that are not laid out have an estimated height.
  public var contentHeight: Double { Double(table.rows.visible.totalHeight) / scale }

  /// The y of the viewport's top in layout units; it is kept within the table, and NaN does not change it.
  public var offset: Double {
    get { Double(pixelOffset) / scale }
    set {
      guard !newValue.isNaN else { return }
      scroll(toPixel: Int(min(max((newValue * scale).rounded(), -0x1p60), 0x1p60)))
    }
  }

  /// Whether a request for more rows is pending.
  public var isFetching: Bool { batchFetch.isFetching }

  /// The rows that are visible at least in part, counted over all sections, headers and footers included.
  public var visibleRows: Range<Int> { table.rows.visible.rows(in: viewport(pixelOffset).band) }

  /// The frames that are made from now on, until the view is closed or released; a slow listener misses
  /// some.
  public var frames: AsyncStream<FeedFrame> {
    let number = continuationCount
    continuationCount += 1
    let (stream, continuation) = AsyncStream.makeStream(
      of: FeedFrame.self, bufferingPolicy: .bufferingNewest(4))
    guard !isClosed else {
      continuation.finish()
      return stream
    }
    frameContinuations[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.frameContinuations[number] = nil }
    }
    return stream
  }

  /// The counts of pictures, requests and failures so far.
  public var statistics: LiveViewStatistics {
    let waiting = store.waiting
    var cells = cellCounts
    for (identifier, surfaces) in kit.shop.surfaces.statisticsByIdentifier {
      cells[identifier, default: .init()].surfaces = surfaces
    }
    for identifier in cellTypes.types.keys {
      cells[identifier, default: .init()].isRegistered = true
    }
    return LiveViewStatistics(
      pictureCount: store.count, pictureByteCount: store.byteCount,
      mostPictureByteCount: store.mostByteCount,
      waitingCount: waiting.count, mostWaitingCount: waiting.most, requests: store.ledger,
      layouts: layouter.ledger, failures: store.failures, cells: cells,
      surfaces: kit.shop.surfaces.statistics)
  }

  /// Reduces memory: releases the pictures beyond the viewport, and all pictures if the view is not visible.
  ///
  /// Their memory is freed, and not kept for later pictures until ``restoreMemory()``.
  public func reduceMemory(isVisible: Bool) {
    ranges.reduce(isVisible: isVisible)
    editCount += 1
    limitIdleMemory()
  }

  /// Returns to the normal ranges of pictures, after ``reduceMemory(isVisible:)``.
  public func restoreMemory() {
    ranges.restore()
    editCount += 1
    limitIdleMemory()
  }

  private func limitIdleMemory() {
    let isReduced = ranges.mode == .visibleOnly || ranges.mode == .lowMemory
    store.limitIdleMemory(
      of: kit.shop.surfaces, to: isReduced ? 0 : SurfacePool.usualByteLimit)
  }
}
