/// How text of each font for each script that was met stands on lines; lengths in Pango units.
///
/// A line's baseline is of the kind that its first script stands on. Where that kind of baseline lies
/// elsewhere in another font or for another script, what is set in these is raised.
///
/// A table never changes, so that whoever sets lines by it can hold it on any thread; where another look is
/// met, the environment makes a new one, in which all looks keep their numbers.
package final class LookTable: Sendable {
  /// A font for a script.
  struct Look: Sendable {
    var font: Int
    var script: UInt32
    var ascent: Int32
    var descent: Int32
    /// The kind of baseline that the script stands on, in `kinds`.
    var kind: Int
    /// The first look that stands on lines as this one does, whatever kind of baseline they have.
    var model = 0
  }

  let looks: [Look]
  /// The kinds of baseline that scripts stand on, as OpenType tags; there are few.
  let kinds: [UInt32]
  /// Where each kind of baseline lies, y up: look by look.
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

  /// A table of the looks of another and one more, whose baselines lie at `places`.
  ///
  /// - Complexity: O(looks).
  private init(_ other: LookTable, adding look: Look, at places: [Int32]) {
    kinds = other.kinds
    positions = other.positions + places
    looks =
      other.looks + [Self.modelled(look, at: places[...], among: other.looks, other.positions)]
  }

  /// A table with one more look, whose baselines of the present kinds lie at `places`.
  func adding(_ look: Look, at places: [Int32]) -> LookTable {
    LookTable(self, adding: look, at: places)
  }

  /// A look with the number of the first of `looks` that stands on lines as it does, or its own number.
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

  /// How far a look is raised on a line whose first one is `first`.
  package func rise(of look: Int, after first: Int) -> Int32 {
    let kind = looks[first].kind
    return positions[first * kinds.count + kind] - positions[look * kinds.count + kind]
  }
}

extension FontEnvironment {
  /// The number of a font for a script in ``lookTable``.
  package func look(font: Int, script: UInt32) -> Int {
    // Asked for each item: what tells most looks apart says where to look first.
    let place = (font &* 31 &+ Int(script >> 8 ^ script)) & (recentLooks.count - 1)
    let looks = lookTable.looks
    let recent = recentLooks[place]
    if recent < looks.count, looks[recent].font == font, looks[recent].script == script {
      return recent
    }
    let look =
      looks.firstIndex { $0.font == font && $0.script == script }
      ?? addLook(font: font, script: script)
    recentLooks[place] = look
    return look
  }

  /// Whether two looks are as high, and never raised beside one another.
  package func standAlike(_ one: Int, _ other: Int) -> Bool {
    lookTable.looks[one].model == lookTable.looks[other].model
  }

  /// - Complexity: O(looks); O(looks²) where the script stands on a new kind of baseline.
  private func addLook(font: Int, script: UInt32) -> Int {
    var kinds = lookTable.kinds
    let tag = baselineKind(ofScript: script)
    let kind = kinds.firstIndex(of: tag)
    let extents = metrics(font)
    let look = LookTable.Look(
      font: font, script: script, ascent: extents.ascent, descent: extents.descent,
      kind: kind ?? kinds.count)
    if kind != nil {
      let places = kinds.map { baseline(font: font, script: script, kind: $0) }
      lookTable = lookTable.adding(look, at: places)
      return lookTable.looks.count - 1
    }
    kinds.append(tag)
    let looks = lookTable.looks + [look]
    let positions = looks.flatMap { look in
      kinds.map { baseline(font: look.font, script: look.script, kind: $0) }
    }
    lookTable = LookTable(looks: looks, kinds: kinds, positions: positions)
    return looks.count - 1
  }
}
