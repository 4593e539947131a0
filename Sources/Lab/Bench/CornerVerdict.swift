import Foundation
package import Galley
package import GalleyLive
import GalleyPrimitives

/// The comparison of a dozen masked discs with a dozen drawn ones in a mode, and the reasons against it.
package struct CornerVerdict: Sendable {
  /// The growth of a figure from drawn discs to masked ones.
  package struct Growth: Hashable, Sendable, Codable {
    /// The means of all runs.
    package var drawn: Double
    package var masked: Double
    /// The largest difference of the means that chance explains; 0 on the virtual clock.
    package var detectable: Double

    /// Whether masks cost more than chance explains.
    package var isFound: Bool { masked - drawn > detectable }
  }

  /// The number of discs.
  package static let partCount = 12

  /// The mode of both scrolls.
  package var mode: RenderMode
  /// The median processor time of the main queue for a frame, in milliseconds.
  package var cpuMs: Growth
  /// The dropped frames of a run that the host did not cause.
  package var dropped: Growth
  /// The vsyncs of a run.
  package var vsyncs: Int
  /// The reasons against a verdict.
  package var refusals: [BenchRefusal]

  /// The accepted probability that chance alone makes any of the figures of both modes look grown.
  private static let risk = BenchComparison.risk(ofEachOf: 2 * RenderMode.allCases.count)

  /// Compares the runs of a mode, which are made in rounds; `nil` if `results` lack a method.
  package init?(_ mode: RenderMode, of results: [CornerResult], clock: ScrollClock) {
    func result(_ corners: CornerRounding) -> CornerResult? {
      results.first {
        $0.cell == CornerCell(partCount: Self.partCount, corners: corners, mode: mode)
      }
    }
    guard let drawn = result(.drawn), let masked = result(.masked), let run = masked.runs.first,
      drawn.runs.count == masked.runs.count
    else { return nil }
    self.mode = mode
    vsyncs = run.vsyncs
    refusals = [drawn, masked].flatMap { BenchRules.refusals(of: $0.runs, in: $0.cell.words) }
    func growth(_ value: (BenchRun) -> Double) -> Growth {
      let (old, new) = (drawn.runs.map(value), masked.runs.map(value))
      var growth = Growth(
        drawn: BenchFigure(old).mean, masked: BenchFigure(new).mean, detectable: 0)
      if clock == .real, old.count > 1 {
        growth.detectable = BenchSpread(pairs: zip(old, new), risk: Self.risk).detectable
      }
      return growth
    }
    cpuMs = growth { $0.frameDurationCpuMs["p50"] ?? 0 }
    dropped = growth { Double($0.ownDropped) }
    guard clock == .real else { return }
    if drawn.runs.count < BenchComparison.leastRounds {
      refusals.append(.tooFewRounds(drawn.runs.count))
    }
    // Equal counts have no spread, but are counts of rare events.
    let runs = drawn.runs + masked.runs
    let frames = runs.reduce(0) { $0 + $1.vsyncs } / 2
    let rate = CountSpread(
      count: runs.reduce(0) { $0 + $1.ownDropped }, among: (frames, frames), risk: Self.risk
    ).detectable
    dropped.detectable = max(
      dropped.detectable, rate * Double(frames) / Double(masked.runs.count))
  }

  /// The verdict as a line of text.
  package var words: String {
    let more = dropped.masked - dropped.drawn
    let drops =
      dropped.isFound
      ? String(format: "they drop %.1f frames of %d more", more, vsyncs)
      : String(
        format: "they drop no more frames than drawn discs: %.1f and %.1f of %d", dropped.masked,
        dropped.drawn, vsyncs)
    let work = String(
      format: "%.2f ms of the main queue for the middle frame, drawn %.2f", cpuMs.masked,
      cpuMs.drawn)
    return "a dozen masks a screen, \(mode.rawValue): \(work)"
      + (cpuMs.isFound ? "; " : ", no more than chance explains; ") + drops
      + (dropped.detectable > 0
        ? String(format: " (chance explains up to %.1f)", dropped.detectable) : "")
  }
}
