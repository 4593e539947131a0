import Foundation
import Galley
import GalleyFrames
import GalleyLab
import GalleyPrimitives

/// The summary of `galley bench run`.
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
  /// On the selected clock, at ``cpuThrottle``: the vsyncs, and the dropped frames of each mode.
  var checkedVsyncs: Int
  var syncDropped: Int
  var asyncDropped: Int
  var framesAreEqual: Bool
  var comparedFrames: Int
  var blankPolicy: BlankPolicy
  var corners: CornerRounding
  /// The largest size of all pictures in bytes, of all scrolls.
  var mostPictureBytes = 0
  /// The results of async mode with each policy.
  var policies: [BenchPolicy] = []
  var costModel: CostModel
  var machine: BenchMachine

  init(
    _ command: BenchRunCommand, proof: BenchProof, found: Double?, _ check: BenchCheck,
    options: ScrollOptions
  ) {
    checkedVsyncs = check.vsyncCount
    syncDropped = check.syncDropped
    asyncDropped = check.asyncDropped
    clock = command.bench.clock
    script = options.script.name
    hz = command.bench.pacing.hz
    seconds = command.bench.seconds
    self.repeat = command.bench.repeatCount
    cpuThrottle = options.costModel.throttle
    syncDropsTenthAt = found
    framesAreEqual = proof.holds
    comparedFrames = proof.equalCount + proof.unequalOffsets.count
    blankPolicy = options.policy
    corners = options.rendering.template.theme.cornerRounding
    costModel = options.costModel
    machine = BenchMachine(
      look: command.look, feed: command.feed.feed, seed: nil, fontCount: nil)
  }

  /// The check, the options and the machine, as lines of text.
  func words(_ bench: BenchOptions) -> [String] {
    let throttle = syncDropsTenthAt.map { String(format: "%.1f", $0) }
    return [
      throttle.map {
        "sync drops a tenth of its frames from a throttle of \($0) on (virtual clock)"
      } ?? "sync drops less than a tenth of its frames even at a throttle of 1000",
      "checked on the \(clock.rawValue) clock at throttle "
        + String(format: "%.1f", cpuThrottle)
        + ": of \(checkedVsyncs.counted("vsync")), sync dropped \(syncDropped), async \(asyncDropped)",
      framesAreEqual
        ? "frames of both modes are equal at \(comparedFrames) offsets, byte for byte"
        : "frames of both modes differ: no figure is a speed-up",
      "\(script) \(bench.words), policy \(blankPolicy.rawValue), corners \(corners.rawValue)",
      String(format: "pictures took at most %.1f MiB at a time", Double(mostPictureBytes) / 0x1p20),
      "template: a cell configured and measured through the fitting chain, laid out in code "
        + "without a constraint solver",
      "cost model in ns: \(costModel.words)",
      machine.words,
    ]
  }
}

extension CostModel {
  /// The coefficients that are not 0, stage by stage.
  fileprivate var words: String {
    CostStage.allCases.map { stage in
      let cost = self[stage]
      let terms: [(Double, String)] = [
        (cost.fixed, ""), (cost.perGlyph, " a glyph"), (cost.perPixel, " a pixel"),
        (cost.perByte, " a byte"), (cost.perNewEmoji, " a new emoji"), (cost.perRow, " a row"),
      ]
      let words = terms.filter { $0.0 > 0 }.map { "\(String(format: "%g", $0.0))\($0.1)" }
      return "\(stage.rawValue) " + (words.isEmpty ? "0" : words.joined(separator: " + "))
    }.joined(separator: "; ")
  }
}
