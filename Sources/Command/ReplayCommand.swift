import ArgumentParser
import Foundation
import Galley
import GalleyLab

/// `galley replay`: makes the changes of a script in a table, and prints its state after each step.
struct ReplayCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play a script of changes to a table, and print its state after each step.",
    discussion: """
      The script is a JSON object whose steps load, scroll, insert, delete, move, reload, rotate and \
      so on; the article Replay of the manual describes it. The script contains the contents of rows, \
      or they come from the feed in turn. Rows have the heights of galley render.

      Each step prints a JSON object: each row with its identity, y, height, whether the height is \
      known, and the reason of its last calculation; the offset, the anchor, and the numbers of \
      requested and calculated heights; the reason if changes were refused. A summary comes last. \
      Lengths are layout units.

      The exit status is 1 if changes are refused or made and the script expects the contrary. It is \
      70 if --check finds a difference: please report it, with the script.

      Examples:
        galley replay Samples/Replay/inbox.json Samples/Feeds/everyday.jsonl --check
        galley replay bug.json --scale 1 | jq -c '.anchor'
      """)

  @Argument(help: "The script: a path, or - for standard input.")
  var script: String

  @Argument(help: "The feed: a path, or - for standard input; none if the script has all contents.")
  var feed: String?

  @OptionGroup var reading: FeedReadingOptions
  @OptionGroup var look: LookOptions

  @Flag(help: "Compare the table after each step with nested arrays that take the same step.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Write a PNG of the screen after each step, step-0000.png and so on.",
      discussion: """
        With --check, each is compared with the frame of a new table that is drawn in line.
        """, valueName: "folder"))
  var frames: String?

  @OptionGroup var messages: MessageOptions

  mutating func validate() throws {
    try checkNotEmpty(("--frames", frames))
    guard script != "-" || feed != "-" else {
      throw ValidationError("standard input is either the script or the feed")
    }
  }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed, look)
    files.read(script, as: "the script")
    files.write("-", as: "")
    files.write(folder: frames, framePattern, as: "--frames")
    return files
  }

  private var framePattern: PathPattern? {
    frames.map { PathPattern(head: $0 + "/step-", digits: 4, tail: ".png") }
  }

  var workerLimit: Int? { frames == nil ? 1 : nil }

  @MainActor func perform() async throws -> ExitStatus {
    let script = try read()
    let options = try reading.rendering(look)
    var failures = 0
    var contents = script.heights.map { RowContent.blank(height: $0) }
    if let feed {
      contents = try RowContent.contents(of: FeedInput(argument: feed), options: options) {
        failures += 1
        printToStandardError("galley: \($0.message)")
      }
    }
    var run = ReplayRun(
      script, feed: contents, heights: CellHeights(options), width: options.template.width,
      scale: options.template.scale, isChecked: check)
    let pictures = frames == nil ? nil : try await ReplayFrames(options, of: run)
    var summary = ReplaySummaryRecord()
    let records = try RecordWriter()
    for (index, step) in script.steps.enumerated() {
      let refusal = try await attempt(index, step) { try run.take(step) }
      var record = ReplayRecord(index, step, run.state, refusal: refusal.map { "\($0)" })
      if let pictures, let path = framePattern?.path(index) {
        let frame = try await attempt(index, step) { try await pictures.frame(of: run) }
        try frame.write(to: path)
        record.file = path
      }
      try records.write(record)
      summary.count(step, isRefused: refusal != nil)
      if (refusal != nil) != step.isRefused { complain(index, refusal) }
    }
    await pictures?.close()
    summary.finish(run.state, isChecked: check)
    try records.write(summary)
    try records.finish()
    return summary.unexpected + failures > 0 ? .someFailed : .done
  }

  private func read() throws -> ReplayScript {
    let json =
      try script == "-" ? FeedReader.bytes(fileDescriptor: 0) : FeedReader.bytes(path: script)
    do {
      return try ReplayScript(json: Data(json))
    } catch {
      throw ReplayFailure(script: script, error: .invalid("\(error)"))
    }
  }

  /// Takes a step, and names it in the error if it fails.
  @MainActor private func attempt<Result>(
    _ index: Int, _ step: ReplayStep, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch ReplayError.difference(let what) {
      throw ReplayFailure(
        script: script, error: .difference("steps[\(index)] (\(step.name)): \(what)"))
    } catch let error as ReplayError {
      throw ReplayFailure(
        script: script, error: .invalid("steps[\(index)].\(step.name): \(error)"))
    }
  }

  private func complain(_ index: Int, _ refusal: (any Error)?) {
    let what = refusal.map { "refused: \($0)" } ?? "made, though the script expects a refusal"
    printToStandardError("galley: \(script): steps[\(index)]: \(what)")
  }
}

/// The error that ends a script.
struct ReplayFailure: Error, CustomStringConvertible {
  var script: String
  var error: Kind

  enum Kind {
    case invalid(String)
    case difference(String)
  }

  var status: ExitStatus {
    switch error {
    case .invalid: .dataOutOfBounds
    case .difference: .internalError
    }
  }

  var description: String {
    switch error {
    case .invalid(let problem): "\(script): \(problem)"
    case .difference(let what): "\(script): the table differs from the naive model at \(what)"
    }
  }
}
