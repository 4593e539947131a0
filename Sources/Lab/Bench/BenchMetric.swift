/// A figure of a scroll: a column of the table, and what a comparison of two benches compares.
package enum BenchMetric: String, Hashable, Sendable, CaseIterable, Codable {
  case fps, dropped, host, hitch, p50, p95, p99, slowest, stalls, layout, raster, overrun, blank,
    older, page, wasted, hits

  /// The head of the metric's column, with the unit.
  package var head: String {
    switch self {
    case .fps: "FPS"
    case .dropped: "dropped frames"
    case .host: "by the host"
    case .hitch: "hitch ms/s"
    case .p50: "main P50 ms"
    case .p95: "main P95 ms"
    case .p99: "main P99 ms"
    case .slowest: "slowest 1 % ms"
    case .stalls: "stalls ‰"
    case .layout: "layout µs/row"
    case .raster: "raster µs/row"
    case .overrun: "overrun P99 ms"
    case .blank: "blank %"
    case .older: "older %"
    case .page: "page %"
    case .wasted: "wasted %"
    case .hits: "hits %"
    }
  }

  /// The definition of the metric.
  package var definition: String {
    switch self {
    case .fps: "the refreshes a second that were not dropped, or that the host dropped"
    case .dropped:
      "refreshes for which the offset or the content had changed and no new frame came in time, without "
        + "those that the host caused; time without a new frame counts to the end of the script"
    case .host:
      "dropped frames that the scroll's own work would not have dropped: the machine ran other programs"
    case .hitch:
      "the milliseconds of each second in which a new frame was due and missing, without those that the host caused"
    case .p50, .p95, .p99:
      "processor time of the main queue for a frame: \(percent ?? 0) of 100 frames take at most this"
    case .slowest:
      "processor time of the main queue for the slowest hundredth of frames, their mean"
    case .stalls:
      "of 1,000 frames those in which the main queue works half a millisecond longer than in the median frame: on the "
        + "real clock, in a warm scroll in mode async of a second at 1,000 Hz without a throttle, one after each run"
    case .layout, .raster:
      "processor time to \(self == .layout ? "lay out" : "draw") a row, the geometric mean of rows: on the virtual "
        + "clock those of the cold scroll by the cost model, with the throttle; on the real clock without it, after each cold scroll in mode sync, the shortest of 10 passes over the feed's first 200 rows, the mean of 8 "
        + "processes (of one for a feed from standard input and with --sandbox; in bench turns of --pairs, each 10 to 40 passes, of which the growth in each pair is compared)"
    case .overrun:
      "the time from a frame's target to its hand-over, for the 99th of 100 frames; negative if it came "
        + "before its target"
    case .blank:
      "the share of the screen and of the time in which a row does not show its current picture; in pixel "
        + "seconds: the blank pixels times the seconds for which they were shown"
    case .older: "the part of blank that shows an older picture of its row"
    case .page: "the part of blank that shows the page; the rest of it shows empty cards"
    case .wasted:
      "the share of the workers' time for pictures that were superseded before they were shown"
    case .hits: "the hit rate: the share of the requested heights that were known"
    }
  }

  /// The percentile of a run's frames; `nil` of a metric that each run has.
  package var percent: Int? {
    switch self {
    case .p50: 50
    case .p95: 95
    case .p99: 99
    default: nil
    }
  }

  /// Whether a larger value is better.
  package var isBetterHigher: Bool { self == .fps || self == .hits }

  /// The metrics that a comparison may fail on: those of the program, not of the host.
  package static let compared = allCases.filter {
    ![.host, .overrun, .older, .page].contains($0)
  }

  /// The metrics that a comparison fails on unless others are named.
  ///
  /// On the real clock each one takes a part of the risk. FPS says the same as dropped frames, and the slowest hundredth
  /// of a run's frames are one or two, about which ``stalls`` say more.
  package static func usual(onRealClock isReal: Bool) -> [BenchMetric] {
    compared.filter { !isReal || ($0 != .fps && $0 != .slowest) }
  }

  /// The fewest frames of a run of which the metric says more than the slowest frame does.
  package var leastFrames: Int {
    switch self {
    case .p50: 2
    case .p95: 20
    case .p99, .slowest: 100
    default: 0
    }
  }

  /// A difference below this is of no interest: frames, milliseconds, or percent.
  package var smallestDifference: Double {
    switch self {
    case .fps, .dropped, .host, .hitch, .blank, .older, .page, .wasted, .hits: 0.1
    case .p50, .p95, .p99, .slowest, .stalls, .overrun: 0.001
    // Microseconds.
    case .layout, .raster: 0.01
    }
  }

  /// The value of a run; `nil` if it was not measured.
  package func value(of run: BenchRun) -> Double? {
    switch self {
    case .fps: run.fps
    case .dropped: Double(run.ownDropped)
    case .host: Double(run.hostDropped)
    case .hitch: run.hitchMsPerSecond
    case .p50, .p95, .p99: run.frameDurationCpuMs[rawValue] ?? 0
    case .slowest: run.slowestMs
    case .stalls: run.stallRate
    case .layout: run.rowLayoutUs
    case .raster: run.rowRasterUs
    case .overrun: run.frameOverrunMs["p99"] ?? 0
    case .blank: 100 * run.blankShare
    case .older: 100 * (run.olderShare ?? 0)
    case .page: 100 * (run.pageShare ?? 0)
    case .wasted: 100 * run.wastedWorkRatio
    case .hits: 100 * run.hitRate
    }
  }

  /// The time of a row by which processes of their own measure the metric; `nil` if runs alone do.
  package var rowTime: KeyPath<RowTimes, Double>? {
    switch self {
    case .layout: \.layoutUs
    case .raster: \.rasterUs
    default: nil
    }
  }

  /// The value of each run; `nil` if it was not measured in all of them.
  package func values(of runs: [BenchRun]) -> [Double]? {
    let values = runs.compactMap(value(of:))
    return values.count == runs.count ? values : nil
  }

  /// The definitions, one a line.
  package static let glossary: [(name: String, definition: String)] =
    allCases.filter { $0 != .p95 && $0 != .p99 }.map { metric in
      metric == .p50
        ? (
          "main P50, P95, P99",
          "processor time of the main queue for a frame: 50, 95 or 99 of 100 frames of a run take at most this"
        ) : (metric.head, metric.definition)
    } + [
      ("cold, warm", "a start without pictures, or with the pictures around the start"),
      (
        "edited",
        "a cold scroll during which the rows change: all get another text (reload), a row comes to the top "
          + "(insert), texts get larger (font-size), width and height change places (rotate)"
      ),
      (
        "throttle", "all work takes this many times as long, to stand for a slower processor"
      ),
      (
        "[a, b]",
        "after the mean of the runs, its 95 % interval, by bootstrap over runs, widened by Student's distribution for few "
          + "runs: right for five runs and more; that of dropped frames, of which hitch and FPS are made, is at least that of as "
          + "many rare events; a single run has none"
      ),
      (BenchTable.mark, BenchTable.markWords + ", so that FPS would say nothing"),
    ]
}
