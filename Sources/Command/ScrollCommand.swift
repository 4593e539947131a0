import ArgumentParser
import Foundation
import Galley

/// `galley scroll`: a feed is scrolled, and every frame is accounted for.
struct ScrollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Scroll through a feed by a script, and count dropped and blank frames.",
    discussion: """
      On the virtual clock everything takes the time that a cost model says, so the numbers are \
      the same on each machine and in each run, given the workers (--jobs; by default one less \
      than there are cores). On the real clock the main queue makes a frame at each vsync, and \
      what the machine did meanwhile is counted apart, as host. A frame is presented if it is complete before the vsync after its \
      own; a vsync is dropped if something had changed and no new frame came; a frame is blank if \
      part of a visible row is not its current picture. Hitch time is the time without a new frame \
      that was due; a frame that is not finished when the scroll ends counts until then.

      With --json each vsync is a line: its offset in layout units, its outcome, the file of the \
      new frame, what the main queue took to build, raster and composite it, how late it was, and \
      how many pixels of what was shown were blank.

      Examples:
        galley scroll feed.json
        galley scroll feed.json --mode sync --hz 120 --cpu-throttle 10 --json
        galley scroll feed.json --script fling --blank wait
        galley scroll feed.json --script fling --clock real --hz 120
        galley scroll feed.json --frames frames && ffmpeg -i frames/frame-%06d.png scroll.mp4
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var work: RunOptions

  @Option(
    help: ArgumentHelp(
      """
      How the viewport moves: constant, fling (8000 units a second, times 0.998 each ms, again \
      below 2000), jump (4000 units each half second), or a file of keyframes: \
      [{"ms": 0, "offset": 0}, {"ms": 500, "offset": 2000}].
      """, valueName: "script"))
  var script = "constant"

  @Option(
    parsing: .unconditional,
    help: "Of script constant: layout units a second; below 0 from the feed's end to its start.")
  var speed = 1500.0

  @Option(help: "Refreshes of the display in a second, such as 60 or 120.")
  var hz = 60

  @Option(
    help:
      "How long to scroll; by default to the feed's or script's end, at most 10 s, 60 s of flings.")
  var seconds: Double?

  @Option(help: "How high the viewport is, in layout units; it is as wide as cells are.")
  var height = 667.0

  @Option(
    help:
      "The clock: virtual, where all takes what a cost model says, or real, paced on this machine.")
  var clock = ScrollClock.virtual

  @Option(help: ArgumentHelp("Make everything take this many times as long.", valueName: "factor"))
  var cpuThrottle = 1.0

  @Option(
    help: "What is shown where a picture is not there: clear, keep, placeholder, or wait for it.")
  var blank = BlankPolicy.placeholder

  @Option(
    help: ArgumentHelp(
      "How long a picture fades in where a placeholder was seen; 0 to have it there at once.",
      valueName: "ms"))
  var crossFade = 0.0

  @Option(
    help: ArgumentHelp(
      "How corners come to be round, instead of as the theme says: none, drawn, covered or masked.",
      valueName: "way"))
  var corners: CornerRounding?

  @Flag(help: "Whether no picture is there at the start, or those around it are.")
  var start = Start.cold

  @Option(
    help: ArgumentHelp(
      """
      Draw over each frame: fps, the ranges, the damage, areas (what may be tapped), scale (pictures \
      drawn at another size than their files have, with the ratio), or several with commas between them.
      """,
      valueName: "names"))
  var overlay: String?

  @Option(
    help: ArgumentHelp(
      "The most MiB of pictures that are kept; visible ones are kept all the same.",
      valueName: "MiB"))
  var pictureMemory = 64

  @Flag(
    help: """
      Keep to --picture-memory whatever is visible: pictures that there is no room for are not made, and \
      their places stay as --blank has them.
      """)
  var capPictures = false

  @Option(
    help: ArgumentHelp(
      """
      Write each presented frame to this folder, as frame-000000.png and so on. With the first frame, the \
      frames that an earlier scroll wrote there are removed, by the list .galley-frames in the folder; \
      any other file stays, and is an error where a frame has its name.
      """, valueName: "dir"))
  var frames: String?

  @Option(
    help: ArgumentHelp(
      "Write a trace of the main queue, the workers and the vsyncs, for Perfetto or a browser.",
      valueName: "file"))
  var trace: String?

  @Option(help: ArgumentHelp("Make a video of the frames, by ffmpeg.", valueName: "file"))
  var video: String?

  @Option(help: "How PNGs are compressed: fast, balanced or small.")
  var pngProfile = PNGProfile.fast

  /// What is there at the start.
  enum Start: String, EnumerableFlag {
    case cold, warm
  }

  /// Scripts that have a name.
  private static let scripts = ["constant", "fling", "jump"]

  mutating func validate() throws {
    guard Self.scripts.contains(script) || FileManager.default.fileExists(atPath: script) else {
      let names = Self.scripts.joined(separator: ", ")
      throw ValidationError("--script is \(names), or a file, which \(script) is not")
    }
    guard abs(speed) <= 1_000_000 else { throw ValidationError("--speed is -1000000 to 1000000") }
    guard (1...1000).contains(hz) else { throw ValidationError("--hz is 1 to 1000") }
    if let seconds, !(seconds > 0 && seconds <= 3600) {
      throw ValidationError("--seconds is more than 0 and at most 3600")
    }
    guard clock == .virtual || cpuThrottle >= 1 else {
      throw ValidationError("--clock real cannot make work quicker: --cpu-throttle is at least 1")
    }
    guard cpuThrottle > 0, cpuThrottle <= 1000 else {
      throw ValidationError("--cpu-throttle is more than 0 and at most 1000")
    }
    guard (0...65_536).contains(pictureMemory) else {
      throw ValidationError("--picture-memory is 0 to 65536")
    }
    guard (0...10_000).contains(crossFade) else {
      throw ValidationError("--cross-fade is 0 to 10000 ms")
    }
    guard overlayNames.allSatisfy({ FrameOverlay(rawValue: $0) != nil }) else {
      let names = FrameOverlay.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--overlay is \(names), or several with commas")
    }
    guard trace != "", video != "" else {
      throw ValidationError("--trace and --video need a file")
    }
    guard frames != "" else { throw ValidationError("--frames needs a folder") }
    guard video.map({ ($0 as NSString).pathExtension != "" }) ?? true else {
      throw ValidationError("--video needs a name that says the format, such as scroll.mp4")
    }
  }

  func run() throws {
    let command = self
    runProcess(workerCount: work.jobs) { try await command.scroll() }
  }

  private func options() throws -> ScrollOptions {
    var model = try CostModel.committed()
    model.throttle = cpuThrottle
    var options = try ScrollOptions(
      rendering: RenderOptions(
        template: look.template, fonts: look.fonts, assets: feed.assets, profile: pngProfile,
        mode: work.mode, workerCount: work.jobs ?? 0, format: feed.format, limits: feed.limits,
        rows: feed.rows?.range),
      script: try scrollScript(), hertz: hz, duration: seconds.map { .seconds($0) },
      viewportHeight: height, policy: blank, isWarm: start == .warm, costModel: model,
      frameFolder: frames)
    options.rendering.logger = work.logger
    options.crossFade = .seconds(crossFade / 1000)
    if let corners { options.rendering.template.theme.cornerRounding = corners }
    options.pictureByteLimit = pictureMemory << 20
    options.capsPictures = capPictures
    options.clock = clock
    options.overlays = Set(overlayNames.compactMap(FrameOverlay.init(rawValue:)))
    options.recordsTrace = trace != nil
    return options
  }

  private var overlayNames: [String] {
    overlay?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
  }

  private func scrollScript() throws -> ScrollScript {
    switch script {
    case "constant": .constant(speed: speed)
    case "fling": .fling()
    case "jump": .jump()
    default:
      .keyframes(try ScrollKeyframes(json: try readInput(script, as: "the script")))
    }
  }

  /// The files of the run, which are compared before any of them is written.
  private var files: CommandFiles {
    var files = CommandFiles()
    files.read(feed.feed, as: "the feed")
    if !Self.scripts.contains(script) { files.read(script, as: "--script") }
    files.read(look)
    files.write(work.json ?? "-", as: "--json")
    files.write(trace, as: "--trace")
    files.write(video, as: "--video")
    files.write(folder: frames, frames.map(PathPattern.frames), as: "--frames")
    return files
  }

  @MainActor private func scroll() async throws -> ExitStatus {
    preconditionOnMainThread()
    try files.check()
    var options = try options()
    let encoder = try video.map { try VideoEncoder(path: $0) }
    options.frameFolder = frames ?? encoder?.folder.path
    let scroll = try FeedScroll(options)
    work.tell(scroll.fontWarnings)
    let records = try work.json.map { try RecordWriter(path: $0, isOutputTaken: false) }
    var progress = ProgressBar(work.progress, isQuiet: work.quiet)
    defer { progress.finish() }
    var vsyncs: [ScrollRecord] = []
    do {
      let summary = try await scroll.run(feed.input) { event in
        preconditionOnMainThread()
        if case .vsync(let record) = event { vsyncs.append(record) }
        try tell(event, records: records, progress: &progress)
      }
      progress.finish()
      if let trace {
        try writeTrace(
          ScrollTrace(vsyncs, spans: summary.spans, budget: FrameBudget(hertz: hz)), to: trace)
      }
      try encoder?.encode(vsyncs, hertz: hz)
      if let records {
        try records.write(ScrollSummaryRecord(summary, options: options))
        try records.finish()
      } else {
        try printTable(summary)
      }
      return work.status(
        work.status(summary), rowCount: summary.rowCount + summary.failureCount, of: feed.rows)
    } catch {
      // A stream gets the records so far; a file stays as it was.
      try? records?.flush()
      throw error
    }
  }

  private func tell(
    _ event: ScrollEvent, records: RecordWriter?, progress: inout ProgressBar
  ) throws {
    switch event {
    case .failure(let failure):
      try records?.write(FailureRecord(failure))
      progress.finish()
      printToStandardError("galley: \(failure.message)")
    case .warning(let index, let warning):
      guard !work.quiet else { return }
      progress.finish()
      printToStandardError("galley: row \(index): \(warning.message)")
    case .vsync(let record):
      progress.update(record.vsync + 1, "vsyncs")
      try records?.write(ScrollVsyncRecord(record))
    }
  }

  /// Prints what the scroll came to, in words.
  private func printTable(_ summary: ScrollSummary) throws {
    let table = try RecordWriter(path: "-", isOutputTaken: false)
    table.write(words: ScrollSummaryRecord.words(summary, clock: clock))
    try table.finish()
  }
}

/// Stops the process unless the main thread runs its run loop, which is then the main queue.
private func preconditionOnMainThread() {
  precondition(Thread.isMainThread, "the main actor is not the main thread")
}

extension RunOptions {
  /// The status of a scroll that came to its end.
  fileprivate func status(_ summary: ScrollSummary) -> ExitStatus {
    if summary.failureCount > 0 { return .someFailed }
    if strict, summary.warningCount > 0 { return .someFailed }
    if strict || strictGlyphs, summary.missingGlyphCount > 0 { return .someFailed }
    return .done
  }
}
