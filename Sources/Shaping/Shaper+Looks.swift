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
    // Else all scripts stand on one baseline, at 0 in all fonts.
    let tag = raisesBaselines ? fonts.baselineKind(ofScript: script) : 0
    let kind = kinds.firstIndex(of: tag)
    let extents = lineExtents(ofFont: font)
    let look = LookTable.Look(
      font: font, script: script, ascent: extents.ascent, descent: extents.descent,
      kind: kind ?? kinds.count)
    if kind != nil {
      let places = kinds.map { baseline(of: look, kind: $0) }
      lookTable = lookTable.adding(look, at: places)
      return lookTable.looks.count - 1
    }
    kinds.append(tag)
    let looks = lookTable.looks + [look]
    let positions = looks.flatMap { look in
      kinds.map { baseline(of: look, kind: $0) }
    }
    lookTable = LookTable(looks: looks, kinds: kinds, positions: positions)
    return looks.count - 1
  }

  /// The families of symbols, whose lines would be up to half as high again as those of letters.
  private static let symbolFamilies = [
    "Noto Sans Math", "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Music",
  ]
  /// The extents of Noto's letters in ems, within which symbols are drawn.
  private static let (letterAscent, letterDescent) = (1.069, 0.293)

  /// The ascent and descent of a font on a line; a font of symbols has those of letters.
  private func lineExtents(ofFont font: Int) -> (ascent: Int32, descent: Int32) {
    let extents = fonts.metrics(font)
    let face = fonts.faces[font]
    guard !raisesBaselines,
      Self.symbolFamilies.contains(where: { face.name == $0 || face.name.hasPrefix($0 + " ") })
    else { return extents }
    let em = Double(fonts.em(font))
    return (
      min(extents.ascent, Int32(Self.letterAscent * em)),
      min(extents.descent, Int32(Self.letterDescent * em))
    )
  }

  private func baseline(of look: LookTable.Look, kind: UInt32) -> Int32 {
    raisesBaselines ? fonts.baseline(font: look.font, script: look.script, kind: kind) : 0
  }
}
