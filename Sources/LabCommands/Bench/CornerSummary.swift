import Foundation
import Galley
import GalleyCommandLine
import GalleyFrames
import GalleyLab
import GalleyLive

/// The summary of `galley bench corners`.
struct CornerSummary: Encodable {
  var summary = true
  var clock: ScrollClock
  var script: String
  /// The script with all its values.
  var movement: String
  var hz: Int
  var seconds: Double
  var `repeat`: Int
  var cpuThrottle: Double
  /// A comparison for each mode with both methods.
  var dozens: [Dozen]
  /// The names of the reasons against a verdict.
  var refusals: [String]
  /// The same in words.
  var reasons: [String]
  var costModel: CostModel
  var machine: BenchMachine

  /// A dozen drawn discs, before, beside a dozen masked ones, after.
  struct Dozen: Encodable {
    var mode: RenderMode
    /// The median processor time of the main queue for a frame, in milliseconds.
    var cpuMs: PairedGrowth
    /// The dropped frames of a run that the host did not cause.
    var dropped: PairedGrowth
    var vsyncs: Int
  }

  init(_ command: BenchCornersCommand, verdicts: [CornerVerdict], options: ScrollOptions) {
    clock = command.bench.clock
    (script, movement) = (options.script.name, options.script.words)
    hz = command.bench.pacing.hz
    seconds = command.bench.seconds
    self.repeat = command.bench.repeatCount
    cpuThrottle = options.costModel.throttle
    dozens = verdicts.map {
      Dozen(mode: $0.mode, cpuMs: $0.cpuMs, dropped: $0.dropped, vsyncs: $0.vsyncs)
    }
    // Both modes have equally many rounds.
    var reasons: [BenchRefusal] = []
    for reason in verdicts.flatMap(\.refusals) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    refusals = reasons.map(\.name)
    self.reasons = reasons.map { "\($0)" }
    costModel = options.costModel
    machine = BenchMachine(look: command.look, feed: command.feed.feed, seed: nil, fontCount: nil)
  }

  /// The options and the machine, as lines of text.
  func words(_ bench: BenchOptions) -> [String] {
    ["\(script), \(movement), from warm, \(bench.words), throttle \(cpuThrottle)", machine.words]
  }
}
