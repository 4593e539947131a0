import Foundation
import Galley
import GalleyCommandLine
import GalleyFrames
import GalleyLab
import GalleyLive
import GalleyPrimitives

/// The summary of `galley bench run`.
struct BenchRunSummary: Encodable {
  var summary = true
  var clock: ScrollClock
  var script: String
  /// The script with all its values.
  var movement: String
  /// The digest and the number of the feed's rows.
  var feedDigest: String
  var feedRows: Int
  /// The height of the viewport.
  var height: Double
  var hz: Int
  var seconds: Double
  var `repeat`: Int
  var cpuThrottle: Double
  /// The smallest throttle at which sync drops a tenth of its frames on the virtual clock.
  var syncDropsTenthAt: Double?
  /// The changes of the rows in the edited scrolls.
  var edits: String
  /// The faults of `--plant`; `nil` for none.
  var plant: String?
  /// The number of combinations, and the metrics that a run of any of them has, by which a reader knows a part of a file.
  var combinations: Int
  var metrics: [BenchMetric]
  /// What async changes, beside what chance explains.
  var differences: [BenchVerdict.Difference]
  /// The names of the reasons against a verdict.
  var refusals: [String]
  /// The same in words.
  var reasons: [String]
  /// The scrolls of the verdict by the cost model, on the real clock.
  var models: [Model] = []
  /// The error of the fitted model for frames that a fit did not use, by stage; empty on the virtual clock.
  var modelErrors: [String: Double] = [:]
  /// The dropped frames by the model less those by the clock, as shares of the vsyncs, from the least to the most of
  /// all runs; `nil` on the virtual clock.
  var modelAgreement: [Double]?
  /// The calls of each step of a script of changes, for each way to remember heights.
  var calls: [CachingCalls]
  /// The rows of a scroll that cost most.
  var costs: [RowCost]
  var framesAreEqual: Bool
  var comparedFrames: Int
  var blankPolicy: BlankPolicy
  var corners: CornerRounding
  /// The largest size of all pictures in bytes, of all scrolls.
  var mostPictureBytes = 0
  var costModel: CostModel
  var machine: BenchMachine

  /// A scroll of the verdict by the cost model.
  struct Model: Codable {
    var cell: BenchCell
    var run: BenchRun
  }

  init(
    _ command: BenchRunCommand, results: [BenchResult], verdict: BenchVerdict, proof: BenchProof,
    prepared: BenchPreparation, calls: [CachingCalls], costs: [RowCost], edits: [TimedEdit],
    options: ScrollOptions
  ) {
    self.edits = edits.map(\.words).joined(separator: ",")
    self.calls = calls
    self.costs = costs
    plant = command.plant.plant
    combinations = results.count
    metrics = BenchFile.metrics(of: results)
    differences = verdict.differences
    refusals = verdict.refusals.map(\.name)
    reasons = verdict.refusals.map { "\($0)" }
    models = verdict.rows.compactMap { row in
      row.model.map { Model(cell: row.result.cell, run: $0) }
    }
    modelAgreement = verdict.agreement.map { [$0.lowerBound, $0.upperBound] }
    modelErrors = prepared.modelErrors
    mostPictureBytes = results.flatMap(\.runs).compactMap(\.mostPictureBytes).max() ?? 0
    clock = command.bench.clock
    script = options.script.name
    movement = options.script.words
    (feedDigest, feedRows) = (proof.feedDigest, proof.feedRows)
    height = options.viewportHeight
    hz = command.bench.pacing.hz
    seconds = command.bench.seconds
    self.repeat = results.map(\.runs.count).max() ?? 0
    cpuThrottle = options.costModel.throttle
    syncDropsTenthAt = prepared.found
    framesAreEqual = proof.holds
    comparedFrames = proof.equalCount + proof.unequalOffsets.count
    blankPolicy = options.policy
    corners = options.rendering.template.theme.cornerRounding
    costModel = options.costModel
    machine = BenchMachine(
      look: command.look, feed: command.feed.feed, seed: nil, fontCount: nil)
    // The name of a cell has the text of its template and of the templates in it.
    machine.template =
      options.rendering.cell.map { cell in
        "\(Array(cell.name.utf8).withUnsafeBytes { ContentKey(hashing: $0) })"
      } ?? "card"
  }

  /// The options and the machine, as lines of text.
  func words(_ bench: BenchOptions) -> [String] {
    let throttle = syncDropsTenthAt.map { String(format: "%.1f", $0) }
    return [
      throttle.map {
        "sync drops a tenth of its frames from a throttle of \($0) on (virtual clock)"
      } ?? "sync drops less than a tenth of its frames even at a throttle of 1000",
      "measured at a throttle of " + String(format: "%.1f", cpuThrottle)
        + (plant.map { ", with planted faults: \($0)" } ?? ""),
      `repeat` > 1
        ? "[a, b]: the 95 % interval, by bootstrap over \(`repeat`) runs"
        : "a single run: no interval",
      framesAreEqual
        ? "frames of both modes are equal at \(comparedFrames) offsets, byte for byte"
        : "frames of both modes differ",
      "\(script) \(bench.words), policy \(blankPolicy.rawValue), corners \(corners.rawValue)",
      "changes of the rows in edited scrolls, in seconds from the start: "
        + edits.replacingOccurrences(of: ",", with: ", "),
      String(format: "pictures took at most %.1f MiB at a time", Double(mostPictureBytes) / 0x1p20),
      "template: a cell configured and measured through the fitting chain, laid out in code "
        + "without a constraint solver",
      "cost model in ns: \(costModel.words)"
        + (costModel.hasColdCosts
          ? ""
          : "; without the first use of fonts and glyphs, so that a cold start costs more on the real clock"),
      machine.words,
    ]
  }
}

extension ScrollScript {
  /// The values of the script, which a comparison of two benches compares.
  var words: String {
    switch self {
    case .constant(let speed): "\(speed) units/s"
    case .fling(let fling): "\(fling.speed) units/s, \(fling.decay) each ms, \(fling.floor)"
    case .jump(let jump): "\(jump.distance) units each \(jump.interval)"
    case .thereAndBack(let speed, let turn): "\(speed) units/s until \(turn)"
    case .keyframes(let keyframes):
      "\(keyframes.frames.count) of digest "
        + FeedDigest(text: keyframes.frames.map { "\($0)" }.joined()).words
    }
  }
}

extension CostModel {
  /// Whether the first use of fonts and glyphs has a cost.
  fileprivate var hasColdCosts: Bool {
    CostStage.allCases.contains { self[$0].perNewFont > 0 || self[$0].perFirstGlyph > 0 }
  }

  /// The coefficients that are not 0, stage by stage.
  fileprivate var words: String {
    CostStage.allCases.map { stage in
      let cost = self[stage]
      let terms: [(Double, String)] = [
        (cost.fixed, ""), (cost.perGlyph, " a glyph"), (cost.perPixel, " a pixel"),
        (cost.perByte, " a byte"), (cost.perNewEmoji, " a new emoji"), (cost.perRow, " a row"),
        (cost.perNewGlyph, " a new glyph"), (cost.perNewFont, " a new font"),
        (cost.perFirstGlyph, " a first glyph"), (cost.perNewWorker, " a new worker"),
      ]
      let words = terms.filter { $0.0 > 0 }.map { "\(String(format: "%g", $0.0))\($0.1)" }
      return "\(stage.rawValue) " + (words.isEmpty ? "0" : words.joined(separator: " + "))
    }.joined(separator: "; ")
  }
}
