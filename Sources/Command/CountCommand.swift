import ArgumentParser
import Galley
import GalleyLab

/// `galley bench count`: each stage once, for a tool that counts instructions.
struct CountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count",
    abstract: "Take each stage once over a feed's rows, for Callgrind to count what it executes.",
    shouldDisplay: false)

  @Argument(help: "The feed: a path.")
  var feed: String

  @OptionGroup var reading: FeedReadingOptions
  @OptionGroup var look: LookOptions

  /// The rows and pixels that were counted.
  private struct Record: Encodable {
    var rows: Int
    var pixels: Int
  }

  func run() throws {
    let command = self
    runProcess(workerCount: 1) { try command.count() }
  }

  private func count() throws -> ExitStatus {
    let options = try RenderOptions(
      template: look.template, fonts: look.fonts, assets: reading.assets, mode: .sync,
      format: reading.format, limits: reading.limits, rows: reading.rows?.range)
    let (rowCount, pixelCount) = try CountedStages(.path(feed), options: options).run()
    let output = try RecordWriter(path: "-", isOutputTaken: false)
    try output.write(Record(rows: rowCount, pixels: pixelCount))
    try output.flush()
    return .done
  }
}
