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
      On the real clock it then fits the cost model to this machine, and prints the error for rows that \
      the fit did not use. It searches the smallest throttle at which sync drops a tenth of its frames \
      on the virtual clock, and uses it unless --cpu-throttle gives another one. The verdict compares \
      sync with async that waits for its pictures, which shows the same, and with async that shows \
      placeholders, whose blank area is its price.

      There is no verdict if the frames of both modes differ (status 1). Nor is there one, with status \
      75, if a scroll of the verdict presented less than half of its frames, if the work of the main \
      queue by the model and by the clock differ by more than a factor of \
      \(String(format: "%g", BenchVerdict.modelFactor)), or if other programs took more frames than \
      the scroll itself and more than a hundredth. All figures are written even so.

      \(BenchMetric.glossary.map { "\($0.name): \($0.definition)." }.joined(separator: "\n"))

      Examples:
        galley bench run feed.json --report report.html --json=after.json
        galley bench run feed.json --corners masked --json=masked.json
        galley bench run feed.json --clock virtual --plant layout=5% --json=b.json
        galley bench compare before.json after.json --fail-on dropped,hitch,p99
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var bench: BenchOptions

  @OptionGroup var movement: MovementOptions

  @OptionGroup var plant: PlantOptions

  @Option(help: ArgumentHelp("Write a page with plots and pictures.", valueName: "file"))
  var report: String?

  @Option(help: ArgumentHelp("Write the plot of frames as SVG.", valueName: "file"))
  var plot: String?

  @Option(help: ArgumentHelp("Write the verdict as Markdown.", valueName: "file"))
  var table: String?

  @OptionGroup var messages: MessageOptions

  /// The number of rows of which the costs are shown.
  private static let costLimit = 20

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
      through: feed, look: look, script: movement.script(default: "return", seconds: bench.seconds))
    movement.apply(to: &options)
    let output = try RecordWriter(path: bench.records.path)
    let matrix = ScrollBench(
      try feed.repeatableInput, options: options, repeatCount: bench.repeatCount,
      workerLimit: bench.workers.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    messages.tell("comparing the frames of both modes")
    let proof = try await matrix.prove()
    let fit = bench.clock == .real ? try await fitModel(matrix) : nil
    messages.tell("searching the throttle at which sync drops a tenth of its frames")
    let found = try await matrix.findThrottle()
    matrix.options.costModel.throttle = bench.pacing.cpuThrottle ?? found ?? 1
    let models = try await matrix.models()
    matrix.options.faults = plant.faults
    let results = try await measureAll(matrix, to: output)
    messages.tell("counting the calls of each way to remember heights")
    let calls = try await matrix.countCalls()
    let costs = Array(try await matrix.rowCosts().prefix(Self.costLimit))
    let verdict = BenchVerdict(results, cells: matrix.verdictCells, models: models, proof: proof)
    let summary = BenchRunSummary(
      self, results: results, verdict: verdict, proof: proof, found: found, fit: fit, calls: calls,
      costs: costs, options: matrix.options)
    if bench.records.isTable {
      let tables = [calls.table, costs.table].flatMap { [""] + [$0.title] + $0.lines }
      for line in [""] + verdict.lines + tables + [""] + summary.words(bench) {
        try output.write(line: line)
      }
    } else {
      try output.write(summary)
    }
    try output.finish()
    let page = BenchReport(
      results: results, verdict: verdict, records: matrix.records, proof: proof, calls: calls,
      costs: costs, options: matrix.options, method: summary.words(bench))
    try writeText(page.html, to: report)
    try writeText(page.plot.file, to: plot)
    try writeText(BenchTable.markdown(verdict), to: table)
    guard let refusal = verdict.refusals.first else { return .done }
    let more = verdict.refusals.count - 1
    printToStandardError(
      "galley: no verdict: \(refusal)"
        + (more > 0 ? " (and \(more.counted("further reason")))" : ""))
    return proof.holds ? .noVerdict : .someFailed
  }

  @MainActor private func fitModel(_ matrix: ScrollBench) async throws -> FirstSightFit {
    messages.tell("fitting the cost model to this machine")
    let fit = try await matrix.fitModel()
    let errors = fit.errors.map {
      $0.stage.rawValue + String(format: " %+.1f %%", 100 * $0.error)
    }
    messages.tell(
      "error of the model for rows that a fit did not use, of \(fit.rowCount.counted("row")): "
        + errors.joined(separator: ", "))
    return fit
  }

  /// Measures all combinations, and writes each result.
  @MainActor private func measureAll(
    _ matrix: ScrollBench, to output: RecordWriter
  ) async throws -> [BenchResult] {
    if bench.records.isTable { try output.write(line: BenchTable.head) }
    var results: [BenchResult] = []
    let progress = BenchProgress(matrix.cells.count)
    for cell in matrix.cells {
      messages.tell(progress.words(done: results.count) + ": \(cell.words)")
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
