import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyFrames
import GalleyLab
import GalleyLive
import GalleyStageBenches

/// `galley bench fling`: flings through a live table of rows that were never laid out.
struct BenchFlingCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fling",
    abstract: "Fling through cold rows of a live table, while rows are inserted at the top.",
    discussion: """
      The table has --table-rows rows, each with a text of its own: the items of the feed in turn, or \
      built-in words, after a number. No row is laid out at the start; until a worker has laid it out, it \
      has an estimated height. In each second --inserts rows come to the top.

      A jump is a frame in which the topmost row that was read does not move exactly as the viewport. Jumps, \
      dropped frames and blank frames are printed. The exit status is 1 if there was a jump.

      On the virtual clock, the workers end their work before each vsync, and no machine makes a difference: it counts \
      jumps and rows, and no frame can be late.

      Examples:
        galley bench fling --hz 120 --seconds 60
        galley bench fling feed.jsonl --hz 120 --blank wait --json
      """)

  @Argument(help: "The feed: a path, or - for standard input; built-in words without it.")
  var feed: String?

  @OptionGroup var reading: FeedReadingOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var pacing: PacingOptions
  @OptionGroup var workers: WorkerOptions

  @Option(help: "The replacement of a missing picture: \(names(of: BlankPolicy.self)).")
  var blank = BlankPolicy.placeholder

  @Option(help: "The number of rows at the start, 1 to 10000000.")
  var tableRows = 100_000

  @Option(help: "The number of rows that come to the top in each second, 0 to 10000.")
  var inserts = 3

  @OptionGroup var records: RecordOptions

  private static let clock = ScrollClock.real
  private static let seed: UInt64 = 1
  private static let rowCount = 1000

  var workerLimit: Int? { workers.jobs }

  mutating func validate() throws {
    try pacing.check(clock: Self.clock)
    guard (1...10_000_000).contains(tableRows) else {
      throw ValidationError("--table-rows is 1 to 10000000")
    }
    guard (0...10_000).contains(inserts) else { throw ValidationError("--inserts is 0 to 10000") }
  }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed, look)
    files.write(records.path, as: "--json")
    return files
  }

  @MainActor func perform() async throws -> ExitStatus {
    var rendering = try reading.rendering(look)
    rendering.workerCount = workers.jobs ?? 0
    rendering.rows = reading.rows?.range ?? 0..<Self.rowCount
    var options = try pacing.scrolls(rendering, script: .fling(), clock: Self.clock, seconds: 60)
    options.costModel.throttle = pacing.cpuThrottle ?? 1
    options.policy = blank
    let input =
      try feed.map { try reading.source.repeatableInput($0) }
      ?? .bytes(BenchFeed.jsonLines(rowCount: Self.rowCount, seed: Self.seed))
    let items = try StageProbe(rendering).readItems(of: input)
    guard !items.isEmpty else { throw NoRows() }
    let bench = FlingBench(items, options: options, rowCount: tableRows, insertCount: inserts)
    let result = try await bench.run()
    let machine = BenchMachine(
      look: look, feed: feed ?? "built-in", seed: feed == nil ? Self.seed : nil, fontCount: nil)
    let output = try RecordWriter(path: records.path)
    if records.isTable {
      for line in words(result, options) + [machine.words] { try output.write(line: line) }
    } else {
      try output.write(result)
      try output.write(FlingSummary(self, options, machine))
    }
    try output.finish()
    return result.counts.jumpCount == 0 ? .done : .someFailed
  }

  private func words(_ result: FlingResult, _ options: ScrollOptions) -> [String] {
    let (run, counts) = (result.run, result.counts)
    func time(_ percentile: String) -> Double { run.frameDurationCpuMs[percentile] ?? 0 }
    let host =
      BenchRules.refusals(of: [run], in: "fling").first { $0.name == "hostTookFrames" }
      ?? BenchRules.busyHost([[run]])
    let screens = Double(counts.distance) / Double(max(1, options.frameSize.height))
    return [
      "\(counts.jumpCount.counted("jump")), \(counts.shiftCount.counted("other shift"))",
      options.clock == .virtual
        ? "\(run.vsyncs.counted("vsync")), at each of which the workers had ended their work"
        : String(
          format:
            "%d vsyncs: %d presented, %d dropped (%d by the host), %d blank (%.3f %% of pixels)",
          run.vsyncs, run.presented, run.dropped, run.hostDropped, result.blank,
          100 * run.blankShare),
      host.map { "these say little: \($0)" },
      options.clock == .virtual
        ? nil
        : String(
          format: "main queue of a frame: %.3f ms in the median, %.3f ms p99", time("p50"),
          time("p99")),
      String(
        format: "%d of %d rows shown over %.0f screens, %d inserted at the top",
        counts.displayedCount, counts.coldRowCount + counts.insertedCount, screens,
        counts.insertedCount),
      "\(counts.laidOutCount.counted("row")) laid out, \(counts.reusedCount) of a known height",
      "\(counts.surfaceCount.counted("picture")) in fresh memory, \(counts.reusedSurfaceCount) in reused memory, "
        + "at most \(counts.mostSurfaceCount) at a time",
      "fling at \(options.hertz) Hz, \(options.clock.rawValue) clock, \(options.policy.rawValue)",
    ].compactMap { $0 }
  }
}

/// The last record of `galley bench fling`: the conditions of its figures.
private struct FlingSummary: Encodable {
  let summary = true
  let clock: ScrollClock
  let hz: Int
  let seconds: Double
  let cpuThrottle: Double
  let blankPolicy: BlankPolicy
  let workers: Int
  let tableRows: Int
  let insertsPerSecond: Int
  let machine: BenchMachine

  init(_ command: BenchFlingCommand, _ options: ScrollOptions, _ machine: BenchMachine) {
    (clock, hz, blankPolicy) = (options.clock, options.hertz, options.policy)
    seconds = (options.duration ?? options.defaultLimit) / .seconds(1)
    cpuThrottle = options.costModel.throttle
    workers = options.workerCount
    (tableRows, insertsPerSecond) = (command.tableRows, command.inserts)
    self.machine = machine
  }
}
