import ArgumentParser
import Foundation
import Galley
import GalleyHandles
import GalleyLab

/// `galley bench corners`: whether a dozen masked corners a screen drop frames.
struct BenchCornersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corners",
    abstract: "Scroll through a feed with 0, 6, 12 and 24 round parts a screen.",
    discussion: """
      The parts are discs of 36 units on the feed's cards: square (none), drawn round, covered with \
      corner pieces, or masked when a frame is composited; pictures are made in line (sync) or by \
      workers (async), by default one less than there are cores. The scroll is slow, 300 units a second, and starts with its pictures there, so \
      that nearly all frames show all discs. Everything takes --cpu-throttle times as long, by default 10 \
      times: about a phone's processor beside a server's.

      The answer is in the last lines: what a dozen masks cost the main queue for each frame, and how \
      many frames more than a dozen drawn discs they drop. Frames that the host dropped are left out.

      Example:
        galley bench corners feed.json --hz 120 --json=corners.json
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var bench: BenchOptions

  @Option(
    help: ArgumentHelp(
      "The ways to be round: none, drawn, covered, masked, or several with commas between them.",
      valueName: "ways"))
  var corners = "none,drawn,covered,masked"

  @Option(help: ArgumentHelp("Write the table and the answer as Markdown.", valueName: "file"))
  var report: String?

  /// About a phone's processor beside a server's.
  private static let throttle = 10.0

  private var roundings: [CornerRounding] {
    corners.split(separator: ",", omittingEmptySubsequences: false).compactMap {
      CornerRounding(rawValue: String($0))
    }
  }

  mutating func validate() throws {
    guard !roundings.isEmpty,
      roundings.count == corners.split(separator: ",", omittingEmptySubsequences: false).count
    else {
      throw ValidationError("--corners is none, drawn, covered, masked, or several with commas")
    }
    guard report != "" else { throw ValidationError("--report needs a file") }
  }

  func run() throws {
    let command = self
    runProcess(workerCount: bench.jobs) { try await command.measure() }
  }

  @MainActor private func measure() async throws -> ExitStatus {
    var files = CommandFiles()
    files.read(feed.feed, as: "the feed")
    files.read(look)
    files.write(bench.json ?? "-", as: "--json")
    files.write(report, as: "--report")
    try files.check()
    var options = try bench.scrolls(
      through: feed, look: look, script: .constant(speed: 300))
    options.costModel.throttle = bench.cpuThrottle ?? Self.throttle
    let workerCount = bench.jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    let corners = CornerBench(
      try feed.inMemory(), options: options, repeatCount: bench.repeat, workerCount: workerCount)
    let output = try RecordWriter(path: bench.json ?? "-", isOutputTaken: false)
    if bench.json == nil { try output.write(line: CornerResult.head) }
    var results: [CornerResult] = []
    for cell in CornerBench.cells(roundings) {
      let result = try await corners.measure(cell)
      results.append(result)
      if bench.json == nil {
        try output.write(line: result.words)
      } else {
        try output.write(result)
      }
      try output.flush()
    }
    let summary = CornerSummary(self, results: results, options: options)
    if bench.json == nil {
      for line in summary.words { try output.write(line: line) }
    } else {
      try output.write(summary)
    }
    try output.finish()
    let lines = [CornerResult.head] + results.map(\.words) + [""] + summary.words
    try bench.write(
      "# Round corners\n\n```\n" + lines.joined(separator: "\n") + "\n```\n", to: report)
    return .done
  }
}

/// The last line of `galley bench corners`.
struct CornerSummary: Encodable {
  var summary = true
  var clock: ScrollClock
  var hz: Int
  var seconds: Double
  var `repeat`: Int
  var cpuThrottle: Double
  /// A dozen of each, where both were measured.
  var dozens: [Dozen]
  var costModel: CostModel
  var machine: BenchModel

  /// What a dozen masks cost beside a dozen drawn discs.
  struct Dozen: Encodable {
    var mode: RenderMode
    /// Milliseconds of the main queue for the middle frame.
    var drawnCpuMs: Double
    var maskedCpuMs: Double
    /// Frames that our own stages dropped, on average.
    var drawnDropped: Double
    var maskedDropped: Double
    var vsyncs: Int
  }

  init(_ command: BenchCornersCommand, results: [CornerResult], options: ScrollOptions) {
    clock = command.bench.clock
    hz = command.bench.hz
    seconds = command.bench.seconds
    self.repeat = command.bench.runCount
    cpuThrottle = options.costModel.throttle
    dozens = [RenderMode.sync, .async].compactMap { mode in
      func runs(_ corners: CornerRounding) -> [BenchRun]? {
        results.first { $0.cell == CornerCell(partCount: 12, corners: corners, mode: mode) }?.runs
      }
      guard let drawn = runs(.drawn), let masked = runs(.masked) else { return nil }
      func mean(_ runs: [BenchRun], _ value: (BenchRun) -> Double) -> Double {
        BenchFigure(runs.map(value)).mean
      }
      return Dozen(
        mode: mode, drawnCpuMs: mean(drawn) { $0.frameDurationCpuMs["P50"] ?? 0 },
        maskedCpuMs: mean(masked) { $0.frameDurationCpuMs["P50"] ?? 0 },
        drawnDropped: mean(drawn) { Double($0.ownDropped) },
        maskedDropped: mean(masked) { Double($0.ownDropped) }, vsyncs: masked[0].vsyncs)
    }
    costModel = options.costModel
    machine = BenchModel(look: command.look, feed: command.feed.feed, seed: nil, fontCount: nil)
  }

  /// The answer and the model, for people.
  var words: [String] {
    dozens.map { dozen in
      String(
        format: """
          a dozen masks a screen, %@: %.2f ms of the main queue for the middle frame, drawn %.2f; \
          dropped %.1f of %d vsyncs, drawn %.1f
          """, dozen.mode.rawValue, dozen.maskedCpuMs, dozen.drawnCpuMs, dozen.maskedDropped,
        dozen.vsyncs, dozen.drawnDropped)
    } + [
      "constant, 300 units/s from warm, "
        + BenchOptions.words(hz: hz, seconds: seconds, runCount: self.repeat)
        + ", throttle \(cpuThrottle), "
        + "\(clock.rawValue) clock", machine.words,
    ]
  }
}
