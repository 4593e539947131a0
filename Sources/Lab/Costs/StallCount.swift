import Galley
import GalleyFrames
import GalleyLive
import GalleyScrolling
import GalleyTrials

/// The frames of a scroll in which the main queue works much longer than in the median frame.
///
/// Without a throttle and with the pictures of workers, the main queue takes some hundredths of a millisecond for a frame,
/// so that a pause of a millisecond stands out. In a throttled scroll it would be lost in the rows. Many frames in a second
/// tell a small rate from chance.
struct StallCount {
  /// The number of stalls.
  let count: Int
  /// The number of frames.
  let frameCount: Int

  /// The work by which a stall exceeds that of the median frame.
  static let excess = Duration.microseconds(500)
  private static let hertz = 1000
  private static let duration = Duration.seconds(1)

  /// Scrolls from warm, with the faults of `options`.
  ///
  /// - Throws: The error of a scroll.
  @MainActor init(_ survey: FeedSurvey, options: ScrollOptions, workerCount: Int) async throws {
    var options = options
    (options.rendering.mode, options.rendering.workerCount) = (.async, workerCount)
    (options.isWarm, options.encodesPictures, options.recordsTrace) = (true, false, false)
    options.costModel.throttle = 1
    (options.hertz, options.duration) = (Self.hertz, Self.duration)
    self.init(try await FeedScroll(options).run(survey).mainTimes)
  }

  /// Counts the stalls among the times of frames.
  init(_ times: OrderStatistics) {
    frameCount = times.count
    count = times.median.map { times.count - times.count(upTo: $0 + Self.excess) } ?? 0
  }
}
