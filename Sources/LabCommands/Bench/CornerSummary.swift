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
  var costModel: CostModel
  var machine: BenchMachine

  /// A dozen masks beside a dozen drawn discs.
  struct Dozen: Encodable {
    var mode: RenderMode
    /// The median processor time of the main queue for a frame, in milliseconds.
    var drawnCpuMs: Double
    var maskedCpuMs: Double
    /// The mean number of dropped frames that the host did not cause.
    var drawnDropped: Double
    var maskedDropped: Double
    var vsyncs: Int
  }

  init(_ command: BenchCornersCommand, results: [CornerResult], options: ScrollOptions) {
    clock = command.bench.clock
    (script, movement) = (options.script.name, options.script.words)
    hz = command.bench.pacing.hz
    seconds = command.bench.seconds
    self.repeat = command.bench.repeatCount
    cpuThrottle = options.costModel.throttle
    dozens = [RenderMode.sync, .async].compactMap { mode in
      func runs(_ corners: CornerRounding) -> [BenchRun]? {
        results.first { $0.cell == CornerCell(partCount: 12, corners: corners, mode: mode) }?.runs
      }
      guard let drawn = runs(.drawn), let masked = runs(.masked) else { return nil }
      func mean(_ runs: [BenchRun], _ value: (BenchRun) -> Double) -> Double {
        BenchFigure(runs.map(value)).mean
      }
      return Dozen(
        mode: mode, drawnCpuMs: mean(drawn) { $0.frameDurationCpuMs["p50"] ?? 0 },
        maskedCpuMs: mean(masked) { $0.frameDurationCpuMs["p50"] ?? 0 },
        drawnDropped: mean(drawn) { Double($0.ownDropped) },
        maskedDropped: mean(masked) { Double($0.ownDropped) }, vsyncs: masked[0].vsyncs)
    }
    costModel = options.costModel
    machine = BenchMachine(look: command.look, feed: command.feed.feed, seed: nil, fontCount: nil)
  }

  /// The answer and the machine, as lines of text.
  func words(_ bench: BenchOptions) -> [String] {
    dozens.map { dozen in
      String(
        format: """
          a dozen masks a screen, %@: %.2f ms of the main queue for the middle frame, drawn %.2f; \
          dropped %.1f of %d vsyncs, drawn %.1f
          """, dozen.mode.rawValue, dozen.maskedCpuMs, dozen.drawnCpuMs, dozen.maskedDropped,
        dozen.vsyncs, dozen.drawnDropped)
    } + [
      "\(script), \(movement), from warm, \(bench.words), throttle \(cpuThrottle)", machine.words,
    ]
  }
}
