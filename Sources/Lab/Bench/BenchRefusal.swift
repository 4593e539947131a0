import Foundation
package import Galley
import GalleyFrames
import GalleyPrimitives
import GalleyTrials

/// The reason for which a bench gives no verdict.
///
/// A scroll is named by the words of its combination.
package enum BenchRefusal: Hashable, Sendable {
  /// The frames of both modes differ.
  case framesDiffer
  /// A scroll presented less than half of the frames that were due.
  case tooFewPresented(String, presented: Int, due: Int)
  /// All runs of a scroll together have fewer frames than ``BenchRules/leastFrameCount``.
  case tooFewFrames(String, frames: Int)
  /// The work of the main queue by the cost model and by the clock differ by more than
  /// ``BenchRules/modelFactor``, and by more than ``BenchRules/modelShare`` of the time.
  case modelDisagrees(String, modelMs: Double, clockMs: Double)
  /// The dropped frames by the cost model and by the clock differ by more than
  /// ``BenchRules/modelFactor`` and ``BenchRules/droppedShare`` of the vsyncs, or by more than
  /// ``BenchRules/mostDroppedShare`` of the vsyncs.
  case dropsDisagree(String, model: Int, clock: Double)
  /// Other programs took more frames of a scroll than the scroll itself, and more than a hundredth.
  case hostTookFrames(String, host: Int, own: Int)
  /// Other programs and other virtual machines took more than ``HostCalibration/busyLimit`` of the processors' time.
  case hostWasBusy(share: Double)
  /// Fewer rounds on the real clock than ``BenchRules/leastRounds`` have a spread that says little, and one has none.
  case tooFewRounds(Int)
  /// The scrolls are too short to reach a planted fault.
  case faultNotReached(String)
}

extension BenchRefusal: CustomStringConvertible {
  /// The name of the case in a record.
  package var name: String {
    switch self {
    case .framesDiffer: "framesDiffer"
    case .tooFewPresented: "tooFewPresented"
    case .tooFewFrames: "tooFewFrames"
    case .modelDisagrees: "modelDisagrees"
    case .dropsDisagree: "dropsDisagree"
    case .hostTookFrames: "hostTookFrames"
    case .hostWasBusy: "hostWasBusy"
    case .tooFewRounds: "tooFewRounds"
    case .faultNotReached: "faultNotReached"
    }
  }

  /// The names of the reasons that concern the frames of scrolls, but not rows that are measured apart from them.
  static let namesOfFrames: Set<String> = [
    "tooFewPresented", "tooFewFrames", "hostTookFrames", "hostWasBusy",
  ]

  /// The names of the reasons that concern the comparison of both modes, but not that of two programs in turns.
  static let namesOfModes: Set<String> = ["tooFewRounds"]

  /// The names of the reasons that concern the cost model.
  static let namesOfModel: Set<String> = ["modelDisagrees", "dropsDisagree"]

  /// The first of some reasons, with the number of the others; `nil` if there are none.
  package static func words(_ reasons: [String]) -> String? {
    reasons.first.map { first in
      let more = reasons.count - 1
      return first + (more > 0 ? " (and \(more.counted("further reason")))" : "")
    }
  }

  /// The reason on one line.
  package var description: String {
    switch self {
    case .framesDiffer: "the frames of both modes differ"
    case .tooFewPresented(let scroll, let presented, let due):
      "\(scroll): only \(presented) of \(due) due frames were presented; take a smaller throttle"
    case .tooFewFrames(let scroll, let frames):
      """
      \(scroll): all runs have \(frames.counted("frame")), of which P99 is one of the slowest two; \
      \(BenchRules.leastFrameCount) are needed: take more --seconds, a longer feed or a larger --repeat
      """
    case .modelDisagrees(let scroll, let model, let clock):
      String(
        format: """
          \(scroll): the main queue worked %.1f ms by the model and %.1f ms by the clock, which \
          differ by more than a factor of \(BenchRules.modelFactor.plain)
          """, model, clock)
    case .dropsDisagree(let scroll, let model, let clock):
      """
      \(scroll): \(model.counted("frame")) dropped by the model and \(BenchTable.text(clock)) by the \
      clock, which differ by more than a tenth of the vsyncs, or by more than a twentieth and a factor of \
      \(BenchRules.modelFactor.plain)
      """
    case .hostTookFrames(let scroll, let host, let own):
      "\(scroll): other programs took \(host.counted("frame")), Galley \(own); take an idle machine"
    case .hostWasBusy(let share):
      String(
        format:
          "other programs and virtual machines took %.0f %% of the processors' time, more than %.0f %%; "
          + "take an idle machine, or --clock virtual", 100 * share, 100 * HostCalibration.busyLimit
      )
    case .tooFewRounds(let count):
      "\(count.counted("run")) of each combination cannot be told from chance; take --repeat \(BenchRules.leastRounds) or more"
    case .faultNotReached(let fault):
      "no scroll is long enough to reach the planted fault \(fault); take more --seconds or a longer feed"
    }
  }
}

/// The rules by which a bench refuses a verdict.
package struct BenchRules: Sendable {
  /// The factor by which the model and the clock may differ.
  package static let modelFactor = 2.0
  /// A difference of the main queue's work below this share of the time is of no interest.
  package static let modelShare = 0.01
  /// A difference of dropped frames below this share of the vsyncs is of no interest.
  package static let droppedShare = 0.05
  /// The share of the vsyncs by which the dropped frames may differ at most, also within the factor.
  package static let mostDroppedShare = 0.1
  /// The smallest number of frames of all runs, of which the 99th percentile is not the slowest one.
  package static let leastFrameCount = 200

  /// The fewest rounds of which a 95 % interval holds what it promises: that of two is right in half of all cases.
  package static let leastRounds = 5

  /// The smallest number of frames that tell the error of a fitted model.
  package static let leastFitCount = 10

  private let options: ScrollOptions

  /// The rules for scrolls with `options`.
  package init(_ options: ScrollOptions) { self.options = options }

  /// The reasons against a verdict that uses `result`.
  ///
  /// - Parameters:
  ///   - result: A scroll of the verdict.
  ///   - model: The same scroll by the cost model; `nil` on the virtual clock.
  /// - Returns: The reasons; empty if there are none.
  package func refusals(of result: BenchResult, model: BenchRun?) -> [BenchRefusal] {
    Self.refusals(of: result.runs, in: result.cell.words)
      + (model.map { disagreements($0, with: result) } ?? [])
  }

  /// The reasons against a verdict that uses the frames of `runs`, all of the combination `scroll`.
  package static func refusals(of runs: [BenchRun], in scroll: String) -> [BenchRefusal] {
    var refusals: [BenchRefusal] = []
    func sum(_ value: (BenchRun) -> Int) -> Int { runs.map(value).reduce(0, +) }
    let (presented, due) = (sum(\.presented), sum(\.due))
    if presented * 2 < due {
      refusals.append(.tooFewPresented(scroll, presented: presented, due: due))
    }
    let frames = sum(\.mainMs.count)
    if frames < leastFrameCount {
      refusals.append(.tooFewFrames(scroll, frames: frames))
    }
    let (host, own) = (sum(\.hostDropped), sum(\.ownDropped))
    if host > own, host * 100 > sum(\.vsyncs) {
      refusals.append(.hostTookFrames(scroll, host: host, own: own))
    }
    return refusals
  }

  /// The figures in which a model and a scroll of the real clock differ too much.
  private func disagreements(_ model: BenchRun, with result: BenchResult) -> [BenchRefusal] {
    func differ(_ one: Double, _ other: Double, least: Double) -> Bool {
      abs(one - other) > least && max(one, other) > Self.modelFactor * min(one, other)
    }
    var refusals: [BenchRefusal] = []
    let vsyncs = Double(model.vsyncs)
    let milliseconds = 1000 * vsyncs / Double(options.hertz)
    let clockMs = result.figure(\.totalMainMs).mean
    if differ(model.totalMainMs, clockMs, least: Self.modelShare * milliseconds) {
      refusals.append(
        .modelDisagrees(result.cell.words, modelMs: model.totalMainMs, clockMs: clockMs))
    }
    let dropped = result.figure(.dropped).mean
    if differ(Double(model.ownDropped), dropped, least: Self.droppedShare * vsyncs)
      || abs(Double(model.ownDropped) - dropped) > Self.mostDroppedShare * vsyncs
    {
      refusals.append(.dropsDisagree(result.cell.words, model: model.ownDropped, clock: dropped))
    }
    return refusals
  }

  /// The reason against a verdict that the load of the machine gives.
  ///
  /// - Parameter scrolls: The runs of each scroll of the verdict. One scroll may have twice the load of all.
  /// - Returns: The reason; `nil` if the load is small or unknown.
  package static func busyHost(_ scrolls: [[BenchRun]]) -> BenchRefusal? {
    func mean(_ runs: [BenchRun]) -> Double {
      let shares = runs.compactMap(\.foreignShare)
      return shares.isEmpty ? 0 : shares.reduce(0, +) / Double(shares.count)
    }
    let (share, most) = (mean(scrolls.flatMap { $0 }), scrolls.map(mean).max() ?? 0)
    let limit = HostCalibration.busyLimit
    return share > limit || most > 2 * limit ? .hostWasBusy(share: max(share, most)) : nil
  }

  /// Whether other programs took so many frames of `runs` that those of the scroll say little.
  static func isDisturbed(_ runs: [BenchRun]) -> Bool {
    refusals(of: runs, in: "").contains { $0.name == "hostTookFrames" }
  }

  /// The reason that too few rounds give; `nil` on the virtual clock.
  func tooFewRounds(_ results: [BenchResult]) -> BenchRefusal? {
    let count = results.map(\.runs.count).min() ?? Self.leastRounds
    return options.clock == .real && count < Self.leastRounds ? .tooFewRounds(count) : nil
  }

  /// The planted faults that no scroll reached.
  func missedFaults(_ results: [BenchResult]) -> [BenchRefusal] {
    let runs = results.flatMap(\.runs)
    var refusals: [BenchRefusal] = []
    if options.faults.pause > .zero, !runs.contains(where: { $0.plantedPauses ?? 0 > 0 }) {
      refusals.append(.faultNotReached("pause"))
    }
    if options.faults.forgottenShare > 0, !runs.contains(where: { $0.plantedMisses ?? 0 > 0 }) {
      refusals.append(.faultNotReached("hits"))
    }
    return refusals
  }
}
