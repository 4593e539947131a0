import ArgumentParser
import Galley
import Logging

/// The mode, the records and the messages of a run.
struct RunOptions: ParsableArguments {
  @Option(help: "The mode: async (workers make pictures) or sync (the main thread makes them).")
  var mode = RenderMode.async

  @OptionGroup var workers: WorkerOptions
  @OptionGroup var records: RecordOptions

  @Flag(help: "Exit with 1 if there is a warning.")
  var strict = false

  @Flag(help: "Exit with 1 if a character has no glyph.")
  var strictGlyphs = false

  @OptionGroup var messages: MessageOptions
  @OptionGroup var limits: LimitOptions

  @Option(help: "Show a progress bar: auto (on a terminal), always or never.")
  var progress = ProgressBar.Mode.auto

  @Option(help: "Log to standard error: debug for each run, trace for each row.")
  var logLevel = Logger.Level.warning

  /// The largest number of workers of the run; `nil` for one for each core.
  var workerLimit: Int? { mode == .sync ? 1 : workers.jobs }

  var logger: Logger {
    let level = logLevel
    return Logger(label: "galley") { _ in StandardErrorLog(logLevel: level) }
  }

  /// A report with records at `path`, if there is one.
  func report(to path: String?, isOutputTaken: Bool = false) throws -> RunReport {
    RunReport(
      records: try path.map { try RecordWriter(path: $0, isOutputTaken: isOutputTaken) },
      progress: ProgressBar(progress, isQuiet: messages.quiet), messages: messages)
  }

  /// The status of a run with `summary`; warns of a feed, or a range of it, without rows.
  func status(_ summary: some RunSummary, of range: RowRange? = nil) -> ExitStatus {
    let isEmpty = summary.rowCount + summary.failureCount == 0
    if isEmpty {
      let place = range.map { " in --rows \($0)" } ?? ""
      messages.tell("warning: there are 0 rows\(place)")
    }
    let isImperfect =
      summary.failureCount > 0 || strict && (isEmpty || summary.warningCount > 0)
      || (strict || strictGlyphs) && summary.missingGlyphCount > 0
    return isImperfect ? .someFailed : .done
  }
}

/// The number of workers.
struct WorkerOptions: ParsableArguments {
  @Option(help: "The number of workers, 1 to 64; the default depends on the number of cores.")
  var jobs: Int?

  mutating func validate() throws {
    guard (1...64).contains(jobs ?? 1) else { throw ValidationError("--jobs is 1 to 64") }
  }
}

/// The destination of records.
struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write records as JSON Lines, with a summary last; to a file with --json=FILE.",
      valueName: "[file]"))
  var json: String?

  /// The path of records, or of a table without them.
  var path: String { json ?? "-" }

  var isTable: Bool { json == nil }
}

/// The messages on standard error.
struct MessageOptions: ParsableArguments {
  @Flag(help: "Print errors only.")
  var quiet = false

  /// Prints a line, unless only errors are printed.
  func tell(_ words: String) {
    if !quiet { printToStandardError("galley: \(words)") }
  }

  /// Prints a line for each font warning.
  func tell(_ warnings: [FontWarning]) {
    for warning in warnings { tell("\(warning)") }
  }
}

/// The counts of a run on which its status depends.
protocol RunSummary {
  var rowCount: Int { get }
  var failureCount: Int { get }
  var warningCount: Int { get }
  var missingGlyphCount: Int { get }
}

extension RenderSummary: RunSummary {}
extension MeasureSummary: RunSummary {}
extension ScrollSummary: RunSummary {}
