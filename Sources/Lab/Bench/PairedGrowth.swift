import Foundation

/// The growth of a figure between two ways whose runs are made in rounds, beside what chance explains.
package struct PairedGrowth: Hashable, Sendable, Codable {
  /// The mean of the runs of the first way.
  package var before: Double
  /// The mean of the runs of the second way.
  package var after: Double
  /// The largest difference of the means that chance explains; 0 on the virtual clock, and for a single round.
  package var detectable = 0.0

  /// The second mean less the first one.
  package var difference: Double { after - before }

  /// Whether chance does not explain the difference.
  package var isFound: Bool { abs(difference) > detectable }

  /// Compares a value of each run with that of the same round.
  ///
  /// - Parameters:
  ///   - before: The values of the first way, at least one.
  ///   - after: The values of the second way, as many.
  ///   - risk: The accepted probability that chance alone exceeds ``detectable``; `nil` on the virtual clock, where
  ///     nothing is chance.
  package init(_ before: [Double], _ after: [Double], risk: Double?) {
    self.before = BenchFigure(before).mean
    self.after = BenchFigure(after).mean
    guard let risk, before.count > 1 else { return }
    detectable = BenchSpread(pairs: zip(before, after), risk: risk).detectable
  }

  /// Compares the hitch time of runs, of which `dropped` compares the frames.
  ///
  /// Dropped frames that chance explains have hitch time too: as much as all frames have in the mean, or a refresh each.
  init(hitchOf before: [BenchRun], _ after: [BenchRun], dropped: PairedGrowth, risk: Double?) {
    self.init(before.map(\.hitchMsPerSecond), after.map(\.hitchMsPerSecond), risk: risk)
    guard risk != nil, before.count > 1, let run = after.first else { return }
    let frames = dropped.before + dropped.after
    let refresh = run.vsyncs > 0 ? 1000 / Double(run.vsyncs) : 0
    let each = frames > 0 ? (self.before + self.after) / frames : refresh
    detectable = max(detectable, each * dropped.detectable)
  }

  /// Compares the dropped frames of runs that the host did not cause.
  ///
  /// Equal counts have no spread, but dropped frames are rare events, of which chance explains some.
  package init(droppedBy before: [BenchRun], _ after: [BenchRun], risk: Double?) {
    self.init(
      before.map { Double($0.ownDropped) }, after.map { Double($0.ownDropped) }, risk: risk)
    guard let risk, before.count > 1 else { return }
    let frames = [before, after].map { $0.reduce(0) { $0 + $1.vsyncs } }
    let count = (before + after).reduce(0) { $0 + $1.ownDropped }
    let rate = CountSpread(count: count, among: (frames[0], frames[1]), risk: risk).detectable
    detectable = max(detectable, rate * Double(frames[1]) / Double(after.count))
  }
}
