package import Galley
package import GalleyCompositing
import GalleyFrames
package import GalleyTrials

/// A combination of compared options.
package struct BenchCell: Hashable, Sendable, Codable {
  /// The key under which heights are remembered.
  package var caching: HeightCaching
  /// The mode in which pictures are made.
  package var mode: RenderMode
  /// The method that finds heights.
  package var sizing: CellSizing
  /// The number of workers; 0 in sync mode.
  package var workerCount: Int
  /// The replacement of missing pictures; `nil` in sync mode, which has none.
  package var policy: BlankPolicy?
  /// Whether the pictures around the start are made before the start.
  package var isWarm: Bool
  /// Whether the rows change at times of the scroll.
  package var isEdited = false

  /// The combination in words, in the order of the table.
  package var words: String {
    "\(sizing.rawValue) \(caching.rawValue) \(mode.rawValue) "
      + (mode == .sync ? "" : "\(workerCount) ") + (policy.map { "\($0.rawValue) " } ?? "")
      + startWords
  }

  /// The start in a word: that of an edited scroll is cold.
  package var startWords: String { isEdited ? "edited" : isWarm ? "warm" : "cold" }

  /// The plainest scroll in sync mode, which others are compared with.
  package static func sync(isWarm: Bool = false) -> BenchCell {
    BenchCell(
      caching: .key, mode: .sync, sizing: .frames, workerCount: 0, policy: nil, isWarm: isWarm)
  }

  /// A scroll in async mode whose rows change.
  static func edited(_ workerCount: Int, _ policy: BlankPolicy) -> BenchCell {
    var cell = async(workerCount, policy)
    cell.isEdited = true
    return cell
  }

  /// The same scroll in async mode.
  package static func async(
    _ workerCount: Int, _ policy: BlankPolicy = .placeholder, isWarm: Bool = false
  ) -> BenchCell {
    BenchCell(
      caching: .key, mode: .async, sizing: .frames, workerCount: workerCount, policy: policy,
      isWarm: isWarm)
  }
}

extension BenchCell {
  /// A combination of a record; that of an earlier version has no edits.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    caching = try values.decode(HeightCaching.self, forKey: .caching)
    mode = try values.decode(RenderMode.self, forKey: .mode)
    sizing = try values.decode(CellSizing.self, forKey: .sizing)
    workerCount = try values.decode(Int.self, forKey: .workerCount)
    policy = try values.decodeIfPresent(BlankPolicy.self, forKey: .policy)
    isWarm = try values.decode(Bool.self, forKey: .isWarm)
    isEdited = try values.decodeIfPresent(Bool.self, forKey: .isEdited) ?? false
  }
}

/// The measured figures of a combination.
package struct BenchResult: Hashable, Sendable, Codable {
  /// The combination.
  package var cell: BenchCell
  /// Each run.
  package var runs: [BenchRun]

  /// A result.
  package init(cell: BenchCell, runs: [BenchRun]) {
    self.cell = cell
    self.runs = runs
  }

  /// The figure of `value` over all runs.
  package func figure(_ value: (BenchRun) -> Double) -> BenchFigure { BenchFigure(runs.map(value)) }

  /// A metric over all runs.
  package func figure(_ metric: BenchMetric) -> BenchFigure {
    let values = runs.map { metric.value(of: $0) ?? 0 }
    return metric == .dropped || metric == .host ? BenchFigure(counts: values) : BenchFigure(values)
  }

  /// Whether other programs took so many frames that those of the scroll say little.
  var isDisturbed: Bool { BenchRules.isDisturbed(runs) }
}
