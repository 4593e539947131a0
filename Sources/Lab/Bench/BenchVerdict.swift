import Foundation
package import Galley
import GalleyFrames
import GalleyLive
import GalleyPrimitives

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

    /// The name, with a mark if other programs took the frames.
    package var markedName: String { name + (result.isDisturbed ? BenchTable.mark : "") }
  }

  /// Sync, async that waits, and async with the selected policy; from cold, then from warm.
  package private(set) var rows: [Row] = []
  /// The reasons against a verdict.
  package private(set) var refusals: [BenchRefusal] = []
  /// The clock of the scrolls.
  private let clock: ScrollClock

  /// A verdict of the results.
  ///
  /// - Parameters:
  ///   - results: The results of all combinations.
  ///   - cells: The combinations of the verdict.
  ///   - models: Their figures by the cost model, on the real clock.
  ///   - proof: The comparison of both modes.
  ///   - options: The options of the scrolls.
  package init(
    _ results: [BenchResult], cells: [BenchCell], models: [BenchCell: BenchRun], proof: BenchProof,
    options: ScrollOptions
  ) {
    clock = options.clock
    if !proof.holds { refusals.append(.framesDiffer) }
    rows = cells.compactMap { cell in
      results.first { $0.cell == cell }.map { Row(result: $0, model: models[cell]) }
    }
    let rules = BenchRules(options)
    for row in rows { refusals += rules.refusals(of: row.result, model: row.model) }
    if let busy = BenchRules.busyHost(rows.map(\.result.runs)) { refusals.append(busy) }
    if let few = rules.tooFewRounds(rows.map(\.result)) { refusals.append(few) }
    refusals += rules.missedFaults(results)
  }

  /// The metrics of the headline.
  package static let metrics: [BenchMetric] = [
    .dropped, .blank, .hitch, .host, .fps, .p50, .p95, .p99,
  ]

  /// The comparison as lines of text; the first one is the head.
  package var lines: [String] {
    let names = rows.map { ($0.result.cell.isWarm ? "warm " : "cold ") + $0.markedName }
    let width = names.map(\.count).max() ?? 0
    func line(_ name: String, _ figures: [String]) -> String {
      name.padding(toLength: width, withPad: " ", startingAt: 0)
        + figures.map { String(repeating: " ", count: max(2, 22 - $0.count)) + $0 }.joined()
    }
    return [line("\(clock.rawValue) clock", Self.metrics.map(\.head))]
      + zip(names, rows).map { name, row in
        line(name, Self.metrics.map { BenchTable.words(row.result, $0) })
      } + BenchTable.notes(rows.map(\.result)) + differenceLines + modelLines
  }

  /// The differences as lines of text; empty on the virtual clock, where the rows say the same.
  package var differenceLines: [String] { clock == .real ? differences.map(\.words) : [] }

  /// What async changes in a metric, beside what chance explains.
  package struct Difference: Sendable, Encodable {
    /// `cold` or `warm`.
    package var start: String
    /// The replacement of missing pictures in async.
    package var policy: BlankPolicy?
    /// The metric.
    package var metric: String
    /// The change from sync.
    package var growth: PairedGrowth
    /// The difference on one line.
    package var words: String {
      let unit = metric == BenchMetric.dropped.rawValue ? "dropped frames a run" : "hitch ms/s"
      let way = policy == .wait ? "waits" : "shows \(policy?.rawValue ?? "")"
      let limit =
        growth.detectable > 0 ? "chance explains up to \(BenchTable.text(growth.detectable))" : ""
      return "\(start), sync → async that \(way): \(unit) \(BenchTable.text(growth.before)) → "
        + BenchTable.text(growth.after)
        + (growth.isFound || limit.isEmpty ? "" : ", no difference found")
        + (limit.isEmpty ? "" : "; \(limit)")
    }
  }

  /// The accepted probability that chance alone makes any of the differences look found.
  private static let risk = 0.05

  /// What async changes in dropped frames and hitch time, cold and warm, if the runs are made in rounds.
  package var differences: [Difference] {
    let metrics: [BenchMetric] = [.dropped, .hitch]
    let risk =
      clock == .real
      ? Self.risk / Double(max(1, metrics.count * rows.count { $0.result.cell.mode == .async }))
      : nil
    return rows.flatMap { row -> [Difference] in
      let cell = row.result.cell
      guard cell.mode == .async,
        let sync = rows.first(where: { $0.result.cell == .sync(isWarm: cell.isWarm) })?.result,
        sync.runs.count == row.result.runs.count
      else { return [] }
      return metrics.map { metric in
        let dropped = PairedGrowth(droppedBy: sync.runs, row.result.runs, risk: risk)
        let growth =
          metric == .dropped
          ? dropped
          : PairedGrowth(hitchOf: sync.runs, row.result.runs, dropped: dropped, risk: risk)
        return Difference(
          start: cell.startWords, policy: cell.policy, metric: metric.rawValue, growth: growth)
      }
    }
  }

  /// The dropped frames by the model less those by the clock, as a share of the vsyncs, from the least to
  /// the most of all runs; `nil` on the virtual clock.
  ///
  /// Frames that the host dropped are left out.
  package var agreement: ClosedRange<Double>? {
    let shares = rows.flatMap { row -> [Double] in
      guard let model = row.model, model.vsyncs > 0 else { return [] }
      return row.result.runs.map {
        Double(model.ownDropped - $0.ownDropped) / Double(model.vsyncs)
      }
    }
    guard let least = shares.min(), let most = shares.max() else { return nil }
    return least...most
  }

  /// The agreement on one line; `nil` on the virtual clock.
  package var agreementWords: String? {
    agreement.map {
      String(
        format: "dropped frames by the model less those by the clock: %+.1f %% to %+.1f %% of "
          + "the vsyncs in %d runs; the mean of a scroll is within ±%.0f %%, and within ±%.0f %% or a "
          + "factor of %g, or there is no verdict",
        100 * $0.lowerBound, 100 * $0.upperBound,
        rows.reduce(0) { $0 + $1.result.runs.count }, 100 * BenchRules.mostDroppedShare,
        100 * BenchRules.droppedShare, BenchRules.modelFactor)
    }
  }

  /// The agreement of the model with the clock; empty on the virtual clock.
  private var modelLines: [String] {
    rows.compactMap { row -> String? in
      guard let model = row.model else { return nil }
      return (row.result.cell.isWarm ? "warm" : "cold") + " \(row.result.cell.mode.rawValue)"
        + (row.result.cell.policy.map { " \($0.rawValue)" } ?? "")
        + ": dropped \(BenchTable.words(row.result.figure(.dropped))) by the clock, "
        + "\(model.ownDropped) by the model; main queue "
        + "\(BenchTable.words(row.result.figure(\.totalMainMs))) ms by the clock, "
        + "\(BenchTable.text(model.totalMainMs)) ms by the model"
    } + (agreementWords.map { [$0] } ?? [])
  }
}
