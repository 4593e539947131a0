import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyFrames
import GalleyLive
import GalleyRendering

/// `galley scroll`: scrolls through a feed, and counts its frames.
struct ScrollCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Scroll through a feed by a script, and count dropped and blank frames.",
    discussion: """
      On the virtual clock every step takes the time of a cost model. So the figures are the same on \
      each machine and in each run with the same number of workers (--jobs; by default one less than \
      there are cores). On the real clock the main queue makes a frame at each vsync, and delays by \
      other programs are counted separately, as host.

      A frame is presented if it is complete before the next vsync. A vsync is dropped if something \
      had changed and no new frame came. A frame is blank if a part of a visible row is not its \
      current picture. Hitch time is the time in which a new frame was due and missing; it includes a \
      frame that is not finished when the scroll ends.

      With --json each vsync is a line: its offset in layout units, its outcome, the file of the new \
      frame, the times of its build, raster and composite, its hitch, and its blank pixels.

      Examples:
        galley scroll feed.json
        galley scroll feed.json --mode sync --hz 120 --cpu-throttle 10 --json
        galley scroll feed.json --script fling --blank wait
        galley scroll feed.json --script fling --clock real --hz 120
        galley scroll feed.json --frames frames --trace trace.json
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var work: RunOptions
  @OptionGroup var movement: MovementOptions
  @OptionGroup var pacing: PacingOptions

  @Option(
    help: ArgumentHelp(
      "The time in which a picture fades in over its placeholder; 0 to show it at once.",
      valueName: "ms"))
  var crossFade = 0.0

  @Flag(help: "Start without pictures, or with the pictures around the start.")
  var start = Start.cold

  @Option(
    help: ArgumentHelp(
      """
      Draw over each frame: fps, the ranges, the damage, areas (parts that react to a tap), scale \
      (pictures that are drawn at another size than their files have, with the ratio), or several \
      with commas.
      """,
      valueName: "names"))
  var overlay: String?

  @Option(
    help: ArgumentHelp(
      "The MiB of pictures to keep; visible pictures are kept even beyond that.",
      valueName: "MiB"))
  var pictureMemory = 64

  @Flag(
    help: """
      Keep to --picture-memory even for visible pictures: the others are not made, and --blank \
      replaces them.
      """)
  var capPictures = false

  @Option(
    help: ArgumentHelp(
      """
      Write each presented frame to this folder, as frame-000000.png and so on. The first frame \
      replaces those of an earlier scroll, which the list .galley-frames in the folder names. Any \
      other file stays, and is an error if a frame has its name.
      """, valueName: "dir"))
  var frames: String?

  @Option(
    help: ArgumentHelp(
      "Write a trace of the main queue, the workers and the vsyncs, for Perfetto or a browser.",
      valueName: "file"))
  var trace: String?

  @Option(help: ArgumentHelp("Make a video of the frames with ffmpeg.", valueName: "file"))
  var video: String?

  @OptionGroup var metadata: MetadataOption
  @OptionGroup var profile: ProfileOptions

  /// The pictures at the start.
  enum Start: String, EnumerableFlag {
    case cold, warm
  }

  private static let clock = ScrollClock.virtual

  var workerLimit: Int? { work.workers.jobs }

  mutating func validate() throws {
    try pacing.check(clock: Self.clock)
    guard (0...65_536).contains(pictureMemory) else {
      throw ValidationError("--picture-memory is 0 to 65536")
    }
    guard (0...10_000).contains(crossFade) else {
      throw ValidationError("--cross-fade is 0 to 10000 ms")
    }
    _ = try overlays()
    guard video == nil || !work.limits.sandbox else {
      throw ValidationError("--video starts ffmpeg, which --sandbox refuses")
    }
    try checkNotEmpty(("--trace", trace), ("--video", video), ("--frames", frames))
    try metadata.check(output: frames ?? video, of: "--frames or --video")
    guard video.map({ ($0 as NSString).pathExtension != "" }) ?? true else {
      throw ValidationError("--video needs a name with a format, such as scroll.mp4")
    }
  }

  private func overlays() throws -> [FeedFrame.Overlay] {
    try overlay.map { try values($0, of: "--overlay") } ?? []
  }

  private func options() throws -> ScrollOptions {
    var options = try pacing.scrolls(
      feed.reading.rendering(look, work, profile: profile.pngProfile),
      script: movement.path.script(default: "constant", seconds: pacing.seconds), clock: Self.clock)
    movement.apply(to: &options)
    options.costModel.throttle = pacing.cpuThrottle ?? 1
    options.isWarm = start == .warm
    options.crossFade = .seconds(crossFade / 1000)
    options.pictureByteLimit = pictureMemory << 20
    options.capsPictures = capPictures
    options.overlays = Set(try overlays())
    options.recordsTrace = trace != nil
    options.frameFolder = frames
    return options
  }

  var limits: LimitOptions? { work.limits }
  var rowTime: RowTimeOption? { work.rowTime }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed.feed, look)
    files.read(template: feed.reading.source.template)
    files.read(assets: feed.reading.source.assets)
    files.read(movement.path.file, as: "--script")
    files.write(work.records.path, as: "--json")
    files.write(trace, as: "--trace")
    files.write(video, as: "--video")
    files.write(metadata.path, as: "--metadata")
    files.write(folder: frames, frames.map(PathPattern.frames), as: "--frames")
    return files
  }

  @MainActor func perform() async throws -> ExitStatus {
    preconditionOnMainThread()
    var options = try options()
    let encoder = try video.map { try VideoEncoder(path: $0) }
    options.frameFolder = frames ?? encoder?.folder.path
    // Pictures are encoded for frames in files alone, and mode sync encodes nothing for them either.
    options.encodesPictures = options.frameFolder != nil
    let scroll = try FeedScroll(options)
    work.messages.tell(scroll.fontWarnings)
    var vsyncs: [FeedScroll.Record] = []
    let report = try work.report(to: work.records.json)
    let summary = try await scroll.run(feed.input) { event in
      preconditionOnMainThread()
      if case .vsync(let record) = event { vsyncs.append(record) }
      try tell(event, to: report)
    }
    report.endProgress()
    if let trace {
      let spans = FeedScroll.Trace(
        vsyncs, spans: summary.spans, budget: FrameBudget(hertz: pacing.hz))
      try writeFile([UInt8](spans.json()), to: trace)
    }
    try encoder?.encode(vsyncs, hertz: pacing.hz)
    if let path = metadata.path {
      var record = try FeedRenderer(options.rendering).makeRecord()
      if frames != nil { for file in vsyncs.compactMap(\.file) { record.add(file) } }
      if let video { record.add(video) }
      try record.write(to: path)
    }
    try report.write(ScrollSummaryRecord(summary, options: options))
    try report.finish()
    if work.records.isTable {
      let table = try RecordWriter()
      table.write(words: ScrollSummaryRecord.words(summary, clock: options.clock))
      try table.finish()
    }
    return work.status(summary, of: feed.rows)
  }

  private func tell(_ event: FeedScroll.Event, to report: RunReport) throws {
    switch event {
    case .failure(let failure): try report.fail(failure)
    case .warning(let index, let warning): report.warn([warning], row: index)
    case .vsync(let record):
      report.update(record.vsync + 1, "vsync")
      try report.write(ScrollVsyncRecord(record))
    }
  }
}

/// Stops the process unless the main thread runs its run loop, which serves the main queue.
private func preconditionOnMainThread() {
  precondition(Thread.isMainThread, "the main actor is not the main thread")
}
