import ArgumentParser
import Galley
import GalleyCommandLine
import GalleyStageBenches

/// `galley bench count`: runs each stage once, for a tool that counts instructions.
struct BenchCountCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count",
    abstract: "Run each stage once over a feed's rows, for Callgrind to count its instructions.",
    shouldDisplay: false)

  @Argument(help: "The feed: a path.")
  var feed: String

  @OptionGroup var reading: FeedReadingOptions
  @OptionGroup var look: LookOptions

  /// The rows and pixels of the counted pass.
  private struct Record: Encodable {
    var rows: Int
    var pixels: Int
  }

  var files: CommandFiles { CommandFiles(feed: feed, look) }

  func perform() async throws -> ExitStatus {
    let stages = try CountedStages(.path(feed), options: reading.rendering(look))
    let (rowCount, pixelCount) = try stages.run()
    let output = try RecordWriter()
    try output.write(Record(rows: rowCount, pixels: pixelCount))
    try output.finish()
    return .done
  }
}
