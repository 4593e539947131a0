import GalleyHandles

/// How the items of a paragraph stand on lines: how high each is, and where its baseline lies.
///
/// A line's baseline is that of its first item's script: where the same kind of baseline lies elsewhere in
/// another item's font, that item is raised. Items of one font and script have one look. All lengths are in
/// Pango units.
struct ItemLooks: Sendable {
  /// A font for a script.
  private struct Look {
    var font: Int
    var script: UInt32
    var ascent: Int32
    var descent: Int32
    /// The kind of baseline that its script stands on, in `kinds`.
    var kind = 0
  }

  /// The look of each item; none where all have the same.
  private var numbers: [UInt32] = []
  private var looks: [Look] = []
  /// The kinds of baseline that scripts stand on, of which there are few.
  private var kinds: [UInt32] = []
  /// Where each kind of baseline lies in each look, y up: kind by kind.
  private var positions: [Int32] = []
  /// The ascent and descent of all lines, where all looks are as high and none is ever raised.
  private(set) var even: (ascent: Int32, descent: Int32)?

  /// - Complexity: O(items × looks).
  init(_ items: [TextItem], settings: ParagraphSettings, fonts: FontEnvironment) {
    guard let first = items.first else { return }
    if items.allSatisfy({ $0.font == first.font && $0.script == first.script }) {
      let own = settings.multiplied(fonts.metrics(first.font))
      even = (max(0, own.ascent), max(0, own.descent))
      return
    }
    numbers.reserveCapacity(items.count)
    for item in items {
      numbers.append(UInt32(number(of: item, settings: settings, fonts: fonts)))
    }
    positions.reserveCapacity(kinds.count * looks.count)
    for kind in kinds {
      for look in looks {
        positions.append(fonts.baseline(font: look.font, script: look.script, kind: kind))
      }
    }
    let isEven = looks.indices.allSatisfy { number in
      looks[number].ascent == looks[0].ascent && looks[number].descent == looks[0].descent
        && kinds.indices.allSatisfy {
          positions[$0 * looks.count + number] == positions[$0 * looks.count]
        }
    }
    if isEven { even = (max(0, looks[0].ascent), max(0, looks[0].descent)) }
  }

  private mutating func number(
    of item: TextItem, settings: ParagraphSettings, fonts: FontEnvironment
  ) -> Int {
    if let known = looks.lastIndex(where: { $0.font == item.font && $0.script == item.script }) {
      return known
    }
    let own = settings.multiplied(fonts.metrics(item.font))
    var look = Look(
      font: item.font, script: item.script, ascent: own.ascent, descent: own.descent)
    let kind = fonts.baselineKind(ofScript: item.script)
    if let known = kinds.firstIndex(of: kind) {
      look.kind = known
    } else {
      look.kind = kinds.count
      kinds.append(kind)
    }
    looks.append(look)
    return looks.count - 1
  }

  /// How far an item is raised on a line whose first item is `first`.
  func rise(ofItem item: Int, after first: Int) -> Int32 {
    guard even == nil else { return 0 }
    return rise(of: Int(numbers[item]), after: Int(numbers[first]))
  }

  private func rise(of look: Int, after first: Int) -> Int32 {
    let kind = looks[first].kind * looks.count
    return positions[kind + first] - positions[kind + look]
  }

  /// The ascent and descent of a line of those items.
  ///
  /// - Complexity: O(items).
  func extents(ofItems items: ClosedRange<Int>) -> (ascent: Int32, descent: Int32) {
    if let even { return even }
    var (ascent, descent): (Int32, Int32) = (0, 0)
    let first = Int(numbers[items.lowerBound])
    // Mostly there are few looks that take turns: what has been seen changes nothing.
    var seen: UInt64 = 0
    for item in items {
      let number = Int(numbers[item])
      let bit: UInt64 = number < 64 ? 1 << UInt64(number) : 0
      if seen & bit != 0 { continue }
      seen |= bit
      let rise = rise(of: number, after: first)
      ascent = max(ascent, looks[number].ascent + rise)
      descent = max(descent, looks[number].descent - rise)
    }
    return (ascent, descent)
  }
}
