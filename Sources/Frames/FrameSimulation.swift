public import GalleyCompositing
public import GalleyPrimitives
public import GalleyTable
public import GalleyWorkers

/// A row as the simulation sees it: a size and an amount of work.
public struct SimulatedRow: Hashable, Sendable {
  /// What the row's picture depends on; equal rows share one picture.
  public var key: ContentKey
  /// The row's height in device pixels.
  public var height: Int
  /// What laying out, rasterizing and encoding it takes.
  public var work: WorkAmount
  /// The pixels that are composited in each frame that shows all of the row, since masks cut it.
  public var maskedPixels: Int

  /// A row.
  public init(key: ContentKey, height: Int, work: WorkAmount, maskedPixels: Int = 0) {
    self.key = key
    self.height = height
    self.work = work
    self.maskedPixels = maskedPixels
  }
}

/// Plays a scripted scroll on a virtual clock: frames, workers and vsyncs take the time that the
/// cost model says.
///
/// The decisions are the real ones: the same schedule, generations, compositor and ledger. Equal
/// simulations give equal reports.
public struct FrameSimulation: Sendable {
  /// The rows from top to bottom.
  public var rows: [SimulatedRow]
  /// The viewport's extent in device pixels.
  public var size: PixelSize
  /// Device pixels per layout unit.
  public var scale = 2.0
  /// The display.
  public var budget = FrameBudget(hertz: 60)
  /// How the viewport moves.
  public var script: ScrollScript
  /// Who makes the pictures.
  public var mode = RenderMode.async
  /// The workers, in async mode.
  public var workerCount = 1
  /// How far beyond the viewport pictures are made, and no layouts beyond; `nil` for the ranges of a
  /// ``GalleyTable/RangeController``.
  public var displayRange: ScreenRange?
  /// What is shown where a picture is not there, in async mode.
  public var policy = BlankPolicy.placeholder
  /// How long a picture fades in where a placeholder was seen.
  public var crossFade = Duration.zero
  /// The most bytes of pictures that are kept; what is visible is kept all the same, unless
  /// ``capsPictures``.
  public var pictureByteLimit = 64 << 20
  /// Whether visible pictures too are left out, from the first one on that there is no room for.
  public var capsPictures = false
  /// Whether the pictures around the start are there at the start.
  public var isWarm = false
  /// Which heights are measured while the scroll goes on; `nil` if all are known before.
  public var heightDemand: HeightDemand?
  /// Whether the run remembers what workers did when.
  public var recordsSpans = false
  /// What everything costs.
  public var model: CostModel

  /// A simulation of `rows` in a viewport of `size`.
  public init(
    rows: [SimulatedRow], size: PixelSize, script: ScrollScript, model: CostModel
  ) {
    self.rows = rows
    self.size = size
    self.script = script
    self.model = model
  }

  /// A number that is out of bounds; `nil` if there is none.
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
    for row in rows where !pixels.contains(row.height) || !pixels.contains(row.maskedPixels) {
      return .row
    }
    return nil
  }

  /// Plays `vsyncCount` vsyncs.
  ///
  /// - Throws: ``FrameError/unsupported(_:)`` if a number is out of bounds, another ``FrameError`` if the
  ///   simulation contradicts itself.
  /// - Complexity: O(`rows` + `vsyncCount` × rows in the display range).
  public func run(vsyncCount: Int) throws(FrameError) -> FrameReport {
    var run = SimulationRun(self)
    var records: [VsyncRecord] = []
    records.reserveCapacity(min(max(0, vsyncCount), 1 << 14))
    for _ in 0..<max(0, vsyncCount) { records.append(try run.play()) }
    let requests = run.finish()
    return FrameReport(records: records, ledger: run.ledger, requests: requests)
  }
}

/// One vsync of a simulation.
public struct VsyncRecord: Hashable, Sendable {
  /// The vsync.
  public let vsync: Vsync
  /// The y in the table of the viewport's top at the vsync's start, in device pixels.
  public let offset: Int
  /// What the user saw.
  public let outcome: VsyncOutcome
  /// The frame that came new; `nil` if none did.
  public let frame: PresentedFrame?
  /// What that frame is made of; `nil` if none came new.
  public let plan: FramePlan?
}

/// What a simulation came to.
public struct FrameReport: Sendable {
  /// Every vsync, in order.
  public let records: [VsyncRecord]
  /// The counts of frames.
  public let ledger: FrameLedger
  /// The counts of the workers' tasks.
  public let requests: RequestLedger

  /// One character a vsync: P presented, B presented blank, D dropped, a full stop for unchanged.
  public var timeline: String { ledger.timeline }

  /// The times from a frame's vsync to its hand-over.
  public var frameTimes: OrderStatistics {
    OrderStatistics(records.compactMap { $0.frame?.timings.total })
  }

  /// The times of one phase of all frames.
  public func times(of phase: FramePhase) -> OrderStatistics {
    OrderStatistics(records.compactMap { $0.frame?.timings.duration(of: phase) })
  }
}
