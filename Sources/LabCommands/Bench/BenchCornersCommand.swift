import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyLab

/// `galley bench corners`: measures whether a dozen masked corners on a screen drop frames.
struct BenchCornersCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corners",
    abstract: "Scroll through a feed with 0, 6, 12 and 24 round parts on a screen.",
    discussion: """
      The parts are discs of 36 units on the feed's cards: square (none), drawn round, covered with \
      corner pieces, or masked when a frame is composited. The main queue (sync) or workers (async, by \
      default one less than there are cores) make the pictures. The scroll is slow, 300 units a second unless --speed or --script say otherwise, \
      and starts with its pictures, so that nearly all frames show all discs. All work takes \
      --cpu-throttle times as long, by default 10 times, which is about a phone's processor beside a \
      server's.

      The columns: the average number of parts on a screen, the method, the mode, the processor time of \
      the main queue in the median frame and in the 99th of 100, its time for compositing in the median \
      frame, the frames that Galley dropped, and the share of the pixels that showed no row yet. Behind \
      a figure of several runs stands the 95 % interval of its mean.

      The combinations are measured in rounds, so that a machine that gets slower does so for all of them. \
      The last lines have the answer: the cost of a dozen masks for the main queue in each frame, and \
      the frames that they drop more than a dozen drawn discs, beside what chance explains. Frames that \
      the host dropped do not count. There is no verdict, and the exit status is 75, if the host took more \
      frames than Galley, if less than half of the frames were presented, or if the runs are too few.

      Example:
        galley bench corners feed.json --hz 120 --json=corners.json
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var bench: BenchOptions

  @OptionGroup var path: ScriptOptions
  @OptionGroup var messages: MessageOptions

  @Option(
    help: ArgumentHelp(
      "The methods of rounding: \(names(of: CornerRounding.self)), or several with commas.",
      valueName: "ways"))
  var corners = CornerRounding.allCases.map(\.rawValue).joined(separator: ",")

  @Option(help: ArgumentHelp("Write the table and the answer as Markdown.", valueName: "file"))
  var report: String?

  /// About a phone's processor beside a server's.
  private static let throttle = 10.0

  var workerLimit: Int? { bench.workers.jobs }

  mutating func validate() throws {
    let _: [CornerRounding] = try values(corners, of: "--corners")
    try checkNotEmpty(("--report", report))
  }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed.feed, look)
    files.read(path.file, as: "--script")
    files.write(bench.records.path, as: "--json")
    files.write(report, as: "--report")
    return files
  }

  @MainActor func perform() async throws -> ExitStatus {
    var options = try bench.scrolls(
      through: feed, look: look,
      script: path.script(default: "constant", speed: 300, seconds: bench.seconds))
    options.costModel.throttle = bench.pacing.cpuThrottle ?? Self.throttle
    let workerCount =
      bench.workers.jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    let matrix = CornerBench(
      try feed.repeatableInput, options: options, repeatCount: bench.repeatCount,
      workerCount: workerCount)
    let output = try RecordWriter(path: bench.records.path)
    let cells = CornerBench.cells(try values(corners, of: "--corners"))
    let progress = BenchProgress(
      weights: Array(repeating: 1, count: cells.count * matrix.repeatCount))
    let results = try await matrix.measure(cells) { done, cell in
      messages.tell("\(progress.words(done: done)): \(cell.words)")
    }
    let verdicts = [RenderMode.sync, .async].compactMap {
      CornerVerdict($0, of: results, clock: options.clock)
    }
    let summary = CornerSummary(self, verdicts: verdicts, options: options)
    let answer =
      summary.reasons.isEmpty ? verdicts.map(\.words) : summary.reasons.map { "no verdict: \($0)" }
    let table = [CornerResult.head] + results.map(\.words)
    let lines = table + [""] + answer + summary.words(bench)
    if bench.records.isTable {
      for line in lines { try output.write(line: line) }
    } else {
      for result in results { try output.write(result) }
      try output.write(summary)
    }
    try output.finish()
    try writeText(
      "# Round corners\n\n```\n" + lines.joined(separator: "\n") + "\n```\n", to: report)
    guard let words = BenchRefusal.words(summary.reasons) else { return .done }
    printToStandardError("galley: no verdict: \(words)")
    return .noVerdict
  }
}
