import Foundation
import Galley
import GalleyFrames
import GalleyPrimitives

/// Why a bench gives no verdict.
package enum BenchRefusal: Hashable, Sendable {
  /// The frames of both modes differ.
  case framesDiffer
  /// A scroll presented less than half of the frames that were due.
  case tooFewPresented(BenchCell, presented: Int, due: Int)
  /// The work of the main queue by the cost model and by the clock differ by more than
  /// ``BenchVerdict/modelFactor``.
  case modelDisagrees(BenchCell, modelMs: Double, clockMs: Double)
  /// Other programs took more frames of a scroll than the scroll itself, and more than a hundredth.
  case hostTookFrames(BenchCell, host: Int, own: Int)
}

extension BenchRefusal: CustomStringConvertible {
  /// The name of the case in a record.
  package var name: String {
    switch self {
    case .framesDiffer: "framesDiffer"
    case .tooFewPresented: "tooFewPresented"
    case .modelDisagrees: "modelDisagrees"
    case .hostTookFrames: "hostTookFrames"
    }
  }

  /// The reason on one line.
  package var description: String {
    switch self {
    case .framesDiffer: "the frames of both modes differ"
    case .tooFewPresented(let cell, let presented, let due):
      "\(cell.words): only \(presented) of \(due.counted("frame")) were presented; take a smaller throttle"
    case .modelDisagrees(let cell, let model, let clock):
      String(
        format: """
          \(cell.words): the main queue worked %.1f ms by the model and %.1f ms by the clock, which \
          differ by more than a factor of \(BenchVerdict.modelFactor.plain)
          """, model, clock)
    case .hostTookFrames(let cell, let host, let own):
      "\(cell.words): other programs took \(host.counted("frame")), Galley \(own); take an idle machine"
    }
  }
}

/// The comparison of async with sync, with equal results first, and the reasons against it.
package struct BenchVerdict: Sendable {
  /// A scroll of the verdict.
  package struct Row: Sendable {
    /// The measured figures.
    package var result: BenchResult
    /// The same scroll by the cost model; `nil` on the virtual clock, on which both are the same.
    package var model: BenchRun?

    /// The meaning of the row.
    package var name: String {
      switch (result.cell.mode, result.cell.policy) {
      case (.sync, _): "sync"
      case (.async, .wait): "async that waits: results equal sync"
      case (.async, let policy): "async that shows \(policy?.rawValue ?? ""): parts are blank"
      }
    }
  }

  /// The factor by which the work of the main queue by the model and by the clock may differ.
  package static let modelFactor = 2.0

  /// Sync, async that waits, and async with the selected policy; from cold, then from warm.
  package private(set) var rows: [Row] = []
  /// The reasons against a verdict.
  package private(set) var refusals: [BenchRefusal] = []

  /// A verdict of the results.
  ///
  /// - Parameters:
  ///   - results: The results of all combinations.
  ///   - cells: The combinations of the verdict.
  ///   - models: Their figures by the cost model, on the real clock.
  ///   - proof: The comparison of both modes.
  package init(
    _ results: [BenchResult], cells: [BenchCell], models: [BenchCell: BenchRun], proof: BenchProof
  ) {
    if !proof.holds { refusals.append(.framesDiffer) }
    for cell in cells {
      guard let result = results.first(where: { $0.cell == cell }) else { continue }
      rows.append(Row(result: result, model: models[cell]))
      refusals += Self.refusals(of: result, model: models[cell])
    }
  }

  private static func refusals(of result: BenchResult, model: BenchRun?) -> [BenchRefusal] {
    var refusals: [BenchRefusal] = []
    func sum(_ value: (BenchRun) -> Int) -> Int { result.runs.map(value).reduce(0, +) }
    let (presented, due) = (sum(\.presented), sum(\.due))
    if presented * 2 < due {
      refusals.append(.tooFewPresented(result.cell, presented: presented, due: due))
    }
    let (host, own) = (sum(\.hostDropped), sum(\.ownDropped))
    if host > own, host * 100 > sum(\.vsyncs) {
      refusals.append(.hostTookFrames(result.cell, host: host, own: own))
    }
    // In async mode the main queue works for microseconds, of which the model knows the order alone.
    if let model, result.cell.mode == .sync {
      let (predicted, measured) = (model.totalMainMs, result.figure(\.totalMainMs).mean)
      if max(predicted, measured) > modelFactor * min(predicted, measured) {
        refusals.append(
          .modelDisagrees(result.cell, modelMs: predicted, clockMs: measured))
      }
    }
    return refusals
  }

  /// The metrics of the headline.
  package static let metrics: [BenchMetric] = [
    .dropped, .host, .hitch, .blank, .fps, .p50, .p95, .p99,
  ]

  /// The comparison as lines of text; the first one is the head.
  package var lines: [String] {
    let names = rows.map { ($0.result.cell.isWarm ? "warm " : "cold ") + $0.name }
    let width = names.map(\.count).max() ?? 0
    func line(_ name: String, _ figures: [String]) -> String {
      name.padding(toLength: width, withPad: " ", startingAt: 0)
        + figures.map { String(repeating: " ", count: max(2, 16 - $0.count)) + $0 }.joined()
    }
    return [line("", Self.metrics.map(\.head))]
      + zip(names, rows).map { name, row in
        line(name, Self.metrics.map { BenchTable.words(row.result.figure($0)) })
      } + modelLines
  }

  /// The agreement of the model with the clock; empty on the virtual clock.
  private var modelLines: [String] {
    rows.compactMap { row in
      guard let model = row.model else { return nil }
      return (row.result.cell.isWarm ? "warm" : "cold") + " \(row.result.cell.mode.rawValue)"
        + (row.result.cell.policy.map { " \($0.rawValue)" } ?? "")
        + ": dropped \(BenchTable.words(row.result.figure(.dropped))) by the clock, "
        + "\(model.ownDropped) by the model; main queue "
        + "\(BenchTable.words(row.result.figure(\.totalMainMs))) ms by the clock, "
        + "\(BenchTable.text(model.totalMainMs)) ms by the model"
    }
  }
}
