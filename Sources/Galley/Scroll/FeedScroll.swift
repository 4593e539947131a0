import Foundation
import GalleyCompositing
import GalleyFrames
import GalleyPNG
import GalleyPrimitives
import GalleyRowHeights
import GalleyTable
import GalleyWorkers
import Glibc

/// Scrolls feeds by a script, and accounts for every frame.
///
/// The clock is virtual: the decisions of a scroll — which rows are visible, which pictures are
/// wanted, what a frame shows, which one is dropped — are the real ones, and everything takes the
/// time that the cost model says. So what is told depends on the feed and the options alone. Frames
/// are put together on the main queue, from what workers have drawn and encoded, and written off it.
///
/// The main queue is the main actor: in a program whose `main` is asynchronous it is not the main
/// thread; run the main run loop in a synchronous one if that matters.
@MainActor
public final class FeedScroll {
  /// What feeds are scrolled with.
  public let options: ScrollOptions
  private let shop: CellShop

  /// A scroll with `options`.
  ///
  /// - Throws: ``ScrollError`` and ``RenderError`` where an option is out of bounds, ``FontError``
  ///   where there are no fonts, ``ImageError`` where the assets folder cannot be opened.
  public init(_ options: ScrollOptions) throws {
    try options.validate()
    self.options = options
    shop = try CellShop(options.rendering)
  }

  /// Scrolls through `feed`, and tells `onEvent` of each vsync, in order.
  ///
  /// First the rows that the scroll can reach are set, so that all heights are known; then their
  /// pictures are made, and kept, near the viewport only. Frames that were written before an error
  /// stay.
  ///
  /// - Throws: ``FeedError``, ``PNGError``, what `onEvent` throws, or `CancellationError`.
  /// - Complexity: O(rows reached + vsyncs × rows near the viewport).
  public func run(
    _ feed: FeedInput, onEvent: @MainActor (ScrollEvent) throws -> Void = { _ in }
  ) async throws -> ScrollSummary {
    if let folder = options.frameFolder { try makeFolder(folder) }
    let shop = shop
    let countsBytes = CostStage.allCases.contains { options.costModel[$0].perByte > 0 }
    let pool = WorkerPool(
      count: options.pictureWorkerCount ?? options.workerCount, name: "galley"
    ) {
      ScrollWorker(shop, countsBytes: countsBytes)
    }
    let painter =
      options.rendering.mode == .sync ? ScrollWorker(shop, countsBytes: countsBytes) : nil
    var survey = FeedSurvey(options)
    let batches = BatchReader(
      try feed.reader(format: options.rendering.format, limits: options.rendering.limits),
      rows: options.rendering.rows, batchSize: 16)
    try await survey.read(batches, with: painter, or: pool, onEvent: onEvent)
    var run = SimulationRun(simulation(of: survey.table))
    var output: FrameOutput?
    if let folder = options.frameFolder {
      output = FrameOutput(
        folder: folder, options: options, table: survey.table, offsets: run.offsets,
        fillers: try await pool.run { try $0.fillers() }, pool: pool, painter: painter)
    }
    do {
      let frameTimes = try await play(&run, output, onEvent: onEvent)
      return try summary(
        survey, frames: run.ledger, frameTimes: frameTimes, wastedShare: run.finish().wastedShare,
        output: output, onEvent: onEvent)
    } catch {
      await output?.close()
      throw error
    }
  }

  private func simulation(of table: ScrollTable) -> FrameSimulation {
    var simulation = FrameSimulation(
      rows: table.rows, size: options.frameSize, script: options.script, model: options.costModel)
    simulation.scale = options.rendering.template.scale
    simulation.budget = options.budget
    simulation.mode = options.rendering.mode
    simulation.workerCount = options.workerCount
    simulation.policy = options.policy
    simulation.isWarm = options.isWarm
    simulation.pictureByteLimit = options.pictureByteLimit
    return simulation
  }

  /// Plays the vsyncs, and makes a picture of each presented frame.
  ///
  /// - Returns: The times of all frames.
  private func play(
    _ run: inout SimulationRun, _ output: FrameOutput?, onEvent: (ScrollEvent) throws -> Void
  ) async throws -> [Duration] {
    var frameTimes: [Duration] = []
    var records = RecordQueue()
    var shownBlankArea = 0
    let end = options.script.end(
      limit: max(0, run.offsets.totalHeight - options.frameSize.height))
    for _ in 0..<options.vsyncLimit {
      try Task.checkCancellation()
      // Each vsync is a turn of the main queue, which belongs to others too.
      await Task.yield()
      let vsync = try run.play()
      shownBlankArea = vsync.frame?.blankArea ?? shownBlankArea
      if let time = vsync.frame?.timings.total { frameTimes.append(time) }
      var record = ScrollRecord(
        vsync: vsync.vsync.index,
        offset: Double(vsync.offset) / options.rendering.template.scale, outcome: vsync.outcome,
        timings: vsync.frame?.timings, blankArea: shownBlankArea)
      if let output {
        if let plan = vsync.plan { record.file = try await output.present(plan) }
        try output.prepare(run.wantedRows)
      }
      records.append(record)
      try records.takeAll(written: output?.writtenCount) { try onEvent(.vsync($0)) }
      let isAtRest = vsync.plan.map { $0.offset == end && !$0.isBlank } ?? false
      if options.duration == nil, isAtRest { break }
    }
    try await output?.finish()
    try records.takeAll(written: output?.writtenCount) { try onEvent(.vsync($0)) }
    return frameTimes
  }

  private func summary(
    _ survey: FeedSurvey, frames: FrameLedger, frameTimes: [Duration], wastedShare: Double,
    output: FrameOutput?, onEvent: (ScrollEvent) throws -> Void
  ) throws -> ScrollSummary {
    var summary = ScrollSummary(
      mode: options.rendering.mode, workerCount: options.workerCount, frames: frames,
      frameTimes: OrderStatistics(frameTimes), costModel: options.costModel)
    summary.rowCount = survey.table.rows.count
    summary.failureCount = survey.failureCount
    summary.warningCount = survey.warningCount
    summary.missingGlyphCount = survey.missingGlyphCount
    // How far workers read ahead of the last row that is reached depends on them: what they measured
    // there is not told.
    summary.heights = RowHeightStatistics(
      hitCount: summary.rowCount - survey.table.contentCount,
      missCounts: [.firstUse: survey.table.contentCount])
    summary.wastedShare = wastedShare
    guard let output else { return summary }
    for failure in output.failures { try onEvent(.failure(failure)) }
    for (index, warning) in output.warnings { try onEvent(.warning(index: index, warning)) }
    summary.failureCount += output.failures.count
    summary.warningCount += output.warnings.count
    summary.fileCount = output.writtenCount
    summary.byteCount = output.byteCount
    return summary
  }
}

/// Makes the folder for frames, and the folders that it lies in.
private func makeFolder(_ path: String) throws {
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  // With the dot a file of that name is found out too.
  guard access(path + "/.", W_OK | X_OK) == 0 else {
    throw PNGError.cannotCreate(path: path, errno: errno)
  }
  // Frames of an earlier scroll would be taken for frames of this one.
  for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
    guard FrameOutput.isFrameName(name) else { continue }
    try? FileManager.default.removeItem(atPath: path + "/" + name)
  }
}

/// Records that wait for the files they tell of.
private struct RecordQueue {
  private var records: [ScrollRecord] = []
  /// The files that were told of.
  private var fileCount = 0

  mutating func append(_ record: ScrollRecord) { records.append(record) }

  /// Takes the records, in order, of which the files are written; `nil` where there are no files.
  mutating func takeAll(written: Int?, _ body: (ScrollRecord) throws -> Void) rethrows {
    var count = 0
    defer { records.removeFirst(count) }
    for record in records {
      if record.file != nil {
        guard fileCount < written ?? .max else { return }
        fileCount += 1
      }
      try body(record)
      count += 1
    }
  }
}
