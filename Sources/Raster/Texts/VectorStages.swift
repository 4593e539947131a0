import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyText

/// The decoration stages that draw lines and boxes instead of glyphs.
struct VectorStages {
  let drawing: DecoratedDrawing
  let lines: [DrawnLine]

  private var scale: Double { drawing.scale }

  // MARK: - Borders

  /// Draws a border around each stretch that has one, line by line.
  func drawBorders<Target: StageTarget & ~Copyable>(
    _ border: (TextAttributes) -> TextBorder?,
    joinedBy isShared: (AttributeRun, AttributeRun) -> Bool, onto target: borrowing Target
  ) {
    for line in lines {
      for stretch in line.stretches(where: { border($0) != nil }, joinedBy: isShared) {
        guard let border = stretch.first.attributes.flatMap({ border($0.attributes) }) else {
          continue
        }
        draw(border, around: stretch.box, textColor: stretch.first.color, onto: target)
      }
    }
  }

  /// Draws a border around the lines of each block, as wide as the container inside its insets.
  func drawBlockBorders<Target: StageTarget & ~Copyable>(onto target: borrowing Target) {
    let layout = drawing.layout
    guard drawing.has({ $0.blockBorder != nil }) else { return }
    var number = drawing.lines.lowerBound
    while number < drawing.lines.upperBound {
      guard let (run, color) = blockRun(of: number), let border = run.attributes.blockBorder else {
        number += 1
        continue
      }
      // The block is complete, even where it extends beyond the target.
      var (first, last) = (number, number)
      while first > 0, isBlock(first - 1, with: run) { first -= 1 }
      while last + 1 < layout.lines.count, isBlock(last + 1, with: run) { last += 1 }
      draw(border, around: block(of: first...last), textColor: color, onto: target)
      number = last + 1
    }
  }

  /// The rectangle of a block's lines, as long as the container inside its insets.
  private func block(of lines: ClosedRange<Int>) -> Rect {
    let layout = drawing.layout
    let insets = layout.container.insets.clamped
    let size = layout.container.size
    let (start, inner, bounds) =
      drawing.isVertical
      ? (insets.top, size.height - insets.top - insets.bottom, layout.boundingRect.height)
      : (insets.left, size.width - insets.left - insets.right, layout.boundingRect.width)
    let ends = [lines.lowerBound, lines.upperBound].map { drawing.onLine(layout.lines[$0].rect) }
    // Lines that start at the left stack upwards here.
    let (top, bottom) = (min(ends[0].minY, ends[1].minY), max(ends[0].maxY, ends[1].maxY))
    return Rect(
      x: start, y: top, width: inner.isFinite ? inner : bounds, height: bottom - top)
  }

  /// Returns the run of a line that has a block border.
  private func blockRun(of line: Int) -> (AttributeRun, Color)? {
    for index in drawing.layout.lines[line].runs.clamped(to: drawing.content.runs.indices) {
      let run = drawing.content.runs[index]
      if let attributes = drawing.attributes(of: run), attributes.attributes.blockBorder != nil {
        return (attributes, run.color)
      }
    }
    return nil
  }

  /// Whether a line is part of a run's block; a line without text belongs to the block of the text
  /// that follows.
  private func isBlock(_ line: Int, with run: AttributeRun) -> Bool {
    var number = line
    while number < drawing.layout.lines.count, drawing.layout.lines[number].runs.isEmpty {
      number += 1
    }
    guard number < drawing.layout.lines.count, let (other, _) = blockRun(of: number) else {
      return false
    }
    return run.sharesBlockBorder(with: other)
  }

  private func draw<Target: StageTarget & ~Copyable>(
    _ border: TextBorder, around rect: Rect, textColor: Color, onto target: borrowing Target
  ) {
    let box = drawing.snapped(rect.inset(by: border.insets))
    let width = border.strokeWidth > 0 ? max(1, (border.strokeWidth * scale).rounded()) : 0
    let weight = border.lineWeight == .thick ? 2 * width : width
    let outer = border.lineWeight == .double ? 3 * width : weight
    if let shadow = border.shadow {
      target.cast(
        shadow, by: box.inset(by: EdgeInsets(all: -outer)), scale: scale
      ) { image, left, top in
        image.withTarget { target in
          draw(
            border, box: box.offset(x: Double(-left), y: Double(-top)), width: width,
            weight: weight, textColor: textColor, onto: target)
        }
      }
    }
    draw(border, box: box, width: width, weight: weight, textColor: textColor, onto: target)
  }

  /// Draws the fill and stroke of a border; `box`, in device pixels, is its fill.
  private func draw<Target: StageTarget & ~Copyable>(
    _ border: TextBorder, box: Rect, width: Double, weight: Double, textColor: Color,
    onto target: borrowing Target
  ) {
    guard box.maxX + 4096 > 0, box.minX < Double(target.width) + 4096,
      box.maxY + 4096 > 0, box.minY < Double(target.height) + 4096
    else { return }
    let radii = border.cornerRadii.scaled(by: scale, isTurned: drawing.isVertical)
    if let fill = border.fillColor { target.fill(VectorPath(box, radii: radii), color: fill) }
    guard width > 0 else { return }
    let dashes = FittedDashes(pattern: border.linePattern, width: width)
    let color = border.strokeColor ?? textColor
    for distance in border.lineWeight == .double ? [width / 2, 2.5 * width] : [weight / 2] {
      let line = box.inset(by: EdgeInsets(all: -distance))
      let corners = radii.widened(by: distance)
      let stroke = Stroke(
        width: weight, dashes: dashes.border(of: line, radii: corners),
        isRound: border.linePattern == .circleDot, join: border.lineJoin)
      target.stroke(VectorPath(line, radii: corners), stroke, color: color)
    }
  }

  // MARK: - Lines

  /// The largest free space, in layout units, between a line and the letters that interrupt it, as in Chromium.
  private static let largestMargin = 13.0

  /// Draws underlines: one line under adjacent runs, at the lowest position and greatest thickness
  /// among them.
  func drawUnderlines<Target: StageTarget & ~Copyable>(
    onto target: borrowing Target, ink: Ink
  ) {
    for line in lines {
      let stretches = line.stretches(
        where: { $0.underline != nil },
        joinedBy: { $0.attributes.underline == $1.attributes.underline })
      for stretch in stretches {
        let texts = stretch.textRuns
        guard let decoration = stretch.first.attributes?.attributes.underline,
          let y = stretch.first.isUnderlinedAbove
            ? texts.map(\.underline).min() : texts.map(\.underline).max()
        else { continue }
        draw(
          decoration, stretch: stretch, y: y,
          side: stretch.first.isUnderlinedAbove ? .above : .below,
          baseline: drawing.isVertical ? nil : texts.map(\.baseline).max(), ink: ink, onto: target)
      }
    }
  }

  /// Draws overlines: one line over adjacent runs, at the highest position and greatest thickness among them.
  func drawOverlines<Target: StageTarget & ~Copyable>(
    onto target: borrowing Target, ink: Ink
  ) {
    for line in lines {
      let stretches = line.stretches(
        where: { $0.overline != nil },
        joinedBy: { $0.attributes.overline == $1.attributes.overline })
      for stretch in stretches {
        let isBelow = stretch.first.isUnderlinedAbove
        let places = stretch.textRuns.map(\.overline)
        guard let decoration = stretch.first.attributes?.attributes.overline,
          let y = isBelow ? places.max() : places.min()
        else { continue }
        draw(
          decoration, stretch: stretch, y: y, side: isBelow ? .below : .above, ink: ink,
          onto: target)
      }
    }
  }

  /// Draws strikethroughs: one line through adjacent runs of one baseline, at the height of the
  /// largest run.
  func drawStrikethroughs<Target: StageTarget & ~Copyable>(onto target: borrowing Target) {
    for line in lines {
      let stretches = line.stretches(
        where: { $0.strikethrough != nil },
        joinedBy: {
          $0.attributes.strikethrough == $1.attributes.strikethrough
            && $0.attributes.baselineOffset == $1.attributes.baselineOffset
        })
      for stretch in stretches {
        guard let decoration = stretch.first.attributes?.attributes.strikethrough,
          let largest = stretch.textRuns.max(by: { $0.size < $1.size })
        else { continue }
        draw(
          decoration, stretch: stretch, y: largest.strikethrough, side: .middle,
          ink: { _, _ in [] },
          onto: target)
      }
    }
  }

  /// The side of the text at which a line is, and at which the second one of a double line is added.
  private enum Side { case above, middle, below }

  /// Finds the places at which the letters of a stretch cross a band.
  typealias Ink = (DrawnStretch, InkBand) -> [Range<Double>]

  /// Draws a line on a side of a stretch, where one of the font's thickness has its middle at `y`.
  ///
  /// A thicker one grows away from the text, and has half its thickness between itself and a `baseline`, as in
  /// Chromium.
  private func draw<Target: StageTarget & ~Copyable>(
    _ decoration: TextDecoration, stretch: DrawnStretch, y: Double, side: Side,
    baseline: Double? = nil, ink: Ink, onto target: borrowing Target
  ) {
    let thickness = stretch.textRuns.map(\.thickness).max() ?? 0
    let width = max(1, ((decoration.width ?? thickness) * scale).rounded())
    if let given = decoration.width, given == 0 { return }
    let weight = decoration.weight == .thick ? 2 * width : width
    let own = max(1, (thickness * scale).rounded())
    func rounded(_ place: Double) -> Double { (place + 0.5).rounded(.down) }
    let middle = drawing.deviceAcross(y)
    var first =
      switch side {
      case .above: rounded(middle + own / 2) - weight
      case .middle: rounded(middle - weight / 2)
      case .below: rounded(middle - own / 2)
      }
    if let baseline, weight > own {
      first = max(first, rounded(drawing.deviceAcross(baseline)) + (weight / 2).rounded(.up))
    }
    let tops: [Double] =
      switch (decoration.weight, side) {
      case (.double, .above): [first - 2 * width, first]
      case (.double, .middle): [first - width, first + width]
      case (.double, .below): [first, first + 2 * width]
      case (.single, _), (.thick, _): [first]
      }
    let (from, to) = drawing.along(stretch.box)
    let band = InkBand(
      start: from, end: to, across: tops[0], height: tops[tops.count - 1] - tops[0] + weight,
      margin: min(weight, Self.largestMargin * scale),
      least: 0.3 * (stretch.runs.map(\.size).max() ?? 0) * scale)
    let gaps = decoration.skipsInk ? band.withoutSlivers(ink(stretch, band)) : []
    func strokes<Place: StageTarget & ~Copyable>(onto target: borrowing Place, corner: Point) {
      for line in tops {
        let line = StrokedLine(across: line, width: width, weight: weight, gaps: gaps)
        draw(decoration, stretch: stretch, line: line, corner: corner, onto: target)
      }
    }
    if let shadow = decoration.shadow {
      let source = drawing.strip(
        from: from - weight, to: to + weight, across: tops[0] - 1,
        height: tops[tops.count - 1] - tops[0] + weight + 2)
      target.cast(shadow, by: source, scale: scale) { image, left, top in
        image.withTarget {
          strokes(onto: $0, corner: Point(x: Double(left), y: Double(top)))
        }
      }
    }
    strokes(onto: target, corner: .zero)
  }

  /// Draws one line under or through a stretch, in the colour of each run; dashes continue across
  /// runs.
  ///
  /// The target's first pixel is at `corner`.
  private func draw<Target: StageTarget & ~Copyable>(
    _ decoration: TextDecoration, stretch: DrawnStretch, line: StrokedLine, corner: Point,
    onto target: borrowing Target
  ) {
    guard abs(line.across) < target.reach else { return }
    let (start, end) = drawing.along(stretch.box)
    let dashes = FittedDashes(pattern: decoration.pattern, width: line.width).line(end - start)
    var index = stretch.runs.startIndex
    while index < stretch.runs.endIndex {
      // Runs of one colour share one line, so that no seam shows between them.
      let color = decoration.color ?? stretch.runs[index].color
      var box = stretch.runs[index].box
      index += 1
      while index < stretch.runs.endIndex,
        (decoration.color ?? stretch.runs[index].color) == color
      {
        box = box.union(stretch.runs[index].box)
        index += 1
      }
      for part in line.parts(of: drawing.along(box)) {
        let rect = drawing.strip(
          from: part.start, to: part.end, across: line.across, height: line.weight
        ).offset(x: -corner.x, y: -corner.y)
        guard decoration.pattern != .solid else {
          target.fill(VectorPath(rect, radii: .zero), color: color)
          continue
        }
        let (middle, isVertical) = (line.weight / 2, drawing.isVertical)
        target.stroke(
          VectorPath(
            from: Point(
              x: rect.minX + (isVertical ? middle : 0), y: rect.minY + (isVertical ? 0 : middle)),
            to: Point(
              x: rect.maxX - (isVertical ? middle : 0),
              y: rect.maxY - (isVertical ? 0 : middle))),
          Stroke(
            width: line.weight, dashes: dashes, phase: part.start - start,
            isRound: decoration.pattern == .circleDot),
          color: color)
      }
    }
  }
}

/// One line of a decoration, in device pixels of the target.
private struct StrokedLine {
  /// The place of its top across lines.
  var across: Double
  /// The width that patterns are multiples of.
  var width: Double
  /// The width of the line.
  var weight: Double
  /// The places along it that stay free, in order.
  var gaps: [Range<Double>]

  /// The parts of a stretch of the line that are drawn.
  func parts(of stretch: (start: Double, end: Double)) -> [(start: Double, end: Double)] {
    var result: [(start: Double, end: Double)] = []
    var start = stretch.start
    for gap in gaps where gap.upperBound > start && gap.lowerBound < stretch.end {
      if gap.lowerBound > start { result.append((start, gap.lowerBound)) }
      start = gap.upperBound
    }
    if start < stretch.end { result.append((start, stretch.end)) }
    return result
  }
}

extension DrawnStretch {
  /// The runs that are text; all runs if none is text.
  fileprivate var textRuns: [DrawnRun] {
    let texts = runs.filter(\.isText)
    return texts.isEmpty ? Array(runs) : texts
  }
}

extension CornerRadii {
  /// Returns the radii in device pixels, of a shape that may be turned with a vertical line.
  fileprivate func scaled(by factor: Double, isTurned: Bool) -> CornerRadii {
    let scaled = CornerRadii(
      topLeft: topLeft * factor, topRight: topRight * factor, bottomRight: bottomRight * factor,
      bottomLeft: bottomLeft * factor)
    guard isTurned else { return scaled }
    return CornerRadii(
      topLeft: scaled.bottomLeft, topRight: scaled.topLeft, bottomRight: scaled.topRight,
      bottomLeft: scaled.bottomRight)
  }

  /// Returns the radii of a shape that is wider by `distance` on all sides; square corners stay
  /// square.
  fileprivate func widened(by distance: Double) -> CornerRadii {
    func widened(_ radius: Double) -> Double { radius > 0 ? radius + distance : 0 }
    return CornerRadii(
      topLeft: widened(topLeft), topRight: widened(topRight), bottomRight: widened(bottomRight),
      bottomLeft: widened(bottomLeft))
  }
}
