package import Galley
package import GalleyFrames
import GalleyHandles
import GalleyLive
import GalleyPictures
import GalleyPrimitives
import GalleyScrolling
import GalleyStageBenches
import GalleyTable
package import GalleyTrials

/// Plays a ``SyncTable`` on the real clock: the cost of a scroll with all work on the main queue.
@MainActor
package final class SyncPlayer: LivePlayer {
  package let options: ScrollOptions
  /// The scrolled table.
  package let table: SyncTable
  package private(set) var shownOffset: Int?
  private let throttle: Throttle
  private var offset = 0
  /// The stages of rows so far, if the options record a trace.
  package private(set) var spans: [WorkSpan] = []
  private let recordsSpans: Bool
  /// The indices of the rows' items in the feed.
  private let items: [Int]

  /// A player of rows that were laid out before, to find their offsets alone.
  ///
  /// - Throws: As ``FeedView/init(_:)``.
  package init(_ survey: FeedSurvey, options: ScrollOptions, demand: HeightDemand) throws {
    self.options = options
    recordsSpans = options.recordsTrace
    items = survey.placedItems.map(\.item.index)
    throttle = Throttle(
      factor: options.costModel.throttle * (1 + options.faults.frameGrowth),
      clock: options.frameClock)
    var tableOptions = SyncTable.Options()
    tableOptions.caching = demand.caching
    tableOptions.sizing = demand.sizing
    tableOptions.faults = options.faults
    tableOptions.viewportHeight = options.viewportHeight
    table = try SyncTable(options.rendering, tableOptions)
    let placed = survey.placedItems
    table.load(placed.map(\.item), heights: placed.map(\.height))
    if options.isWarm { try table.warmUp() }
  }

  package var offsetLimit: Int { max(0, table.contentHeight - table.viewport.size.height) }

  package var needsFrame: Bool { clampedOffset != shownOffset }

  package func scroll(toPixel pixels: Int) { offset = pixels }

  private var clampedOffset: Int { min(max(offset, 0), offsetLimit) }

  package func pass(_ record: (FrameEvent) throws -> Void) throws -> LivePass {
    if recordsSpans { table.stages = [] }
    defer { table.stages = nil }
    var pass = LivePass()
    pass.offset = clampedOffset
    pass.hasChanged = pass.offset != shownOffset
    pass.isPresented = pass.hasChanged
    try record(.buildStart)
    let buildStart = (throttle.now, ThreadTime.now)
    let draw = try throttle.run { try table.beginScroll(to: pass.offset) }
    takeStages(from: buildStart)
    try record(.buildEnd)
    try record(.rasterStart)
    let rasterStart = (throttle.now, ThreadTime.now)
    try throttle.run { try draw() }
    takeStages(from: rasterStart)
    try record(.rasterEnd)
    // The cells contain the pixels, so there is nothing to composite.
    try record(.compositeStart)
    try record(.compositeEnd)
    shownOffset = pass.offset
    return pass
  }

  /// Adds the stages of a phase to ``spans``, slowed down as the phase is.
  private func takeStages(from start: (now: Duration, thread: Duration)) {
    guard let stages = table.stages, !stages.isEmpty else { return }
    let factor = max(1, throttle.factor)
    for stage in stages {
      var span = WorkSpan(
        worker: WorkSpan.mainQueue, stage: stage.stage, key: ContentKey(high: 0, low: 0),
        start: start.now + (stage.start - start.thread) * factor,
        end: start.now + (stage.end - start.thread) * factor, isWasted: false)
      span.item = items[stage.path.row]
      spans.append(span)
    }
    table.stages = []
  }

  /// The instant of the clock from which the times of ``spans`` count.
  package var epoch: Duration { throttle.epoch }

  /// Does nothing: the table has no workers.
  package func close() {}
}

extension SyncTable {
  /// Shows the first screen and requests the heights around it, before the measurement.
  fileprivate func warmUp() throws {
    try scroll(to: 0)
    let band = ScreenRange.preload.band(
      around: viewport, isForward: true, totalHeight: contentHeight)
    for row in table.rows(in: band) { _ = try height(at: RowPath(section: 0, row: row)) }
    counts = Counts()
  }
}
