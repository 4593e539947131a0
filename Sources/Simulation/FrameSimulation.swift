package import GalleyCompositing
package import GalleyFrames
package import GalleyPrimitives
package import GalleyTable
package import GalleyTrials
package import GalleyWorkers

/// A row of a simulation: a size and an amount of work.
package struct SimulatedRow: Hashable, Sendable {
  /// The content key of the row's picture; equal rows share one picture.
  package var key: ContentKey
  /// The row's height in device pixels.
  package var height: Int
  /// The work of laying out, rasterizing and encoding the row.
  package var work: WorkAmount
  /// The pixels that masks cut, composited in each frame that shows the whole row.
  package var maskedPixels: Int

  /// A row.
  package init(key: ContentKey, height: Int, work: WorkAmount, maskedPixels: Int = 0) {
    self.key = key
    self.height = height
    self.work = work
    self.maskedPixels = maskedPixels
  }
}

/// Plays a scripted scroll on a virtual clock, on which frames and workers take the times of the
/// cost model.
///
/// The schedule, the generations, the compositor and the ledger are those of a real scroll. Equal
/// simulations give equal reports.
package struct FrameSimulation: Sendable {
  /// The rows from top to bottom.
  package var rows: [SimulatedRow]
  /// The viewport's extent in device pixels.
  package var size: PixelSize
  /// Device pixels per layout unit.
  package var scale = 2.0
  /// The display.
  package var budget = FrameBudget(hertz: 60)
  /// The movement of the viewport.
  package var script: ScrollScript
  /// The mode in which pictures are made.
  package var mode = RenderMode.async
  /// The workers, in async mode.
  package var workerCount = 1
  /// The range beyond the viewport for which pictures are made, and no layouts beyond it; `nil` for
  /// the ranges of a ``GalleyTable/RangeController``.
  package var displayRange: ScreenRange?
  /// The ranges for which pictures and layouts are made once the viewport has moved.
  package var ranges = RangeMode.full.ranges
  /// The replacement of a missing picture, in async mode.
  package var policy = BlankPolicy.placeholder
  /// The time in which a picture fades in over its placeholder.
  package var crossFade = Duration.zero
  /// The largest size of all kept pictures in bytes; visible pictures are kept even beyond it,
  /// unless ``capsPictures``.
  package var pictureByteLimit = 64 << 20
  /// Whether visible pictures too are left out, from the first one that exceeds
  /// ``pictureByteLimit``.
  package var capsPictures = false
  /// Whether the pictures around the start are made before the start.
  package var isWarm = false
  /// Decides the heights to measure during the scroll; `nil` if all are known before.
  package var heightDemand: HeightDemand?
  /// The changes of the rows, in order of time.
  package var edits: [SimulatedEdit] = []
  /// The faults of a bench.
  package var faults = PlantedFaults()
  /// Whether workers also encode each picture.
  package var encodesPictures = true
  /// Whether the run records the times of the workers' stages.
  package var recordsSpans = false
  /// The costs of the stages.
  package var model: CostModel

  /// A simulation of `rows` in a viewport of `size`.
  package init(
    rows: [SimulatedRow], size: PixelSize, script: ScrollScript, model: CostModel
  ) {
    self.rows = rows
    self.size = size
    self.script = script
    self.model = model
  }

  /// A value that is out of bounds; `nil` if there is none.
  ///
  /// - Complexity: O(`rows`).
  var unsupportedNumber: SimulationNumber? {
    let (edges, pixels) = (0...65_536, 0...1 << 30)
    guard edges.contains(size.width), edges.contains(size.height) else { return .size }
    guard scale > 0, scale <= 1000 else { return .scale }
    guard script.isSupported else { return .script }
    guard workerCount <= 1024 else { return .workerCount }
    if let range = displayRange, !(range.ahead >= 0 && range.behind >= 0) { return .displayRange }
    guard model.unsupportedStage == nil, model.throttle >= 0, model.throttle.isFinite else {
      return .model
    }
    for edit in edits {
      guard edges.contains(edit.size.width), edges.contains(edit.size.height) else { return .size }
      guard edit.origins.count == edit.rows.count else { return .row }
    }
    for row in [rows, edits.flatMap(\.rows)].joined()
    where !pixels.contains(row.height) || !pixels.contains(row.maskedPixels) {
      return .row
    }
    return nil
  }

  /// Plays `vsyncCount` vsyncs.
  ///
  /// - Throws: ``FrameError/unsupported(_:)`` if a value is out of bounds, another ``FrameError``
  ///   if the simulation contradicts itself.
  /// - Complexity: O(`rows` + `vsyncCount` × rows in the display range).
  package func run(vsyncCount: Int) throws(FrameError) -> FrameReport {
    var run = SimulationRun(self)
    var records: [VsyncRecord] = []
    records.reserveCapacity(min(max(0, vsyncCount), 1 << 14))
    for _ in 0..<max(0, vsyncCount) { records.append(try run.play()) }
    let requests = run.finish()
    return FrameReport(records: records, ledger: run.ledger, requests: requests)
  }
}

/// One vsync of a simulation.
package struct VsyncRecord: Hashable, Sendable {
  /// The vsync.
  package let vsync: Vsync
  /// The y of the viewport's top in the table at the vsync's start, in device pixels.
  package let offset: Int
  /// The frame that the user saw.
  package let outcome: VsyncOutcome
  /// The new frame; `nil` if there is none.
  package let frame: PresentedFrame?
  /// The plan of the new frame; `nil` if there is none.
  package let plan: FramePlan?
}

/// The results of a simulation.
package struct FrameReport: Sendable {
  /// Every vsync, in order.
  package let records: [VsyncRecord]
  /// The counts of frames.
  package let ledger: FrameLedger
  /// The counts of the workers' tasks.
  package let requests: RequestLedger

  /// One character a vsync: P presented, B presented blank, D dropped, a full stop for unchanged.
  package var timeline: String { ledger.timeline }

  /// The times from a frame's vsync to its hand-over.
  package var frameTimes: OrderStatistics {
    OrderStatistics(records.compactMap { $0.frame?.timings.total })
  }

  /// The times of one phase of all frames.
  package func times(of phase: FramePhase) -> OrderStatistics {
    OrderStatistics(records.compactMap { $0.frame?.timings.duration(of: phase) })
  }
}
