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
    var own = looks
    func places(_ look: Int) -> ArraySlice<Int32> {
      positions[look * kinds.count..<(look + 1) * kinds.count]
    }
    for index in own.indices {
      let model = own[..<index].indices.first { other in
        own[other].ascent == own[index].ascent && own[other].descent == own[index].descent
          && places(other).elementsEqual(places(index))
      }
      own[index].model = model ?? index
    }
    self.looks = own
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

  /// - Complexity: O(looks²).
  private func addLook(font: Int, script: UInt32) -> Int {
    var kinds = lookTable.kinds
    let tag = baselineKind(ofScript: script)
    if !kinds.contains(tag) { kinds.append(tag) }
    let extents = metrics(font)
    let look = LookTable.Look(
      font: font, script: script, ascent: extents.ascent, descent: extents.descent,
      kind: kinds.firstIndex(of: tag) ?? 0)
    let looks = lookTable.looks + [look]
    let positions = looks.flatMap { look in
      kinds.map { baseline(font: look.font, script: look.script, kind: $0) }
    }
    lookTable = LookTable(looks: looks, kinds: kinds, positions: positions)
    return looks.count - 1
  }
}
