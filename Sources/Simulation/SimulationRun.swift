import GalleyCompositing
package import GalleyFrames
import GalleyPrimitives
package import GalleyTable
package import GalleyTrials
package import GalleyWorkers

/// A simulation that the caller plays vsync by vsync: the main queue's side.
///
/// A value: it does not change between two calls of ``play()``. So the caller has time to make a
/// frame of each plan.
package struct SimulationRun: Sendable {
  /// The rows, whose heights are known.
  package internal(set) var table: TableRows
  /// The counts of frames so far.
  package private(set) var ledger: FrameLedger
  /// The pictures that are wanted since the last vsync, most urgent first.
  package private(set) var wantedPictures: [PictureID] = []
  /// The rows of each range since the last vsync.
  package private(set) var rangeRows = RangeController.Rows(
    visible: 0..<0, display: 0..<0, preload: 0..<0)
  /// The largest size of the requested pictures so far, in bytes.
  package private(set) var mostPictureBytes = 0

  /// Counts the heights that were requested, and those that were known.
  package internal(set) var heightDemand: HeightDemand?

  /// The number of frames that have begun.
  private var frameCount = 0
  /// The pictures that are wanted since the last vsync.
  private var admitted: Set<PictureID> = []
  var demand: PictureDemand
  var simulation: FrameSimulation
  /// A value that is out of bounds; `nil` if there is none.
  private let unsupported: SimulationNumber?
  var compositor: Compositor
  var ranges: RangeController
  var workers: SimulatedWorkers
  /// The pictures of rows before the last edits, which may be visible until the current ones are made.
  var older: [Int: DemandInput.Older] = [:]
  /// The device pixels by which edits have moved the rows on the screen down.
  var shift = 0
  /// The last offset of the script.
  private let scriptLimit: Int
  private var crossFade: CrossFade
  /// The plan of the shown frame.
  private var shown: FramePlan?
  /// A frame that the main queue works on, that waits for its pictures, or that was finished since
  /// the last vsync.
  fileprivate var underway: Underway?

  fileprivate struct Underway {
    var timings: FrameTimings
    var plan: FramePlan
    var work: Duration
    /// The pictures that the frame waits for, with policy `wait`.
    var missing: Set<PictureID> = []
    var composite = Duration.zero

    var frame: PresentedFrame {
      var frame = PresentedFrame(
        timings: timings, blankArea: plan.blankArea, work: work,
        waitedFor: missing.isEmpty ? nil : .raster)
      frame.content = ShownContent(plan)
      return frame
    }
  }

  /// A run of `simulation` before its first vsync.
  ///
  /// If a value of `simulation` is out of bounds, the first ``play()`` throws.
  ///
  /// - Complexity: O(rows).
  package init(_ simulation: FrameSimulation) {
    unsupported = simulation.unsupportedNumber
    var simulation = simulation
    if unsupported != nil {
      // An unsupported simulation is not played.
      simulation = FrameSimulation(
        rows: [], size: PixelSize(width: 0, height: 0), script: .constant(speed: 0),
        model: CostModel())
    }
    simulation.model.throttle *= 1 + simulation.faults.frameGrowth
    let slower = 1 + simulation.faults.layoutGrowth
    simulation.model.layout = simulation.model.layout.multiplied(by: slower)
    self.simulation = simulation
    table = TableRows(heights: [simulation.rows.map(\.height)])
    scriptLimit = max(0, table.totalHeight - simulation.size.height)
    compositor = Compositor(size: simulation.size, policy: simulation.policy)
    crossFade = CrossFade(
      duration: simulation.crossFade, interval: simulation.budget.interval)
    ranges = RangeController(
      isForward: simulation.script.isForward, full: simulation.ranges)
    workers = SimulatedWorkers(
      count: simulation.mode == .async ? max(1, simulation.workerCount) : 0,
      model: simulation.model, encodesPictures: simulation.encodesPictures,
      recordsSpans: simulation.recordsSpans)
    demand = PictureDemand(
      width: simulation.size.width, byteLimit: simulation.pictureByteLimit,
      isCapped: simulation.capsPictures, workerCount: simulation.workerCount,
      model: simulation.model)
    ledger = FrameLedger(budget: simulation.budget)
    heightDemand = simulation.heightDemand
    heightDemand?.faults = simulation.faults
    if simulation.isWarm { warmUp() }
  }

  /// The stages of the workers, if the simulation records them.
  package var spans: [WorkSpan] { workers.spans }

  /// The frame that has begun and was not handed over by the last vsync's target; `nil` if there is
  /// none.
  package var unfinishedFrame: PresentedFrame? { underway?.frame }

  /// The counts of the workers' tasks so far.
  package var requests: RequestLedger { workers.ledger }

  /// The number of waiting requests.
  package var waitingCount: Int { workers.waitingCount }

  /// The largest number of waiting requests so far.
  package var mostWaiting: Int { workers.mostWaiting }

  /// Plays the next vsync: makes a new frame if the main queue is free and there is a change.
  ///
  /// - Throws: ``FrameError/unsupported(_:)`` if a value of the simulation is out of bounds,
  ///   another ``FrameError`` if it contradicts itself.
  /// - Complexity: O(rows in the preload range + log rows).
  package mutating func play() throws(FrameError) -> VsyncRecord {
    if let unsupported { throw .unsupported(unsupported) }
    let vsync = simulation.budget.vsync(ledger.vsyncCount)
    workers.advance(to: vsync.start)
    if underway == nil { applyEdits(until: vsync.start) }
    let viewport = viewport(at: vsync.start)
    let visible = viewport.visibleRows(of: table)
    let isFree = underway == nil
    if isFree { request(visible, viewport, at: vsync) }
    let current = plan(visible, viewport.offset, at: vsync.start)
    let hasChanged = current.differs(from: shown)
    if isFree, hasChanged { underway = try makeFrame(vsync, visible, current) }
    try finishWaiting(by: vsync.target)
    let new = underway.flatMap { underway in
      underway.timings.presented.map { $0 <= vsync.target } == true ? underway : nil
    }
    let outcome = try ledger.close(vsync.index, hasChanged: hasChanged, newest: new?.frame)
    if let new {
      shown = new.plan
      underway = nil
      releaseOlder(in: new.plan)
      if !new.plan.isBlank { ranges.didDisplay() }
    }
    return VsyncRecord(
      vsync: vsync, offset: viewport.offset, outcome: outcome, frame: new?.frame, plan: new?.plan)
  }

  /// Ends the simulation: the ledger of frames, and all tasks of the workers.
  ///
  /// - Returns: The account of all tasks.
  package mutating func finish() -> RequestLedger {
    ledger.finish(underway: unfinishedFrame)
    workers.stop(at: simulation.budget.vsync(ledger.vsyncCount).start)
    return workers.ledger
  }

  func viewport(at instant: Duration) -> Viewport {
    let scripted = simulation.script.offset(
      after: instant, scale: simulation.scale, limit: scriptLimit)
    let limit = max(0, table.totalHeight - simulation.size.height)
    return Viewport(offset: min(max(0, scripted + shift), limit), size: simulation.size)
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
      let isThere = seenPictures(
        of: placement.key, y: placement.y, height: placement.height, at: offset
      ).allSatisfy { workers.has($0) || isComplete && isAdmitted($0) }
      if !isThere, let old = olderPicture(of: placement, at: offset) {
        return .outdated(old.key, height: old.height)
      }
      return crossFade.availability(isThere ? .ready : .missing, of: placement.key, at: instant)
    }
  }

  /// Returns the pictures that contain the visible pixel rows of a row.
  func seenPictures(
    of key: ContentKey, y: Int, height: Int, at offset: Int
  ) -> PictureID.Parts {
    let top = offset - y
    return PictureID.covering(top..<top + simulation.size.height, of: key, height: height)
  }

  /// Whether the byte limit admits a visible picture.
  private func isAdmitted(_ id: PictureID) -> Bool {
    !simulation.capsPictures || admitted.contains(id)
  }

  /// Requests the pictures and layouts of the ranges, and removes the others.
  private mutating func request(_ visible: VisibleRows, _ viewport: Viewport, at vsync: Vsync) {
    var controller = ranges
    var prepared = controller.update(viewport, over: table)
    ranges = controller
    let display = (simulation.displayRange ?? ranges.ranges.display).band(
      around: viewport, isForward: ranges.isForward, totalHeight: table.totalHeight)
    if simulation.displayRange != nil {
      prepared.display = table.rows(in: display)
      prepared.preload = prepared.display
    }
    rangeRows = prepared
    var input = DemandInput(
      visible: visible.rows, display: prepared.display, preload: prepared.preload,
      visibleBand: viewport.band, displayBand: display,
      direction: ranges.isForward ? .forward : .backward, time: vsync.target - vsync.start)
    let places = VisibleRows(rows: prepared.preload, of: table)
    input.rows = prepared.preload.map { number in
      let row = simulation.rows[number]
      return DemandInput.Row(
        key: row.key, y: places.y(ofRow: number), height: row.height, work: row.work,
        maskedPixels: row.maskedPixels, older: older[number])
    }
    let wanted = demand.wanted(input, present: workers)
    wantedPictures = wanted.pictures.map(\.id)
    admitted = Set(wantedPictures)
    mostPictureBytes = max(mostPictureBytes, wanted.byteCount)
    workers.keep(
      pictures: admitted,
      layouts: Set(wantedPictures.lazy.map(\.key)).union(input.rows.lazy.map(\.key)))
    guard simulation.mode == .async else { return }
    let rows = simulation.rows
    var requests = rowsToMeasure(in: prepared.display).map { row in
      SimulatedRequest(id: .height(row: row, rows[row].key), row: rows[row].work)
    }
    requests += wanted.pictures.map { picture in
      let row = rows[picture.row]
      return SimulatedRequest(
        id: .picture(picture.id), row: row.work,
        picture: row.work.part(picture.id.rows.count, of: row.height))
    }
    requests += wanted.layouts.map { row in
      SimulatedRequest(id: .layout(rows[row].key), row: rows[row].work)
    }
    workers.request(requests, at: vsync.start)
  }

  /// The rows whose heights workers have to measure, because they enter a range.
  private mutating func rowsToMeasure(in range: Range<Int>) -> [Int] {
    let done = workers.takeMeasured()
    let (rows, workers) = (simulation.rows, workers)
    return heightDemand?.waiting(
      in: range, without: done, key: { rows[$0].key },
      isDrawn: { !workers.has(0..<1, of: rows[$0].key, height: rows[$0].height) }) ?? []
  }

  /// Makes the pictures of the first screen before the first vsync.
  private mutating func warmUp() {
    let viewport = viewport(at: .zero)
    let prepared = ranges.update(viewport, over: table)
    let band = ranges.ranges.display.band(
      around: viewport, isForward: ranges.isForward, totalHeight: table.totalHeight)
    for row in prepared.display {
      let (key, height) = (simulation.rows[row].key, simulation.rows[row].height)
      let y = table.offset(ofRow: row)
      for id in PictureID.covering(band.shifted(by: -y), of: key, height: height) {
        workers.makeReady(id)
        workers.markSeen(id)
      }
    }
    workers.markStarted()
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
    var build =
      model.time(of: .build, for: frameWork) + simulation.faults.pause(ofFrame: frameCount)
    frameCount += 1
    var raster = Duration.zero
    var missing: Set<PictureID> = []
    // The stages of the rows, from the start of their phase.
    var (layouts, drawings): ([PhaseStage], [PhaseStage]) = ([], [])
    if simulation.mode == .sync {
      let (rows, workers) = (simulation.rows, workers)
      let measured = heightDemand?.measured(
        in: visible.rows, key: { rows[$0].key },
        isDrawn: { !workers.has(0..<1, of: rows[$0].key, height: rows[$0].height) })
      for row in measured ?? [] {
        let work = self.workers.layoutWork(of: rows[row].work, rows[row].key)
        build += model.time(of: .layout, for: work)
      }
    }
    for number in visible.rows {
      let row = simulation.rows[number]
      let seen = seenPictures(
        of: row.key, y: visible.y(ofRow: number), height: row.height, at: plan.offset)
      for id in seen where !workers.has(id) && isAdmitted(id) {
        if simulation.mode == .sync {
          if !workers.hasLayout(of: row.key) {
            let time = model.time(of: .layout, for: workers.layoutWork(of: row.work, row.key))
            layouts.append((row.key, build, build + time))
            build += time
          }
          workers.makeReady(id)
          let part = row.work.part(id.rows.count, of: row.height)
          let time = model.time(of: .raster, for: workers.rasterWork(of: part, id))
          drawings.append((row.key, raster, raster + time))
          raster += time
        } else if simulation.policy.waits {
          missing.insert(id)
        }
      }
    }
    record(layouts, as: .layout, from: vsync.start)
    record(drawings, as: .raster, from: vsync.start + build)
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

  /// A stage of a row on the main queue, between two times of its phase.
  private typealias PhaseStage = (key: ContentKey, start: Duration, end: Duration)

  private mutating func record(
    _ stages: [PhaseStage], as stage: CostStage, from start: Duration
  ) {
    for (key, from, to) in stages {
      workers.record(stage, of: key, from: start + from, to: start + to)
    }
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
