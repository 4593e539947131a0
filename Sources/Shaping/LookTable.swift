/// The positions on a line of text in each *look*, a font for a script; lengths in Pango units.
///
/// The baseline of a line is of the kind that its first script stands on. Text in a font or a script with
/// another position of that baseline is raised.
///
/// A table never changes, so that any thread may read it. For another look, the shaper makes a new table, in
/// which all looks keep their numbers.
package final class LookTable: Sendable {
  /// A font for a script.
  struct Look: Sendable {
    var font: Int
    var script: UInt32
    var ascent: Int32
    var descent: Int32
    /// The index in `kinds` of the kind of baseline that the script stands on.
    var kind: Int
    /// The first look with the same extents and positions, which may have another kind of baseline.
    var model = 0
  }

  let looks: [Look]
  /// The few kinds of baseline that scripts stand on, as OpenType tags.
  let kinds: [UInt32]
  /// The position of each kind of baseline, y up: look by look.
  private let positions: [Int32]

  init(looks: [Look] = [], kinds: [UInt32] = [], positions: [Int32] = []) {
    self.kinds = kinds
    self.positions = positions
    var modelled: [Look] = []
    modelled.reserveCapacity(looks.count)
    for look in looks {
      let places = positions[modelled.count * kinds.count..<(modelled.count + 1) * kinds.count]
      modelled.append(Self.modelled(look, at: places, among: modelled, positions))
    }
    self.looks = modelled
  }

  /// A table with the looks of another and one more, whose baselines are at `places`.
  ///
  /// - Complexity: O(looks).
  private init(_ other: LookTable, adding look: Look, at places: [Int32]) {
    kinds = other.kinds
    positions = other.positions + places
    looks =
      other.looks + [Self.modelled(look, at: places[...], among: other.looks, other.positions)]
  }

  /// A table with one more look, whose baselines of the present kinds are at `places`.
  func adding(_ look: Look, at places: [Int32]) -> LookTable {
    LookTable(self, adding: look, at: places)
  }

  /// A look with the number of the first of `looks` that has its extents and positions, or else its own number.
  private static func modelled(
    _ look: Look, at places: ArraySlice<Int32>, among looks: [Look], _ positions: [Int32]
  ) -> Look {
    let count = places.count
    var result = look
    result.model =
      looks.indices.first { other in
        looks[other].ascent == look.ascent && looks[other].descent == look.descent
          && positions[other * count..<(other + 1) * count].elementsEqual(places)
      } ?? looks.count
    return result
  }

  /// The ascent and descent that stack lines, both positive.
  package func extents(of look: Int) -> (ascent: Int32, descent: Int32) {
    (looks[look].ascent, looks[look].descent)
  }

  /// The rise of a look on a line whose first look is `first`.
  package func rise(of look: Int, after first: Int) -> Int32 {
    let kind = looks[first].kind
    return positions[first * kinds.count + kind] - positions[look * kinds.count + kind]
  }
}
