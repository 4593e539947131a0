import Foundation
import Galley
import GalleyFeed
import GalleyFrames
import GalleyPictures
import GalleyStageBenches
import GalleyTrials

/// The processor times of a feed's rows, laid out and drawn in passes one after the other.
///
/// A row's shortest pass counts. Other programs and a processor that slows down at rest disturb it far less than the
/// frames of a scroll, so that it tells smaller changes of the work apart.
package struct RowTimes: Codable, Hashable, Sendable {
  /// The time to lay out a row, in microseconds: the geometric mean of the rows.
  package let layoutUs: Double
  /// The time to draw a row, in microseconds: the geometric mean of the rows.
  package let rasterUs: Double
  /// The start of the passes in seconds since 1970.
  package let began: Double

  /// A longer feed counts with its first rows.
  private static let rowLimit = 200
  /// The passes of a process by itself.
  package static let passCount = 10
  /// The layouts of a row between two readings of the clock, which take a fiftieth of one layout each.
  private static let layoutCount = 4

  /// Lays out and draws built-in rows.
  ///
  /// `isNextPass` tells whether there is another pass after so many.
  ///
  /// - Complexity: O(passes · rows); about 0.3 s for ten passes.
  /// - Throws: The errors of opening fonts, and of laying out and drawing a row.
  package static func ofBuiltInRows(_ isNextPass: (Int) -> Bool) throws -> RowTimes? {
    let options = try ScrollOptions()
    let feed = FeedInput.bytes(BenchFeed.jsonLines(rowCount: rowLimit, seed: 1))
    return try RowTimes(
      try StageProbe(options.rendering).readItems(of: feed), options: options, isNextPass)
  }

  /// Lays out and draws `items` with the faults of `options`; `nil` without items or passes.
  ///
  /// - Parameters:
  ///   - items: The rows.
  ///   - options: The options of layouts and pictures, and the faults.
  ///   - isNextPass: Whether there is another pass after so many.
  /// - Complexity: O(passes · rows); about 0.03 s a pass of 200 rows of a card.
  /// - Throws: The errors of laying out and drawing a row.
  init?(_ items: [FeedItem], options: ScrollOptions, _ isNextPass: (Int) -> Bool) throws {
    began = Date.now.timeIntervalSince1970
    let probe = try StageProbe(options.rendering)
    // Without a fault too, layouts have the calls of the clock that a fault makes.
    let slowness = Throttle(factor: 1 + max(1e-9, options.faults.layoutGrowth))
    let contents = try items.prefix(Self.rowLimit).map { try probe.content(of: $0).content }
    guard !contents.isEmpty else { return nil }
    let width = options.rendering.template.width
    var best = [(layout: Duration, raster: Duration)](
      repeating: (.seconds(3600), .seconds(3600)), count: contents.count)
    var passCount = 0
    while isNextPass(passCount) {
      passCount += 1
      for (index, content) in contents.enumerated() {
        let start = ThreadTime.now
        let layout = try slowness.run {
          for _ in 1..<Self.layoutCount { _ = try probe.layout(content, width: width) }
          return try probe.layout(content, width: width)
        }
        let middle = ThreadTime.now
        _ = try probe.pictures(of: layout)
        best[index].layout = min(best[index].layout, (middle - start) / Self.layoutCount)
        best[index].raster = min(best[index].raster, ThreadTime.now - middle)
      }
    }
    guard passCount > 0 else { return nil }
    layoutUs = Self.geometricMean(best.map(\.layout))
    rasterUs = Self.geometricMean(best.map(\.raster))
  }

  /// Times that a process measured.
  package init(layoutUs: Double, rasterUs: Double, began: Double) {
    (self.layoutUs, self.rasterUs, self.began) = (layoutUs, rasterUs, began)
  }

  /// The means of the times of processes, at least one, with the start of the first.
  init(meanOf processes: [RowTimes]) {
    func mean(_ time: (RowTimes) -> Double) -> Double {
      processes.map(time).reduce(0, +) / Double(processes.count)
    }
    self.init(
      layoutUs: mean(\.layoutUs), rasterUs: mean(\.rasterUs),
      began: processes.map(\.began).min() ?? 0)
  }

  /// The geometric mean in microseconds, to which each row contributes its growth, whether it is long or short.
  static func geometricMean(_ times: [Duration]) -> Double {
    let logarithms = times.map { log(max(1e-3, $0 / .microseconds(1))) }
    return exp(logarithms.reduce(0, +) / Double(max(1, logarithms.count)))
  }
}
