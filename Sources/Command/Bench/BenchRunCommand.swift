import ArgumentParser
import Foundation
import Galley
import GalleyLab

/// `galley bench run`: scrolls through a feed with all combinations of options.
struct BenchRunCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Scroll through a feed with all combinations of options, and compare their costs.",
    discussion: """
      A combination consists of: heights that are not remembered, or remembered by path or by content; \
      heights from the layout that is then drawn (frames), or from a template cell that is configured \
      and measured; pictures made by the main queue (sync), or by 1 to --jobs workers (async), by \
      default as many as there are cores; a cold or a warm start. On the real clock, sync is a table of \
      reused cells as in UITableView: it requests heights row by row, and renders, lays out and draws \
      cells on the main queue. A template cell is configured, measured through the fitting chain of \
      UITableView+FDTemplateLayoutCell, and laid out in code, without a constraint solver.

      First the command compares the frames of both modes at offsets all over the feed, byte for byte. \
      If they differ, it reports no speed-up, and the status is 1. A speed-up is the P99 of the main \
      queue's processor time in sync mode, divided by that in async mode. Then it searches the smallest \
      throttle at which sync drops a tenth of its frames on the virtual clock, checks it on the \
      selected clock, and uses it for the matrix unless --cpu-throttle gives another one.

      Figures are means, with half the width of the 95 % confidence interval after ±. Frames that the \
      host dropped do not count.

      Example:
        galley bench run feed.json --report report.html --json=after.json
        galley bench run feed.json --corners masked --json=masked.json
        galley bench compare before.json after.json --fail-over 10%
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var bench: BenchOptions

  @OptionGroup var movement: MovementOptions

  @Option(help: ArgumentHelp("Write a page with plots and pictures.", valueName: "file"))
  var report: String?

  @Option(help: ArgumentHelp("Write the plot of frames as SVG.", valueName: "file"))
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Write the cold combinations of both modes side by side as Markdown.", valueName: "file"))
  var table: String?

  @OptionGroup var messages: MessageOptions

  var workerLimit: Int? { bench.workers.jobs }

  mutating func validate() throws {
    try checkNotEmpty(("--report", report), ("--plot", plot), ("--table", table))
    if let plot { try checkExtension(of: plot, "--plot", is: ["svg"]) }
    if let report { try checkExtension(of: report, "--report", is: ["html", "htm"]) }
  }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed.feed, look)
    files.read(movement.file, as: "--script")
    files.write(bench.records.path, as: "--json")
    files.write(report, as: "--report")
    files.write(plot, as: "--plot")
    files.write(table, as: "--table")
    return files
  }

  @MainActor func perform() async throws -> ExitStatus {
    var options = try bench.scrolls(
      through: feed, look: look, script: movement.script(default: "fling"))
    movement.apply(to: &options)
    let limit = bench.workers.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let output = try RecordWriter(path: bench.records.path)
    let matrix = ScrollBench(
      try feed.repeatableInput, options: options, repeatCount: bench.repeatCount,
      workerLimit: limit)
    messages.tell("comparing the frames of both modes")
    let proof = try await matrix.prove()
    messages.tell("searching the throttle at which sync drops a tenth of its frames")
    let found = try await matrix.findThrottle()
    options.costModel.throttle = bench.pacing.cpuThrottle ?? found ?? 1
    matrix.options = options
    messages.tell("checking it on the \(bench.clock.rawValue) clock")
    let check = try await matrix.check()
    var summary = BenchRunSummary(self, proof: proof, found: found, check, options: options)
    let results = try await measureAll(matrix, to: output)
    messages.tell("comparing the blank policies")
    summary.policies = try await matrix.comparePolicies()
    let runs = results.flatMap(\.runs) + summary.policies.flatMap(\.runs)
    summary.mostPictureBytes = runs.compactMap(\.mostPictureBytes).max() ?? 0
    if bench.records.isTable {
      for line in summary.policies.map(\.words) + summary.words(bench) {
        try output.write(line: line)
      }
    } else {
      try output.write(summary)
    }
    try output.finish()
    let page = BenchReport(
      results: results, check: check, proof: proof, policies: summary.policies, options: options,
      model: summary.words(bench))
    try writeText(page.html, to: report)
    try writeText(page.plot.file, to: plot)
    try writeText(BenchTable.markdown(results, workerCount: max(1, limit - 1)), to: table)
    guard proof.holds else {
      printToStandardError("galley: the frames of both modes differ, so there is no speed-up")
      return .someFailed
    }
    return .done
  }

  /// Measures all combinations, and writes each result.
  @MainActor private func measureAll(
    _ matrix: ScrollBench, to output: RecordWriter
  ) async throws -> [BenchResult] {
    if bench.records.isTable { try output.write(line: BenchTable.head) }
    var results: [BenchResult] = []
    for cell in matrix.cells {
      messages.tell("\(results.count + 1) of \(matrix.cells.count)")
      let result = try await matrix.measure(cell)
      results.append(result)
      if bench.records.isTable {
        try output.write(line: BenchTable.line(result))
      } else {
        try output.write(result)
      }
      try output.flush()
    }
    return results
  }
}
