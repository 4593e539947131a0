import GalleyHandles
import GalleyShaping

/// The extents and baselines of a paragraph's items, as their fonts have them.
///
/// All lengths are in Pango units.
struct ItemMetrics: Sendable {
  /// The number of each item in `table`; empty if all items have the same extents and baselines.
  private(set) var numbers: [UInt32] = []
  private var table: LookTable?
  /// Whether the baselines of scripts differ.
  private var raises = false
  /// The ascent and descent of each item, if all items have the same extents and baselines.
  private(set) var common: (ascent: Int32, descent: Int32)?

  /// - Complexity: O(items × looks of the fonts).
  init(_ items: [TextItem], fonts: FontEnvironment) {
    guard let first = items.first else { return }
    let look = fonts.shaper.look(font: first.font, script: first.script)
    let isCommon = items.allSatisfy {
      $0.font == first.font && $0.script == first.script
        || fonts.shaper.standAlike(look, fonts.shaper.look(font: $0.font, script: $0.script))
    }
    if isCommon {
      common = fonts.shaper.lookTable.extents(of: look)
    } else {
      numbers = items.map { UInt32(fonts.shaper.look(font: $0.font, script: $0.script)) }
      table = fonts.shaper.lookTable
      raises = fonts.shaper.raisesBaselines
    }
  }

  /// The ascent and descent of an item.
  func extents(ofItem item: Int) -> (ascent: Int32, descent: Int32) {
    table?.extents(of: Int(numbers[item])) ?? common ?? (0, 0)
  }

  /// The distance by which an item is raised on a line whose first item is `first`, so that the baseline of
  /// its script meets that of the first item.
  func rise(ofItem item: Int, after first: Int) -> Int32 {
    guard raises, let table else { return 0 }
    return table.rise(of: Int(numbers[item]), after: Int(numbers[first]))
  }
}
