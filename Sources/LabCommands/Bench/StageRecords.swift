import Foundation
import GalleyStageBenches

/// A stage, in `galley bench stages --json`.
struct StageRecord: Encodable {
  var stage: String
  var unit: String
  var median: Double
  var min: Double
  var max: Double
  var samples: Int
  var counters: [String: Double]

  init(_ result: StageResult) {
    stage = result.stage
    unit = result.unit
    median = result.median
    min = result.lowest
    max = result.highest
    samples = result.sampleCount
    counters = Dictionary(
      result.counters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The table of `galley bench stages` without `--json`.
enum StageTable {
  static let head = line("stage", ["median", "min", "max"], "unit", "in one pass")

  static func line(_ result: StageResult) -> String {
    let figures = [result.median, result.lowest, result.highest]
    let counters = result.counters.map { counter in
      let value = counter.value
      let shown = value == value.rounded() ? String(Int(value)) : String(format: "%.2f", value)
      return "\(shown) \(counter.name)"
    }
    return line(
      result.stage, figures.map { String(format: "%.2f", $0) }, result.unit,
      counters.joined(separator: ", "))
  }

  private static func line(
    _ stage: String, _ figures: [String], _ unit: String, _ counters: String
  ) -> String {
    func space(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count))
    }
    let columns = figures.map { space($0, 10) + $0 }.joined()
    return stage + space(stage, 17) + columns + "  " + unit + space(unit, 10) + counters
  }
}
