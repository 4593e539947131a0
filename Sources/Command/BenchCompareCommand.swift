import ArgumentParser
import Foundation
import Galley
import GalleyLab

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
    var files = CommandFiles()
    files.read(before, as: "the file before,")
    files.read(after, as: "the file after,")
    files.write("-", as: "")
    try files.check()
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
