import ArgumentParser
import Foundation
import Galley
package import GalleyCommandLine
import GalleyFrames
import GalleyLab
import GalleyStageBenches
import GalleyTrials

/// The part of a bench that a process measures, if it does not measure all.
enum RowPart: EnumerableFlag {
  /// The times of rows alone, which it prints.
  case rowsAlone
  /// The same, in steps with another process: see ``RowProcess``.
  case rowsInSteps
  /// All but the times of rows.
  case rowsApart

  /// The name of the option.
  var name: String {
    switch self {
    case .rowsAlone: "rows-alone"
    case .rowsInSteps: "rows-in-steps"
    case .rowsApart: "rows-apart"
    }
  }

  static func name(for value: RowPart) -> NameSpecification { .customLong(value.name) }
  static func help(for value: RowPart) -> ArgumentHelp? { .hidden }
}

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
      On the real clock it then fits the cost model to this machine, by the frames of short scrolls, and \
      prints the mean error for frames that the fit did not use, with the throttle of the scrolls. It searches the smallest throttle at \
      which sync drops a tenth of its frames on the virtual clock, lowers it until sync and async present \
      most of their frames on the real clock, and uses it unless --cpu-throttle gives another one. The verdict compares \
      sync with async that waits for its pictures, which shows the same, and with async that shows \
      placeholders, whose blank area is its price. Further scrolls, during which the rows change (--edits), \
      compare what each --blank shows in place of missing pictures.

      There is no verdict if the frames of both modes differ (status 1). Nor is there one, with status \
      75, if a scroll of the verdict presented less than half of its frames; if all its runs have fewer \
      than \(BenchRules.leastFrameCount) frames; if the model and the clock differ by more than a factor \
      of \(String(format: "%g", BenchRules.modelFactor)), in the work of the main queue (and by more than \
      a hundredth of the time) or in dropped frames (and by more than a twentieth of the vsyncs), or by more \
      than a tenth of the vsyncs in dropped frames; if other \
      programs took more frames than the scroll itself and more than a hundredth; if there is a single \
      run on the real clock; or if no scroll reached a planted fault. All figures are written even so.

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

  @Option(
    help: ArgumentHelp(
      """
      The changes of the rows in the scrolls that compare what each --blank shows: \
      \(TimedEdit.Kind.allCases.map(\.rawValue).joined(separator: ", ")), each with its seconds from the start; \
      by default one of each, evenly over the scroll.
      """, valueName: "kind@seconds,…"))
  var edits: TimedEdits?

  @OptionGroup var plant: PlantOptions

  @Flag(help: "Measure the scrolls of the verdict alone, without the other combinations.")
  var verdictOnly = false

  @Flag(
    help: """
      Add runs, by default one, to the file of --json, or begin it: so bench turns makes the runs of two programs in \
      turns, as bench compare demands on the real clock. The file keeps its throttle and its cost model. A \
      missing verdict is no failure, because later runs may bring it.
      """)
  var append = false

  @Option(help: ArgumentHelp("Write a page with plots and pictures.", valueName: "file"))
  var report: String?

  @Option(help: ArgumentHelp("Write the plot of frames as SVG.", valueName: "file"))
  var plot: String?

  @Option(help: ArgumentHelp("Write the verdict as Markdown.", valueName: "file"))
  var table: String?

  @OptionGroup var messages: MessageOptions

  @Flag(help: .hidden)
  var rows: RowPart?

  /// The number of processes that lay out and draw rows for a run.
  private static let processCount = 8
  /// The number of rows of which the costs are shown.
  private static let costLimit = 20

  var workerLimit: Int? { bench.workers.jobs }

  mutating func validate() throws {
    try checkNotEmpty(("--report", report), ("--plot", plot), ("--table", table))
    if append {
      guard bench.clock == .real, bench.records.path != "-" else {
        throw ValidationError("--append needs --json=FILE and --clock real")
      }
      guard report == nil, plot == nil, table == nil else {
        throw ValidationError(
          "--append adds to the records alone: leave --report, --plot and --table out")
      }
    }
    if let late = edits?.edits.first(where: { $0.time > .seconds(bench.seconds) }) {
      throw ValidationError(
        "--edits \(late.words): a scroll ends after \(bench.seconds.plain) s")
    }
    if let plot { try checkExtension(of: plot, "--plot", is: ["svg"]) }
    if let report { try checkExtension(of: report, "--report", is: ["html", "htm"]) }
  }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed.feed, look)
    files.read(movement.path.file, as: "--script")
    files.write(bench.records.path, as: "--json")
    files.write(report, as: "--report")
    files.write(plot, as: "--plot")
    files.write(table, as: "--table")
    return files
  }

  @MainActor func perform() async throws -> ExitStatus {
    var options = try bench.scrolls(
      through: feed, look: look,
      script: movement.path.script(default: "return", seconds: bench.seconds))
    movement.apply(to: &options)
    if let rows, rows != .rowsApart { return try await printRowTimes(options, rows) }
    let earlier = append ? try BenchAppend(path: bench.records.path) : nil
    let output = try RecordWriter(path: bench.records.path)
    let matrix = ScrollBench(
      try feed.repeatableInput, options: options,
      repeatCount: append ? bench.repetition.repeat ?? 1 : bench.repeatCount,
      workerLimit: bench.workers.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    if let edits { matrix.edits = edits.edits }
    matrix.rowMeasurement = rowMeasurement
    let cells = verdictOnly ? matrix.verdictCells : matrix.cells
    var steps = Steps(
      messages, cellCount: cells.count, matrix.repeatCount, before: stepCount(earlier),
      after: earlier == nil ? 2 : 0)
    try await matrix.read()
    if movement.path.speed == nil { try await matrix.turnAtEnd() }
    steps.begin("comparing the frames of both modes")
    let proof = try await matrix.prove()
    let prepared = try await prepare(matrix, earlier, &steps)
    matrix.options.faults = plant.faults
    /// The verdict of some results, and the summary with it.
    func conclude(
      _ results: [BenchResult], _ calls: [CachingCalls], _ costs: [RowCost]
    ) -> (verdict: BenchVerdict, summary: BenchRunSummary) {
      let verdict = BenchVerdict(
        results, cells: matrix.verdictCells, models: prepared.models, proof: proof,
        options: matrix.options)
      let summary = BenchRunSummary(
        self, results: results, verdict: verdict, proof: proof, prepared: prepared, calls: calls,
        costs: costs, edits: matrix.edits, options: matrix.options)
      return (verdict, summary)
    }
    if let earlier { try earlier.check(cells, conclude(earlier.file.results, [], []).summary) }
    let results = try await measure(cells, of: matrix, earlier, &steps, to: output)
    let (calls, costs) = try await count(matrix, earlier, &steps)
    let (verdict, summary) = conclude(results, calls, costs)
    try write(summary, verdict, to: output)
    if !append { try await writePage(summary, verdict, matrix, results: results, proof: proof) }
    return tell(verdict, proof)
  }

  /// Measures rows in processes with the arguments of this one, unless a process of its own cannot read the feed.
  private var rowMeasurement: ScrollBench.RowMeasurement {
    if rows == .rowsApart { return .apart }
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard bench.clock == .real, feed.feed != "-", limits?.sandbox != true,
      let name = arguments.firstIndex(of: "run")
    else { return .inThisProcess }
    arguments.insert("--\(RowPart.rowsAlone.name)", at: name + 1)
    return .inProcesses { try BenchProgram.current.rowTimes(arguments, count: Self.processCount) }
  }

  /// Prints the times of the feed's rows in this process.
  @MainActor private func printRowTimes(
    _ options: ScrollOptions, _ part: RowPart
  ) async throws -> ExitStatus {
    var options = options
    options.faults = plant.faults
    let matrix = ScrollBench(
      try feed.repeatableInput, options: options, repeatCount: 1, workerLimit: 1)
    let times = try await matrix.rowTimes { passCount in
      part == .rowsInSteps ? RowProcess.waitsForStep(passCount) : passCount < RowTimes.passCount
    }
    guard let times else { return .dataOutOfBounds }
    let output = try RecordWriter()
    try output.write(times)
    try output.finish()
    return .done
  }

  /// Prints the verdict if records are in a file, or why there is none; an incomplete file of runs in turns is no failure.
  private func tell(_ verdict: BenchVerdict, _ proof: BenchProof) -> ExitStatus {
    let refusals =
      append
      ? verdict.refusals.filter { $0.name != "tooFewRounds" }
      : verdict.refusals
    guard let words = BenchRefusal.words(refusals.map { "\($0)" }) else {
      // Records in a file leave the terminal without an answer.
      if !append, !bench.records.isTable, bench.records.path != "-" {
        for line in verdict.lines { messages.tell(line) }
      }
      return .done
    }
    printToStandardError("galley: no verdict: \(words)")
    guard proof.holds else { return .someFailed }
    return append ? .done : .noVerdict
  }

  /// Writes the files that show the results.
  @MainActor private func writePage(
    _ summary: BenchRunSummary, _ verdict: BenchVerdict, _ matrix: ScrollBench,
    results: [BenchResult], proof: BenchProof
  ) async throws {
    let page = BenchReport(
      results: results, verdict: verdict, takes: matrix.takes, proof: proof, calls: summary.calls,
      costs: summary.costs, screens: report == nil ? [] : try await matrix.filmScreens(),
      options: matrix.options, method: summary.words(bench))
    if report != nil { try writeText(try page.html(), to: report) }
    if plot != nil { try writeText(page.plot.file, to: plot) }
    try writeText(BenchTable.markdown(verdict), to: table)
  }

  /// Counts the calls of each way to remember heights, and measures the rows of a scroll, unless an earlier run did.
  @MainActor private func count(
    _ matrix: ScrollBench, _ earlier: BenchAppend?, _ steps: inout Steps
  ) async throws -> (calls: [CachingCalls], costs: [RowCost]) {
    if let earlier { return earlier.counted }
    steps.begin("counting the calls of each way to remember heights")
    let calls = try await matrix.countCalls()
    steps.begin("measuring the rows of a scroll")
    return (calls, Array(try await matrix.rowCosts().prefix(Self.costLimit)))
  }

  /// The number of steps before the scrolls.
  private func stepCount(_ earlier: BenchAppend?) -> Int {
    if earlier != nil { return 1 }
    if bench.clock == .virtual { return 2 }
    return bench.pacing.cpuThrottle == nil ? 5 : 3
  }

  /// The steps of a bench, which are told with the time that is left.
  private struct Steps {
    private let messages: MessageOptions
    private let progress: BenchProgress
    private var begun = 0

    /// The steps before and after the scrolls take about as long as one scroll each.
    init(
      _ messages: MessageOptions, cellCount: Int, _ repeatCount: Int, before: Int, after: Int
    ) {
      self.messages = messages
      func steps(_ count: Int, _ weight: Double) -> [Double] {
        Array(repeating: weight, count: count)
      }
      progress = BenchProgress(
        weights: steps(before, 1) + steps(cellCount * repeatCount, 1) + steps(after, 1))
    }

    mutating func begin(_ words: String) {
      messages.tell("\(progress.words(done: begun)): \(words)")
      begun += 1
    }
  }

  /// Fits the cost model, and selects the throttle; both are those of an earlier run, if there is one.
  @MainActor private func prepare(
    _ matrix: ScrollBench, _ earlier: BenchAppend?, _ steps: inout Steps
  ) async throws -> BenchPreparation {
    let given = bench.pacing.cpuThrottle
    if let earlier {
      matrix.options.costModel = earlier.costModel
      if let given { matrix.options.costModel.throttle = given }
      return earlier.preparation
    }
    var prepared = BenchPreparation()
    if let given { matrix.options.costModel.throttle = given }
    if bench.clock == .real {
      prepared.modelErrors = try await fitModel(matrix, &steps, isLast: given != nil)
    }
    steps.begin("searching the throttle at which sync drops a tenth of its frames")
    prepared.found = try await matrix.findThrottle()
    if given == nil {
      if bench.clock == .real { steps.begin("confirming the throttle on the real clock") }
      matrix.options.costModel.throttle = try await matrix.confirm(throttle: prepared.found ?? 1)
      if bench.clock == .real {
        prepared.modelErrors = try await fitModel(matrix, &steps, isLast: true)
      }
    }
    prepared.models = try await matrix.models()
    return prepared
  }

  /// Fits the cost model at the throttle of the bench; returns its error by stage.
  @MainActor private func fitModel(
    _ matrix: ScrollBench, _ steps: inout Steps, isLast: Bool
  ) async throws -> [String: Double] {
    steps.begin("fitting the cost model to this machine")
    let fit = try await matrix.fitModel()
    let errors = fit.errors.map {
      $0.stage.rawValue + String(format: " %.0f %%", 100 * $0.error)
    }
    if isLast, fit.frameCount < BenchRules.leastFitCount {
      messages.tell(
        "the scrolls of the fit have \(fit.frameCount.counted("frame")), too few to tell the error of the model"
      )
    } else if isLast {
      messages.tell(
        "mean error of the model for frames that a fit did not use, of \(fit.frameCount.counted("frame")): "
          + errors.joined(separator: ", "))
    }
    return Dictionary(fit.errors.map { ($0.stage.rawValue, $0.error) }) { first, _ in first }
  }

  /// Measures combinations, and writes each result.
  @MainActor private func measure(
    _ cells: [BenchCell], of matrix: ScrollBench, _ earlier: BenchAppend?, _ steps: inout Steps,
    to output: RecordWriter
  ) async throws -> [BenchResult] {
    if bench.records.isTable {
      let throttle = matrix.options.costModel.throttle
      try output.write(
        line: "\(matrix.options.script.name) \(bench.words), throttle "
          + String(format: "%.1f", throttle))
      try output.write(line: BenchTable.head)
    }
    func result(_ new: BenchResult) -> BenchResult { earlier?.adding(new) ?? new }
    let results = try await matrix.measure(cells) { cell in
      steps.begin(cell.words)
    } end: { new in
      if bench.records.isTable {
        try output.write(line: BenchTable.line(result(new)))
      } else {
        try output.write(result(new))
      }
      try output.flush()
    }.map(result)
    if bench.records.isTable {
      for line in BenchTable.notes(results) { try output.write(line: line) }
    }
    return results
  }

  /// Writes the summary, as the last record or as lines of text.
  private func write(
    _ summary: BenchRunSummary, _ verdict: BenchVerdict, to output: RecordWriter
  ) throws {
    if bench.records.isTable {
      let tables = [summary.calls.table, summary.costs.table].flatMap {
        [""] + [$0.title] + $0.lines
      }
      for line in [""] + verdict.lines + tables + [""] + summary.words(bench) {
        try output.write(line: line)
      }
    } else {
      try output.write(summary)
    }
    try output.finish()
  }
}

extension NoRows: ExitingError {
  package var status: ExitStatus { .dataOutOfBounds }
}
