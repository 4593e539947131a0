extension BoxSolver {
  /// Returns the width of a container that depends on its children and the space for it.
  mutating func contentWidth(
    _ box: Int, _ input: BoxInput, _ frame: BoxFrame
  ) throws(BoxError) -> Double {
    let width: Double
    switch input.space {
    case .exactly(let space): width = space - frame.margin.width
    case .minContent, .maxContent:
      width = try contentWidth(box, input.space, frame)
    case .atMost(let space):
      let widest = try contentWidth(box, .maxContent, frame)
      let room = space - frame.margin.width
      width = widest <= room ? widest : max(room, try contentWidth(box, .minContent, frame))
    }
    return frame.clamped(width, .horizontal)
  }

  /// Returns the width of a container's content with its insets, with as few or as many breaks as possible.
  private mutating func contentWidth(
    _ box: Int, _ space: BoxSpace, _ frame: BoxFrame
  ) throws(BoxError) -> Double {
    let style = nodes[box].style
    let isSum = style.arrangement == .row && !(style.wrap != .none && space == .minContent)
    let gap = style.columnGap.resolved(nil) ?? 0
    let height = frame.known.height.map { max(0, $0 - frame.inset.height) }
    var (sum, widest, count) = (0.0, 0.0, 0)
    var child = nodes[box].firstChild
    while child >= 0 {
      if !nodes[child].style.isAbsolute {
        let width = try contribution(of: child, in: style, space, height: height)
        sum += width
        widest = max(widest, width)
        count += 1
      }
      child = nodes[child].nextSibling
    }
    if style.arrangement == .column, style.wrap != .none, space == .maxContent {
      widest = try linesWidth(box, widest: widest, frame, isHeightDefinite: height != nil)
    }
    return (isSum ? sum + gap * Double(max(0, count - 1)) : widest) + frame.inset.width
  }

  /// Returns the width of a child with its margins, as its container's width depends on it (§9.9.3).
  private mutating func contribution(
    of child: Int, in container: FlexStyle, _ space: BoxSpace, height: Double?
  ) throws(BoxError) -> Double {
    let style = nodes[child].style
    var input = BoxInput(
      known: .none, extent: KnownSize(width: nil, height: height), space: space)
    input.isWidthOnly = true
    let frame = BoxFrame(style, input)
    let isRow = container.arrangement == .row
    let align = style.alignSelf ?? container.alignItems
    let isAuto = style.margin.top == .auto || style.margin.bottom == .auto
    let isSingle = container.wrap == .none
    if container.arrangement != .column, isSingle, align == .stretch, !isAuto, let height,
      frame.known.height == nil
    {
      // The stretched height matters to a ratio and to percentages within.
      input.known.height = frame.clamped(height - frame.margin.height, .vertical)
      input.isHeightDefinite = true
    }
    var width = try measure(child, input).width
    if isRow, isSingle, let basis = style.basis.resolved(nil) {
      // A basis limits an item that cannot flex past it.
      if style.grow == 0 { width = min(width, max(basis, frame.inset.width)) }
      if style.shrink == 0 { width = max(width, basis) }
      if style.minSize.width.resolved(nil) == nil {
        input.space = .minContent
        input.ignoredAxis = .horizontal
        var least = try measure(child, input).width
        if let own = BoxFrame(style, BoxInput(known: .none, extent: .none, space: space)).known
          .width
        {
          least = min(least, own)
        }
        width = max(width, least)
      }
      width = frame.clamped(width, .horizontal)
    }
    return max(0, width + frame.margin.width)
  }

  /// Returns the widths of the lines of a column that wraps, together.
  private mutating func linesWidth(
    _ box: Int, widest: Double, _ frame: BoxFrame, isHeightDefinite: Bool
  ) throws(BoxError) -> Double {
    let inner = InnerSpace(
      width: widest + frame.inset.width, height: frame.known.height,
      isHeightDefinite: isHeightDefinite, frame)
    var pass = FlexPass(
      box, nodes[box].style, inner, frame, isRightToLeft: readsRightToLeft[box])
    pass.extent.cross = nil
    let (itemCount, lineCount) = (items.count, lines.count)
    defer {
      items.removeSubrange(itemCount...)
      lines.removeSubrange(lineCount...)
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
