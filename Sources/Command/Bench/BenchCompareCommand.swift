import ArgumentParser
import Foundation
import Galley
import GalleyLab
import GalleyPrimitives

/// `galley bench compare`: compares two benches, as a gate for changes.
struct BenchCompareCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two files of bench run --json, and fail if figures got worse.",
    discussion: """
      The status is 1 if a figure grew by more than --fail-over and the confidence intervals do not \
      overlap, or if only one file has a combination. A file is refused with status 65 if it is cut \
      off, if a figure is missing or out of bounds, or if its records have another version.
      """)

  @Argument(help: "The earlier file.") var before: String
  @Argument(help: "The later file.") var after: String

  @Option(help: ArgumentHelp("The largest accepted growth of a figure.", valueName: "percent"))
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

  var files: CommandFiles {
    var files = CommandFiles()
    files.read(before, as: "the file before,")
    files.read(after, as: "the file after,")
    files.write("-", as: "")
    return files
  }

  private func results(_ path: String) throws -> [BenchResult] {
    let bytes = try readInput(path, as: "the bench file", byteLimit: BenchFile.byteLimit)
    do {
      return try BenchFile(Data(bytes)).results
    } catch {
      throw BenchFileError.invalid(path, error)
    }
  }

  func perform() async throws -> ExitStatus {
    let comparison = BenchComparison(try results(before), try results(after))
    guard !comparison.changes.isEmpty else { throw BenchFileError.nothingInCommon }
    let failures = comparison.failures(over: share ?? 0)
    let output = try RecordWriter()
    for change in failures {
      try output.write(
        line: "\(change.cell.words): \(change.metric) "
          + String(format: "%.3f → %.3f", change.before.mean, change.after.mean))
    }
    for (cells, path) in [(comparison.missingAfter, after), (comparison.missingBefore, before)] {
      for cell in cells { try output.write(line: "\(cell.words): not in \(path)") }
    }
    let missing = comparison.missingAfter.count + comparison.missingBefore.count
    try output.write(
      line: comparison.changes.count.counted("figure")
        + " compared, \(failures.count) worse by more "
        + "than \(failOver)" + (missing == 0 ? "" : ", \(missing.counted("combination")) missing"))
    try output.finish()
    return failures.isEmpty && missing == 0 ? .done : .someFailed
  }
}

/// The error of files that cannot be compared.
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
