import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyFrames
import GalleyLab
import GalleyPrimitives
import GalleyStageBenches

/// `galley bench stages`: measures the time of each stage alone.
struct BenchStagesCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stages",
    abstract: "Measure each stage alone: one line for each stage, the median of some passes.",
    discussion: """
      Without a feed, rows consist of built-in words in ten languages. All stages run on one thread. \
      A first pass fills caches of fonts and memory, and does not count. In each pass every text is \
      new, while its fonts are open. Only the figures of a release build are meaningful.
      """)

  @Argument(help: "The feed: a path, or - for standard input; built-in words without it.")
  var feed: String?

  @OptionGroup var reading: FeedReadingOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var repetition: RepetitionOptions

  @Option(help: "The seed of the built-in feed.")
  var seed: UInt64 = 1

  @Option(help: "The number of rows of the edited table, 1000 to 10000000.")
  var tableRows = 1_000_000

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var records: RecordOptions

  @Flag(
    help: "Fit the cost model to this machine, and print it as JSON in the form of CostModel.json.")
  var fit = false

  /// More rows do not change the median.
  private static let rowCount = 1000
  private static let passCount = 5

  private var rows: Range<Int> { reading.rows?.range ?? 0..<Self.rowCount }
  private var passCount: Int { repetition.repeat ?? Self.passCount }

  mutating func validate() throws {
    guard (1000...10_000_000).contains(tableRows) else {
      throw ValidationError("--table-rows is 1000 to 10000000")
    }
    guard feed != nil || rows.upperBound <= 1_000_000 else {
      throw ValidationError("without a feed, --rows ends at 1000000 at most")
    }
  }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed, look)
    files.write(records.path, as: "--json")
    return files
  }

  private func input() throws -> FeedInput {
    guard let feed else {
      return .bytes(BenchFeed.jsonLines(rowCount: rows.upperBound, seed: seed))
    }
    return try reading.source.repeatableInput(feed)
  }

  func perform() async throws -> ExitStatus {
    var options = try reading.rendering(look, profile: profile.pngProfile)
    options.rows = rows
    if fit { return try fitModel(options) }
    let output = try RecordWriter(path: records.path)
    var bench = try StageBench(try input(), options: options, seed: seed, tableRowCount: tableRows)
    var results = try bench.run(passes: passCount)
    if let table = try await bench.liveTable() { results += try await table.run() }
    guard !results.isEmpty else { throw NoRows() }
    let machine = BenchMachine(
      look: look, feed: feed ?? "built-in", seed: feed == nil ? seed : nil,
      fontCount: bench.fontCount)
    if records.isTable {
      try output.write(line: StageTable.head)
      for result in results { try output.write(line: StageTable.line(result)) }
      try output.write(line: machine.words)
    } else {
      for result in results { try output.write(StageRecord(result)) }
      try output.write(machine)
    }
    try output.finish()
    return .done
  }

  /// Fits the cost model, and prints the errors of its stages to standard error.
  private func fitModel(_ options: RenderOptions) throws -> ExitStatus {
    let fit = try CostBench(options).fit(
      try input(), passes: passCount, base: try CostModel.committed())
    guard fit.rowCount > 0 else { throw NoRows() }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let output = try RecordWriter(path: records.path)
    try output.write(line: String(decoding: try encoder.encode(fit.model), as: UTF8.self))
    try output.finish()
    for (stage, error) in fit.errors {
      printToStandardError(
        "galley: \(stage.rawValue): predicted and measured times of \(fit.rowCount.counted("row")) "
          + "differ by \(String(format: "%+.1f", 100 * error)) %")
    }
    return .done
  }
}
