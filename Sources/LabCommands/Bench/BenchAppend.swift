import Foundation
import GalleyCommandLine
import GalleyFrames
import GalleyLab
import GalleyPrimitives

/// What a bench finds out before its scrolls.
struct BenchPreparation {
  /// The smallest throttle at which sync drops a tenth of its frames on the virtual clock.
  var found: Double?
  /// The error of the fitted model by stage; empty on the virtual clock.
  var modelErrors: [String: Double] = [:]
  /// The scrolls of the verdict by the model; empty on the virtual clock.
  var models: [BenchCell: BenchRun] = [:]
}

/// A file of `galley bench run` to which `--append` adds runs.
struct BenchAppend {
  /// The file.
  let file: BenchFile
  private let path: String
  private let summary: Summary

  /// The part of the file's summary that does not depend on the number of runs.
  private struct Summary: Decodable {
    var cpuThrottle: Double
    var syncDropsTenthAt: Double?
    var plant: String?
    var models: [BenchRunSummary.Model]
    var modelErrors: [String: Double]
    var costModel: CostModel
    var calls: [CachingCalls]
    var costs: [RowCost]
  }

  /// Reads the file at `path`; `nil` if there is none.
  ///
  /// - Throws: ``BenchAppendError/invalid(_:_:)``, and the error of reading it.
  init?(path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let bytes = Data(try readInput(path, as: "the bench file", byteLimit: BenchFile.byteLimit))
    self.path = path
    do { file = try BenchFile(bytes) } catch { throw BenchAppendError.invalid(path, error) }
    let last = bytes.split(separator: 0x0A).last ?? Data()
    do {
      summary = try JSONDecoder().decode(Summary.self, from: last)
    } catch {
      throw BenchAppendError.invalid(path, .noSummary(line: file.results.count + 1))
    }
  }

  /// What the first run found out before its scrolls.
  var preparation: BenchPreparation {
    let models = summary.models.map { ($0.cell, $0.run) }
    return BenchPreparation(
      found: summary.syncDropsTenthAt, modelErrors: summary.modelErrors,
      models: Dictionary(models) { first, _ in first })
  }

  /// The calls and the costs of rows that the first run counted.
  var counted: (calls: [CachingCalls], costs: [RowCost]) { (summary.calls, summary.costs) }

  /// The fitted costs, with the throttle of all runs.
  var costModel: CostModel {
    var model = summary.costModel
    model.throttle = summary.cpuThrottle
    return model
  }

  /// Refuses other combinations, faults or conditions than those of the file.
  ///
  /// - Throws: ``BenchAppendError``.
  func check(_ cells: [BenchCell], _ new: BenchRunSummary) throws {
    guard file.results.map(\.cell) == cells else { throw BenchAppendError.otherCombinations(path) }
    guard summary.plant == new.plant else { throw BenchAppendError.otherFaults(path) }
    let conditions = try JSONDecoder().decode(
      BenchConditions.self, from: try JSONEncoder().encode(new))
    if let difference = file.conditions.difference(from: conditions) {
      throw BenchAppendError.otherConditions(path, difference)
    }
  }

  /// The result of a combination with the runs of the file before those of `result`.
  func adding(_ result: BenchResult) -> BenchResult {
    let earlier = file.results.first { $0.cell == result.cell }?.runs ?? []
    return BenchResult(cell: result.cell, runs: earlier + result.runs)
  }
}

/// The error of a file to which no run can be added.
enum BenchAppendError: ExitingError, CustomStringConvertible {
  case invalid(String, BenchFileProblem)
  case otherCombinations(String)
  case otherFaults(String)
  case otherConditions(String, String)

  var status: ExitStatus { .dataOutOfBounds }

  var description: String {
    switch self {
    case .invalid(let path, let problem): "--append: \(path): \(problem)"
    case .otherCombinations(let path): "--append: \(path) has other combinations than these options"
    case .otherFaults(let path): "--append: \(path) has another --plant"
    case .otherConditions(let path, let difference):
      "--append: \(path) has scrolls of other conditions: \(difference)"
    }
  }
}
