import ArgumentParser
import Foundation
import Galley
import GalleyLab

/// `galley bench`: how long things take.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how long things take.",
    subcommands: [
      BenchRunCommand.self, StagesCommand.self, BenchCornersCommand.self, BenchCompareCommand.self,
      CountCommand.self,
    ],
    defaultSubcommand: BenchRunCommand.self)
}

/// `galley bench stages`: the time of each stage alone.
struct StagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stages",
    abstract: "Measure each stage alone: one line a stage, the median of some passes.",
    discussion: """
      Without a feed, rows are made of built-in words in ten languages. All stages run on one \
      thread. A first pass warms fonts and memory and does not count; in each pass every text is \
      new, while its fonts are known. Figures are only worth telling of a release build.
      """)

  @Argument(help: "The feed: a path, or - for standard input; built-in words without it.")
  var feed: String?

  @OptionGroup var reading: FeedReadingOptions
  @OptionGroup var look: LookOptions

  @Option(help: "How many passes count, 1 to 1000.")
  var `repeat` = 5

  @Option(help: "What the built-in feed is made from.")
  var seed: UInt64 = 1

  @Option(help: "How many rows the table has that is edited, 1000 to 10000000.")
  var tableRows = 1_000_000

  @Option(help: "How PNGs are compressed: fast, balanced or small.")
  var pngProfile = PNGProfile.fast

  @Option(
    help: ArgumentHelp(
      "Print a JSON object a line for each stage, and a summary last; to a file with --json=FILE.",
      valueName: "[file]"))
  var json: String?

  @Flag(
    help: "Fit the cost model to this machine, and print it as the JSON that CostModel.json holds.")
  var fit = false

  /// As many rows as are worth measuring.
  private static let rowCount = 1000

  private var rows: Range<Int> { reading.rows?.range ?? 0..<Self.rowCount }

  mutating func validate() throws {
    guard (1...1000).contains(`repeat`) else { throw ValidationError("--repeat is 1 to 1000") }
    guard (1000...10_000_000).contains(tableRows) else {
      throw ValidationError("--table-rows is 1000 to 10000000")
    }
    guard feed != nil || rows.upperBound <= 1_000_000 else {
      throw ValidationError("without a feed, --rows ends at 1000000 at most")
    }
  }

  func run() throws {
    let command = self
    runProcess(workerCount: 1) { try command.measure() }
  }

  private func input() throws -> FeedInput {
    guard let feed else {
      return .bytes(BenchFeed.jsonLines(rowCount: rows.upperBound, seed: seed))
    }
    guard feed == "-" else { return .path(feed) }
    // Each pass reads it anew.
    return .bytes(try FeedReader.bytes(fileDescriptor: 0, limit: reading.limits.maximumBytes))
  }

  /// Fits the cost model; says how far it is off where nobody reads it as JSON.
  private func fitModel(_ options: RenderOptions) throws -> ExitStatus {
    let fit = try CostBench(options).fit(
      try input(), passes: `repeat`, base: try CostModel.committed())
    guard fit.rowCount > 0 else {
      printToStandardError("galley: the feed has no rows to measure")
      return .dataOutOfBounds
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let output = try RecordWriter(path: json ?? "-", isOutputTaken: false)
    try output.write(line: String(decoding: try encoder.encode(fit.model), as: UTF8.self))
    try output.finish()
    for (stage, error) in fit.errors {
      printToStandardError(
        "galley: \(stage.rawValue): predicted \(String(format: "%+.1f", 100 * error)) % of what "
          + "\(fit.rowCount) rows took")
    }
    return .done
  }

  private func measure() throws -> ExitStatus {
    var files = CommandFiles()
    files.read(feed, as: "the feed")
    files.read(look)
    files.write(json ?? "-", as: "--json")
    try files.check()
    let options = try RenderOptions(
      template: look.template, fonts: look.fonts, assets: reading.assets, profile: pngProfile,
      mode: .sync, format: reading.format, limits: reading.limits, rows: rows)
    if fit { return try fitModel(options) }
    let output = try RecordWriter(path: json ?? "-", isOutputTaken: false)
    var bench = try StageBench(try input(), options: options, seed: seed, tableRowCount: tableRows)
    let results = try bench.run(passes: `repeat`)
    guard !results.isEmpty else {
      printToStandardError("galley: the feed has no rows to measure")
      return .dataOutOfBounds
    }
    let model = BenchModel(
      look: look, feed: feed ?? "built-in", seed: feed == nil ? seed : nil,
      fontCount: bench.fontCount)
    if json == nil {
      try output.write(line: StageTable.head)
      for result in results { try output.write(line: StageTable.line(result)) }
      try output.write(line: model.words)
    } else {
      for result in results { try output.write(StageRecord(result)) }
      try output.write(model)
    }
    try output.finish()
    return .done
  }
}
