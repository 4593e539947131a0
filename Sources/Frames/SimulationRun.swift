import GalleyCompositing
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

/// The state of a simulation between two vsyncs: the main queue's side.
struct SimulationRun {
  private let simulation: FrameSimulation
  private let offsets: RowOffsetArray
  private let compositor: Compositor
  private var workers: SimulatedWorkers
  private var ledger: FrameLedger
  private var records: [VsyncRecord] = []
  /// What is shown.
  private var shown: FramePlan?
  /// A frame that the main queue is still busy with, or has finished since the last vsync.
  private var underway: (frame: PresentedFrame, plan: FramePlan)?
  private var generation = Generation()

  init(_ simulation: FrameSimulation) {
    self.simulation = simulation
    offsets = RowOffsetArray(simulation.rows.map(\.height))
    compositor = Compositor(size: simulation.size)
    workers = SimulatedWorkers(
      count: simulation.mode == .async ? max(1, simulation.workerCount) : 0,
      model: simulation.model)
    ledger = FrameLedger(budget: simulation.budget)
  }

  /// Plays one vsync: a new frame if the main queue is free and something has changed.
  mutating func play(_ vsync: Vsync) throws(FrameError) {
    workers.advance(to: vsync.start)
    let viewport = viewport(at: vsync.start)
    let visible = viewport.visibleRows(of: offsets)
    let current = plan(visible, viewport.offset)
    let hasChanged = current.offset != shown?.offset || current.hasDamage(since: shown)
    if underway == nil {
      if simulation.mode == .async { request(visible, viewport, at: vsync.start) }
      if hasChanged {
        underway = try makeFrame(vsync, visible, current)
      }
    }
    let new = underway.flatMap { underway in
      underway.frame.timings.presented.map { $0 <= vsync.target } == true ? underway : nil
    }
    let outcome = try ledger.close(vsync.index, hasChanged: hasChanged, newest: new?.frame)
    if let new {
      shown = new.plan
      underway = nil
    }
    records.append(
      VsyncRecord(
        vsync: vsync, offset: viewport.offset, outcome: outcome, frame: new?.frame,
        plan: new?.plan))
  }

  /// Ends all tasks, and reports.
  mutating func finish() -> FrameReport {
    workers.stop(at: simulation.budget.vsync(records.count).start)
    return FrameReport(records: records, ledger: ledger, requests: workers.ledger)
  }

  private func viewport(at instant: Duration) -> Viewport {
    let limit = max(0, offsets.totalHeight - simulation.size.height)
    return Viewport(
      offset: simulation.script.offset(after: instant, scale: simulation.scale, limit: limit),
      size: simulation.size)
  }

  /// What a frame made now would show; in sync mode it would make what is not there.
  private func plan(_ visible: VisibleRows, _ offset: Int) -> FramePlan {
    let scene = Scene(
      visible.rows.map { row in
        Placement(
          row: row, key: simulation.rows[row].key, y: visible.y(ofRow: row),
          height: visible.height(ofRow: row))
      })
    return compositor.composite(scene, at: offset) { placement in
      simulation.mode == .sync || workers.isReady(placement.key) ? .ready : .missing
    }
  }

  /// Tells the workers which pictures are wanted now.
  private mutating func request(_ visible: VisibleRows, _ viewport: Viewport, at now: Duration) {
    let band = simulation.displayRange.band(
      around: viewport, isForward: simulation.script.isForward,
      totalHeight: offsets.totalHeight)
    let urgency = RowUrgency(
      visible: visible.rows, prepared: offsets.rows(in: band),
      direction: simulation.script.isForward ? .forward : .backward)
    generation = generation.next
    let rows = simulation.rows
    workers.request(urgency.rows.lazy.map { rows[$0] }, generation: generation, at: now)
  }

  /// Makes the frame for a vsync on the main queue, however long that takes.
  private mutating func makeFrame(
    _ vsync: Vsync, _ visible: VisibleRows, _ plan: FramePlan
  ) throws(FrameError) -> (frame: PresentedFrame, plan: FramePlan) {
    let model = simulation.model
    let frameWork = WorkAmount(rows: visible.rows.count)
    var build = model.time(of: .build, for: frameWork)
    var raster = Duration.zero
    if simulation.mode == .sync {
      for row in simulation.rows[visible.rows] where workers.makeReady(row.key) {
        build += model.time(of: .layout, for: row.work)
        raster += model.time(of: .raster, for: row.work)
      }
    }
    var clock = VirtualClock(now: vsync.start)
    var timings = FrameTimings(vsync: vsync)
    let steps: [(event: FrameEvent, after: Duration)] = [
      (.buildStart, .zero), (.buildEnd, build), (.rasterStart, .zero), (.rasterEnd, raster),
      (.compositeStart, .zero), (.compositeEnd, model.time(of: .composite, for: frameWork)),
      (.presented, .zero),
    ]
    for step in steps {
      clock.advance(by: step.after)
      try timings.record(step.event, at: clock.now)
    }
    let frame = PresentedFrame(
      timings: timings, blankArea: plan.blankArea, work: clock.now - vsync.start)
    return (frame, plan)
  }
}
