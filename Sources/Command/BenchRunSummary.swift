import Foundation
import Galley
import GalleyLab

/// The last line of `galley bench run`.
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
  /// On the clock that was asked for, at ``cpuThrottle``: vsyncs, and what each mode dropped.
  var checkedVsyncs: Int
  var syncDropped: Int
  var asyncDropped: Int
  var framesAreEqual: Bool
  var comparedFrames: Int
  var blankPolicy: BlankPolicy
  var corners: CornerRounding
  /// The most bytes of pictures at a time, of all scrolls.
  var mostPictureBytes = 0
  /// Async mode with each policy.
  var policies: [BenchPolicy] = []
  var costModel: CostModel
  var machine: BenchModel

  init(
    _ command: BenchRunCommand, proof: BenchProof, found: Double?, _ check: BenchCheck,
    options: ScrollOptions
  ) {
    checkedVsyncs = check.vsyncCount
    syncDropped = check.syncDropped
    asyncDropped = check.asyncDropped
    clock = command.bench.clock
    script = command.script
    hz = command.bench.hz
    seconds = command.bench.seconds
    self.repeat = command.bench.runCount
    cpuThrottle = options.costModel.throttle
    syncDropsTenthAt = found
    framesAreEqual = proof.holds
    comparedFrames = proof.equalCount + proof.unequalOffsets.count
    blankPolicy = options.policy
    corners = options.rendering.template.theme.cornerRounding
    costModel = options.costModel
    machine = BenchModel(
      look: command.look, feed: command.feed.feed, seed: nil, fontCount: nil)
  }

  /// The model and the check, for people.
  var model: [String] {
    let throttle = syncDropsTenthAt.map { String(format: "%.1f", $0) }
    return [
      throttle.map {
        "sync drops a tenth of its frames from a throttle of \($0) on (virtual clock)"
      } ?? "sync drops less than a tenth of its frames even at a throttle of 1000",
      "checked on the \(clock.rawValue) clock at throttle "
        + String(format: "%.1f", cpuThrottle)
        + ": of \(checkedVsyncs) vsyncs, sync dropped \(syncDropped), async \(asyncDropped)",
      framesAreEqual
        ? "frames of both modes are equal at \(comparedFrames) places, byte for byte"
        : "frames of both modes differ: no figure is a speed-up",
      "\(script) " + BenchOptions.words(hz: hz, seconds: seconds, runCount: self.repeat)
        + ", policy "
        + "\(blankPolicy.rawValue), corners \(corners.rawValue), \(clock.rawValue) clock",
      String(format: "pictures took at most %.1f MiB at a time", Double(mostPictureBytes) / 0x1p20),
      "template: a cell configured and measured through the fitting chain, laid out in code; a "
        + "constraint solver comes later",
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
