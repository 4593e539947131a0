extension BoxSolver {
  /// Returns the width of a container that depends on its children and the space for it.
  ///
  /// Percentages of children refer to the container's height if `isHeightDefinite`.
  mutating func contentWidth(
    _ box: Int, _ input: BoxInput, _ frame: BoxFrame, isHeightDefinite: Bool
  ) throws(BoxError) -> Double {
    let width: Double
    switch input.space {
    case .exactly(let space): width = space - frame.margin.width
    case .minContent, .maxContent:
      width = try contentWidth(box, input.space, frame, isHeightDefinite)
    case .atMost(let space):
      let widest = try contentWidth(box, .maxContent, frame, isHeightDefinite)
      let room = space - frame.margin.width
      width =
        widest <= room
        ? widest : max(room, try contentWidth(box, .minContent, frame, isHeightDefinite))
    }
    return frame.clamped(width, .horizontal)
  }

  /// Returns the width of a container's content with its insets, with as few or as many breaks as possible.
  private mutating func contentWidth(
    _ box: Int, _ space: BoxSpace, _ frame: BoxFrame, _ isHeightDefinite: Bool
  ) throws(BoxError) -> Double {
    let style = nodes[box].shared.style
    let isSum = style.arrangement == .row && !(style.wrap != .none && space == .minContent)
    let gap = style.columnGap.resolved(nil) ?? 0
    var inner = InnerSpace(
      width: frame.inset.width, height: frame.known.height, isHeightDefinite: isHeightDefinite,
      frame)
    inner.isWidthDefinite = false
    let pass = FlexPass(
      box, nodes[box].shared, inner, frame, isRightToLeft: boxes[box].readsRightToLeft)
    var (sum, widest, count, hasBasis) = (0.0, 0.0, 0, false)
    var child = nodes[box].firstChild
    while child >= 0 {
      if !nodes[child].shared.style.isAbsolute {
        let width = try contribution(of: child, pass, space)
        sum += width
        widest = max(widest, width)
        count += 1
        hasBasis = hasBasis || nodes[child].shared.style.basis.resolved(nil) != nil
      }
      child = nodes[child].nextSibling
    }
    if style.arrangement == .column, style.wrap != .none, space == .maxContent {
      widest = try linesWidth(box, widest: widest, frame, isHeightDefinite)
    }
    let width = (isSum ? sum + gap * Double(max(0, count - 1)) : widest) + frame.inset.width
    // By a basis, items may be narrower than their smallest content.
    guard isSum, hasBasis, space == .maxContent else { return width }
    return max(width, try contentWidth(box, .minContent, frame, isHeightDefinite))
  }

  /// Returns the width of a child with its margins, as its container's width depends on it (§9.9.1).
  private mutating func contribution(
    of child: Int, _ pass: borrowing FlexPass, _ space: BoxSpace
  ) throws(BoxError) -> Double {
    let (shared, container) = (nodes[child].shared, pass.style)
    let style = shared.style
    var input = BoxInput(known: .none, extent: pass.inner.extent, space: space)
    input.isWidthOnly = true
    let frame = BoxFrame(shared, input)
    let align = style.alignSelf ?? container.alignItems
    let isAuto = style.margin.top == .auto || style.margin.bottom == .auto
    if container.arrangement != .column, !pass.wraps, align == .stretch, !isAuto,
      frame.known.height == nil,
      let height = pass.inner.extent.height
    {
      // The stretched height matters to a ratio and to percentages within.
      input.known.height = frame.clamped(height - frame.margin.height, .vertical)
      input.isHeightDefinite = true
    }
    var width = try measure(child, input).width
    // Without a known basis, an item is as long as its content.
    if container.arrangement == .row, style.basis.resolved(nil) != nil,
      !(pass.wraps && space == .minContent)
    {
      items.append(makeItem(child, pass))
      defer { items.removeLast() }
      try findBasis(items.count - 1, pass)
      let item = items[items.count - 1]
      // An item that cannot flex to the length of its content keeps its own.
      if (width > item.basis && style.grow == 0) || (width < item.basis && style.shrink == 0) {
        width = item.hypotheticalMain
      }
    }
    return max(0, width + frame.margin.width)
  }

  /// Returns the widths of the lines of a column that wraps, together.
  private mutating func linesWidth(
    _ box: Int, widest: Double, _ frame: BoxFrame, _ isHeightDefinite: Bool
  ) throws(BoxError) -> Double {
    var inner = InnerSpace(
      width: widest + frame.inset.width, height: frame.known.height,
      isHeightDefinite: isHeightDefinite, frame)
    inner.isWidthDefinite = false
    var pass = FlexPass(
      box, nodes[box].shared, inner, frame, isRightToLeft: boxes[box].readsRightToLeft)
    pass.extent.cross = nil
    let (itemCount, lineCount) = (items.count, lines.count)
    defer {
      items.removeLast(items.count - itemCount)
      lines.removeLast(lines.count - lineCount)
    }
    try findLines(&pass)
    var width = pass.gap.cross * Double(max(0, pass.lines.count - 1))
    for index in pass.lines {
      var thickest = 0.0
      for item in items[lines[index].items] { thickest = max(thickest, item.outerCross) }
      width += thickest
    }
    return width
  }
}
