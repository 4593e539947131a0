package import Galley
package import GalleyPrimitives

/// The records, the progress bar and the messages of one run.
package final class RunReport {
  private let records: RecordWriter?
  private var progress: ProgressBar
  private let messages: MessageOptions
  /// The number of pictures that are missing because there is no assets folder.
  private var unseenCount = 0

  package init(records: RecordWriter?, progress: ProgressBar, messages: MessageOptions) {
    self.records = records
    self.progress = progress
    self.messages = messages
  }

  /// Shows the number of rows, or of other things, so far, and their share of all if it is known.
  package func update(_ count: Int, _ noun: String = "row", fraction: Double? = nil) {
    RunLimits.note(finished: count)
    RunProgress.shared.update(count, noun, fraction: fraction)
    progress.update(RunProgress.shared.words)
  }

  deinit { progress.finish() }

  /// Removes the progress bar.
  package func endProgress() { progress.finish() }

  /// Writes the rest of the records, removes the progress bar, and tells how many pictures are not shown for lack of an
  /// assets folder.
  package func finish() throws {
    try records?.finish()
    progress.finish()
    guard unseenCount > 0 else { return }
    say(
      """
      warning: pictures that are not shown: \(unseenCount); --assets DIR names their folder, and galley fetch FEED --to DIR \
      downloads those of the web
      """)
  }

  /// Writes a record, if there are records.
  package func write(_ record: some Encodable) throws { try records?.write(record) }

  /// Writes a line, if there are records or a table.
  package func write(_ line: JSONLine) throws { try records?.write(line) }

  /// Writes a line of a table.
  package func write(line: String) throws { try records?.write(line: line) }

  /// Prints a line below the progress bar.
  package func say(_ words: String) {
    endProgress()
    printToStandardError("galley: \(words)")
  }

  /// Prints the warnings of a row, unless only errors are printed.
  package func warn(_ warnings: [RowWarning], row: Int) {
    guard !messages.quiet else { return }
    for warning in warnings {
      if warning.lacksAssets { unseenCount += 1 } else { say("row \(row): \(warning.message)") }
    }
  }

  /// Records and prints an element without a row.
  package func fail(_ failure: RowFailure, isRecorded: Bool = true) throws {
    if isRecorded { try write(FailureRecord(failure)) }
    say(failure.message)
  }
}

extension RunSummary {
  /// The failures and warnings, to follow other words: `, 1 failed, 2 warnings`.
  package var troubles: String {
    (failureCount > 0 ? ", \(failureCount) failed" : "")
      + (warningCount > 0 ? ", " + warningCount.counted("warning") : "")
  }
}
