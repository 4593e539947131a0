import GalleyPrimitives

extension BoxJustification {
  /// The offset of the first of `count` parts, and the additional space between two, if `space` remains.
  ///
  /// Without room, parts that would have space around them overflow at the end of the reading direction, also
  /// if they are reversed: CSS calls it safe centring.
  func offsets(space: Double, count: Int, isReversed: Bool) -> (first: Double, between: Double) {
    let parts = Double(count)
    switch self {
    case .start, .stretch: return (0, 0)
    case .end: return (space, 0)
    case .center: return (space / 2, 0)
    case .spaceBetween: return (0, space > 0 && count > 1 ? space / (parts - 1) : 0)
    case .spaceAround:
      return space > 0 ? (space / parts / 2, space / parts) : (isReversed ? space : 0, 0)
    case .spaceEvenly:
      return space > 0 ? (space / (parts + 1), space / (parts + 1)) : (isReversed ? space : 0, 0)
    }
  }
}

extension BoxSolver {
  /// Distributes the remaining space of a line among automatic margins, or by the container's rule (§9.5).
  mutating func distributeMain(_ lineIndex: Int, _ pass: borrowing FlexPass) {
    let line = lines[lineIndex].items
    guard !line.isEmpty else { return }
    var space = (pass.extent.main ?? 0) - pass.gap.main * Double(line.count - 1)
    var automatic = 0
    for index in line {
      space -= items[index].outerMain
      if items[index].isMarginAuto.mainStart { automatic += 1 }
      if items[index].isMarginAuto.mainEnd { automatic += 1 }
    }
    var (offset, between) = (0.0, 0.0)
    if automatic == 0 || space <= 0 {
      (offset, between) = pass.style.justifyContent.offsets(
        space: space, count: line.count, isReversed: pass.style.isReversed)
    }
    let share = automatic > 0 ? max(0, space) / Double(automatic) : 0
    for index in line {
      if items[index].isMarginAuto.mainStart { items[index].margin.mainStart = share }
      if items[index].isMarginAuto.mainEnd { items[index].margin.mainEnd = share }
      items[index].mainOffset = offset
      offset += items[index].outerMain + between + pass.gap.main
    }
  }

  /// Aligns the items of a line along its cross axis (§9.6).
  mutating func alignCross(_ lineIndex: Int, _ pass: borrowing FlexPass) {
    let line = lines[lineIndex]
    for index in line.items {
      let item = items[index]
      let space = line.cross - item.outerCross
      let isAuto = (item.isMarginAuto.crossStart, item.isMarginAuto.crossEnd)
      if isAuto.0 || isAuto.1 {
        let share = max(0, space) / (isAuto.0 && isAuto.1 ? 2 : 1)
        if isAuto.0 { items[index].margin.crossStart = share }
        if isAuto.1 { items[index].margin.crossEnd = share }
        items[index].crossOffset = space < 0 && pass.flow.isWrapReversed ? space : 0
        continue
      }
      items[index].crossOffset =
        switch item.align {
        case .start, .stretch: 0
        case .end: space
        case .center: space / 2
        case .baseline: item.ascent.map { line.ascent - $0 } ?? 0
        }
    }
  }

  /// Distributes the lines along the cross axis.
  mutating func distributeLines(_ pass: borrowing FlexPass) {
    guard pass.wraps else { return }
    var space = (pass.extent.cross ?? 0) - pass.gap.cross * Double(max(0, pass.lines.count - 1))
    for line in lines[pass.lines] { space -= line.cross }
    var (offset, between) = pass.style.alignContent.offsets(
      space: space, count: pass.lines.count, isReversed: pass.flow.isWrapReversed)
    for index in pass.lines {
      lines[index].crossOffset = offset
      offset += lines[index].cross + between + pass.gap.cross
    }
  }

  /// Places the items' content, and the items in their container.
  ///
  /// - Returns: The container's first baseline.
  mutating func placeItems(_ pass: borrowing FlexPass, height: Double) throws(BoxError) -> Double? {
    let inset = pass.inset
    let outer = pass.flow.pair(width: pass.inner.outer.width ?? 0, height: height)
    var baseline: Double?
    var isBaselineAligned = false
    for lineIndex in pass.lines {
      let line = lines[lineIndex]
      for index in line.items {
        let item = items[index]
        let output = try placeItem(item, pass)
        let rect = pass.rect(
          main: inset.mainStart + item.mainOffset + item.margin.mainStart,
          cross: inset.crossStart + line.crossOffset + item.crossOffset + item.margin.crossStart,
          FlexPair(main: item.main, cross: item.cross), in: outer)
        boxes[item.box].rect = rect
        guard lineIndex == pass.topmostLine else { continue }
        let isAligned = pass.flow.isRow && item.ascent != nil
        // The first item in reading order counts: the last one, if the items are reversed.
        if baseline == nil || (isAligned && !isBaselineAligned)
          || (pass.style.isReversed && isAligned == isBaselineAligned)
        {
          baseline = rect.minY + (output.firstBaseline ?? rect.height)
          isBaselineAligned = isAligned
        }
      }
    }
    return baseline
  }
}

extension FlexPass {
  /// The line at the start of reading, whose baseline is the container's.
  fileprivate var topmostLine: Int {
    flow.isWrapReversed ? lines.upperBound - 1 : lines.lowerBound
  }

  /// Returns the rectangle of a box at a distance from the starts of the axes.
  func rect(
    main: Double, cross: Double, _ size: FlexPair<Double>, in outer: FlexPair<Double>
  ) -> Rect {
    let main = flow.isMainFlipped ? outer.main - main - size.main : main
    let cross = flow.isCrossFlipped ? outer.cross - cross - size.cross : cross
    return flow.isRow
      ? Rect(x: main, y: cross, width: size.main, height: size.cross)
      : Rect(x: cross, y: main, width: size.cross, height: size.main)
  }
}
