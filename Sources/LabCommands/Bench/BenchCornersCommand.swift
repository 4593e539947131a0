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

      The last lines have the answer: the cost of a dozen masks for the main queue in each frame, and \
      the frames that they drop more than a dozen drawn discs. Frames that the host dropped do not count.

      Example:
        galley bench corners feed.json --hz 120 --json=corners.json
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var bench: BenchOptions

  @OptionGroup var path: ScriptOptions

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
    let isTable = bench.records.isTable
    let output = try RecordWriter(path: bench.records.path)
    var results: [CornerResult] = []
    for cell in CornerBench.cells(try values(corners, of: "--corners")) {
      let result = try await matrix.measure(cell)
      if isTable, results.isEmpty {
        try output.write(line: "\(options.script.name), from warm, \(bench.words)")
        try output.write(line: CornerResult.head)
      }
      results.append(result)
      if isTable { try output.write(line: result.words) } else { try output.write(result) }
      try output.flush()
    }
    let summary = CornerSummary(self, results: results, options: options)
    if isTable {
      for line in summary.words(bench) { try output.write(line: line) }
    } else {
      try output.write(summary)
    }
    try output.finish()
    let lines = [CornerResult.head] + results.map(\.words) + [""] + summary.words(bench)
    try writeText(
      "# Round corners\n\n```\n" + lines.joined(separator: "\n") + "\n```\n", to: report)
    return .done
  }
}
