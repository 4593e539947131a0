package import Galley
package import GalleyFrames
import GalleyHandles
import GalleyLive
import GalleyPictures
import GalleyPrimitives
import GalleyScrolling
import GalleyTable

/// Plays a ``SyncTable`` on the real clock: the cost of a scroll with all work on the main queue.
@MainActor
package final class SyncPlayer: LivePlayer {
  package let options: ScrollOptions
  /// The scrolled table.
  package let table: SyncTable
  package private(set) var shownOffset: Int?
  private let throttle: Throttle
  private var offset = 0

  /// A player of rows that were laid out before, to find their offsets alone.
  ///
  /// - Throws: As ``FeedView/init(_:)``.
  package init(_ survey: FeedSurvey, options: ScrollOptions, demand: HeightDemand) throws {
    self.options = options
    throttle = Throttle(factor: options.costModel.throttle, clock: options.frameClock)
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
    var pass = LivePass()
    pass.offset = clampedOffset
    pass.hasChanged = pass.offset != shownOffset
    pass.isPresented = pass.hasChanged
    try record(.buildStart)
    let draw = try throttle.run { try table.beginScroll(to: pass.offset) }
    try record(.buildEnd)
    try record(.rasterStart)
    try throttle.run { try draw() }
    try record(.rasterEnd)
    // The cells contain the pixels, so there is nothing to composite.
    try record(.compositeStart)
    try record(.compositeEnd)
    shownOffset = pass.offset
    return pass
  }

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
