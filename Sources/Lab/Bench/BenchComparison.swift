import Foundation

/// A comparison of two benches.
///
/// If the runs of both were made in turns, each run before is compared with the run after that was made next to it: the
/// speed of the machine changes from minute to minute, but hardly within a pair. So are the processes that measured
/// rows, of which a run has several.
package struct BenchComparison: Sendable {
  /// A metric of a combination, before and after.
  package struct Change: Hashable, Sendable {
    /// The combination.
    package var cell: BenchCell
    /// The metric.
    package var metric: BenchMetric
    /// The mean of the runs before and after.
    package var before: Double
    package var after: Double
    /// The difference that chance explains, by the spread of the runs and the number of counted events.
    package var detectable: Double
    /// The fewest pairs of processes, or rounds, of which any growth could be told from chance, if these are too few.
    package var neededTurns: Int?

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

  /// Combinations whose runs have too few frames for a metric.
  package struct TooShort: Hashable, Sendable {
    /// The number of combinations.
    package var cellCount = 0
    /// The fewest frames of a run.
    package var leastFrames = Int.max
  }

  /// The values of a metric in the runs of a combination.
  private struct Figure {
    var cell: BenchCell
    var metric: BenchMetric
    var before: BenchResult
    var after: BenchResult

    /// The change with an accepted probability of `risk` that chance alone makes it fail.
    func change(inPairs: Bool, risk: Double) -> Change? {
      if let pairs = processPairs {
        let times = PairedTimes(pairs: pairs, risk: risk)
        var change = Change(
          cell: cell, metric: metric, before: times.before, after: times.after,
          detectable: times.detectable)
        // As many exchanges of pairs as the risk has room for.
        let needed = Int((1 - log2(risk)).rounded(.up))
        change.neededTurns = pairs.count < needed ? needed : nil
        return change
      }
      guard let old = metric.values(of: before.runs), let new = metric.values(of: after.runs)
      else { return nil }
      let spread =
        inPairs ? BenchSpread(pairs: zip(old, new), risk: risk) : BenchSpread(old, new, risk: risk)
      var change = Change(
        cell: cell, metric: metric, before: BenchFigure(old).mean, after: BenchFigure(new).mean,
        detectable: spread.detectable)
      if inPairs, old.count < BenchComparison.leastRounds {
        change.neededTurns = BenchComparison.leastRounds
      }
      if inPairs, let limit = countLimit(risk: risk) {
        change.detectable = max(change.detectable, limit)
      }
      return change
    }

    /// The difference that chance explains in a count of events, though all runs have equal ones; `nil` if the metric is
    /// no count.
    private func countLimit(risk: Double) -> Double? {
      let events = [before, after].map { $0.runs.compactMap { $0.events(of: metric) } }
      let frames = events.map { $0.reduce(0) { $0 + $1.among } }
      guard frames.min() ?? 0 > 0 else { return nil }
      let count = events.joined().reduce(0) { $0 + $1.count }
      let rate = CountSpread(count: count, among: (frames[0], frames[1]), risk: risk).detectable
      let runs = before.runs + after.runs
      // Each second has as many refreshes as the display.
      let hertz = runs.map(\.refreshRate).reduce(0, max)
      return switch metric {
      case .dropped: rate * Double(frames[1]) / Double(max(1, after.runs.count))
      case .fps: rate * hertz
      // A frame that comes a little late has a short hitch, not that of a whole refresh.
      case .hitch where count > 0 && hertz > 0:
        rate * hertz * runs.reduce(0) { $0 + $1.hitchMs } / Double(count)
      // A thousand milliseconds, or frames.
      default: 1000 * rate
      }
    }

    /// The times of the processes that measured the metric; `nil` unless they were started in turns.
    private var processPairs: [(before: Double, after: Double)]? {
      guard let time = metric.rowTime else { return nil }
      let old = before.runs.flatMap { $0.rowProcesses ?? [] }
      let new = after.runs.flatMap { $0.rowProcesses ?? [] }
      guard BenchComparison.alternate(old.map(\.began), new.map(\.began)) else { return nil }
      return zip(old, new).map { ($0[keyPath: time], $1[keyPath: time]) }
    }
  }

  /// The fewest rounds whose spread says something: the limit of three is more than 30 times the spread.
  private static let leastRounds = 4

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
  /// The figures of combinations in both benches that one bench lacks, with whether that is the later one.
  package let missingFigures: [(cell: BenchCell, metric: BenchMetric, isMissingAfter: Bool)]
  /// The metrics that are not compared in some combinations, because a run in turns has fewer frames than
  /// ``BenchMetric/leastFrames``.
  package let tooShort: [BenchMetric: TooShort]
  /// Whether the runs of both benches were made in turns.
  package let isInTurns: Bool

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
    let isInTurns = !pairs.isEmpty && pairs.allSatisfy { Self.alternate($0.0.starts, $0.1.starts) }
    self.isInTurns = isInTurns
    var figures: [Figure] = []
    var missing: [(cell: BenchCell, metric: BenchMetric, isMissingAfter: Bool)] = []
    var tooShort: [BenchMetric: TooShort] = [:]
    for (old, new) in pairs {
      let frames = (old.runs + new.runs).map(\.mainMs.count).min() ?? 0
      for metric in metrics {
        // On the virtual clock, the slowest frame is no chance either.
        if isInTurns, frames < metric.leastFrames {
          var short = tooShort[metric] ?? TooShort()
          short.cellCount += 1
          short.leastFrames = min(frames, short.leastFrames)
          tooShort[metric] = short
          continue
        }
        switch (metric.values(of: old.runs) != nil, metric.values(of: new.runs) != nil) {
        case (true, true):
          figures.append(Figure(cell: old.cell, metric: metric, before: old, after: new))
        case (false, false): break
        case (let isBefore, _): missing.append((old.cell, metric, isBefore))
        }
      }
    }
    missingFigures = missing
    self.tooShort = tooShort
    // Each figure gets its part of the risk.
    let risk = Self.risk(ofEachOf: figures.count)
    changes = figures.compactMap { $0.change(inPairs: isInTurns, risk: risk) }
  }

  /// Whether both of the same number, by their starts, began before all later ones.
  private static func alternate(_ old: [Double], _ new: [Double]) -> Bool {
    guard old.count == new.count, old.count > 1 else { return false }
    let pairs = zip(old, new).map { (min($0, $1), max($0, $1)) }
    return zip(pairs, pairs.dropFirst()).allSatisfy { $0.1 < $1.0 }
  }

  /// For each metric, the change for the worse that is the largest beside what chance explains, in the order of the table.
  package var foremost: [Change] {
    func rank(_ change: Change) -> Double {
      change.detectable > 0 ? change.loss / change.detectable : change.loss
    }
    return BenchMetric.compared.compactMap { metric in
      changes.filter { $0.metric == metric }.max { rank($0) < rank($1) }
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

extension BenchResult {
  /// The start of each run in seconds since 1970; none unless all are known.
  fileprivate var starts: [Double] {
    let starts = runs.compactMap(\.began)
    return starts.count == runs.count ? starts : []
  }
}
