import ArgumentParser
import Foundation
import Galley

/// `galley measure`: a feed, or a plain text, becomes heights and line boxes.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure the height of each row, and the boxes of its lines.",
    discussion: """
      Nothing is drawn. Lengths are in layout units; y and baseline are from the cell's top, and \
      ranges are UTF-8 offsets into the part's repaired text.

      With --text, each line of a plain text is a paragraph, an empty one too. It is set at scale \
      1, where the font's size is in pixels, and its width is that of its widest line.

      With --heights, records have the number of lines in place of the lines. Then --height-cache \
      keeps heights in a file: a row that it knows, of the same content, width, fonts and libraries, \
      is not set again.

      Examples:
        galley measure feed.json --json
        galley measure feed.json --heights --height-cache heights.cache
        galley measure --text book.txt --font 'Noto Serif Italic 14' --width 320 --json
      """)

  @Argument(help: "The feed: a path, or - for standard input.")
  var feed: String?

  @OptionGroup var reading: FeedReadingOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var work: RunOptions

  @Option(
    help: ArgumentHelp(
      "Measure the lines of this plain text, or of standard input for -.", valueName: "file"))
  var text: String?

  @Option(
    help: ArgumentHelp(
      "With --text, the font: family, styles, size; by default 'Noto Sans 14'.", valueName: "font"))
  var font: String?

  @Option(help: "With --text, how many text rows a paragraph keeps; 0, the default, for all.")
  var maxRows: Int?

  @Flag(help: "Tell heights and numbers of lines only.")
  var heights = false

  @Option(
    help: ArgumentHelp(
      "With --heights, the file that keeps heights from one run to the next.", valueName: "file"))
  var heightCache: String?

  @Flag(
    help: "Tell on standard error which heights were calculated, and why, cached, hit, or stored.")
  var logHeights = false

  mutating func validate() throws {
    guard heightCache == nil || heights else {
      throw ValidationError("--height-cache goes with --heights")
    }
    guard (feed == nil) != (text == nil) else {
      throw ValidationError(
        feed == nil ? "a feed, or --text and a file, is missing" : "--text takes no feed")
    }
    guard text == nil else {
      if reading.rows != nil || reading.assets != nil || reading.from != "auto" || heights
        || logHeights
      {
        throw ValidationError(
          "--text goes without --from, --rows, --assets, --heights and --log-heights")
      }
      if let font, Font(description: font) == nil {
        throw ValidationError(
          "'\(font)' is no font: family, styles, size, as in 'Noto Sans Bold 14'")
      }
      if let maxRows, maxRows < 0 { throw ValidationError("--max-rows is 0 or more") }
      return
    }
    guard font == nil, maxRows == nil else {
      throw ValidationError("--font and --max-rows go with --text")
    }
  }

  func run() throws {
    let command = self
    runProcess(workerCount: work.mode == .sync ? 1 : work.jobs) {
      try await command.measure()
    }
  }

  private func options() throws -> RenderOptions {
    var options = try RenderOptions(
      template: look.template, fonts: look.fonts, assets: reading.assets, mode: work.mode,
      workerCount: work.jobs ?? 0, format: reading.format, limits: reading.limits,
      rows: reading.rows?.range)
    options.logger = work.logger
    return options
  }

  private var textOptions: TextMeasureOptions {
    TextMeasureOptions(
      font: font.flatMap(Font.init(description:)) ?? Font(size: 14), width: look.width,
      maximumRowCount: maxRows ?? 0, fonts: look.fonts, mode: work.mode,
      workerCount: work.jobs ?? 0)
  }

  private func measure() async throws -> ExitStatus {
    var files = CommandFiles()
    files.read(feed, as: "the feed")
    files.read(text, as: "--text")
    files.read(look)
    files.write(work.json ?? "-", as: "--json")
    files.write(heightCache, as: "--height-cache")
    try files.check()
    if let text {
      let measurer = try TextMeasurer(textOptions)
      work.tell(measurer.fontWarnings)
      return try await tell { try await measurer.measure(FeedInput(argument: text), onElement: $0) }
    }
    let measurer = try FeedMeasurer(options())
    work.tell(measurer.fontWarnings)
    let input = FeedInput(argument: feed ?? "-")
    guard heights else {
      return try await tell { try await measurer.measure(input, onElement: $0) }
    }
    let file = try heightCache.map { try HeightFile(path: $0) }
    if let damage = file?.damage, !work.quiet {
      printToStandardError("galley: height cache \(damage)")
    }
    let status = try await tell {
      try await measurer.measureHeights(input, keptIn: file, onElement: $0)
    }
    try file?.save()
    return status
  }

  /// Runs `measure` and tells of what it measures.
  private func tell(
    _ measure: ((MeasuredElement) throws -> Void) async throws -> MeasureSummary
  ) async throws -> ExitStatus {
    let records = try RecordWriter(path: work.json ?? "-", isOutputTaken: false)
    let isTable = work.json == nil
    var progress = ProgressBar(work.progress, isQuiet: work.quiet)
    var count = 0
    defer { progress.finish() }
    do {
      if isTable { try records.write(line: MeasureTable.head) }
      let summary = try await measure { element in
        count += 1
        progress.update(count)
        if isTable {
          if case .row(let row) = element { try records.write(line: MeasureTable.line(row)) }
        } else {
          try records.write(element, isText: text != nil, hasLines: !heights)
        }
        complain(of: element, progress: &progress)
      }
      if !isTable {
        try records.write(
          MeasureSummaryRecord(summary, isText: text != nil, isStored: heightCache != nil))
      }
      try records.finish()
      progress.finish()
      if !work.quiet { printToStandardError(words(summary)) }
      return work.status(
        work.status(summary), rowCount: summary.rowCount + summary.failureCount, of: reading.rows)
    } catch {
      // A stream gets the records so far; a file stays as it was.
      try? records.flush()
      throw error
    }
  }

  private func complain(of element: MeasuredElement, progress: inout ProgressBar) {
    switch element {
    case .row(let row):
      if logHeights { log(row, progress: &progress) }
      guard !work.quiet else { return }
      for warning in row.warnings {
        progress.finish()
        printToStandardError("galley: row \(row.index): \(warning.message)")
      }
    case .failure(let failure):
      progress.finish()
      printToStandardError("galley: \(failure.message)")
    }
  }

  private func log(_ row: RowMeasurement, progress: inout ProgressBar) {
    guard let source = row.heightSource else { return }
    let place = HeightPlace.row(RowPath(section: 0, row: row.index))
    let answer = HeightAnswer(height: row.height, source: source)
    progress.finish()
    for event in HeightEvent<String>.events(of: .place(place), answer) {
      printToStandardError("galley: height \(event)")
    }
  }

  private func words(_ summary: MeasureSummary) -> String {
    var words = "\(summary.rowCount) rows, \(summary.lineCount) lines"
    words += ", \(MeasureTable.shown(summary.height)) tall"
    if summary.failureCount > 0 { words += ", \(summary.failureCount) failed" }
    if summary.warningCount > 0 { words += ", \(summary.warningCount) warnings" }
    if text == nil { words += "; heights: " + HeightCauses.words(summary.heights) }
    if heightCache != nil { words += ", \(summary.storedHeightCount) from the file" }
    return words
  }
}
