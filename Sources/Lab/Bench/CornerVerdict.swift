import Foundation
package import Galley
package import GalleyLive
import GalleyPrimitives

/// The comparison of a dozen masked discs with a dozen drawn ones in a mode, and the reasons against it.
package struct CornerVerdict: Sendable {
  /// The number of discs.
  package static let partCount = 12

  /// The mode of both scrolls.
  package var mode: RenderMode
  /// The median processor time of the main queue for a frame, in milliseconds, of drawn discs and of masked ones.
  package var cpuMs: PairedGrowth
  /// The dropped frames of a run that the host did not cause.
  package var dropped: PairedGrowth
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
    if let busy = BenchRules.busyHost([drawn.runs, masked.runs]) { refusals.append(busy) }
    let risk = clock == .real ? Self.risk : nil
    func times(_ result: CornerResult) -> [Double] {
      result.runs.map { $0.frameDurationCpuMs["p50"] ?? 0 }
    }
    cpuMs = PairedGrowth(times(drawn), times(masked), risk: risk)
    dropped = PairedGrowth(droppedBy: drawn.runs, masked.runs, risk: risk)
    if clock == .real, drawn.runs.count < BenchRules.leastRounds {
      refusals.append(.tooFewRounds(drawn.runs.count))
    }
  }

  /// The verdict as a line of text.
  package var words: String {
    let drops =
      dropped.isFound && dropped.difference > 0
      ? String(format: "they drop %.1f frames of %d more", dropped.difference, vsyncs)
      : String(
        format: "they drop no more frames than drawn discs: %.1f and %.1f of %d", dropped.after,
        dropped.before, vsyncs)
    let work = String(
      format: "%.2f ms of the main queue for the middle frame, drawn %.2f", cpuMs.after,
      cpuMs.before)
    return "a dozen masks a screen, \(mode.rawValue): \(work)"
      + (cpuMs.isFound ? "; " : ", no more than chance explains; ") + drops
      + (dropped.detectable > 0
        ? String(format: " (chance explains up to %.1f)", dropped.detectable) : "")
  }
}
