extension BoxSolver {
  /// Grows or shrinks the items of a line until they fill it, or reach their limits (§9.7).
  mutating func resolveLengths(_ lineIndex: Int, _ pass: borrowing FlexPass) throws(BoxError) {
    let line = lines[lineIndex].items
    let extent = pass.extent.main ?? 0
    let gaps = pass.gap.main * Double(max(0, line.count - 1))
    var hypothetical = gaps
    for index in line { hypothetical += items[index].hypotheticalMain + items[index].margin.main }
    let grows = hypothetical < extent
    if hypothetical > extent {
      for index in line where items[index].isLeastPending && items[index].shrink > 0 {
        try findLeast(index, items[index].preferredMain, items[index].knownCross, pass)
      }
    }
    var used = gaps
    var open = 0
    for index in line {
      let item = items[index]
      let factor = grows ? item.grow : item.shrink
      let isFixed =
        factor == 0
        || (grows ? item.basis > item.hypotheticalMain : item.basis < item.hypotheticalMain)
      items[index].isFrozen = isFixed
      items[index].main = isFixed ? item.hypotheticalMain : item.basis
      used += items[index].outerMain
      if !isFixed { open += 1 }
    }
    let initialSpace = extent - used
    while open > 0 {
      open = resolveRound(line, grows, gaps, extent, initialSpace)
    }
  }

  /// Distributes the space among the items that are not frozen, and freezes those beyond a limit, or all.
  ///
  /// - Returns: The number of items that are not frozen.
  private mutating func resolveRound(
    _ line: Range<Int>, _ grows: Bool, _ gaps: Double, _ extent: Double, _ initialSpace: Double
  ) -> Int {
    var (used, factors, scaled) = (gaps, 0.0, 0.0)
    for index in line {
      let item = items[index]
      used += (item.isFrozen ? item.main : item.basis) + item.margin.main
      guard !item.isFrozen else { continue }
      factors += grows ? item.grow : item.shrink
      scaled += item.shrink * (item.basis - item.inset.main)
    }
    var space = extent - used
    if factors < 1, abs(initialSpace * factors) < abs(space) { space = initialSpace * factors }
    var violations = 0.0
    for index in line where !items[index].isFrozen {
      let item = items[index]
      var length = item.basis
      if grows {
        length += space * item.grow / factors
      } else if scaled > 0 {
        length += space * item.shrink * (item.basis - item.inset.main) / scaled
      }
      items[index].main = item.clampedMain(length)
      items[index].violation = items[index].main - length
      violations += items[index].violation
    }
    var open = 0
    for index in line where !items[index].isFrozen {
      let violation = items[index].violation
      let isFrozen = violations == 0 || (violations > 0 ? violation > 0 : violation < 0)
      items[index].isFrozen = isFrozen
      if !isFrozen { open += 1 }
    }
    return open
  }

  /// Finds the extent of an item along the cross axis (§9.4, step 7).
  mutating func findCross(_ index: Int, _ pass: borrowing FlexPass) throws(BoxError) {
    let item = items[index]
    if let cross = item.size.cross {
      items[index].cross = item.clampedCross(cross)
      return
    }
    if item.stretches, !pass.wraps, let extent = pass.extent.cross {
      items[index].cross = item.clampedCross(extent - item.margin.cross)
      return
    }
    if let ratio = item.ratio {
      let cross = pass.flow.isRow ? item.main / ratio : item.main * ratio
      if !item.stretches {
        items[index].cross = item.clampedCross(cross)
        return
      }
    }
    items[index].cross = item.clampedCross(try contentCross(item, main: item.main, pass))
  }

  /// Returns the extent of an item along the cross axis by its content.
  mutating func contentCross(
    _ item: FlexItem, main: Double?, _ pass: borrowing FlexPass
  ) throws(BoxError) -> Double {
    var input = BoxInput(
      known: pass.flow.size(FlexPair(main: main, cross: nil)), extent: pass.inner.extent,
      space: .atMost(pass.inner.width), ignoredAxis: pass.flow.mainAxis)
    input.isWidthOnly = !pass.flow.isRow
    input.isHeightDefinite =
      !pass.flow.isRow && (pass.inner.isHeightDefinite || item.isBasisDefinite)
    let output = try measure(item.box, input)
    return pass.flow.isRow ? output.height : output.width
  }

  /// Finds the baselines of a row's items that are aligned by them.
  mutating func findBaselines(_ pass: borrowing FlexPass) throws(BoxError) {
    for index in pass.items where items[index].align == .baseline {
      let item = items[index]
      guard !item.isMarginAuto.crossStart, !item.isMarginAuto.crossEnd else { continue }
      let output = try placeItem(item, pass)
      let fromTop = output.firstBaseline ?? item.cross
      items[index].ascent =
        item.margin.crossStart + (pass.flow.isCrossFlipped ? item.cross - fromTop : fromTop)
    }
  }

  /// Places the content of an item whose lengths are known.
  mutating func placeItem(_ item: FlexItem, _ pass: borrowing FlexPass) throws(BoxError)
    -> BoxOutput
  {
    let style = nodes[item.box].shared.style
    var input = BoxInput(
      known: pass.flow.size(FlexPair(main: item.main, cross: item.cross)),
      extent: pass.inner.extent, space: .atMost(pass.inner.width), ignoredAxis: pass.flow.mainAxis)
    // §9.8: heights are definite if the style has them, itself or by a ratio, if they are stretched, or if they
    // are flexed from a definite length.
    let isOwn = style.size.height.resolved(pass.inner.extent.height) != nil
    input.isHeightDefinite =
      pass.flow.isRow
      ? isOwn || item.stretches || item.ratio != nil
      : pass.inner.isHeightDefinite || item.isBasisDefinite
    return try place(item.box, input)
  }

  /// Finds the thickness of each line (§9.4, steps 8 and 9), and stretches items (step 11).
  mutating func findLineCross(_ pass: inout FlexPass) {
    let isSingle = !pass.wraps
    for lineIndex in pass.lines {
      var (ascent, descent, thickest) = (-Double.infinity, -Double.infinity, 0.0)
      for index in lines[lineIndex].items {
        let item = items[index]
        if let own = item.ascent {
          ascent = max(ascent, own)
          descent = max(descent, item.outerCross - own)
        } else {
          thickest = max(thickest, item.outerCross)
        }
      }
      if ascent > -.infinity { lines[lineIndex].ascent = ascent }
      lines[lineIndex].cross = max(thickest, ascent > -.infinity ? ascent + descent : 0)
      guard isSingle else { continue }
      if let extent = pass.extent.cross {
        lines[lineIndex].cross = extent
      } else {
        let inset = pass.frame.inset.height
        let outer = pass.frame.clamped(lines[lineIndex].cross + inset, .vertical)
        lines[lineIndex].cross = max(0, outer - inset)
      }
    }
    if pass.wraps, pass.style.alignContent == .stretch { stretchLines(pass) }
    for lineIndex in pass.lines {
      let cross = lines[lineIndex].cross
      for index in lines[lineIndex].items where items[index].stretches {
        items[index].cross = items[index].clampedCross(cross - items[index].margin.cross)
      }
    }
  }

  private mutating func stretchLines(_ pass: borrowing FlexPass) {
    let inset = pass.flow.isRow ? pass.frame.inset.height : pass.frame.inset.width
    let least = pass.flow.isRow ? pass.frame.minimum.height : pass.frame.minimum.width
    let extent = pass.extent.cross ?? max(0, (least ?? 0) - inset)
    var space = extent - pass.gap.cross * Double(max(0, pass.lines.count - 1))
    for line in lines[pass.lines] { space -= line.cross }
    guard space > 0 else { return }
    for index in pass.lines { lines[index].cross += space / Double(pass.lines.count) }
  }

  /// Returns the height of the border box; a row's one depends on its lines.
  func findHeight(_ pass: inout FlexPass) -> Double {
    if let height = pass.inner.outer.height { return height }
    var height = pass.gap.cross * Double(max(0, pass.lines.count - 1))
    for line in lines[pass.lines] { height += line.cross }
    let outer = pass.frame.clamped(height + pass.frame.inset.height, .vertical)
    pass.inner.outer.height = outer
    pass.inner.height = max(0, outer - pass.frame.inset.height)
    pass.extent.cross = pass.inner.height
    return outer
  }
}
