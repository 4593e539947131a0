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
      pictures made in line (sync) or by 1 to --jobs workers (async), by default as many as there are \
      cores; from cold or from warm. On the \
      real clock sync is a table of reused cells as UITableView's: heights asked for row by row, \
      cells rendered, laid out and drawn, all on the main queue. A template cell is configured and \
      measured through the fitting chain of UITableView+FDTemplateLayoutCell, and laid out in code: \
      a constraint solver comes later.

      First the frames of both modes are compared byte for byte at places all over the feed: unless \
      they are equal, no speed-up is told of, and the status is 1. A speed-up is sync's P99 of the \
      main queue's CPU time over async's. Then the smallest throttle is \
      searched, on the virtual clock, at which sync drops a tenth of its frames; it is checked on \
      the clock that is asked for, and used for the matrix unless --cpu-throttle says another.

      Figures are means; after ± half of the interval of 95 % confidence. Dropped frames that were \
      the host's fault are left out.

      Example:
        galley bench run feed.json --report report.html --json=after.json
        galley bench run feed.json --corners masked --json=masked.json
        galley bench compare before.json after.json --fail-over 10%
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var bench: BenchOptions

  @Option(help: "How the viewport moves: constant, fling or jump.")
  var script = "fling"

  @Option(help: "What is shown where a picture is not there: clear, keep, placeholder or wait.")
  var blank = BlankPolicy.placeholder

  @Option(
    help: ArgumentHelp(
      "How corners come to be round, instead of as the theme says: none, drawn, covered or masked.",
      valueName: "way"))
  var corners: CornerRounding?

  @Option(help: ArgumentHelp("Write a page with plots and pictures.", valueName: "file"))
  var report: String?

  @Option(help: ArgumentHelp("Write the plot of frames as SVG.", valueName: "file"))
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Write the cold cells of both modes side by side as Markdown.", valueName: "file"))
  var table: String?

  @Flag(help: "Tell nothing on the way.")
  var quiet = false

  mutating func validate() throws {
    guard ["constant", "fling", "jump"].contains(script) else {
      throw ValidationError("--script is constant, fling or jump")
    }
    for (name, path) in [("report", report), ("plot", plot), ("table", table)] where path == "" {
      throw ValidationError("--\(name) needs a file")
    }
    if let plot { try checkExtension(of: plot, "--plot", is: ["svg"]) }
    if let report { try checkExtension(of: report, "--report", is: ["html", "htm"]) }
  }

  func run() throws {
    let command = self
    runProcess(workerCount: bench.jobs) { try await command.measure() }
  }

  private func options() throws -> ScrollOptions {
    let scripts: [String: ScrollScript] = [
      "constant": .constant(speed: 1500), "fling": .fling(), "jump": .jump(),
    ]
    var options = try bench.scrolls(through: feed, look: look, script: scripts[script] ?? .fling())
    options.policy = blank
    if let corners { options.rendering.template.theme.cornerRounding = corners }
    return options
  }

  /// The files of the run, which are compared before any of them is written.
  private var files: CommandFiles {
    var files = CommandFiles()
    files.read(feed.feed, as: "the feed")
    files.read(look)
    files.write(bench.json ?? "-", as: "--json")
    files.write(report, as: "--report")
    files.write(plot, as: "--plot")
    files.write(table, as: "--table")
    return files
  }

  @MainActor private func measure() async throws -> ExitStatus {
    try files.check()
    var options = try options()
    let limit = bench.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let output = try RecordWriter(path: bench.json ?? "-", isOutputTaken: false)
    let matrix = ScrollBench(
      try feed.inMemory(), options: options, repeatCount: bench.repeat, workerLimit: limit)
    tell("comparing the frames of both modes")
    let proof = try await matrix.prove()
    tell("searching the throttle at which sync drops a tenth of its frames")
    let found = try await matrix.findThrottle()
    options.costModel.throttle = bench.cpuThrottle ?? found ?? 1
    matrix.options = options
    tell("checking it on the \(bench.clock.rawValue) clock")
    let check = try await matrix.check()
    var summary = BenchRunSummary(self, proof: proof, found: found, check, options: options)
    let results = try await measureAll(matrix, to: output)
    tell("comparing what is shown until pictures are there")
    summary.policies = try await matrix.comparePolicies()
    let runs = results.flatMap(\.runs) + summary.policies.flatMap(\.runs)
    summary.mostPictureBytes = runs.compactMap(\.mostPictureBytes).max() ?? 0
    if bench.json == nil {
      for line in summary.policies.map(\.words) + summary.model { try output.write(line: line) }
    } else {
      try output.write(summary)
    }
    try output.finish()
    let page = BenchReport(
      results: results, check: check, proof: proof, policies: summary.policies, options: options,
      model: summary.model)
    try bench.write(page.html, to: report)
    try bench.write(page.plot.file, to: plot)
    try bench.write(BenchTable.markdown(results, workerCount: max(1, limit - 1)), to: table)
    guard proof.holds else {
      printToStandardError("galley: the frames of both modes differ: no speed-up is told of")
      return .someFailed
    }
    return .done
  }

  /// Measures all cells, and tells of each.
  @MainActor private func measureAll(
    _ matrix: ScrollBench, to output: RecordWriter
  ) async throws -> [BenchResult] {
    if bench.json == nil { try output.write(line: BenchTable.head) }
    var results: [BenchResult] = []
    for cell in matrix.cells {
      tell("\(results.count + 1) of \(matrix.cells.count)")
      let result = try await matrix.measure(cell)
      results.append(result)
      if bench.json == nil {
        try output.write(line: BenchTable.line(result))
      } else {
        try output.write(result)
      }
      try output.flush()
    }
    return results
  }

  private func tell(_ words: String) {
    if !quiet { printToStandardError("galley: \(words)") }
  }
}

extension FeedOptions {
  /// The feed, read once if it can be read only once.
  func inMemory() throws -> FeedInput {
    guard case .standardInput = input else { return input }
    return .bytes(try FeedReader.bytes(fileDescriptor: 0, limit: limits.maximumBytes))
  }
}
