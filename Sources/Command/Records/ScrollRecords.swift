import Foundation
import Galley
import GalleyCommandLine
import GalleyFrames
import GalleyLive
import GalleyPrimitives
import GalleyWorkers

/// A vsync, in `galley scroll --json`.
struct ScrollVsyncRecord: Encodable {
  private let record: FeedScroll.Record

  init(_ record: FeedScroll.Record) { self.record = record }

  private enum Key: String, CodingKey {
    case vsync, offset, outcome, frame, buildMs, rasterMs, compositeMs, hitchMs, blankArea
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let timings = record.timings
    try container.encode(record.vsync, forKey: .vsync)
    try container.encode(record.offset, forKey: .offset)
    try container.encode(record.outcome.name, forKey: .outcome)
    // A vsync without a new frame has null, so that all records have the same keys.
    try container.encode(record.file, forKey: .frame)
    try container.encode(timings?.duration(of: .build)?.milliseconds, forKey: .buildMs)
    try container.encode(timings?.duration(of: .raster)?.milliseconds, forKey: .rasterMs)
    try container.encode(timings?.duration(of: .composite)?.milliseconds, forKey: .compositeMs)
    try container.encode(timings?.hitch.milliseconds, forKey: .hitchMs)
    try container.encode(record.blankArea, forKey: .blankArea)
  }
}

/// The summary of `galley scroll --json`.
struct ScrollSummaryRecord: Encodable {
  var summary = true
  var clock: ScrollClock
  var script: String
  var speed: Double?
  var blankPolicy: BlankPolicy
  var isWarm: Bool
  var hz: Int
  var cpuThrottle: Double
  var mode: RenderMode
  var workerCount: Int
  var rows: Int
  var failed: Int
  var warnings: Int
  var missingGlyphs: Int
  var heightHits: Int
  var heightMisses: Int
  var heightCauses: HeightCauses
  var vsyncs: Int
  var presented: Int
  var dropped: Int
  var hostDropped: Int
  /// The dropped frames by the stage that exceeded the budget.
  var droppedBy: [String: Int]
  var late: Int
  var blank: Int
  var unchanged: Int
  /// For each complete second, the refreshes a second that were not dropped.
  var fps: [Double]
  /// The seconds in which these were at least 55/60 of the refreshes.
  var smoothSeconds: Int
  var blankPixelSeconds: Double
  var hitchMsPerSecond: Double
  var longestHitchMs: Double
  /// Numbers of frames by their time, in bins of parts of the budget; the last bin has no limit.
  var frameHistogram: [HistogramBin]
  var frameMs: Percentiles
  /// The processor time of the main queue for a vsync.
  var mainMs: Percentiles
  var wastedWorkRatio: Double
  /// The superseded tasks, by the check point that detected it.
  var supersededAt: [String: Int] = [:]
  /// The longest time from superseding a task to its detection, by check point.
  var cancelLatencyMs: [String: Double] = [:]
  /// The largest number of requests that waited for a worker.
  var mostWaiting: Int
  /// The largest size of all pictures in bytes.
  var mostPictureBytes: Int
  var pictureByteLimit: Int
  /// Whether visible pictures too are left out beyond the limit.
  var capsPictures: Bool
  var files: Int
  var bytes: Int
  /// Nanoseconds, without the throttle.
  var costModel: CostModel

  /// Frames that took at most `upToMs`, and longer than those of the previous bin.
  struct HistogramBin: Encodable {
    /// Milliseconds; `nil` for the last bin.
    var upToMs: Double?
    var frames: Int

    /// The bins of frames on a display.
    static func bins(_ times: OrderStatistics, _ budget: FrameBudget) -> [HistogramBin] {
      var below = 0
      var bins: [HistogramBin] = []
      for quarters in [1, 2, 3, 4, 8, 12, 16] {
        let limit = budget.interval * quarters / 4
        let count = times.count(upTo: limit)
        bins.append(HistogramBin(upToMs: limit.milliseconds, frames: count - below))
        below = count
      }
      return bins + [HistogramBin(upToMs: nil, frames: times.count - below)]
    }
  }

  /// Percentiles in milliseconds; `nil` without samples.
  struct Percentiles: Encodable {
    var p50: Double?
    var p90: Double?
    var p95: Double?
    var p99: Double?
    var max: Double?

    init(_ times: OrderStatistics) {
      p50 = times.percentile(50)?.milliseconds
      p90 = times.percentile(90)?.milliseconds
      p95 = times.percentile(95)?.milliseconds
      p99 = times.percentile(99)?.milliseconds
      max = times.max?.milliseconds
    }
  }

  init(_ summary: FeedScroll.Summary, options: ScrollOptions) {
    clock = options.clock
    script = options.script.name
    speed = options.script.speed
    blankPolicy = options.policy
    isWarm = options.isWarm
    hz = options.hertz
    cpuThrottle = summary.costModel.throttle
    mode = summary.mode
    workerCount = summary.workerCount
    rows = summary.rowCount
    failed = summary.failureCount
    warnings = summary.warningCount
    missingGlyphs = summary.missingGlyphCount
    heightHits = summary.heights.hitCount
    heightMisses = summary.heights.missCount
    heightCauses = HeightCauses(summary.heights)
    let frames = summary.frames
    vsyncs = frames.vsyncCount
    presented = frames.presentedCount
    dropped = frames.droppedCount
    hostDropped = frames.hostDroppedCount
    droppedBy = frames.blames
    late = frames.lateCount
    blank = frames.blankCount
    unchanged = frames.unchangedCount
    fps = frames.ratesBySecond
    smoothSeconds = fps.count { $0 >= frames.smoothRate }
    blankPixelSeconds = frames.blankPixelSeconds
    hitchMsPerSecond = frames.hitchRatio
    longestHitchMs = frames.longestHitch.milliseconds
    frameHistogram = HistogramBin.bins(summary.frameTimes, FrameBudget(hertz: options.hertz))
    frameMs = Percentiles(summary.frameTimes)
    mainMs = Percentiles(summary.mainTimes)
    wastedWorkRatio = summary.wastedShare
    for checkPoint in CheckPoint.allCases {
      supersededAt[checkPoint.name] = summary.requests.supersededCount(at: checkPoint)
      cancelLatencyMs[checkPoint.name] =
        summary.requests.longestLatency(at: checkPoint).milliseconds
    }
    mostWaiting = summary.mostWaitingCount
    mostPictureBytes = summary.mostPictureBytes
    pictureByteLimit = options.pictureByteLimit
    capsPictures = options.capsPictures
    files = summary.fileCount
    bytes = summary.byteCount
    costModel = summary.costModel
  }

  /// The table of `galley scroll` without `--json`.
  static func words(_ summary: FeedScroll.Summary, clock: ScrollClock) -> String {
    let frames = summary.frames
    func milliseconds(_ duration: Duration?) -> String {
      duration.map { String(format: "%.3f", $0.milliseconds) } ?? "–"
    }
    func percentiles(_ times: OrderStatistics) -> String {
      [50, 90, 95, 99].map { milliseconds(times.percentile($0)) }.joined(separator: " / ")
        + " (p50 / p90 / p95 / p99)"
    }
    var workers = "\(summary.mode.rawValue)"
    if summary.mode == .async {
      workers += ", " + summary.workerCount.counted("worker")
    }
    let lines = [
      ("mode", workers),
      ("rows", "\(summary.rowCount)"),
      ("heights", HeightCauses.words(summary.heights)),
      (
        "vsyncs",
        "\(frames.vsyncCount) in \(String(format: "%.2f", frames.elapsed / .seconds(1))) s"
      ),
      ("rate", rates(frames)),
      ("presented", "\(frames.presentedCount), of them \(frames.lateCount) late"),
      (
        "dropped",
        ([String(frames.droppedCount)]
          + frames.blames.sorted { $0.key < $1.key }.map {
            "\($0.value) by \($0.key)"
          }).joined(separator: ", ")
      ),
      (
        "blank",
        "\(frames.blankCount), \(String(format: "%.0f", frames.blankPixelSeconds)) pixel seconds"
      ),
      (
        "hitches",
        String(
          format: "%.2f ms a second, the longest %.1f ms", frames.hitchRatio,
          frames.longestHitch.milliseconds)
      ),
      ("frame ms", percentiles(summary.frameTimes)),
      ("main ms", percentiles(summary.mainTimes)),
      (
        "wasted",
        summary.mode == .sync
          ? "–" : String(format: "%.1f", 100 * summary.wastedShare) + " % of the workers' time"
      ),
      (
        "pictures",
        String(format: "at most %.1f MiB at a time", Double(summary.mostPictureBytes) / 0x1p20)
      ),
      (
        "clock",
        (clock == .real ? "real" : "virtual, by the cost model")
          + (summary.costModel.throttle == 1
            ? "" : " times \(String(format: "%g", summary.costModel.throttle))")
      ),
      ("files", "\(summary.fileCount), " + summary.byteCount.counted("byte")),
    ]
    return lines.map { $0.0.padding(toLength: 11, withPad: " ", startingAt: 0) + $0.1 + "\n" }
      .joined()
  }
}

extension ScrollSummaryRecord {
  /// The frames a second, as a line of text.
  private static func rates(_ frames: FrameLedger) -> String {
    let rates = frames.ratesBySecond
    guard let lowest = rates.min() else { return "– (less than a second)" }
    let smooth = rates.count { $0 >= frames.smoothRate }
    return String(
      format: "%.1f frames a second at least, %d of %d seconds smooth (%.0f or more)", lowest,
      smooth, rates.count, frames.smoothRate)
  }
}

extension FrameLedger {
  /// The dropped frames by the stage that exceeded the budget, without zeros.
  fileprivate var blames: [String: Int] {
    var blames: [String: Int] = [:]
    for blame in DropBlame.allCases where droppedCount(of: blame) > 0 {
      blames[blame.rawValue] = droppedCount(of: blame)
    }
    return blames
  }
}

extension CheckPoint {
  /// The check point in a record.
  fileprivate var name: String { "\(self)" }
}

extension VsyncOutcome {
  /// The outcome in a record.
  fileprivate var name: String {
    switch self {
    case .presented: "presented"
    case .blank: "blank"
    case .dropped: "dropped"
    case .unchanged: "unchanged"
    }
  }
}

extension Duration {
  /// This time in milliseconds.
  fileprivate var milliseconds: Double { self / .milliseconds(1) }
}
