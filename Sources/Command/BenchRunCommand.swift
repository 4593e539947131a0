import ArgumentParser
import Foundation
import Galley
import GalleyHandles
import GalleyLab

/// `galley bench run`: the experiment on a feed.
struct BenchRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Scroll through a feed in all ways, and compare what that costs.",
    discussion: """
      Each combination of: heights remembered nowhere, by place or by content; found by the layout \
      that is drawn (frames) or by a template cell that is configured and measured for it alone; \
      pictures made in line (sync) or by 1 to --jobs workers (async); from cold or from warm. A \
      template cell is a second layout for each height; there is no constraint solver yet.

      First the frames of both modes are compared byte for byte at places all over the feed: unless \
      they are equal, no speed-up is told of, and the status is 1. Then the smallest throttle is \
      searched, on the virtual clock, at which sync drops a tenth of its frames; it is checked on \
      the clock that is asked for, and used for the matrix unless --cpu-throttle says another.

      Figures are means; after ± half of the interval of 95 % confidence. Dropped frames that were \
      the host's fault are left out.

      Example:
        galley bench run feed.json --report report.html --json=after.json
        galley bench compare before.json after.json --fail-over 10%
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions

  @Option(help: "Whether time passes as it does (real), or as the cost model says (virtual).")
  var clock = ScrollClock.real

  @Option(help: "How the viewport moves: constant, fling or jump.")
  var script = "fling"

  @Option(help: "Refreshes of the display in a second.")
  var hz = 60

  @Option(help: "How long each scroll takes.")
  var seconds = 1.0

  @Option(help: "How often each combination is measured on the real clock.")
  var `repeat` = 3

  @Option(help: "The most workers; by default as many as there are cores.")
  var jobs: Int?

  @Option(help: ArgumentHelp("Make all work take this many times as long.", valueName: "factor"))
  var cpuThrottle: Double?

  @Option(help: "How high the viewport is, in layout units.")
  var height = 667.0

  @Option(help: "What is shown where a picture is not there: clear, keep, placeholder or wait.")
  var blank = BlankPolicy.placeholder

  @Option(help: ArgumentHelp("Write a page with plots and pictures.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Print a JSON object a line for each combination, and a summary last; to a file with --json=FILE.",
      valueName: "[file]"))
  var json: String?

  @Flag(help: "Tell nothing on the way.")
  var quiet = false

  mutating func validate() throws {
    guard (1...240).contains(hz) else { throw ValidationError("--hz is 1 to 240") }
    guard seconds > 0, seconds <= 60 else {
      throw ValidationError("--seconds is more than 0 and at most 60")
    }
    guard (1...100).contains(`repeat`) else { throw ValidationError("--repeat is 1 to 100") }
    guard (1...64).contains(jobs ?? 1) else { throw ValidationError("--jobs is 1 to 64") }
    guard (1...1000).contains(cpuThrottle ?? 1) else {
      throw ValidationError("--cpu-throttle is 1 to 1000")
    }
    guard ["constant", "fling", "jump"].contains(script) else {
      throw ValidationError("--script is constant, fling or jump")
    }
    guard report != "" else { throw ValidationError("--report needs a file") }
  }

  func run() throws {
    let command = self
    runProcess { try await command.measure() }
  }

  private func options() throws -> ScrollOptions {
    let scripts: [String: ScrollScript] = [
      "constant": .constant(speed: 1500), "fling": .fling(), "jump": .jump(),
    ]
    var options = try ScrollOptions(
      rendering: RenderOptions(
        template: look.template, fonts: look.fonts, assets: feed.assets, format: feed.format,
        limits: feed.limits, rows: feed.rows?.range),
      script: scripts[script] ?? .fling(), hertz: hz, duration: .seconds(seconds),
      viewportHeight: height, policy: blank)
    options.clock = clock
    return options
  }

  @MainActor private func measure() async throws -> ExitStatus {
    var options = try options()
    let limit = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let output = try RecordWriter(path: json ?? "-", isOutputTaken: false)
    var bench = ScrollBench(
      try feed.inMemory(), options: options, repeatCount: `repeat`, workerLimit: limit)
    tell("comparing the frames of both modes")
    let proof = try await bench.prove()
    tell("searching the throttle at which sync drops a tenth of its frames")
    let found = try await bench.findThrottle()
    options.costModel.throttle = cpuThrottle ?? found ?? 1
    bench.options = options
    let workerCount = max(1, limit - 1)
    let (sync, async) = (
      try await bench.run(.sync), try await bench.run(.async(workerCount))
    )
    var summary = BenchRunSummary(self, proof: proof, found: found, options: options)
    summary.syncDropped = sync.figures.dropped - sync.figures.hostDropped
    summary.asyncDropped = async.figures.dropped - async.figures.hostDropped
    summary.checkedVsyncs = sync.figures.vsyncs
    if json == nil { try output.write(line: BenchTable.head) }
    var results: [BenchResult] = []
    for cell in bench.cells {
      tell("\(results.count + 1) of \(bench.cells.count)")
      let result = try await bench.measure(cell)
      results.append(result)
      if json == nil {
        try output.write(line: BenchTable.line(result))
      } else {
        try output.write(result)
      }
      try output.flush()
    }
    if json == nil {
      for line in summary.words { try output.write(line: line) }
    } else {
      try output.write(summary)
    }
    try output.flush()
    if let report {
      let page = BenchReport(
        results: results, sync: sync.records, async: async.records, proof: proof, hertz: hz,
        model: summary.words)
      var file = try AtomicFile(report)
      try file.write(Array(page.html.utf8))
      try file.commit(durable: true)
    }
    guard proof.holds else {
      printToStandardError("galley: the frames of both modes differ: no speed-up is told of")
      return .someFailed
    }
    return .done
  }

  private func tell(_ words: String) {
    if !quiet { printToStandardError("galley: \(words)") }
  }
}

extension FeedOptions {
  /// The feed, read once if it can be read only once.
  func inMemory() throws -> FeedInput {
    guard case .standardInput = input else { return input }
    return .bytes([UInt8](try FileHandle.standardInput.readToEnd() ?? Data()))
  }
}

/// The last line of `galley bench run`.
struct BenchRunSummary: Encodable {
  var summary = true
  var clock: ScrollClock
  var script: String
  var hz: Int
  var seconds: Double
  var `repeat`: Int
  var cpuThrottle: Double
  /// The smallest throttle at which sync drops a tenth of its frames on the virtual clock.
  var syncDropsTenthAt: Double?
  /// On the clock that was asked for, at ``cpuThrottle``: vsyncs, and what each mode dropped.
  var checkedVsyncs = 0
  var syncDropped = 0
  var asyncDropped = 0
  var framesAreEqual: Bool
  var comparedFrames: Int
  var blankPolicy: BlankPolicy
  var costModel: CostModel
  var machine: BenchModel

  init(
    _ command: BenchRunCommand, proof: BenchProof, found: Double?, options: ScrollOptions
  ) {
    clock = command.clock
    script = command.script
    hz = command.hz
    seconds = command.seconds
    self.repeat = command.clock == .virtual ? 1 : command.repeat
    cpuThrottle = options.costModel.throttle
    syncDropsTenthAt = found
    framesAreEqual = proof.holds
    comparedFrames = proof.equalCount + proof.unequalOffsets.count
    blankPolicy = options.policy
    costModel = options.costModel
    machine = BenchModel(
      look: command.look, feed: command.feed.feed, seed: nil, fontCount: nil)
  }

  /// The model and the check, for people.
  var words: [String] {
    let throttle = syncDropsTenthAt.map { String(format: "%.1f", $0) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let costs = (try? encoder.encode(costModel)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return [
      throttle.map {
        "sync drops a tenth of its frames from a throttle of \($0) on (virtual clock)"
      } ?? "sync drops less than a tenth of its frames even at a throttle of 1000",
      "checked on the \(clock.rawValue) clock at throttle "
        + String(format: "%.1f", cpuThrottle)
        + ": of \(checkedVsyncs) vsyncs, sync dropped \(syncDropped), async \(asyncDropped)",
      framesAreEqual
        ? "frames of both modes are equal at \(comparedFrames) places, byte for byte"
        : "frames of both modes differ: no figure is a speed-up",
      "\(script) at \(hz) Hz for \(seconds) s, \(self.repeat) run(s) each, policy "
        + "\(blankPolicy.rawValue), \(clock.rawValue) clock",
      "template: a second layout for each height; no constraint solver yet",
      "cost model in ns: \(costs)",
      machine.words,
    ]
  }
}

/// `galley bench compare`: a gate for changes.
struct BenchCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two files of bench run --json, and fail where figures got worse.",
    discussion: """
      A figure that grew by more than --fail-over makes the status 1, unless the intervals of both \
      hold a common value.
      """)

  @Argument(help: "The file before.") var before: String
  @Argument(help: "The file after.") var after: String

  @Option(help: ArgumentHelp("The growth that is too much.", valueName: "percent"))
  var failOver = "10%"

  private var share: Double? {
    let number = failOver.hasSuffix("%") ? failOver.dropLast() : failOver[...]
    guard let percent = Double(number), percent >= 0, percent.isFinite else { return nil }
    return percent / 100
  }

  mutating func validate() throws {
    guard share != nil else {
      throw ValidationError("--fail-over is a percentage such as 10%, which \(failOver) is not")
    }
  }

  func run() throws {
    let command = self
    runProcess { try command.compare() }
  }

  private func results(_ path: String) throws -> [BenchResult] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BenchFileError.unreadable(path)
    }
    let results = data.split(separator: 0x0A).compactMap {
      try? JSONDecoder().decode(BenchResult.self, from: $0)
    }
    guard !results.isEmpty else { throw BenchFileError.noResults(path) }
    return results
  }

  private func compare() throws -> ExitStatus {
    let comparison = BenchComparison(try results(before), try results(after))
    guard !comparison.changes.isEmpty else { throw BenchFileError.nothingInCommon }
    let failures = comparison.failures(over: share ?? 0)
    let output = try RecordWriter(path: "-", isOutputTaken: false)
    for change in failures {
      let cell = change.cell
      try output.write(
        line: "\(cell.sizing.rawValue) \(cell.caching.rawValue) \(cell.mode.rawValue) "
          + "\(cell.workerCount) \(cell.isWarm ? "warm" : "cold"): \(change.metric) "
          + String(format: "%.3f → %.3f", change.before.mean, change.after.mean))
    }
    try output.write(
      line: "\(comparison.changes.count) figures compared, \(failures.count) worse by more than "
        + failOver)
    try output.flush()
    return failures.isEmpty ? .done : .someFailed
  }
}

/// Why files cannot be compared.
enum BenchFileError: Error, CustomStringConvertible {
  case unreadable(String)
  case noResults(String)
  case nothingInCommon

  var description: String {
    switch self {
    case .unreadable(let path): "cannot read \(path)"
    case .noResults(let path): "\(path) holds no result of galley bench run --json"
    case .nothingInCommon: "the two files have no combination in common"
    }
  }
}
