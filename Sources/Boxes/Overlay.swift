import GalleyPrimitives

extension BoxSolver {
  /// Lays out the children of an overlay whose width is known, each in the whole content box.
  mutating func computeOverlay(
    _ box: Int, _ inner: InnerSpace, _ frame: BoxFrame, places: Bool
  ) throws(BoxError) -> BoxOutput {
    var pass = FlexPass(
      box, nodes[box].shared, inner, frame, isRightToLeft: boxes[box].readsRightToLeft)
    var height = inner.outer.height ?? 0
    var child = nodes[box].firstChild
    if inner.outer.height == nil {
      while child >= 0 {
        if !nodes[child].shared.style.isAbsolute {
          let output = try measureOverlaid(child, pass)
          let margin = BoxFrame(nodes[child].shared, pass.input).margin
          height = max(height, output.height + margin.height)
        }
        child = nodes[child].nextSibling
      }
      height = frame.clamped(height + frame.inset.height, .vertical)
      pass.inner.outer.height = height
      pass.inner.height = max(0, height - frame.inset.height)
      child = nodes[box].firstChild
    }
    guard places else { return BoxOutput(width: inner.outer.width ?? 0, height: height) }
    var baseline: Double?
    while child >= 0 {
      if !nodes[child].shared.style.isAbsolute {
        let own = try placeOverlaid(child, pass, height: height)
        baseline = baseline ?? own
      }
      child = nodes[child].nextSibling
    }
    try placeAbsolute(pass, height: height)
    return BoxOutput(width: inner.outer.width ?? 0, height: height, firstBaseline: baseline)
  }

  /// Measures a child at its width in the overlay.
  private mutating func measureOverlaid(
    _ child: Int, _ pass: borrowing FlexPass
  ) throws(BoxError) -> BoxOutput {
    try measure(child, pass.stretchedWidth(nodes[child].shared, pass.input))
  }

  /// - Returns: The child's first baseline in the overlay.
  private mutating func placeOverlaid(
    _ child: Int, _ pass: borrowing FlexPass, height: Double
  ) throws(BoxError) -> Double {
    let shared = nodes[child].shared
    let style = shared.style
    // The final height counts for percentages, although it may depend on this child.
    var input = pass.input
    input.extent.height = pass.inner.height
    input = pass.stretchedWidth(shared, input)
    let frame = BoxFrame(shared, input)
    let align = style.alignSelf ?? pass.style.alignItems
    let inner = pass.inner.height ?? 0
    let isAutoY = style.margin.top == .auto || style.margin.bottom == .auto
    if align == .stretch, !isAutoY, frame.known.height == nil {
      input.known.height = frame.clamped(inner - frame.margin.height, .vertical)
    }
    input.isHeightDefinite = input.known.height != nil
    let output = try measure(child, input)
    input.isHeightDefinite =
      input.isHeightDefinite || frame.known.height != nil || frame.ratio != nil
    input.known = KnownSize(width: output.width, height: output.height)
    let placed = try place(child, input)
    let isRightToLeft = boxes[child].readsRightToLeft
    let margin = pass.flow.edges(frame.margin, isRightToLeft: isRightToLeft)
    let isAuto = pass.flow.edges(style.margin.map { $0 == .auto }, isRightToLeft: isRightToLeft)
    let x = offset(
      pass.inner.width - output.width - margin.main, style.justifySelf ?? pass.style.justifyItems,
      isAuto: (isAuto.mainStart, isAuto.mainEnd))
    let y = offset(
      inner - output.height - margin.cross, align, isAuto: (isAuto.crossStart, isAuto.crossEnd))
    let outer = FlexPair(main: pass.inner.outer.width ?? 0, cross: height)
    boxes[child].rect = pass.rect(
      main: pass.inset.mainStart + margin.mainStart + x,
      cross: pass.inset.crossStart + margin.crossStart + y,
      FlexPair(main: output.width, cross: output.height), in: outer)
    return boxes[child].rect.minY + (placed.firstBaseline ?? output.height)
  }

  private func offset(_ space: Double, _ alignment: BoxAlignment, isAuto: (Bool, Bool)) -> Double {
    switch isAuto {
    case (true, true): return max(0, space) / 2
    case (true, false): return max(0, space)
    case (false, true): return 0
    case (false, false): break
    }
    return switch alignment {
    case .start, .stretch, .baseline: 0
    case .center: space / 2
    case .end: space
    }
  }
}

extension FlexPass {
  /// The arguments of a child of an overlay.
  fileprivate var input: BoxInput {
    BoxInput(known: .none, extent: inner.extent, space: .atMost(inner.width))
  }

  /// Returns the arguments with the width of a child that is stretched along x.
  fileprivate func stretchedWidth(_ shared: SharedFlexStyle, _ input: BoxInput) -> BoxInput {
    let child = shared.style
    let isAuto = child.margin.leading == .auto || child.margin.trailing == .auto
    guard (child.justifySelf ?? style.justifyItems) == .stretch, !isAuto else { return input }
    let frame = BoxFrame(shared, input)
    guard frame.known.width == nil else { return input }
    var result = input
    result.known.width = frame.clamped(inner.width - frame.margin.width, .horizontal)
    return result
  }
}
