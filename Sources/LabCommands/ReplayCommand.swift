package import ArgumentParser
import Foundation
import Galley
import GalleyCellRendering
package import GalleyCommandLine
import GalleyRendering
import GalleyReplay

/// `galley replay`: makes the changes of a script in a table, and prints its state after each step.
package struct ReplayCommand: RunnableCommand {
  package static let configuration = CommandConfiguration(
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

      --random plays random changes instead of a script, valid and invalid ones, scrolls and rotations. \
      --save-script writes the steps that were played, also if --check finds a difference.

      Examples:
        galley replay --random 500 --seed 3 --check --rows none
        galley replay inbox.json feed.jsonl --check
        galley replay bug.json --scale 1 | jq -c '.anchor'
      """)

  @Argument(
    help: """
      The script, unless --random is given, and then the feed: each a path, or - for standard input. \
      A script with all contents needs no feed.
      """)
  var inputs: [String] = []

  @Option(help: ArgumentHelp("Play this many random steps, 1 to 1000000.", valueName: "steps"))
  var random: Int?

  @Option(help: "The seed of random steps.")
  var seed: UInt64 = 0

  @Option(help: ArgumentHelp("Write the script that was played.", valueName: "file"))
  var saveScript: String?

  @Option(
    help: ArgumentHelp(
      """
      The rows that records list: all, visible, or none. Or the rows of the feed, as A...B, from 0; A... for \
      all from A on, N for the first N.
      """, valueName: "rows"),
    transform: ReplayRowsArgument.parsed)
  var rows: [ReplayRowsArgument] = []

  @Option(help: ArgumentHelp("An older name of --rows all, visible and none.", visibility: .hidden))
  var list: ReplayRows?

  @OptionGroup var source: FeedSourceOptions
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

  @OptionGroup var metadata: MetadataOption
  @OptionGroup var messages: MessageOptions
  @OptionGroup var runLimits: LimitOptions

  package mutating func validate() throws {
    try checkNotEmpty(("--frames", frames), ("--save-script", saveScript))
    try metadata.check(output: frames, of: "--frames")
    guard (1...1_000_000).contains(random ?? 1) else {
      throw ValidationError("--random is 1 to 1000000")
    }
    let most = random == nil ? 2 : 1
    guard inputs.count <= most else {
      throw ValidationError("unexpected argument \(inputs[most].shown())")
    }
    guard random != nil || !inputs.isEmpty else {
      throw ValidationError("a script or --random is needed")
    }
    guard script != "-" || feed != "-" else {
      throw ValidationError("standard input is either the script or the feed")
    }
  }

  private var listed: ReplayRows { rows.lazy.compactMap(\.listed).last ?? list ?? .all }

  private var script: String? { random == nil ? inputs.first : nil }

  private var feed: String? { random == nil ? inputs.dropFirst().first : inputs.first }

  /// The script's name in messages.
  private var name: String { script ?? "--random \(random ?? 0) --seed \(seed)" }

  package var limits: LimitOptions? { runLimits }

  package var files: CommandFiles {
    var files = CommandFiles(feed: feed, look)
    files.read(script, as: "the script")
    files.read(template: source.template)
    files.read(assets: source.assets)
    files.write("-", as: "")
    files.write(saveScript, as: "--save-script")
    files.write(metadata.path, as: "--metadata")
    files.write(folder: frames, framePattern, as: "--frames")
    return files
  }

  private var framePattern: PathPattern? {
    frames.map { PathPattern(head: $0 + "/step-", digits: 4, tail: ".png") }
  }

  package var workerLimit: Int? { frames == nil ? 1 : nil }

  @MainActor package func perform() async throws -> ExitStatus {
    var steps =
      if let random {
        ReplaySteps(random: random, seed: seed, hasFeed: feed != nil)
      } else {
        ReplaySteps(try read())
      }
    let result: Result<ExitStatus, any Error>
    do { result = .success(try await play(&steps)) } catch { result = .failure(error) }
    if let saveScript { try writeFile(Array(steps.script.json.utf8), to: saveScript) }
    return try result.get()
  }

  @MainActor private func play(_ steps: inout ReplaySteps) async throws -> ExitStatus {
    var options = try source.rendering(look)
    try options.validate()
    options.rows = rows.lazy.compactMap(\.feedRows).last?.range
    var failures = 0
    var contents = steps.script.heights.map { RowContent.blank(height: $0) }
    if let feed {
      contents = try RowContent.contents(of: FeedInput(argument: feed), options: options) {
        failures += 1
        printToStandardError("galley: \($0.message)")
      }
    }
    var run = ReplayRun(
      steps.script, feed: contents, heights: CellHeights(options), width: options.template.width,
      scale: options.template.scale, isChecked: check)
    let pictures = frames == nil ? nil : try await ReplayFrames(options, of: run)
    var metadataRecord = try metadata.path.map { _ in try FeedRenderer(options).makeRecord() }
    var summary = ReplaySummaryRecord()
    let records = try RecordWriter()
    var index = 0
    while let step = steps.next(after: run.table.pending.rowCounts) {
      let refusal = try await attempt(index, step) { try run.take(step) }
      steps.finish(isRefused: refusal != nil)
      var record = ReplayRecord(index, step, run.state(listed), refusal: refusal.map { "\($0)" })
      if let pictures, let path = framePattern?.path(index) {
        let frame = try await attempt(index, step) {
          try await pictures.take(step, of: run, refusal: refusal)
        }
        try frame.write(to: path)
        record.file = path
        metadataRecord?.add(path)
      }
      try records.write(record)
      let isExpected = random != nil || (refusal != nil) == step.isRefused
      summary.count(isRefused: refusal != nil, isExpected: isExpected)
      if !isExpected { complain(index, refusal) }
      index += 1
    }
    await pictures?.close()
    if let path = metadata.path { try metadataRecord?.write(to: path) }
    summary.finish(run.state(.none), isChecked: check)
    try records.write(summary)
    try records.finish()
    return summary.unexpected + failures > 0 ? .someFailed : .done
  }

  private func read() throws -> ReplayScript {
    let script = script ?? "-"
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
        script: name, error: .difference("steps[\(index)] (\(step.name)): \(what)"))
    } catch let error as ReplayError {
      throw ReplayFailure(
        script: name, error: .invalid("steps[\(index)].\(step.name): \(error)"))
    }
  }

  private func complain(_ index: Int, _ refusal: (any Error)?) {
    let what = refusal.map { "refused: \($0)" } ?? "made, though the script expects a refusal"
    printToStandardError("galley: \(name): steps[\(index)]: \(what)")
  }

  package init() {}
}

/// A value of `--rows`: the rows that records list, or the rows of the feed.
enum ReplayRowsArgument {
  case listed(ReplayRows)
  case feed(RowRange)

  var listed: ReplayRows? { if case .listed(let rows) = self { rows } else { nil } }
  var feedRows: RowRange? { if case .feed(let rows) = self { rows } else { nil } }

  /// The value of an argument.
  ///
  /// - Throws: `ValidationError`.
  static func parsed(_ argument: String) throws -> ReplayRowsArgument {
    if let rows = ReplayRows(rawValue: argument) { return .listed(rows) }
    guard let rows = RowRange(argument: argument) else {
      throw ValidationError("--rows is all, visible, none, or rows of the feed, such as 0...99")
    }
    return .feed(rows)
  }
}

/// The error that ends a script.
struct ReplayFailure: ExitingError, CustomStringConvertible {
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

extension ReplayRows: ExpressibleByArgument {}
