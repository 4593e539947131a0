import GalleyHandles

extension Shaper {
  /// The number of a font for a script in ``lookTable``.
  package func look(font: Int, script: UInt32) -> Int {
    // Each item looks its look up: font and script give the first guess.
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

  /// Whether two looks have the same extents, and no rise beside each other.
  package func standAlike(_ one: Int, _ other: Int) -> Bool {
    lookTable.looks[one].model == lookTable.looks[other].model
  }

  /// - Complexity: O(looks); O(looks²) where the script stands on a new kind of baseline.
  private func addLook(font: Int, script: UInt32) -> Int {
    var kinds = lookTable.kinds
    let tag = fonts.baselineKind(ofScript: script)
    let kind = kinds.firstIndex(of: tag)
    let extents = fonts.metrics(font)
    let look = LookTable.Look(
      font: font, script: script, ascent: extents.ascent, descent: extents.descent,
      kind: kind ?? kinds.count)
    if kind != nil {
      let places = kinds.map { fonts.baseline(font: font, script: script, kind: $0) }
      lookTable = lookTable.adding(look, at: places)
      return lookTable.looks.count - 1
    }
    kinds.append(tag)
    let looks = lookTable.looks + [look]
    let positions = looks.flatMap { look in
      kinds.map { fonts.baseline(font: look.font, script: look.script, kind: $0) }
    }
    lookTable = LookTable(looks: looks, kinds: kinds, positions: positions)
    return looks.count - 1
  }
}
