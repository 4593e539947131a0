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
      hold a common value. So does a combination that only one of the files has. A file that was cut off, \
      or in which a figure is missing or out of bounds, is refused with status 65.
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
    runProcess(workerCount: 1) { try command.compare() }
  }

  private func results(_ path: String) throws -> [BenchResult] {
    let bytes = try readInput(path, as: "the bench file", byteLimit: BenchFile.byteLimit)
    do {
      return try BenchFile(Data(bytes)).results
    } catch {
      throw BenchFileError.invalid(path, error)
    }
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
      try output.write(
        line: "\(change.cell.words): \(change.metric) "
          + String(format: "%.3f → %.3f", change.before.mean, change.after.mean))
    }
    for cell in comparison.missingAfter { try output.write(line: "\(cell.words): not in \(after)") }
    for cell in comparison.missingBefore {
      try output.write(line: "\(cell.words): not in \(before)")
    }
    let missingCount = comparison.missingAfter.count + comparison.missingBefore.count
    let missing =
      missingCount == 0
      ? "" : ", \(missingCount) \(missingCount == 1 ? "combination" : "combinations") missing"
    try output.write(
      line: "\(comparison.changes.count) figures compared, \(failures.count) worse by more than "
        + failOver + missing)
    try output.flush()
    return failures.isEmpty && missingCount == 0 ? .done : .someFailed
  }
}

/// Why files cannot be compared.
enum BenchFileError: Error, CustomStringConvertible {
  case invalid(String, BenchFileProblem)
  case nothingInCommon

  var description: String {
    switch self {
    case .invalid(let path, let problem): "\(path): \(problem)"
    case .nothingInCommon: "the two files have no combination in common"
    }
  }
}
