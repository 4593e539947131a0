import GalleyCompositing
import GalleyPrimitives
public import GalleyTable
public import GalleyWorkers

/// A simulation that the caller plays vsync by vsync: the main queue's side.
///
/// A value: it does not change between two calls of ``play()``. So the caller has time to make a
/// frame of each plan.
public struct SimulationRun: Sendable {
  /// The offsets of the rows.
  public let offsets: RowOffsetArray
  /// The counts of frames so far.
  public private(set) var ledger: FrameLedger
  /// The rows whose pictures are requested since the last vsync, most urgent first.
  public private(set) var wantedRows: [Int] = []
  /// The rows of each range since the last vsync.
  public private(set) var rangeRows = RangeController.Rows(
    visible: 0..<0, display: 0..<0, preload: 0..<0)
  /// The largest size of the requested pictures so far, in bytes.
  public private(set) var mostPictureBytes = 0

  /// Counts the heights that were requested, and those that were known.
  public private(set) var heightDemand: HeightDemand?

  /// The pictures that the byte limit admitted at the last request.
  private var admitted: Set<ContentKey> = []
  private let simulation: FrameSimulation
  /// A value that is out of bounds; `nil` if there is none.
  private let unsupported: SimulationNumber?
  private let compositor: Compositor
  private var ranges: RangeController
  private var workers: SimulatedWorkers
  private var crossFade: CrossFade
  /// The plan of the shown frame.
  private var shown: FramePlan?
  /// A frame that the main queue works on, that waits for its pictures, or that was finished since
  /// the last vsync.
  fileprivate var underway: Underway?
  /// Rows near the viewport whose heights workers have yet to measure.
  private var unmeasured: [Int] = []

  fileprivate struct Underway {
    var timings: FrameTimings
    var plan: FramePlan
    var work: Duration
    /// The pictures that the frame waits for, with policy `wait`.
    var missing: Set<ContentKey> = []
    var composite = Duration.zero

    var frame: PresentedFrame {
      PresentedFrame(
        timings: timings, blankArea: plan.blankArea, work: work,
        waitedFor: missing.isEmpty ? nil : .raster)
    }
  }

  /// A run of `simulation` before its first vsync.
  ///
  /// If a value of `simulation` is out of bounds, the first ``play()`` throws.
  ///
  /// - Complexity: O(rows).
  public init(_ simulation: FrameSimulation) {
    unsupported = simulation.unsupportedNumber
    var simulation = simulation
    if unsupported != nil {
      // An unsupported simulation is not played.
      simulation = FrameSimulation(
        rows: [], size: PixelSize(width: 0, height: 0), script: .constant(speed: 0),
        model: CostModel())
    }
    self.simulation = simulation
    offsets = RowOffsetArray(simulation.rows.map(\.height))
    compositor = Compositor(size: simulation.size, policy: simulation.policy)
    crossFade = CrossFade(
      duration: simulation.crossFade, interval: simulation.budget.interval)
    ranges = RangeController(isForward: simulation.script.isForward)
    workers = SimulatedWorkers(
      count: simulation.mode == .async ? max(1, simulation.workerCount) : 0,
      model: simulation.model, recordsSpans: simulation.recordsSpans)
    ledger = FrameLedger(budget: simulation.budget)
    heightDemand = simulation.heightDemand
    if simulation.isWarm { warmUp() }
  }

  /// The stages of the workers, if the simulation records them.
  public var spans: [WorkSpan] { workers.spans }

  /// The frame that has begun and was not handed over by the last vsync's target; `nil` if there is
  /// none.
  public var unfinishedFrame: PresentedFrame? { underway?.frame }

  /// The counts of the workers' tasks so far.
  public var requests: RequestLedger { workers.ledger }

  /// The number of waiting requests.
  public var waitingCount: Int { workers.waitingCount }

  /// The largest number of waiting requests so far.
  public var mostWaiting: Int { workers.mostWaiting }

  /// Plays the next vsync: makes a new frame if the main queue is free and there is a change.
  ///
  /// - Throws: ``FrameError/unsupported(_:)`` if a value of the simulation is out of bounds,
  ///   another ``FrameError`` if it contradicts itself.
  /// - Complexity: O(rows in the preload range + log rows).
  public mutating func play() throws(FrameError) -> VsyncRecord {
    if let unsupported { throw .unsupported(unsupported) }
    let vsync = simulation.budget.vsync(ledger.vsyncCount)
    workers.advance(to: vsync.start)
    let viewport = viewport(at: vsync.start)
    let visible = viewport.visibleRows(of: offsets)
    let isFree = underway == nil
    if isFree { request(visible, viewport, at: vsync) }
    let current = plan(visible, viewport.offset, at: vsync.start)
    let hasChanged = current.offset != shown?.offset || current.hasDamage(since: shown)
    if isFree, hasChanged { underway = try makeFrame(vsync, visible, current) }
    try finishWaiting(by: vsync.target)
    let new = underway.flatMap { underway in
      underway.timings.presented.map { $0 <= vsync.target } == true ? underway : nil
    }
    let outcome = try ledger.close(vsync.index, hasChanged: hasChanged, newest: new?.frame)
    if let new {
      shown = new.plan
      underway = nil
      if !new.plan.isBlank { ranges.didDisplay() }
    }
    return VsyncRecord(
      vsync: vsync, offset: viewport.offset, outcome: outcome, frame: new?.frame, plan: new?.plan)
  }

  /// Ends the simulation: the ledger of frames, and all tasks of the workers.
  ///
  /// - Returns: The account of all tasks.
  public mutating func finish() -> RequestLedger {
    ledger.finish(underway: unfinishedFrame)
    workers.stop(at: simulation.budget.vsync(ledger.vsyncCount).start)
    return workers.ledger
  }

  private func viewport(at instant: Duration) -> Viewport {
    let limit = max(0, offsets.totalHeight - simulation.size.height)
    return Viewport(
      offset: simulation.script.offset(after: instant, scale: simulation.scale, limit: limit),
      size: simulation.size)
  }

  /// The plan of a frame that is made now.
  ///
  /// In sync mode it contains pictures that the frame has yet to make, and with policy `wait`
  /// pictures that the frame has yet to wait for.
  private func plan(_ visible: VisibleRows, _ offset: Int, at instant: Duration) -> FramePlan {
    let scene = Scene(
      visible.rows.map { row in
        Placement(
          row: row, key: simulation.rows[row].key, y: visible.y(ofRow: row),
          height: visible.height(ofRow: row))
      })
    let isComplete = simulation.mode == .sync || simulation.policy.waits
    return compositor.composite(scene, at: offset) { placement in
      let isThere =
        isComplete && isAdmitted(placement.key) || workers.isReady(placement.key)
      return crossFade.availability(isThere ? .ready : .missing, of: placement.key, at: instant)
    }
  }

  /// Whether the byte limit admits a visible picture.
  private func isAdmitted(_ key: ContentKey) -> Bool {
    !simulation.capsPictures || admitted.contains(key)
  }

  private func pictureByteCount(_ row: SimulatedRow) -> Int {
    4 * (row.height * simulation.size.width + row.maskedPixels)
  }

  /// Requests the pictures and layouts of the ranges, and removes the others.
  private mutating func request(_ visible: VisibleRows, _ viewport: Viewport, at vsync: Vsync) {
    var controller = ranges
    var prepared = controller.update(viewport, over: offsets)
    ranges = controller
    if let display = simulation.displayRange {
      let band = display.band(
        around: viewport, isForward: ranges.isForward, totalHeight: offsets.totalHeight)
      prepared.display = offsets.rows(in: band)
      prepared.preload = prepared.display
    }
    rangeRows = prepared
    let direction: ScrollDirection = ranges.isForward ? .forward : .backward
    let rows = simulation.rows
    var urgent = RowUrgency(
      visible: visible.rows, prepared: prepared.display, direction: direction
    ).rows
    // The pictures that are left out depend on the offset alone, not on the direction.
    if simulation.capsPictures { urgent[..<visible.rows.count].sort() }
    var counted: Set<ContentKey> = []
    wantedRows = Array(
      PictureBudget(byteLimit: simulation.pictureByteLimit).admitted(
        urgent, visibleCount: simulation.capsPictures ? 0 : visible.rows.count
      ) { counted.insert(rows[$0].key).inserted ? pictureByteCount(rows[$0]) : 0 })
    let kept = Set(wantedRows.map { rows[$0].key })
    admitted = kept
    mostPictureBytes = max(
      mostPictureBytes,
      wantedRows.reduce(into: (0, Set<ContentKey>())) { sum, row in
        if sum.1.insert(rows[row].key).inserted { sum.0 += pictureByteCount(rows[row]) }
      }.0)
    workers.keep(pictures: kept, layouts: kept.union(prepared.preload.lazy.map { rows[$0].key }))
    guard simulation.mode == .async else { return }
    let seen = DeadlineOrder(
      workerCount: simulation.workerCount, time: vsync.target - vsync.start
    ).order(wantedRows.prefix(visible.rows.count).filter { !workers.isReady(rows[$0].key) }) {
      simulation.model.cost(of: rows[$0].work, hasLayout: workers.hasLayout(rows[$0].key))
    }
    let preload = RowUrgency(
      visible: prepared.display, prepared: prepared.preload, direction: direction
    ).rows.dropFirst(prepared.display.count)
    workers.request(
      (seen + wantedRows.dropFirst(visible.rows.count)).lazy.map { rows[$0] },
      preload: preload.lazy.map { rows[$0] },
      measuring: rowsToMeasure(in: prepared.display).map { ($0, rows[$0]) },
      at: vsync.start)
  }

  /// The rows whose heights workers have to measure, because they enter a range.
  private mutating func rowsToMeasure(in range: Range<Int>) -> [Int] {
    let done = workers.takeMeasured()
    let rows = simulation.rows
    unmeasured.removeAll { done.contains($0) || !range.contains($0) }
    unmeasured +=
      heightDemand?.measured(
        in: range, key: { rows[$0].key }, isDrawn: { !workers.isReady(rows[$0].key) }) ?? []
    return unmeasured
  }

  /// Makes the pictures of the first screen before the first vsync.
  private mutating func warmUp() {
    let viewport = viewport(at: .zero)
    let prepared = ranges.update(viewport, over: offsets)
    for row in simulation.rows[prepared.display] { workers.makeReady(row.key) }
    heightDemand?.know(prepared.preload) { simulation.rows[$0].key }
  }

  /// Makes the frame of a vsync on the main queue, for as long as that takes.
  ///
  /// A frame that has to wait for pictures stays incomplete.
  private mutating func makeFrame(
    _ vsync: Vsync, _ visible: VisibleRows, _ plan: FramePlan
  ) throws(FrameError) -> Underway {
    let model = simulation.model
    let frameWork = WorkAmount(rows: visible.rows.count)
    var build = model.time(of: .build, for: frameWork)
    var raster = Duration.zero
    var missing: Set<ContentKey> = []
    if simulation.mode == .sync {
      let rows = simulation.rows
      let measured = heightDemand?.measured(
        in: visible.rows, key: { rows[$0].key }, isDrawn: { !workers.isReady(rows[$0].key) })
      for row in measured ?? [] { build += model.time(of: .layout, for: rows[row].work) }
    }
    for row in simulation.rows[visible.rows]
    where !workers.isReady(row.key) && isAdmitted(row.key) {
      if simulation.mode == .sync {
        workers.makeReady(row.key)
        build += model.time(of: .layout, for: row.work)
        raster += model.time(of: .raster, for: row.work)
      } else if simulation.policy.waits {
        missing.insert(row.key)
      }
    }
    crossFade.present(plan, at: vsync.start) { simulation.rows[$0].key }
    // While a picture fades in, the pixels of its placeholder are composited too.
    let pixels = 2 * plan.fadingArea + maskedPixels(of: plan)
    let composite = model.time(
      of: .composite, for: WorkAmount(pixels: pixels, rows: visible.rows.count))
    var underway = Underway(
      timings: FrameTimings(vsync: vsync), plan: plan, work: build + raster + composite,
      missing: missing, composite: composite)
    var clock = VirtualClock(now: vsync.start)
    try underway.timings.record(.buildStart, at: clock.now)
    clock.advance(by: build)
    try underway.timings.record(.buildEnd, at: clock.now)
    try underway.timings.record(.rasterStart, at: clock.now)
    clock.advance(by: raster)
    if missing.isEmpty { try underway.complete(at: clock.now) }
    return underway
  }

  /// The pixels of a frame that masks cut.
  private func maskedPixels(of plan: FramePlan) -> Int {
    plan.segments.reduce(0) { sum, segment in
      guard let row = segment.row, case .picture = segment.source else { return sum }
      let whole = simulation.rows[row]
      guard whole.height > 0 else { return sum }
      return sum + whole.maskedPixels * segment.band.count / whole.height
    }
  }

  /// Completes a waiting frame, if its pictures are finished in time.
  private mutating func finishWaiting(by instant: Duration) throws(FrameError) {
    guard var waiting = underway, waiting.timings.presented == nil,
      let start = waiting.timings.instant(of: .rasterStart),
      let end = workers.advance(until: waiting.missing, by: instant)
    else { return }
    try waiting.complete(at: max(start, end))
    underway = waiting
  }
}

extension SimulationRun.Underway {
  /// Records the events after the pictures.
  fileprivate mutating func complete(at instant: Duration) throws(FrameError) {
    try timings.record(.rasterEnd, at: instant)
    try timings.record(.compositeStart, at: instant)
    try timings.record(.compositeEnd, at: instant + composite)
    try timings.record(.presented, at: instant + composite)
  }
}

extension CostModel {
  /// The time in which a worker makes a row's picture.
  public func cost(of work: WorkAmount, hasLayout: Bool) -> Duration {
    (hasLayout ? .zero : time(of: .layout, for: work)) + time(of: .raster, for: work)
      + time(of: .encode, for: work)
  }
}
