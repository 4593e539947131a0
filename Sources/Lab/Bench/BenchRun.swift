import Foundation
import Galley
import GalleyCompositing
import GalleyFrames
import GalleyScrolling
import GalleyTrials

/// The figures of one scroll.
///
/// Percentiles are keyed by their names: `p50`, `p90`, `p95`, `p99`.
package struct BenchRun: Hashable, Sendable, Codable {
  /// The processor time of the main queue for each frame, in milliseconds, shortest first.
  package var mainMs: [Double]
  /// The same, by percentile.
  package var frameDurationCpuMs: [String: Double]
  /// The time past a frame's target, in milliseconds, by percentile; negative before the target.
  package var frameOverrunMs: [String: Double]
  /// The time of compositing a frame, in milliseconds, by percentile; `nil` if it was not measured.
  package var compositeMs: [String: Double]?
  /// The refreshes a second that the scroll's own work did not drop.
  package var fps: Double
  /// Milliseconds of hitch for each second, without the share of the frames that the host dropped.
  package var hitchMsPerSecond: Double
  /// Vsyncs.
  package var vsyncs: Int
  /// Frames that were presented.
  package var presented: Int
  /// Dropped frames, including those that the host caused.
  package var dropped: Int
  /// Dropped frames that the scroll's own work would not have dropped.
  package var hostDropped: Int
  /// Dropped frames by the stage that overran.
  package var droppedBy: [String: Int]
  /// The blank area multiplied by the time it was shown, in pixel seconds.
  package var blankPixelSeconds: Double
  /// The blank area as a share of all shown pixels, 0 to 1.
  package var blankShare: Double
  /// The part of the blank area that shows older pictures of rows, as a share of all shown pixels, 0 to 1.
  package var olderShare: Double?
  /// The part of the blank area that shows the page, as a share of all shown pixels, 0 to 1.
  package var pageShare: Double?
  /// The share of the workers' time for pictures that were superseded, 0 to 1.
  package var wastedWorkRatio = 0.0
  /// The largest size of all pictures in bytes; `nil` if cells are drawn for each frame.
  package var mostPictureBytes: Int?
  /// Requested heights.
  package var heightsAsked = 0
  /// Requested heights that were known.
  package var cacheHits = 0

  /// The processor time to lay out a row, in microseconds, as ``BenchMetric/layout`` defines it; `nil` if it was not
  /// measured.
  package var rowLayoutUs: Double?
  /// The same to draw a row.
  package var rowRasterUs: Double?
  /// The times of rows in processes of their own, in the order of their starts; `nil` if there were none.
  package private(set) var rowProcesses: [RowTimes]?

  /// The stalls of the main queue, as ``BenchMetric/stalls`` defines them; `nil` if they were not counted.
  package var stallCount: Int?
  /// The frames among which ``stallCount`` stalls are.
  package var stallFrames: Int?

  /// The share of the processors' time that other programs and other virtual machines took, 0 to 1; `nil` on the
  /// virtual clock, and if the kernel does not tell.
  package var foreignShare: Double?

  /// The start of the run in seconds since 1970; `nil` on the virtual clock.
  package var began: Double?

  /// The pauses that ``PlantedFaults`` added, also in the scroll that counts stalls; `nil` if none are planted.
  package var plantedPauses: Int?
  /// The known heights that ``PlantedFaults`` forgot; `nil` if none are planted.
  package var plantedMisses: Int?

  /// Dropped frames that the host did not cause.
  package var ownDropped: Int { dropped - hostDropped }

  /// The vsyncs for which a new frame was due.
  package var due: Int { presented + dropped }

  /// The share of the due frames that were dropped, without those that the host caused.
  package var droppedShare: Double { due == 0 ? 0 : Double(ownDropped) / Double(due) }

  /// The processor time of the main queue for all frames, in milliseconds.
  package var totalMainMs: Double { mainMs.reduce(0, +) }

  /// The mean of the slowest hundredth of frames, at least one, in milliseconds.
  ///
  /// A percentile does not see a fault in fewer frames than those that it leaves out.
  package var slowestMs: Double {
    let slowest = mainMs.suffix(max(1, mainMs.count / 100))
    return slowest.isEmpty ? 0 : slowest.reduce(0, +) / Double(slowest.count)
  }

  /// The events by which a metric is made, and the refreshes or frames among which they are; `nil` if it is no count.
  func events(of metric: BenchMetric) -> (count: Int, among: Int)? {
    switch metric {
    case .dropped, .hitch, .fps: (ownDropped, vsyncs)
    case .stalls: (stallCount ?? 0, stallFrames ?? 0)
    default: nil
    }
  }

  /// The milliseconds of hitch in the run, without the share of the frames that the host dropped.
  var hitchMs: Double { refreshRate > 0 ? hitchMsPerSecond * Double(vsyncs) / refreshRate : 0 }

  /// The refreshes of the display in a second; 0 if all were dropped.
  var refreshRate: Double {
    vsyncs == ownDropped ? 0 : fps * Double(vsyncs) / Double(vsyncs - ownDropped)
  }

  /// The stalls of 1,000 frames; `nil` if they were not counted.
  package var stallRate: Double? {
    guard let stallCount, let stallFrames, stallFrames > 0 else { return nil }
    return 1000 * Double(stallCount) / Double(stallFrames)
  }

  /// The share of the requested heights that were known, 0 to 1.
  package var hitRate: Double {
    heightsAsked == 0 ? 0 : Double(cacheHits) / Double(heightsAsked)
  }

  /// The figures of a scroll through a ``FeedView``, or on the virtual clock.
  init(_ summary: FeedScroll.Summary, options: ScrollOptions) {
    self.init(
      summary.frames, mainTimes: summary.mainTimes, frameTimes: summary.frameTimes,
      options: options)
    wastedWorkRatio = summary.wastedShare
    mostPictureBytes = summary.mostPictureBytes
    heightsAsked = summary.heightDemand?.askedCount ?? 0
    cacheHits = summary.heightDemand?.hitCount ?? 0
    notePlanted(options.faults, misses: summary.heightDemand?.forgottenCount ?? 0)
  }

  /// The figures of a scroll without workers and heights.
  init(
    _ frames: FrameLedger, mainTimes: OrderStatistics, frameTimes: OrderStatistics,
    options: ScrollOptions
  ) {
    let interval = FrameBudget(hertz: options.hertz).interval
    // Tenths of a microsecond are less than the error of the clock.
    mainMs = mainTimes.samples.map { (10_000 * ($0 / .milliseconds(1))).rounded() / 10_000 }
    frameDurationCpuMs = Self.percentiles(mainTimes) { $0 }
    frameOverrunMs = Self.percentiles(frameTimes) { $0 - interval }
    // A vsync that the host dropped has about the hitch time of any other one.
    let ownShare =
      frames.droppedCount == 0
      ? 1 : 1 - Double(frames.hostDroppedCount) / Double(frames.droppedCount)
    hitchMsPerSecond = frames.hitchRatio * ownShare
    vsyncs = frames.vsyncCount
    presented = frames.presentedCount
    dropped = frames.droppedCount
    hostDropped = frames.hostDroppedCount
    droppedBy = [:]
    for blame in DropBlame.allCases where frames.droppedCount(of: blame) > 0 {
      droppedBy[blame.rawValue] = frames.droppedCount(of: blame)
    }
    let seconds = max(1e-9, frames.elapsed / .seconds(1))
    fps = Double(frames.vsyncCount - frames.droppedCount + frames.hostDroppedCount) / seconds
    blankPixelSeconds = frames.blankPixelSeconds
    let scale = options.rendering.template.scale
    let area = options.rendering.template.width * options.viewportHeight * scale * scale
    blankShare = blankPixelSeconds / max(1e-9, area * seconds)
  }

  /// Notes the faults that were planted, which a short scroll may not reach.
  mutating func notePlanted(_ faults: PlantedFaults, misses: Int) {
    if faults.pause > .zero { plantedPauses = faults.pauseCount(inFrames: presented) }
    if faults.forgottenShare > 0 { plantedMisses = misses }
  }

  /// Notes the times of rows in processes of their own, at least one.
  package mutating func noteRows(_ processes: [RowTimes]) {
    let mean = RowTimes(meanOf: processes)
    (rowLayoutUs, rowRasterUs) = (mean.layoutUs, mean.rasterUs)
    rowProcesses = processes
  }

  /// Notes the times of rows by the cost model: those that the scroll showed.
  mutating func noteRows(_ spans: [WorkSpan]) {
    func mean(_ stage: CostStage) -> Double? {
      let times = spans.filter { $0.stage == stage }.map(\.duration)
      return times.isEmpty ? nil : RowTimes.geometricMean(times)
    }
    (rowLayoutUs, rowRasterUs) = (mean(.layout), mean(.raster))
  }

  /// Notes what the frames of a scroll show in place of missing pictures, each until the next one.
  mutating func noteReplacements(_ records: [FeedScroll.Record]) {
    var (older, page, shown) = (0.0, 0.0, ShownContent(offset: 0))
    for record in records {
      shown = record.content ?? shown
      older += shown.olderShare
      page += shown.pageShare
    }
    let count = Double(max(1, records.count))
    (olderShare, pageShare) = (older / count, page / count)
  }

  /// Stores the times of compositing.
  mutating func setComposite(_ times: [Duration]) {
    compositeMs = Self.percentiles(OrderStatistics(times)) { $0 }
  }

  private static func percentiles(
    _ times: OrderStatistics, _ change: (Duration) -> Duration
  ) -> [String: Double] {
    var result: [String: Double] = [:]
    for percent in [50, 90, 95, 99] {
      guard let time = times.percentile(percent) else { continue }
      result["p\(percent)"] = change(time) / .milliseconds(1)
    }
    return result
  }
}
