public import GalleyFrames
public import GalleyPrimitives
public import GalleyWorkers
public import GalleyRowHeights

/// What a scroll tells of while it goes on.
public enum ScrollEvent: Sendable {
  /// An element that is no item, or an item that could not be set or drawn.
  case failure(RowFailure)
  /// Something that the picture of the row at `index` in the feed does not show.
  case warning(index: Int, RowWarning)
  /// A vsync, after the file of its frame was written.
  case vsync(ScrollRecord)
}

/// One vsync of a scroll.
public struct ScrollRecord: Hashable, Sendable {
  /// The vsync's number, from 0.
  public var vsync: Int
  /// The y of the viewport's top at the vsync's start, in layout units.
  public var offset: Double
  /// What the user saw.
  public var outcome: VsyncOutcome
  /// The file of the frame that came new; `nil` if none did, or none was asked for.
  public var file: String?
  /// When what happened to the frame that came new; `nil` if none did.
  public var timings: FrameTimings?
  /// Of what was shown, the device pixels of rows that are not their current pictures.
  public var blankArea: Int
}

/// What a scroll came to.
public struct ScrollSummary: Sendable {
  /// Who made the pictures.
  public var mode: RenderMode
  /// The workers: those of the simulation, and unless told otherwise those of the machine.
  public var workerCount: Int
  /// The rows that the scroll could reach; reading the feed ends with them.
  public var rowCount = 0
  /// Elements of which there is no picture.
  public var failureCount = 0
  /// Warnings of all rows, and of the fonts.
  public var warningCount = 0
  /// Characters that no font has.
  public var missingGlyphCount = 0
  /// How many heights were known from rows of the same content, and why the others were measured.
  public var heights = RowHeightStatistics()
  /// The counts of frames.
  public var frames: FrameLedger
  /// The times from a frame's vsync to its hand-over.
  public var frameTimes: OrderStatistics
  /// The processor's time that the main queue took for each vsync; on the virtual clock only of those
  /// with a frame, and all of a frame that was not finished at the end.
  public var mainTimes = OrderStatistics([])
  /// Every task of the workers, with the check points at which tasks were superseded.
  public var requests = RequestLedger()
  /// What workers did when, if ``ScrollOptions/recordsTrace``.
  public var spans: [WorkSpan] = []
  /// The heights that a bench's trial asked for.
  package var heightDemand: HeightDemand?
  /// The most requests that ever waited for a worker.
  public var mostWaitingCount = 0
  /// The most bytes of pictures at a time.
  ///
  /// Wanted ones on the virtual clock; on the real one those that are kept, and those that workers are
  /// busy with. Frames that wait to be written keep theirs longer.
  public var mostPictureBytes = 0
  /// PNG files that were written; on the real clock also that of a frame that came after the last vsync.
  public var fileCount = 0
  /// Bytes that were written.
  public var byteCount = 0
  /// The share of the workers' time that went into pictures nobody saw, 0 to 1.
  public var wastedShare: Double { requests.wastedShare }
  /// What everything cost.
  public var costModel: CostModel
}
