import GalleyPrimitives

extension BoxSolver {
  /// Places the absolute children of a container in its padding box.
  ///
  /// - SeeAlso: CSS Positioned Layout 3, §4, and CSS Flexible Box Layout 1, §4.1.
  mutating func placeAbsolute(_ pass: borrowing FlexPass, height: Double) throws(BoxError) {
    var child = nodes[pass.box].firstChild
    while child >= 0 {
      if nodes[child].shared.style.isAbsolute { try placeAbsolute(child, pass, height: height) }
      child = nodes[child].nextSibling
    }
  }

  private mutating func placeAbsolute(
    _ child: Int, _ pass: borrowing FlexPass, height: Double
  ) throws(BoxError) {
    let shared = nodes[child].shared
    let style = shared.style
    let border = pass.frame.border
    let area = Size(
      width: max(0, (pass.inner.outer.width ?? 0) - border.width),
      height: max(0, height - border.height))
    let isRightToLeft = boxes[child].readsRightToLeft
    let extent = KnownSize(width: area.width, height: area.height)
    let insets = BoxEdges(
      top: style.insets.top.resolved(area.height),
      leading: style.insets.leading.resolved(area.width),
      bottom: style.insets.bottom.resolved(area.height),
      trailing: style.insets.trailing.resolved(area.width))
    var input = BoxInput(known: .none, extent: extent, space: .maxContent, isHeightDefinite: true)
    let frame = BoxFrame(shared, input)
    // Opposite insets give an automatic extent.
    if let leading = insets.leading, let trailing = insets.trailing, frame.known.width == nil {
      input.known.width = frame.clamped(
        area.width - leading - trailing - frame.margin.width, .horizontal)
    }
    if let top = insets.top, let bottom = insets.bottom, frame.known.height == nil,
      frame.ratio == nil || input.known.width == nil
    {
      input.known.height = frame.clamped(
        area.height - top - bottom - frame.margin.height, .vertical)
    }
    let room =
      insets.leading == nil && insets.trailing == nil
      ? pass.staticRoom(style, area.width)
      : area.width - (insets.leading ?? 0) - (insets.trailing ?? 0)
    input.space = .atMost(max(0, room))
    input.isHeightDefinite = input.known.height != nil
    let output = try measure(child, input)
    input.isHeightDefinite =
      input.known.height != nil || frame.known.height != nil || frame.ratio != nil
    input.known = KnownSize(width: output.width, height: output.height)
    _ = try place(child, input)
    // Of two insets and a size, the inset at the start of reading wins, also in a reversed container.
    let edges = AbsoluteEdges(
      prefersEnd: FlexPair(main: pass.style.isReversed, cross: pass.flow.isWrapReversed),
      inset: pass.flow.edges(insets, isRightToLeft: isRightToLeft),
      margin: pass.flow.edges(frame.margin, isRightToLeft: isRightToLeft),
      isAuto: pass.flow.edges(style.margin.map { $0 == .auto }, isRightToLeft: isRightToLeft),
      border: pass.flow.edges(border), padded: pass.inset)
    let outer = pass.flow.pair(width: pass.inner.outer.width ?? 0, height: height)
    let size = pass.flow.pair(width: output.width, height: output.height)
    boxes[child].rect = pass.rect(
      main: edges.main(size.main, in: outer.main, pass.mainAlignment(style)),
      cross: edges.cross(size.cross, in: outer.cross, pass.crossAlignment(style)), size, in: outer)
  }
}

extension FlexPass {
  /// The alignment of an absolute child without insets along the main axis.
  fileprivate func mainAlignment(_ child: FlexStyle) -> BoxAlignment {
    if style.arrangement == .overlay { return child.justifySelf ?? style.justifyItems }
    return switch style.justifyContent {
    case .start, .stretch, .spaceBetween: .start
    case .center, .spaceAround, .spaceEvenly: .center
    case .end: .end
    }
  }

  /// The room along x for an absolute child without insets: from its place in the arrangement to the end of the
  /// padding box, or as much on both sides of its middle as fits.
  fileprivate func staticRoom(_ child: FlexStyle, _ extent: Double) -> Double {
    let border = flow.edges(frame.border)
    let (start, end) =
      flow.isRow
      ? (inset.mainStart - border.mainStart, inset.mainEnd - border.mainEnd)
      : (inset.crossStart - border.crossStart, inset.crossEnd - border.crossEnd)
    switch flow.isRow ? mainAlignment(child) : crossAlignment(child) {
    case .start, .stretch, .baseline: return extent - start
    case .end: return extent - end
    case .center:
      let middle = (extent + start - end) / 2
      return 2 * min(middle, extent - middle)
    }
  }

  fileprivate func crossAlignment(_ child: FlexStyle) -> BoxAlignment {
    let align = child.alignSelf ?? style.alignItems
    // A box that has no line to share a baseline with is at the start, also if the lines are reversed.
    return align == .baseline && flow.isWrapReversed ? .end : align
  }
}

/// The distances of an absolute box and its container, from the starts of the container's axes.
private struct AbsoluteEdges {
  let prefersEnd: FlexPair<Bool>
  let inset: FlexEdges<Double?>
  let margin: FlexEdges<Double>
  let isAuto: FlexEdges<Bool>
  let border: FlexEdges<Double>
  /// The container's border and padding.
  let padded: FlexEdges<Double>

  func main(_ length: Double, in outer: Double, _ alignment: BoxAlignment) -> Double {
    offset(
      length, in: outer, alignment, prefersEnd: prefersEnd.main,
      inset: (inset.mainStart, inset.mainEnd),
      margin: (margin.mainStart, margin.mainEnd), isAuto: (isAuto.mainStart, isAuto.mainEnd),
      border: (border.mainStart, border.mainEnd), padded: (padded.mainStart, padded.mainEnd))
  }

  func cross(_ length: Double, in outer: Double, _ alignment: BoxAlignment) -> Double {
    offset(
      length, in: outer, alignment, prefersEnd: prefersEnd.cross,
      inset: (inset.crossStart, inset.crossEnd),
      margin: (margin.crossStart, margin.crossEnd), isAuto: (isAuto.crossStart, isAuto.crossEnd),
      border: (border.crossStart, border.crossEnd), padded: (padded.crossStart, padded.crossEnd))
  }

  private func offset(
    _ length: Double, in outer: Double, _ alignment: BoxAlignment, prefersEnd: Bool,
    inset: (Double?, Double?),
    margin: (Double, Double), isAuto: (Bool, Bool), border: (Double, Double),
    padded: (Double, Double)
  ) -> Double {
    if let start = inset.0, let end = inset.1, isAuto.0 || isAuto.1 {
      // Insets that cross leave an area of no extent at the inset that wins.
      let area = max(0, outer - border.0 - border.1 - start - end)
      let origin = prefersEnd ? outer - border.1 - end - area : border.0 + start
      let space = area - length - margin.0 - margin.1
      let share: Double =
        switch isAuto {
        case (true, true): space < 0 ? (prefersEnd ? space : 0) : space / 2
        case (true, false): space
        default: 0
        }
      return origin + margin.0 + share
    }
    if let start = inset.0, !prefersEnd || inset.1 == nil { return border.0 + start + margin.0 }
    if let end = inset.1 { return outer - border.1 - end - margin.1 - length }
    let first = padded.0 + margin.0
    let last = outer - padded.1 - margin.1 - length
    return switch alignment {
    case .start, .stretch, .baseline: first
    case .center: (first + last) / 2
    case .end: last
    }
  }
}
