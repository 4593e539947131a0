public import GalleyFrames
public import GalleyPrimitives
package import GalleyTrials
public import GalleyWorkers
public import GalleyRowHeights

extension FeedScroll {
  /// The results of a scroll.
  public struct Summary: Sendable {
    /// The mode.
    public var mode: RenderMode
    /// The number of workers.
    public var workerCount: Int
    /// The number of rows that the scroll can reach; reading the feed ends with them.
    public var rowCount = 0
    /// The number of elements without a picture.
    public var failureCount = 0
    /// The number of warnings about rows and fonts.
    public var warningCount = 0
    /// The number of characters without a glyph in any font.
    public var missingGlyphCount = 0
    /// The number of heights found by content, and the causes of the other measurements.
    public var heights = RowHeightStatistics()
    /// The account of frames.
    public var frames: FrameLedger
    /// The durations from a frame's vsync to its presentation.
    public var frameTimes: OrderStatistics
    /// The processor time of the main queue for each vsync; on the virtual clock only for vsyncs with a frame,
    /// and the whole time of a frame that is not finished at the end.
    public var mainTimes = OrderStatistics([])
    /// The account of the workers' tasks, with the check points at which tasks were superseded.
    public var requests = RequestLedger()
    /// The work of the workers over time, if ``/GalleyLive/ScrollOptions/recordsTrace`` is on.
    public var spans: [WorkSpan] = []
    /// The heights that a bench's trial asked for.
    package var heightDemand: HeightDemand?
    /// The maximum number of requests that have waited for a worker at one time.
    public var mostWaitingCount = 0
    /// The maximum number of bytes of pictures at one time.
    ///
    /// On the virtual clock these are the requested pictures; on the real clock the kept pictures and those
    /// under way. Frames that wait to be written keep their pictures longer.
    public var mostPictureBytes = 0
    /// The number of written PNG files; on the real clock including a frame after the last vsync.
    public var fileCount = 0
    /// The number of written bytes.
    public var byteCount = 0
    /// The share of the workers' time for pictures that were never shown, 0 to 1.
    public var wastedShare: Double { requests.wastedShare }
    /// The costs on the virtual clock.
    public var costModel: CostModel
  }
}
