import GalleyCompositing
import GalleyPrimitives
public import GalleyTable
public import GalleyWorkers

/// A simulation that is played vsync by vsync: the main queue's side.
///
/// A value: nothing happens between two calls of ``play()``, so frames can be made of the plans in
/// between, however long that takes.
public struct SimulationRun: Sendable {
  /// Where the rows are.
  public let offsets: RowOffsetArray
  /// The counts of frames so far.
  public private(set) var ledger: FrameLedger
  /// The rows whose pictures are wanted since the last vsync, most urgent first; in sync mode none.
  public private(set) var wantedRows: [Int] = []

  private let simulation: FrameSimulation
  private let compositor: Compositor
  private var workers: SimulatedWorkers
  /// What is shown.
  private var shown: FramePlan?
  /// A frame that the main queue is still busy with, or has finished since the last vsync.
  private var underway: (frame: PresentedFrame, plan: FramePlan)?
  private var generation = Generation()

  /// A run of `simulation` before its first vsync.
  ///
  /// - Complexity: O(rows).
  public init(_ simulation: FrameSimulation) {
    self.simulation = simulation
    offsets = RowOffsetArray(simulation.rows.map(\.height))
    compositor = Compositor(size: simulation.size)
    workers = SimulatedWorkers(
      count: simulation.mode == .async ? max(1, simulation.workerCount) : 0,
      model: simulation.model)
    ledger = FrameLedger(budget: simulation.budget)
  }

  /// Plays the next vsync: a new frame if the main queue is free and something has changed.
  ///
  /// - Throws: ``FrameError`` if the simulation contradicts itself.
  /// - Complexity: O(rows in the display range + log rows).
  public mutating func play() throws(FrameError) -> VsyncRecord {
    let vsync = simulation.budget.vsync(ledger.vsyncCount)
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
    return VsyncRecord(
      vsync: vsync, offset: viewport.offset, outcome: outcome, frame: new?.frame, plan: new?.plan)
  }

  /// Ends all tasks of the workers.
  ///
  /// - Returns: Every task's end.
  public mutating func finish() -> RequestLedger {
    workers.stop(at: simulation.budget.vsync(ledger.vsyncCount).start)
    return workers.ledger
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
    wantedRows = urgency.rows
    let rows = simulation.rows
    workers.request(wantedRows.lazy.map { rows[$0] }, generation: generation, at: now)
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
