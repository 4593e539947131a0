import GalleyPrimitives

/// What all steps of the layout of one row or column share.
///
/// It is never copied: each step borrows it.
struct FlexPass: ~Copyable {
  let box: Int
  let shared: SharedFlexStyle
  let flow: FlexFlow
  let frame: BoxFrame
  var inner: InnerSpace
  /// The extents of the content box; unknown ones depend on the items.
  var extent: FlexPair<Double?>
  var gap: FlexPair<Double>
  /// Places of this container's items and lines in the solver's arrays.
  var items: Range<Int> = 0..<0
  var lines: Range<Int> = 0..<0

  init(
    _ box: Int, _ shared: SharedFlexStyle, _ inner: InnerSpace, _ frame: BoxFrame,
    isRightToLeft: Bool
  ) {
    let style = shared.style
    self.box = box
    self.shared = shared
    self.inner = inner
    self.frame = frame
    flow = FlexFlow(style, isRightToLeft: isRightToLeft)
    extent = flow.pair(width: inner.width, height: inner.height)
    gap = flow.pair(
      width: style.columnGap.resolved(inner.width) ?? 0,
      height: style.rowGap.resolved(inner.extent.height) ?? 0)
  }

  var style: FlexStyle { shared.style }

  /// The height of the border box at which a column of unknown height wraps.
  var heightLimit: Double {
    min(
      style.size.height.resolved(nil) ?? .infinity, style.maxSize.height.resolved(nil) ?? .infinity)
  }

  var wraps: Bool { style.wrap != .none }
  /// Padding and border, from the starts of the axes.
  var inset: FlexEdges<Double> { flow.edges(frame.inset) }
}

extension BoxSolver {
  /// Lays out a row or column whose width is known, as CSS does.
  ///
  /// - SeeAlso: CSS Flexible Box Layout 1, §9, <https://www.w3.org/TR/css-flexbox-1/#layout-algorithm>.
  mutating func computeLines(
    _ box: Int, _ inner: InnerSpace, _ frame: BoxFrame, places: Bool
  ) throws(BoxError) -> BoxOutput {
    var pass = FlexPass(
      box, nodes[box].shared, inner, frame, isRightToLeft: boxes[box].readsRightToLeft)
    let (itemCount, lineCount) = (items.count, lines.count)
    defer {
      items.removeLast(items.count - itemCount)
      lines.removeLast(lines.count - lineCount)
    }
    if !places || !takeMeasured(&pass) {
      try findLines(&pass)
      if pass.flow.isRow { try findBaselines(pass) }
      findLineCross(&pass)
    }
    let height = findHeight(&pass)
    guard places else {
      keepMeasured(pass)
      return BoxOutput(width: inner.outer.width ?? 0, height: height)
    }
    for index in pass.lines { distributeMain(index, pass) }
    for index in pass.lines { alignCross(index, pass) }
    distributeLines(pass)
    let baseline = try placeItems(pass, height: height)
    try placeAbsolute(pass, height: height)
    return BoxOutput(width: inner.outer.width ?? 0, height: height, firstBaseline: baseline)
  }

  /// Breaks the children into lines, and finds their lengths along both axes.
  mutating func findLines(_ pass: inout FlexPass) throws(BoxError) {
    collectItems(&pass)
    for index in pass.items { try findBasis(index, pass) }
    collectLines(&pass)
    findMainExtent(&pass)
    for index in pass.lines { try resolveLengths(index, pass) }
    for index in pass.items { try findCross(index, pass) }
  }

  /// Appends the children that take part in the arrangement.
  private mutating func collectItems(_ pass: inout FlexPass) {
    let start = items.count
    var child = nodes[pass.box].firstChild
    while child >= 0 {
      if !nodes[child].shared.style.isAbsolute { items.append(makeItem(child, pass)) }
      child = nodes[child].nextSibling
    }
    pass.items = start..<items.count
  }

  func makeItem(_ child: Int, _ pass: borrowing FlexPass) -> FlexItem {
    let shared = nodes[child].shared
    let style = shared.style
    let isRightToLeft = boxes[child].readsRightToLeft
    // The container applies the lengths along the main axis, the box those along the cross axis.
    let frame = BoxFrame(
      shared, BoxInput(known: .none, extent: pass.inner.extent, space: .maxContent))
    // A ratio gives the cross size once the main size is final.
    let own = pass.flow.pair(KnownSize(style.size, pass.inner.extent))
    let size = FlexPair(
      main: pass.flow.pair(frame.preferred).main,
      cross: own.cross == nil ? nil : pass.flow.pair(frame.known).cross)
    return FlexItem(
      box: child, align: style.alignSelf ?? pass.style.alignItems, grow: style.grow,
      shrink: style.shrink, isRightToLeft: isRightToLeft,
      size: size, minimum: pass.flow.pair(frame.minimum),
      maximum: pass.flow.pair(frame.maximum),
      margin: pass.flow.edges(frame.margin, isRightToLeft: isRightToLeft),
      isMarginAuto: shared.hasAutoMargin
        ? pass.flow.edges(style.margin.map { $0 == .auto }, isRightToLeft: isRightToLeft)
        : FlexEdges(mainStart: false, mainEnd: false, crossStart: false, crossEnd: false),
      inset: pass.flow.pair(width: frame.inset.width, height: frame.inset.height),
      ratio: frame.ratio,
      isCrossAuto: pass.flow.pair(width: style.size.width, height: style.size.height).cross == .auto
    )
  }

  /// Finds the length of an item before growing and shrinking, and its minimum (§9.2, §4.5).
  mutating func findBasis(_ index: Int, _ pass: borrowing FlexPass) throws(BoxError) {
    let item = items[index]
    var cross = item.size.cross
    let isDefinite = !pass.flow.isRow || pass.inner.isHeightDefinite
    if cross == nil, item.stretches, !pass.wraps, isDefinite, let extent = pass.extent.cross {
      cross = item.clampedCross(extent - item.margin.cross)
    }
    var preferred = item.size.main
    if preferred == nil, item.ratio != nil, cross == nil, !pass.flow.isRow {
      cross = try contentCross(item, main: nil, pass)
    }
    if preferred == nil, let ratio = item.ratio, let cross {
      preferred = pass.flow.isRow ? cross * ratio : cross / ratio
    }
    let extent = pass.flow.isRow ? pass.inner.extent.width : pass.inner.extent.height
    let style = nodes[item.box].shared.style
    // A percentage of an unknown extent stands for the content, not for the size.
    let basis = style.basis.resolved(extent) ?? (style.basis == .auto ? preferred : nil)
    items[index].isBasisDefinite = basis != nil
    let length = if let basis { basis } else { try contentMain(item, cross, .maxContent, pass) }
    items[index].basis = max(length, item.inset.main)
    if let minimum = item.minimum.main {
      items[index].leastMain = minimum
    } else if basis == preferred {
      // Content is no longer than its longest form, and the minimum no longer than the preferred length, so that
      // it only matters to an item that shrinks.
      items[index].isLeastPending = true
      items[index].knownCross = cross
      items[index].preferredMain = preferred
    } else {
      try findLeast(index, preferred, cross, pass)
    }
    items[index].hypotheticalMain = items[index].clampedMain(items[index].basis)
  }

  /// Finds the automatic minimum of an item (§4.5).
  mutating func findLeast(
    _ index: Int, _ preferred: Double?, _ cross: Double?, _ pass: borrowing FlexPass
  ) throws(BoxError) {
    let item = items[index]
    var least = preferred ?? .infinity
    if least > item.inset.main {
      least = min(least, try contentMain(item, cross, .minContent, pass))
    }
    items[index].leastMain = min(least, item.maximum.main ?? .infinity)
    items[index].isLeastPending = false
  }

  /// Returns the extent of an item's content along the main axis.
  private mutating func contentMain(
    _ item: FlexItem, _ cross: Double?, _ space: BoxSpace, _ pass: borrowing FlexPass
  ) throws(BoxError) -> Double {
    var input = BoxInput(
      known: pass.flow.size(FlexPair(main: nil, cross: cross)), extent: pass.inner.extent,
      space: pass.flow.isRow ? space : .atMost(pass.inner.width),
      ignoredAxis: pass.flow.mainAxis)
    input.isWidthOnly = pass.flow.isRow
    input.isHeightDefinite = cross != nil
    let output = try measure(item.box, input)
    return pass.flow.isRow ? output.width : output.height
  }

  /// Breaks the items into lines (§9.3).
  private mutating func collectLines(_ pass: inout FlexPass) {
    let start = lines.count
    defer { pass.lines = start..<lines.count }
    guard pass.wraps else {
      lines.append(FlexLine(items: pass.items))
      return
    }
    let limit =
      pass.extent.main
      ?? max(0, pass.heightLimit - pass.frame.inset.height)
    var first = pass.items.lowerBound
    var length = 0.0
    for index in pass.items {
      let outer = items[index].hypotheticalMain + items[index].margin.main
      let longer = index == first ? outer : length + pass.gap.main + outer
      // The tolerance covers lengths that fill the line exactly, but for their last bits.
      if index > first, longer > limit + 1e-6 {
        lines.append(FlexLine(items: first..<index))
        first = index
        length = outer
      } else {
        length = longer
      }
    }
    if first < pass.items.upperBound {
      lines.append(FlexLine(items: first..<pass.items.upperBound))
    }
  }

  /// Finds the height of a column by its items.
  private func findMainExtent(_ pass: inout FlexPass) {
    guard pass.extent.main == nil else { return }
    var longest = 0.0
    for line in lines[pass.lines] {
      var length = pass.gap.main * Double(max(0, line.items.count - 1))
      for index in line.items { length += items[index].hypotheticalMain + items[index].margin.main }
      longest = max(longest, length)
    }
    let outer = pass.frame.clamped(longest + pass.frame.inset.height, .vertical)
    pass.extent.main = max(0, outer - pass.frame.inset.height)
    pass.inner.outer.height = outer
    pass.inner.height = pass.extent.main
  }
}
