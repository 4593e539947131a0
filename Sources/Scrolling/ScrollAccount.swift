import GalleyCellRendering
import GalleyCells
import GalleyFrames
package import GalleyLive

/// The records and times of a scroll's vsyncs so far.
package struct ScrollAccount {
  /// The durations from a frame's vsync to its presentation.
  package var frameTimes: [Duration] = []
  /// The processor time of the main queue for each pass.
  package var mainTimes: [Duration] = []
  /// The records that were not reported.
  var records = RecordQueue()

  private let scale: Double
  private var shownBlankArea = 0

  /// Makes an account without vsyncs.
  package init(_ options: ScrollOptions) {
    scale = options.rendering.template.scale
    // Memory is reserved, so that no frame allocates it.
    let count = min(options.vsyncLimit, 1 << 14)
    records.reserveCapacity(count)
    frameTimes.reserveCapacity(count)
    mainTimes.reserveCapacity(count)
  }

  /// Adds the next vsync, with the number of its frame's file, if the frame is written.
  mutating func close(
    _ vsync: Int, at offset: Int, _ outcome: VsyncOutcome, newest frame: PresentedFrame?,
    file: Int? = nil
  ) {
    shownBlankArea = frame?.blankArea ?? shownBlankArea
    records.append(
      FeedScroll.Record(
        vsync: vsync, offset: Double(offset) / scale, outcome: outcome,
        timings: frame?.timings, blankArea: shownBlankArea, content: frame?.content),
      file: file)
  }
}
