import GalleyHandles

/// The heights and baselines of a paragraph's items.
///
/// All lengths are in Pango units.
struct ItemLooks: Sendable {
  /// The number of each item's look in `table`; empty if all items have the same extents and baselines.
  private var numbers: [UInt32] = []
  private var table: LookTable?
  /// The ascent and descent of all lines, if all items have the same extents and baselines.
  private(set) var even: (ascent: Int32, descent: Int32)?

  /// - Complexity: O(items × looks of the fonts).
  init(_ items: [TextItem], settings: ParagraphSettings, fonts: FontEnvironment) {
    guard let first = items.first else { return }
    let look = fonts.look(font: first.font, script: first.script)
    let isEven = items.allSatisfy {
      $0.font == first.font && $0.script == first.script
        || fonts.standAlike(look, fonts.look(font: $0.font, script: $0.script))
    }
    if isEven {
      let own = settings.multiplied(fonts.lookTable.extents(of: look))
      even = (max(0, own.ascent), max(0, own.descent))
    } else {
      numbers = items.map { UInt32(fonts.look(font: $0.font, script: $0.script)) }
      table = fonts.lookTable
    }
  }

  /// The distance by which an item is raised on a line whose first item is `first`.
  func rise(ofItem item: Int, after first: Int) -> Int32 {
    guard let table else { return 0 }
    return table.rise(of: Int(numbers[item]), after: Int(numbers[first]))
  }

  /// The ascent and descent of a line of some items.
  ///
  /// - Complexity: O(items).
  func extents(
    ofItems items: ClosedRange<Int>, settings: ParagraphSettings
  ) -> (ascent: Int32, descent: Int32) {
    guard let table else { return even ?? (0, 0) }
    var (ascent, descent): (Int32, Int32) = (0, 0)
    let first = Int(numbers[items.lowerBound])
    // Mostly a few looks alternate; a look that was seen changes nothing.
    var seen: UInt64 = 0
    for item in items {
      let number = Int(numbers[item])
      let bit: UInt64 = number < 64 ? 1 << UInt64(number) : 0
      if seen & bit != 0 { continue }
      seen |= bit
      let rise = table.rise(of: number, after: first)
      let own = settings.multiplied(table.extents(of: number))
      ascent = max(ascent, own.ascent + rise)
      descent = max(descent, own.descent - rise)
    }
    return (ascent, descent)
  }
}
