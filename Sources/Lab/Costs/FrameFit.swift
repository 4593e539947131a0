import Galley
package import GalleyFrames
import GalleyLive
import GalleyPictures
import GalleyPrimitives
import GalleyScrolling
import GalleyStageBenches
import GalleySyncTable
import GalleyTrials

/// The cost model fitted to this machine, by the frames of short scrolls on its clock.
///
/// The frames come as in a measured scroll: from cold, and with a rest before each, in which the processor
/// slows down and its caches are lost. So the fit includes the costs of a cold start (fonts that are opened,
/// the first glyphs and emoji of a size, page faults), and the work of the main queue in each frame.
/// The frames are slowed down as in that scroll: under a large throttle the processor does not rest, and the same
/// row takes a fraction of the time.
/// ``CostBench`` fits rows that follow each other, whose fonts and glyphs are known.
package struct FrameFit: Sendable {
  /// The model, with the throttle of the fit.
  package let model: CostModel
  /// For each fitted stage, the mean difference of predicted and measured times of frames that the fit did not
  /// use, as a share of the measured times.
  package let errors: [(stage: CostStage, error: Double)]
  /// The number of frames.
  package let frameCount: Int

  /// Each scroll of the fit takes at most this long.
  private static let timeLimit = Duration.seconds(2)
  /// With all slowed down work, a scroll of mode sync takes at most about this long.
  private static let slowedLimit = Duration.seconds(5)

  /// Scrolls in both modes from cold.
  ///
  /// - Throws: The errors of laying out and drawing a row.
  @MainActor init(_ survey: FeedSurvey, options: ScrollOptions, workerCount: Int) async throws {
    var options = options
    options.clock = .real
    (options.isWarm, options.encodesPictures) = (false, false)
    let throttle = max(1, options.costModel.throttle)
    // A planted fault is no part of the machine, and would count twice in the model.
    options.faults = PlantedFaults()
    options.duration = min(options.duration ?? Self.timeLimit, Self.timeLimit)
    let frames = try await Self.medianFrames(survey, options)
    let layout = Self.fit(
      frames.map { CostFit.Sample($0.work, time: $0.layout) },
      [.fixed, .perRow, .perGlyph, .perFirstGlyph, .perNewGlyph, .perNewFont])
    let raster = Self.fit(
      frames.map { CostFit.Sample($0.work, time: $0.raster) },
      [.perPixel, .perRow, .perFirstGlyph, .perNewGlyph, .perNewFont, .perNewEmoji])
    var model = options.costModel
    model.throttle = 1
    // A sample is a frame: its constant part belongs to the frame, and its part for each row to the row.
    (model.build, model.layout, model.raster) = (StageCost(), layout.cost, raster.cost)
    model.build.fixed = layout.cost.fixed
    (model.layout.fixed, model.layout.perRow) = (layout.cost.perRow, 0)
    (model.raster.fixed, model.raster.perRow) = (raster.cost.perRow, 0)
    options.rendering.mode = .async
    options.rendering.workerCount = workerCount
    options.recordsTrace = true
    let first = try await Self.asyncFrame(survey, options, model)
    let second = try await Self.asyncFrame(survey, options, model)
    model.composite.fixed = max(0, (first.time + second.time) / 2 - model.build.fixed)
    model.composite.perRow = 0
    model.layout.perNewWorker = max(0, (first.start + second.start) / 2)
    model.throttle = throttle
    self.model = model
    errors = [
      (.layout, layout.error), (.raster, raster.error),
      (.composite, abs(first.time - second.time) / max(1, max(first.time, second.time))),
    ]
    frameCount = frames.count
  }

  /// A frame of mode sync: its new rows, and the nanoseconds of its two phases.
  private struct Frame {
    var work = WorkAmount()
    var layout = 0.0
    var raster = 0.0
  }

  /// The number of equal scrolls, of whose times the median counts.
  private static let scrollCount = 3

  /// The frames of equal scrolls: each vsync shows the same rows in all of them.
  @MainActor private static func medianFrames(
    _ survey: FeedSurvey, _ options: ScrollOptions
  ) async throws -> [Frame] {
    var scrolls: [[Frame]] = []
    for _ in 0..<scrollCount { scrolls.append(try await syncFrames(survey, options)) }
    return (0..<(scrolls.map(\.count).min() ?? 0)).map { index in
      func median(_ time: (Frame) -> Double) -> Double {
        scrolls.map { time($0[index]) }.sorted()[scrollCount / 2]
      }
      var frame = scrolls[0][index]
      (frame.layout, frame.raster) = (median(\.layout), median(\.raster))
      return frame
    }
  }

  @MainActor private static func syncFrames(
    _ survey: FeedSurvey, _ options: ScrollOptions
  ) async throws -> [Frame] {
    let player = try SyncPlayer(survey, options: options, demand: HeightDemand(.key, .frames))
    let (table, scale) = (player.table, options.rendering.template.scale)
    let vsyncs = TimedVsyncs(options.frameClock)
    let throttle = max(1, options.costModel.throttle)
    var sights = FirstSights()
    var shown: Set<RowPath> = []
    var frames: [Frame] = []
    for index in 0..<options.vsyncLimit where vsyncs.now < slowedLimit {
      let vsync = options.budget.vsync(index)
      try await vsyncs.wait(for: vsync)
      let offset = options.script.offset(
        after: vsync.start, scale: scale, limit: player.offsetLimit)
      let start = ThreadTime.now
      let draw = try table.beginScroll(to: offset)
      let layout = ThreadTime.now - start
      vsyncs.work(for: layout * (throttle - 1))
      let middle = ThreadTime.now
      try draw()
      let raster = ThreadTime.now - middle
      vsyncs.work(for: raster * (throttle - 1))
      var frame = Frame()
      let now = Set(table.shownRows)
      for path in now.subtracting(shown).sorted() {
        frame.work.add(sights.work(of: survey.rows[path.row]))
        frame.work.rows += 1
      }
      shown = now
      frame.layout = layout / .nanoseconds(1)
      frame.raster = raster / .nanoseconds(1)
      frames.append(frame)
    }
    return frames
  }

  /// The mean time of the main queue for a frame of mode async, and the time that the first worker took for its
  /// first row longer than for another one, in nanoseconds.
  @MainActor private static func asyncFrame(
    _ survey: FeedSurvey, _ options: ScrollOptions, _ model: CostModel
  ) async throws -> (time: Double, start: Double) {
    let summary = try await FeedScroll(options).run(survey)
    let times = summary.mainTimes.samples
    let throttle = max(1, options.costModel.throttle)
    let time =
      times.reduce(.zero, +) / .nanoseconds(1) / throttle / Double(max(1, times.count))
    let layouts = summary.spans.filter { $0.stage == .layout }
    guard let first = layouts.min(by: { $0.start < $1.start }),
      let row = survey.rows.first(where: { $0.key == first.key })
    else { return (time, 0) }
    var sights = FirstSights()
    let known = model.time(of: .layout, for: sights.work(of: row))
    return (time, first.duration / .nanoseconds(1) / throttle - known / .nanoseconds(1))
  }

  /// The cost by all frames, and the error for every second frame of a fit to the others.
  private static func fit(
    _ samples: [CostFit.Sample], _ terms: [CostFit.Term]
  ) -> (cost: StageCost, error: Double) {
    // Each time is a median, so that few are disturbed, and the longest frames matter most.
    let power = 1.5
    // The first frame alone opens most fonts: both fits use it, and the error leaves it out.
    let halves = [0, 1].map { half in
      samples.enumerated().filter { $0.offset == 0 || $0.offset % 2 == half }.map(\.element)
    }
    return (
      CostFit.robustFit(samples, terms, power: power),
      CostFit.frameError(
        CostFit.robustFit(halves[0], terms, power: power), Array(halves[1].dropFirst()))
    )
  }
}

extension WorkAmount {
  fileprivate mutating func add(_ other: WorkAmount) {
    glyphs += other.glyphs
    pixels += other.pixels
    bytes += other.bytes
    newEmoji += other.newEmoji
    newGlyphs += other.newGlyphs
    newFonts += other.newFonts
    firstGlyphs += other.firstGlyphs
    rows += other.rows
  }
}
