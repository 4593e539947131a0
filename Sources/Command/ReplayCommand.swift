import ArgumentParser
import Foundation
import Galley
import GalleyHandles
import GalleyLab

/// `galley replay`: a script of changes happens to a table, whose state is told after each step.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play a script of changes to a table, and print its state after each step.",
    discussion: """
      The script is a JSON object whose steps load, scroll, insert, delete, move, reload, rotate and \
      so on; the manual's article Replay describes it. Rows show what the script says, or in turn \
      what the feed shows, and have the heights that render gives them.

      For each step a JSON object is printed: each row with its identity, y, height, whether that is \
      known and why it was last computed; the offset, the anchor, and the counts of heights asked \
      for and computed; why changes were refused. A summary comes last. Lengths are in layout units.

      The exit status is 1 if changes are refused that the script does not say will be, or the other \
      way round, and 70 if --check finds a difference: please report it, with the script.

      Examples:
        galley replay Samples/Replay/inbox.json Samples/Feeds/everyday.jsonl --check
        galley replay bug.json --scale 1 | jq -c '.anchor'
      """)

  @Argument(help: "The script: a path, or - for standard input.")
  var script: String

  @Argument(help: "The feed: a path, or - for standard input; none if the script says all.")
  var feed: String?

  @OptionGroup var reading: FeedReadingOptions
  @OptionGroup var look: LookOptions

  @Flag(help: "Compare the table after each step with nested arrays that do the same.")
  var check = false

  @Flag(help: "Print errors only, and no words for people.")
  var quiet = false

  mutating func validate() throws {
    guard script != "-" || feed != "-" else {
      throw ValidationError("standard input is either the script or the feed")
    }
  }

  func run() throws {
    let command = self
    runProcess(workerCount: 1) { try command.replay() }
  }

  private func replay() throws -> ExitStatus {
    var files = CommandFiles()
    files.read(script, as: "the script")
    files.read(feed, as: "the feed")
    files.read(look)
    files.write("-", as: "")
    try files.check()
    let script = try read()
    let template = try look.template
    let options = RenderOptions(
      template: template, fonts: look.fonts, assets: reading.assets, mode: .sync,
      format: reading.format, limits: reading.limits, rows: reading.rows?.range)
    var failures = 0
    var contents = script.heights.map { RowContent.blank(height: $0) }
    if let feed {
      contents = try RowContent.contents(of: FeedInput(argument: feed), options: options) {
        failures += 1
        printToStandardError("galley: \($0.message)")
      }
    }
    var run = ReplayRun(
      script, feed: contents, heights: CellHeights(options), width: template.width,
      scale: template.scale, isChecked: check)
    let records = try RecordWriter(path: "-", isOutputTaken: false)
    var summary = ReplaySummaryRecord()
    do {
      for (index, step) in script.steps.enumerated() {
        let refusal = try attempt(index, step) { try run.take(step) }
        try records.write(ReplayRecord(index, step, run.state, refusal: refusal.map { "\($0)" }))
        summary.count(step, isRefused: refusal != nil)
        if (refusal != nil) != step.isRefused { complain(index, refusal) }
      }
    } catch {
      // A stream gets the records so far; a file stays as it was.
      try? records.flush()
      throw error
    }
    summary.finish(run.state, isChecked: check)
    try records.write(summary)
    try records.flush()
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

  /// Takes a step, and says which it was if it fails.
  private func attempt<Result>(
    _ index: Int, _ step: ReplayStep, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch ReplayError.difference(let what) {
      throw ReplayFailure(
        script: script, error: .difference("steps[\(index)] (\(step.name)): \(what)"))
    } catch let error as ReplayError {
      throw ReplayFailure(
        script: script, error: .invalid("steps[\(index)].\(step.name): \(error)"))
    }
  }

  private func complain(_ index: Int, _ refusal: (any Error)?) {
    let what = refusal.map { "refused: \($0)" } ?? "made, though the script says it is refused"
    printToStandardError("galley: \(script): steps[\(index)]: \(what)")
  }
}

/// Why a script was not played to its end.
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

/// A line of `galley replay`.
struct ReplayRecord: Encodable {
  private var step: Int
  private var action: String
  /// Why the changes were refused.
  private var refused: String?
  private var state: ReplayState

  init(_ index: Int, _ step: ReplayStep, _ state: ReplayState, refusal: String?) {
    self.step = index
    action = step.name
    refused = refusal
    self.state = state
  }

  private enum Key: String, CodingKey {
    case step, action, refused
  }

  /// Writes the state's members beside the step's.
  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(step, forKey: .step)
    try values.encode(action, forKey: .action)
    try values.encodeIfPresent(refused, forKey: .refused)
  }
}

/// The last line of `galley replay`.
struct ReplaySummaryRecord: Encodable {
  var summary = true
  var steps = 0
  /// Change sets that were refused, and those of which the script says otherwise.
  var refused = 0
  var unexpected = 0
  /// Whether each state was compared with the naive model's.
  var checked = false
  var computed = 0
  var questions = 0
  var rows = 0

  mutating func count(_ step: ReplayStep, isRefused: Bool) {
    steps += 1
    if isRefused { refused += 1 }
    if isRefused != step.isRefused { unexpected += 1 }
  }

  mutating func finish(_ state: ReplayState, isChecked: Bool) {
    checked = isChecked
    computed = state.computed
    questions = state.questions
    rows = state.rows.count
  }
}
