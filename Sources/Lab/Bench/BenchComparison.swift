/// A comparison of two benches.
package struct BenchComparison: Hashable, Sendable {
  /// A metric of a combination, before and after.
  package struct Change: Hashable, Sendable {
    /// The combination.
    package var cell: BenchCell
    /// The metric.
    package var metric: BenchMetric
    /// The mean of the runs before and after.
    package var before: Double
    package var after: Double
    /// The difference that the spread of the runs can tell apart from chance.
    package var detectable: Double

    /// The growth for the worse; negative if the metric got better.
    package var loss: Double { metric.isBetterHigher ? before - after : after - before }

    /// The loss as a share of the earlier value.
    package var lossShare: Double {
      guard before != 0 else { return loss > 0 ? .infinity : 0 }
      return loss / abs(before)
    }

    /// Whether the metric got worse by more than `share`, by more than chance, and noticeably.
    package func fails(over share: Double) -> Bool {
      lossShare > share && loss > detectable && loss >= metric.smallestDifference
    }
  }

  /// The values of a metric in the runs of a combination.
  private struct Figure {
    var cell: BenchCell
    var metric: BenchMetric
    var before: [Double]
    var after: [Double]
  }

  /// The accepted probability that chance alone makes any figure of a comparison fail.
  private static let risk = 0.01

  /// The accepted probability that chance alone makes one of `count` figures fail.
  static func risk(ofEachOf count: Int) -> Double { risk / Double(max(1, count)) }

  /// Every compared metric of the combinations that are in both benches.
  package private(set) var changes: [Change] = []
  /// The combinations that only the earlier bench has.
  package let missingAfter: [BenchCell]
  /// The combinations that only the later bench has.
  package let missingBefore: [BenchCell]
  /// The combinations that both benches lack, though they have all values of their options.
  package let missingInBoth: [BenchCell]

  /// A comparison of the results before and after.
  package init(
    _ before: [BenchResult], _ after: [BenchResult], metrics: [BenchMetric] = BenchMetric.compared
  ) {
    let (old, new) = (Set(before.map(\.cell)), Set(after.map(\.cell)))
    missingAfter = before.map(\.cell).filter { !new.contains($0) }
    missingBefore = after.map(\.cell).filter { !old.contains($0) }
    missingInBoth = Self.matrix(before.map(\.cell)).filter {
      !old.contains($0) && !new.contains($0)
    }
    let pairs = before.compactMap { old in
      after.first { $0.cell == old.cell }.map { (old, $0) }
    }
    let figures = pairs.flatMap { old, new in
      metrics.compactMap { metric -> Figure? in
        guard let before = metric.values(of: old.runs), let after = metric.values(of: new.runs)
        else { return nil }
        return Figure(cell: old.cell, metric: metric, before: before, after: after)
      }
    }
    // Each figure gets its part of the risk.
    let risk = Self.risk(ofEachOf: figures.count)
    changes = figures.map { figure in
      Change(
        cell: figure.cell, metric: figure.metric, before: BenchFigure(figure.before).mean,
        after: BenchFigure(figure.after).mean,
        detectable: BenchSpread(figure.before, figure.after, risk: risk).detectable)
    }
  }

  /// The metrics that got worse by more than `share`, and not by chance.
  package func failures(over share: Double) -> [Change] { changes.filter { $0.fails(over: share) } }

  /// All combinations of the values of `cells`: each way to find and to remember heights, cold and warm,
  /// with each mode, number of workers and policy that some other way has in all of them.
  private static func matrix(_ cells: [BenchCell]) -> [BenchCell] {
    /// The cell with the heights of another.
    func cell(_ cell: BenchCell, heightsOf other: BenchCell) -> BenchCell {
      var cell = cell
      (cell.sizing, cell.caching, cell.isWarm) = (other.sizing, other.caching, other.isWarm)
      return cell
    }
    let heights = Set(cells.map { cell(.sync(), heightsOf: $0) })
    let ways = Dictionary(grouping: cells) { cell($0, heightsOf: .sync()) }
    // Policies that are compared for one way alone are no part of the matrix.
    let common = ways.filter { $0.value.count * 2 > heights.count }.keys
    return heights.flatMap { height in common.map { cell($0, heightsOf: height) } }
      .sorted { $0.words < $1.words }
  }
}
