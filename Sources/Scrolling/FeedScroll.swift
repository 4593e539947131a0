import Foundation
import GalleyCellRendering
import GalleyCells
import GalleyCompositing
public import GalleyFeed
import GalleyFiles
public import GalleyFonts
import GalleyFrameAssembly
import GalleyFrames
public import GalleyLive
import GalleyPNG
import GalleyPictures
import GalleyPrimitives
import GalleyRowHeights
import GalleySimulation
import GalleyTable
import GalleyTrials
import GalleyWorkers

/// Scrolls feeds, or rows of any cells, by a script, and accounts for every frame.
///
/// On the virtual clock, the decisions of a scroll are real: the visible rows, the requested pictures, the
/// content of frames, and dropped frames. The durations come from the cost model, so the results depend on
/// the feed and the options alone. On the real clock, a ``/GalleyLive/FeedView`` makes a frame at each vsync.
/// The main queue assembles frames from the pictures of workers; another thread writes them.
///
/// The main queue is the main actor. In a program with an asynchronous `main`, that is not the main thread;
/// if this matters, run the main run loop in a synchronous `main`.
@MainActor
public final class FeedScroll {
  /// The settings.
  public let options: ScrollOptions
  let shop: CellShop
  /// The differences between the fonts and the request; each run counts them as warnings.
  public var fontWarnings: [FontWarning] { shop.fontWarnings }

  /// Makes a scroll with `options`.
  ///
  /// - Throws: ``/GalleyLive/ScrollError`` and ``/GalleyCellRendering/RenderError`` if an option is out of
  ///   bounds, ``/GalleyFonts/FontError`` if there are no fonts, ``/GalleyImages/ImageError`` if the assets
  ///   folder cannot be opened.
  public init(_ options: ScrollOptions) throws {
    try options.validate()
    self.options = options
    shop = try CellShop(options.rendering)
  }

  /// Scrolls through `feed`, and calls `onEvent` for each vsync, in order; on the real clock after the last
  /// vsync, so that the calls take no time of a frame.
  ///
  /// First, the rows that the scroll can reach are laid out, so that all heights are known. Then pictures are
  /// made and kept only near the viewport. Frames that were written before an error stay.
  ///
  /// - Throws: ``/GalleyFeedItems/FeedError``, ``/GalleyPNG/PNGError``, an error of `onEvent`, or
  ///   `CancellationError`.
  /// - Complexity: O(rows reached + vsyncs × rows near the viewport).
  public func run(
    _ feed: FeedInput, onEvent: @MainActor (FeedScroll.Event) throws -> Void = { _ in }
  ) async throws -> FeedScroll.Summary {
    let workers = try makeWorkers()
    let survey = try await survey(FeedSurvey(options), feed, by: workers, onEvent: onEvent)
    return try await run(survey, [], with: workers, onEvent: onEvent)
  }

  /// Checks the folder for frames, and makes the workers of a scroll with ``options``.
  func makeWorkers() throws -> Workers {
    if let folder = options.frameFolder { try checkFolder(folder) }
    return try Workers(shop, options, countsSights: options.costModel.countsSights)
  }

  /// Lays out the rows that a scroll with ``options`` can reach, or all rows.
  ///
  /// Scrolls that differ only in mode, workers, clock or a trial of heights reach the same rows.
  ///
  /// - Throws: `FeedError`, or `CancellationError`.
  package func survey(_ feed: FeedInput, isWhole: Bool = false) async throws -> FeedSurvey {
    let start = isWhole ? FeedSurvey() : FeedSurvey(options)
    // A bench may fit another model, which needs the first sights.
    return try await survey(start, feed, by: Workers(shop, options, countsSights: true)) { _ in }
  }

  /// Scrolls through the rows of a survey, as ``run(_:onEvent:)`` does; the rows change at the times of `edits`.
  ///
  /// - Precondition: With edits, no frame is written.
  /// - Throws: An error of `onEvent` or of drawing, or `CancellationError`.
  package func run(
    _ survey: FeedSurvey, edits: [ScrollEdit] = [],
    onEvent: @MainActor (FeedScroll.Event) throws -> Void = { _ in }
  ) async throws -> FeedScroll.Summary {
    precondition(edits.isEmpty || options.frameFolder == nil, "frames of edited rows are not drawn")
    if let folder = options.frameFolder { try checkFolder(folder) }
    return try await run(survey, edits, with: nil, onEvent: onEvent)
  }

  /// Workers that lay out the rows of a survey as a scroll with `options` does.
  func surveyPool(for options: ScrollOptions) throws -> WorkerPool<ScrollWorker> {
    try Workers(try CellShop(options.rendering), options, countsSights: true).pool
  }

  /// The workers that lay out rows, and make the pictures of frames on the virtual clock.
  struct Workers {
    var pool: WorkerPool<ScrollWorker>
    /// Draws in line in sync mode; `nil` in async mode.
    var painter: ScrollWorker?

    init(_ shop: CellShop, _ options: ScrollOptions, countsSights: Bool = false) throws {
      let countsBytes = CostStage.allCases.contains { options.costModel[$0].perByte > 0 }
      pool = try WorkerPool(
        count: options.pictureWorkerCount ?? options.workerCount, name: "galley"
      ) {
        ScrollWorker(shop, countsBytes: countsBytes, countsSights: countsSights)
      }
      painter =
        options.rendering.mode == .sync
        ? ScrollWorker(shop, countsBytes: countsBytes, countsSights: countsSights) : nil
    }
  }

  private func survey(
    _ start: FeedSurvey, _ feed: FeedInput, by workers: Workers,
    onEvent: @MainActor (FeedScroll.Event) throws -> Void
  ) async throws -> FeedSurvey {
    var survey = start
    let batches = BatchReader(
      try feed.reader(format: options.rendering.format, limits: options.rendering.limits),
      rows: options.rendering.rows, batchSize: 16)
    try await survey.read(batches, with: workers.painter, or: workers.pool) { event in
      try onEvent(FeedScroll.Event(event))
    }
    return survey
  }

  func run(
    _ survey: FeedSurvey, _ edits: [ScrollEdit], with workers: Workers?,
    onEvent: @MainActor (FeedScroll.Event) throws -> Void
  ) async throws -> FeedScroll.Summary {
    if options.clock == .real { return try await runLive(survey, edits, onEvent: onEvent) }
    let table = LiveTable(survey.rows)
    var scroll = FrameSimulation(table, options)
    scroll.add(edits, to: survey.rows)
    let simulation = SimulationRun(scroll)
    var pictures: FramePictures?
    if let folder = options.frameFolder {
      let workers = try workers ?? Workers(shop, options)
      pictures = try FramePictures(
        folder: folder, options: options, shop: shop, table: table,
        rows: simulation.table,
        fillers: try await workers.pool.run { [shop] _ in try FillerStrips(shop) },
        pool: workers.pool, painter: workers.painter)
    }
    let loop = ScrollLoop(
      SimulatedScroll(simulation, options, pictures), vsyncs: VirtualVsyncs())
    try await loop.play { try onEvent(.vsync($0)) }
    let run = loop.player.run
    var summary = try summary(
      survey, table, loop.player, pictures?.output, pictures?.failures ?? [],
      pictures?.warnings ?? [], onEvent: onEvent)
    summary.requests = run.requests
    summary.spans = run.spans.map { span in
      var span = span
      span.item = table.feedIndex(span.key)
      return span
    }
    summary.heightDemand = run.heightDemand
    summary.mostWaitingCount = run.mostWaiting
    summary.mostPictureBytes = run.mostPictureBytes
    return summary
  }

  /// Scrolls on the real clock.
  private func runLive(
    _ survey: FeedSurvey, _ edits: [ScrollEdit], onEvent: (FeedScroll.Event) throws -> Void
  ) async throws -> FeedScroll.Summary {
    let view = try await FeedView(options)
    var output: FrameOutput?
    do {
      view.append(survey)
      if let folder = options.frameFolder {
        // A disk may pause. Meanwhile the frames of a tenth of a second may wait; their pictures are kept
        // anyway.
        let pause = options.budget.firstVsync(from: .milliseconds(100))
        output = try FrameOutput(
          folder: folder, shop: shop, isDurable: options.rendering.isDurable,
          depth: 2 + options.workerCount + pause, signal: Signal())
      }
      if options.isWarm { _ = try await view.settle() }
    } catch {
      await view.close()
      throw error
    }
    view.prepareRun()
    let vsyncs = TimedVsyncs(options.frameClock)
    let player: any LivePlayer =
      edits.isEmpty ? view : EditedView(view, edits, vsyncs: vsyncs)
    let loop = ScrollLoop(LiveScroll(player, output, vsyncs: vsyncs), vsyncs: vsyncs)
    try await loop.play { try onEvent(.vsync($0)) }
    var summary = try summary(
      survey, view.table, loop.player, output, view.store.sortedFailures,
      view.store.sortedWarnings, onEvent: onEvent)
    summary.requests = view.store.ledger
    summary.spans = view.store.spans.map { span in
      var moved = span.moved(by: view.store.epoch - vsyncs.epoch)
      moved.item = view.table.feedIndex(span.key)
      return moved
    }
    summary.heightDemand = view.heightDemand
    summary.mostWaitingCount = view.store.waiting.most
    summary.mostPictureBytes = view.store.mostByteCount
    return summary
  }

  private func summary(
    _ survey: FeedSurvey, _ table: LiveTable, _ player: some VsyncPlayer, _ output: FrameOutput?,
    _ failures: [RowFailure], _ warnings: [(index: Int, warning: RowWarning)],
    onEvent: (FeedScroll.Event) throws -> Void
  ) throws -> FeedScroll.Summary {
    for failure in failures { try onEvent(.failure(failure)) }
    for (index, warning) in warnings { try onEvent(.warning(index: index, warning)) }
    var summary = FeedScroll.Summary(
      mode: options.rendering.mode, workerCount: options.workerCount, frames: player.ledger,
      frameTimes: OrderStatistics(player.account.frameTimes), costModel: options.costModel)
    summary.mainTimes = OrderStatistics(player.account.mainTimes)
    summary.rowCount = table.rowCount
    summary.failureCount = survey.failureCount + failures.count
    summary.warningCount = survey.warningCount + warnings.count + fontWarnings.count
    summary.missingGlyphCount = survey.missingGlyphCount
    summary.heights = RowHeightStatistics(
      hitCount: summary.rowCount - table.contentCount,
      missCounts: [.firstUse: table.contentCount])
    summary.fileCount = output?.writtenCount ?? 0
    summary.byteCount = output?.byteCount ?? 0
    return summary
  }
}

/// Checks that the folder for frames can be made, or accepts files if it exists.
private func checkFolder(_ path: String) throws(PNGError) {
  do { try checkOutputFolder(path) } catch { throw PNGError(error) }
}
