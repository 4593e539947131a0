import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyLab
import GalleyPrimitives

/// `galley bench compare`: compares two benches, as a gate for changes.
struct BenchCompareCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two files of bench run --json, and fail if metrics got worse.",
    discussion: """
      A metric of a combination fails if it got worse by more than --fail-over, and by more than the \
      spread of the runs can explain: by the t-test of pairs of runs, and of layout and raster in bench turns by \
      exchanges of both processes of a pair, with a risk of one in a hundred that chance alone makes any metric fail; dropped frames, hitch, FPS and stalls also by the exact test for rare events. Percentiles are those of each run, and \
      their mean. The virtual clock \
      has no chance. On the real clock the runs of both files have to be made in turns (bench turns, or bench run --append), \
      because the speed of a machine changes from minute to minute; other files are refused. Files of single runs are refused, because they have no spread. Both files need the same feed, clock, script, rate, \
      length, height, width, scale, theme, fonts, --lang, --pango-exact, --now, --blank, --corners and --cpu-throttle; on the virtual \
      clock the same cost model, and on the real clock the same processor and build.

      With --fail-on layout,raster alone, reasons of frames against a verdict, such as frames that other programs took, are \
      no reason: processes of their own measure rows.

      The status is 1 if a metric fails, or a combination or one of its figures is missing in a file, and the last line names the metrics. \
      It is 75 if a file has no verdict, or, on the real clock, a single run or runs that were not made in \
      turns. Before the last line stands, for each metric, the change for the worse that is the largest beside what chance \
      explains. On the real clock, fps and slowest are compared only if --fail-on names them, because each compared metric takes a part of the risk; p95, p99 and \
      slowest need runs of \(BenchMetric.p95.leastFrames), \(BenchMetric.p99.leastFrames) and \(BenchMetric.slowest.leastFrames) frames. A file is refused with status \
      65 if it is cut off, if a figure is missing or out of bounds, or if its records have another version.

      The metrics:
      \(BenchMetric.compared.map { "\($0.rawValue): \($0.definition)." }.joined(separator: "\n"))
      """)

  @Argument(help: "The earlier file.") var before: String
  @Argument(help: "The later file.") var after: String

  @Option(
    help: ArgumentHelp(
      "The metrics that may fail, with commas: \(BenchMetric.compared.map(\.rawValue).joined(separator: ", ")); by default all, on the real clock without fps and slowest.",
      valueName: "metrics"))
  var failOn: String?

  @Option(help: ArgumentHelp("The largest accepted loss of a metric.", valueName: "percent"))
  var failOver = "1%"

  private var share: Double? {
    let number = failOver.hasSuffix("%") ? failOver.dropLast() : failOver[...]
    guard let percent = Double(number), percent >= 0, percent.isFinite else { return nil }
    return percent / 100
  }

  mutating func validate() throws {
    guard share != nil else {
      throw ValidationError("--fail-over is a percentage such as 1%, which \(failOver) is not")
    }
    _ = try namedMetrics()
  }

  private func metrics(onRealClock isReal: Bool) throws -> [BenchMetric] {
    try namedMetrics() ?? BenchMetric.usual(onRealClock: isReal)
  }

  private func namedMetrics() throws -> [BenchMetric]? {
    guard let failOn else { return nil }
    let names = failOn.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let compared = BenchMetric.compared
    if let other = names.first(where: { name in !compared.contains { $0.rawValue == name } }) {
      throw ValidationError(
        "--fail-on '\(other.shown(limit: 40))': it is \(compared.map(\.rawValue).joined(separator: ", ")), or several with commas"
      )
    }
    return compared.filter { names.contains($0.rawValue) }
  }

  var files: CommandFiles {
    var files = CommandFiles()
    files.read(before, as: "the file before,")
    files.read(after, as: "the file after,")
    files.write("-", as: "")
    return files
  }

  private func file(_ path: String) throws -> BenchFile {
    let bytes = try readInput(path, as: "the bench file", byteLimit: BenchFile.byteLimit)
    let file: BenchFile
    do {
      file = try BenchFile(Data(bytes))
    } catch {
      throw BenchFileError.invalid(path, error)
    }
    return file
  }

  /// Refuses files that cannot tell.
  private func check(
    _ files: [(path: String, file: BenchFile)], on metrics: [BenchMetric]
  ) throws {
    let reasons = files.compactMap { path, file in
      file.reasonAgainstVerdict(on: metrics).map { BenchFileError.words(path, noVerdict: $0) }
    }
    guard reasons.isEmpty else { throw BenchFileError.noVerdict(reasons) }
  }

  func perform() async throws -> ExitStatus {
    let (old, new) = (try file(before), try file(after))
    if let difference = old.conditions.difference(from: new.conditions) {
      throw BenchFileError.otherConditions(difference)
    }
    let isChancy = old.conditions.clock == "real"
    let metrics = try metrics(onRealClock: isChancy)
    try check([(before, old), (after, new)], on: metrics)
    let comparison = BenchComparison(old.results, new.results, metrics: metrics)
    guard !comparison.changes.isEmpty else {
      guard comparison.tooShort.isEmpty else {
        throw BenchFileError.tooFewFrames(tooShort(comparison))
      }
      let isCommon = !Set(old.results.map(\.cell)).isDisjoint(with: new.results.map(\.cell))
      throw isCommon
        ? BenchFileError.noFigures(metrics.map(\.rawValue)) : .nothingInCommon
    }
    guard comparison.isInTurns || !isChancy else { throw BenchFileError.notInTurns }
    let failures = comparison.failures(over: share ?? 0)
    let gaps = gaps(in: [(before, old), (after, new)], comparison, metrics)
    let missingCount =
      [comparison.missingAfter, comparison.missingBefore, comparison.missingInBoth].map(\.count)
      .reduce(comparison.missingFigures.count + gaps.count, +)
    if isChancy, failures.isEmpty, missingCount == 0 { try checkTurns(of: comparison) }
    let output = try RecordWriter()
    for change in failures {
      try output.write(
        line: "\(change.cell.words): \(change.metric.head) "
          + String(
            format: "%.3f → %.3f, chance explains %.3f", change.before, change.after,
            change.detectable))
    }
    let missing = [
      (comparison.missingAfter, "not in \(after)"), (comparison.missingBefore, "not in \(before)"),
      (comparison.missingInBoth, "in neither file"),
    ]
    for (cells, words) in missing {
      for cell in cells { try output.write(line: "\(cell.words): \(words)") }
    }
    for (cell, metric, isMissingAfter) in comparison.missingFigures {
      try output.write(
        line: "\(cell.words): \(metric.rawValue) is not in \(isMissingAfter ? after : before)")
    }
    for words in gaps { try output.write(line: words) }
    for (path, file) in [(before, old), (after, new)] {
      for reason in file.modelReasons {
        try output.write(line: "note: \(path): \(reason); compared are figures of the clock")
      }
    }
    for words in tooShort(comparison) { try output.write(line: "note: \(words)") }
    for change in comparison.foremost where isChancy || change.loss > 0 {
      try output.write(line: words(of: change, isChancy: isChancy))
    }
    try output.write(line: summary(comparison, failures, missingCount: missingCount))
    try output.finish()
    return failures.isEmpty && missingCount == 0 ? .done : .someFailed
  }

  /// What a file lacks by its own summary, and the other one too, one a line.
  private func gaps(
    in files: [(path: String, file: BenchFile)], _ comparison: BenchComparison,
    _ metrics: [BenchMetric]
  ) -> [String] {
    let known = comparison.missingAfter + comparison.missingBefore + comparison.missingInBoth
    let cells = files.filter { known.isEmpty && $0.file.missingCount > 0 }.map {
      "\($0.path): \($0.file.missingCount.counted("combination")) of its bench not in the file"
    }
    let figures = metrics.filter { metric in
      files.allSatisfy { $0.file.missingMetrics.contains(metric) }
    }
    return cells + figures.map { "\($0.rawValue) was measured, and is in neither file" }
  }

  /// Refuses a comparison that could not have failed, because its turns are too few.
  private func checkTurns(of comparison: BenchComparison) throws {
    let blind = comparison.changes.filter { $0.neededTurns != nil }
    guard !blind.isEmpty else { return }
    let words = [true, false].compactMap { isOfRows -> String? in
      let own = blind.filter { ($0.metric.rowTime != nil) == isOfRows }
      guard let needed = own.compactMap(\.neededTurns).max() else { return nil }
      let names = BenchMetric.compared.filter { metric in own.contains { $0.metric == metric } }
      return names.map(\.rawValue).joined(separator: ", ")
        + " need --\(isOfRows ? "pairs" : "rounds") \(needed) at least"
    }
    throw BenchFileError.tooFewTurns(words)
  }

  /// The change of a metric in the combination where it is the largest beside what chance explains.
  private func words(of change: BenchComparison.Change, isChancy: Bool) -> String {
    let limit = isChancy ? String(format: ", chance explains %.3g", change.detectable) : ""
    return "\(change.metric.rawValue): "
      + String(format: "%.5g → %.5g", change.before, change.after) + limit
      + " (\(change.metric.head), \(change.cell.words))"
  }

  /// The metrics for which the runs have too few frames, one a line.
  private func tooShort(_ comparison: BenchComparison) -> [String] {
    BenchMetric.compared.compactMap { metric in
      comparison.tooShort[metric].map {
        "\(metric.rawValue) is not compared in \($0.cellCount.counted("combination")): a run has \($0.leastFrames.counted("frame")), and \(metric.leastFrames) are needed; take more --seconds"
      }
    }
  }

  /// The line that names the metrics that failed, with the numbers of combinations.
  private func summary(
    _ comparison: BenchComparison, _ failures: [BenchComparison.Change], missingCount: Int
  ) -> String {
    let count = comparison.changes.count.counted("figure")
    let named = BenchMetric.compared.compactMap { metric in
      let count = failures.count { $0.metric == metric }
      return count == 0 ? nil : "\(metric.rawValue) of \(count.counted("combination"))"
    }
    let worst = named.isEmpty ? "none worse" : named.joined(separator: ", ") + " worse"
    return (failures.isEmpty && missingCount == 0 ? "passed" : "failed")
      + ": \(count) compared, \(worst) by more than \((100 * (share ?? 0)).plain) % and than chance"
      + (missingCount == 0 ? "" : ", \(missingCount) missing")
  }
}

/// The error of files that cannot be compared.
enum BenchFileError: ExitingError, CustomStringConvertible {
  case invalid(String, BenchFileProblem)
  case nothingInCommon
  case noFigures([String])
  case otherConditions(String)
  case noVerdict([String])
  case notInTurns
  case tooFewTurns([String])
  case tooFewFrames([String])

  /// The words of a file without a verdict.
  static func words(_ path: String, noVerdict reason: String) -> String {
    "\(path) has no verdict: \(reason)"
  }

  var status: ExitStatus {
    switch self {
    case .noVerdict, .notInTurns, .tooFewTurns, .tooFewFrames: .noVerdict
    case .invalid, .nothingInCommon, .noFigures, .otherConditions: .dataOutOfBounds
    }
  }

  var description: String {
    switch self {
    case .invalid(let path, let problem): "\(path): \(problem)"
    case .nothingInCommon: "the two files have no combination in common"
    case .noFigures(let names):
      "no combination has figures of \(names.joined(separator: " or ")) in both files"
    case .otherConditions(let difference):
      "the two files have scrolls of other conditions: \(difference)"
    case .noVerdict(let reasons): reasons.joined(separator: "; ")
    case .tooFewTurns(let words):
      "no verdict: no growth could be told from chance: in bench turns, \(words.joined(separator: ", and ")); or name "
        + "fewer metrics with --fail-on"
    case .tooFewFrames(let words): "no verdict: \(words.joined(separator: "; "))"
    case .notInTurns:
      "no verdict: the runs of the two files were not made in turns, so that a machine that got slower looks "
        + "like a slower program; make them with bench turns"
    }
  }
}
