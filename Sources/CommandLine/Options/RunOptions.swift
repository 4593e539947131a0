package import ArgumentParser
package import Galley
import GalleyLayout
import Logging

/// The mode, the records and the messages of a run.
package struct RunOptions: ParsableArguments {
  @Option(help: "The mode: async (workers make pictures) or sync (the main thread makes them).")
  package var mode = RenderMode.async

  @OptionGroup package var workers: WorkerOptions
  @OptionGroup package var records: RecordOptions

  @Flag(help: "Exit with 1 if there is a warning.")
  package var strict = false

  @Flag(help: "Exit with 1 if a character has no glyph.")
  var strictGlyphs = false

  @OptionGroup package var messages: MessageOptions
  @OptionGroup package var limits: LimitOptions
  @OptionGroup package var rowTime: RowTimeOption

  @Option(help: "Show a progress bar: auto (on a terminal), always or never.")
  package var progress = ProgressBar.Mode.auto

  @Option(help: "Log to standard error: debug for each run, trace for each row.")
  var logLevel = Logger.Level.warning

  /// The largest number of workers of the run; `nil` for one for each core.
  package var workerLimit: Int? { mode == .sync ? 1 : workers.jobs }

  var logger: Logger {
    let level = logLevel
    return Logger(label: "galley") { _ in StandardErrorLog(logLevel: level) }
  }

  /// A report with records at `path`, if there is one.
  package func report(to path: String?, isOutputTaken: Bool = false) throws -> RunReport {
    RunReport(
      records: try path.map { try RecordWriter(path: $0, isOutputTaken: isOutputTaken) },
      progress: ProgressBar(progress, isQuiet: messages.quiet), messages: messages)
  }

  /// The status of a run with `summary`; warns of a feed, or a range of it, without rows.
  package func status(_ summary: some RunSummary, of range: RowRange? = nil) -> ExitStatus {
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

  package init() {}
}

/// The number of workers.
package struct WorkerOptions: ParsableArguments {
  @Option(help: "The number of workers, 1 to 64; the default depends on the number of cores.")
  package var jobs: Int?

  package mutating func validate() throws {
    guard (1...64).contains(jobs ?? 1) else { throw ValidationError("--jobs is 1 to 64") }
  }

  package init() {}
}

/// The destination of records.
package struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write records as JSON Lines, with a summary last; to a file with --json=FILE.",
      valueName: "[file]"))
  package var json: String?

  /// The path of records, or of a table without them.
  package var path: String { json ?? "-" }

  package var isTable: Bool { json == nil }

  package init() {}
}

/// The messages on standard error.
package struct MessageOptions: ParsableArguments {
  @Flag(help: "Print errors only.")
  package var quiet = false

  /// Prints a line, unless only errors are printed.
  package func tell(_ words: String) {
    if !quiet { printToStandardError("galley: \(words)") }
  }

  /// Prints a line for each font warning.
  package func tell(_ warnings: [FontWarning]) {
    for warning in warnings { tell("\(warning)") }
  }

  package init() {}
}

/// The counts of a run on which its status depends.
package protocol RunSummary {
  var rowCount: Int { get }
  var failureCount: Int { get }
  var warningCount: Int { get }
  var missingGlyphCount: Int { get }
}

extension RenderSummary: RunSummary {}
extension MeasureSummary: RunSummary {}
extension FeedScroll.Summary: RunSummary {}
