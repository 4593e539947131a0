import GalleyFrames
public import GalleyPrimitives

extension FeedScroll.ModeComparison {
  /// A reason for which the figures of a comparison decide nothing.
  public enum Refusal: Hashable, Sendable {
    /// The frames of both modes differ.
    case framesDiffer
    /// A scroll presented less than half of the frames that were due.
    case tooFewPresented(RenderMode, workerCount: Int, presented: Int, due: Int)
    /// All runs of a scroll together have fewer frames than ``FeedScroll/ModeComparison/leastFrameCount``.
    case tooFewFrames(RenderMode, workerCount: Int, frames: Int)
    /// Other programs took more frames of a scroll than the scroll itself, and more than a hundredth.
    case hostTookFrames(RenderMode, workerCount: Int, host: Int, own: Int)
    /// A single run on the real clock has no spread.
    case singleRun
  }

  /// The smallest number of frames of all runs, of which the 99th percentile is not the slowest one.
  public static let leastFrameCount = 200

  /// The reasons for which the figures decide nothing, by the rules of `galley bench run`; empty if there are none.
  public var refusals: [Refusal] {
    var refusals: [Refusal] = isEqual ? [] : [.framesDiffer]
    for scroll in [sync] + async {
      let (mode, workers) = (scroll.summary.mode, scroll.summary.workerCount)
      func sum(_ count: (FrameLedger) -> Int) -> Int {
        scroll.runs.reduce(0) { $0 + count($1.frames) }
      }
      let presented = sum(\.presentedCount)
      let due = presented + sum(\.droppedCount)
      if presented * 2 < due {
        refusals.append(
          .tooFewPresented(mode, workerCount: workers, presented: presented, due: due))
      }
      let frames = scroll.runs.reduce(0) { $0 + $1.mainTimes.count }
      if frames < Self.leastFrameCount {
        refusals.append(.tooFewFrames(mode, workerCount: workers, frames: frames))
      }
      let host = sum(\.hostDroppedCount)
      let own = due - presented - host
      if host > own, host * 100 > sum(\.vsyncCount) {
        refusals.append(.hostTookFrames(mode, workerCount: workers, host: host, own: own))
      }
    }
    if isMeasured, sync.runs.count < 2 { refusals.append(.singleRun) }
    return refusals
  }
}

extension FeedScroll.ModeComparison.Refusal: CustomStringConvertible {
  /// The reason on one line, with the way out.
  public var description: String {
    switch self {
    case .framesDiffer: "the frames of both modes differ"
    case .tooFewPresented(let mode, let workers, let presented, let due):
      Self.words(mode, workers)
        + ": only \(presented) of \(due.counted("frame")) were presented; take a smaller throttle"
    case .tooFewFrames(let mode, let workers, let frames):
      Self.words(mode, workers)
        + ": all runs have \(frames.counted("frame")), of which P99 is one of the slowest two; "
        + "\(FeedScroll.ModeComparison.leastFrameCount) are needed: take a longer duration, more rows or a larger repeatCount"
    case .hostTookFrames(let mode, let workers, let host, let own):
      Self.words(mode, workers)
        + ": other programs took \(host.counted("frame")), the scroll \(own); take an idle machine"
    case .singleRun: "a single run on the real clock has no spread; take a repeatCount of 5"
    }
  }

  private static func words(_ mode: RenderMode, _ workers: Int) -> String {
    mode == .sync ? "sync" : "async with " + workers.counted("worker")
  }
}
