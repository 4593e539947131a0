import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyPrimitives
import GalleyRowHeights

/// `galley measure`: measures the heights and line boxes of a feed, or of a plain text.
struct MeasureCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure the height of each row, and the boxes of its lines.",
    discussion: """
      The command draws nothing. Lengths are layout units; y and baseline are measured from the \
      cell's top, and ranges are UTF-8 offsets into the part's repaired text.

      With --text, each line of a plain text is a paragraph, even an empty one. It is laid out at \
      scale 1, where the font's size is in pixels, and its width is that of its widest line. With \
      --lang it is in that language, whatever its letters are.

      With --heights, records have the number of lines instead of the lines. Then --height-cache \
      keeps heights in a file: a row with the same content, width, fonts and libraries is not laid \
      out again.

      Examples:
        galley measure feed.json --json
        galley measure feed.json --heights --height-cache heights.cache
        galley measure --text book.txt --font 'Noto Serif 14' --width 320
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

  @Option(
    help: "With --text, the largest number of text rows of a paragraph; 0, the default, for all.")
  var maxRows: Int?

  @Flag(help: "Write heights and numbers of lines only.")
  var heights = false

  @Option(
    help: ArgumentHelp(
      "With --heights, the file that keeps heights from one run to the next.", valueName: "file"))
  var heightCache: String?

  @Flag(
    help:
      "Print on standard error the source of each height: calculated, with the reason, or stored.")
  var logHeights = false

  var workerLimit: Int? { work.workerLimit }

  mutating func validate() throws {
    guard heightCache == nil || heights else {
      throw ValidationError("--height-cache goes with --heights")
    }
    guard (feed == nil) != (text == nil) else {
      throw ValidationError(
        feed == nil ? "a feed, or --text and a file, is missing" : "--text takes no feed")
    }
    guard text == nil else { return try validateText() }
    guard font == nil, maxRows == nil else {
      throw ValidationError("--font and --max-rows go with --text")
    }
  }

  private func validateText() throws {
    let source = reading.source
    if reading.rows != nil || source.assets != nil || source.from != "auto" || heights || logHeights
    {
      throw ValidationError(
        "--text goes without --from, --rows, --assets, --heights and --log-heights")
    }
    if let font, Font(description: font) == nil {
      throw ValidationError(
        "'\(font)' is not a font: family, styles, size, as in 'Noto Sans Bold 14'")
    }
    if let maxRows, maxRows < 0 { throw ValidationError("--max-rows is 0 or more") }
  }

  var limits: LimitOptions? { work.limits }
  var rowTime: RowTimeOption? { work.rowTime }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed, look)
    files.read(template: reading.source.template)
    files.read(assets: reading.source.assets)
    files.read(text, as: "--text")
    files.write(work.records.path, as: "--json")
    files.write(heightCache, as: "--height-cache")
    return files
  }

  func options() throws -> RenderOptions { try reading.rendering(look, work) }

  var textOptions: TextMeasureOptions {
    var options = TextMeasureOptions(
      font: font.flatMap(Font.init(description:)) ?? Font(size: 14),
      width: look.width ?? LookOptions.usualWidth,
      maximumRowCount: maxRows ?? 0, fonts: look.fonts, mode: work.mode,
      workerCount: work.workers.jobs ?? 0)
    options.rules = look.ruleOptions.rules
    options.language = look.lang
    return options
  }

  func perform() async throws -> ExitStatus {
    if let text {
      let measurer = try TextMeasurer(textOptions)
      work.messages.tell(measurer.fontWarnings)
      return try await report {
        try await measurer.measure(FeedInput(argument: text), onElement: $0)
      }
    }
    let measurer = try FeedMeasurer(options())
    work.messages.tell(measurer.fontWarnings)
    let input = FeedInput(argument: feed ?? "-")
    guard heights else {
      return try await report { try await measurer.measure(input, onElement: $0) }
    }
    let file = try heightCache.map { try HeightFile(path: $0) }
    if let damage = file?.damage { work.messages.tell("height cache \(damage)") }
    let status = try await report {
      try await measurer.measureHeights(input, keptIn: file, onElement: $0)
    }
    try file?.save()
    return status
  }

  /// Runs `measure`, and writes its elements as records or as a table.
  private func report(
    _ measure: ((MeasuredElement) throws -> Void) async throws -> MeasureSummary
  ) async throws -> ExitStatus {
    let isTable = work.records.isTable
    let report = try work.report(to: work.records.path)
    var count = 0
    // An error before the first row is no table.
    func writeHead() throws {
      if isTable, count == 0 { try report.write(line: MeasureTable.head) }
    }
    let summary = try await measure { element in
      try writeHead()
      count += 1
      report.update(count)
      switch element {
      case .row(let row):
        if isTable {
          try report.write(line: MeasureTable.line(row))
        } else {
          try report.write(JSONLine(row, isText: text != nil, hasLines: !heights))
        }
        if logHeights { log(row, to: report) }
        report.warn(row.warnings, row: row.index)
      case .failure(let failure): try report.fail(failure, isRecorded: !isTable)
      }
    }
    try writeHead()
    if !isTable {
      try report.write(
        MeasureSummaryRecord(summary, isText: text != nil, isStored: heightCache != nil))
    }
    try report.finish()
    work.messages.tell(words(summary))
    return work.status(summary, of: reading.rows)
  }

  private func log(_ row: RowMeasurement, to report: RunReport) {
    guard let source = row.heightSource else { return }
    let place = HeightPlace.row(RowPath(section: 0, row: row.index))
    let answer = HeightAnswer(height: row.height, source: source)
    for event in HeightEvent<String>.events(of: .place(place), answer) {
      report.say("height \(event)")
    }
  }

  private func words(_ summary: MeasureSummary) -> String {
    var words = summary.rowCount.counted("row") + ", " + summary.lineCount.counted("line")
    words += ", \(MeasureTable.shown(summary.height)) tall" + summary.troubles
    if text == nil { words += "; heights: " + HeightCauses.words(summary.heights) }
    if heightCache != nil { words += ", \(summary.storedHeightCount) from the file" }
    return words
  }
}
