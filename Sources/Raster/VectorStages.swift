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
  func drawBorders(
    _ border: (TextAttributes) -> TextBorder?,
    joinedBy isShared: (AttributeRun, AttributeRun) -> Bool, onto target: borrowing PixelTarget
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
  func drawBlockBorders(onto target: borrowing PixelTarget) {
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
      let insets = layout.container.insets.clamped
      let inner = layout.container.size.width - insets.left - insets.right
      let width = inner.isFinite ? inner : layout.boundingRect.width
      let top = layout.lines[first].rect.minY
      let rect = Rect(
        x: insets.left, y: top, width: width, height: layout.lines[last].rect.maxY - top)
      draw(border, around: rect, textColor: color, onto: target)
      number = last + 1
    }
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

  private func draw(
    _ border: TextBorder, around rect: Rect, textColor: Color, onto target: borrowing PixelTarget
  ) {
    let box = drawing.snapped(rect.inset(by: border.insets))
    let width = border.strokeWidth > 0 ? max(1, (border.strokeWidth * scale).rounded()) : 0
    let weight = border.lineWeight == .thick ? 2 * width : width
    let outer = border.lineWeight == .double ? 3 * width : weight
    if let shadow = border.shadow {
      shadow.cast(
        by: box.inset(by: EdgeInsets(all: -outer)), scale: scale, onto: target
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
  private func draw(
    _ border: TextBorder, box: Rect, width: Double, weight: Double, textColor: Color,
    onto target: borrowing PixelTarget
  ) {
    guard box.maxX + 4096 > 0, box.minX < Double(target.width) + 4096,
      box.maxY + 4096 > 0, box.minY < Double(target.height) + 4096, let canvas = Canvas(target)
    else { return }
    let radii = border.cornerRadii.scaled(by: scale)
    if let fill = border.fillColor { canvas.fill(VectorPath(box, radii: radii), color: fill) }
    guard width > 0 else { return }
    let stroke = Stroke(
      width: weight, dashes: border.linePattern.dashes.map { $0 * width },
      isRound: border.linePattern == .circleDot, join: border.lineJoin)
    let color = border.strokeColor ?? textColor
    for distance in border.lineWeight == .double ? [width / 2, 2.5 * width] : [weight / 2] {
      canvas.stroke(
        VectorPath(
          box.inset(by: EdgeInsets(all: -distance)), radii: radii.widened(by: distance)),
        stroke, color: color)
    }
  }

  // MARK: - Lines

  /// Draws underlines: one line under adjacent runs, at the lowest position and greatest thickness
  /// among them.
  func drawUnderlines(onto target: borrowing PixelTarget) {
    for line in lines {
      let stretches = line.stretches(
        where: { $0.underline != nil },
        joinedBy: { $0.attributes.underline == $1.attributes.underline })
      for stretch in stretches {
        let texts = stretch.textRuns
        guard let decoration = stretch.first.attributes?.attributes.underline,
          let y = texts.map(\.underline).max()
        else { continue }
        draw(decoration, stretch: stretch, y: y, isBelow: true, onto: target)
      }
    }
  }

  /// Draws strikethroughs: one line through adjacent runs of one baseline, at the height of the
  /// largest run.
  func drawStrikethroughs(onto target: borrowing PixelTarget) {
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
        draw(decoration, stretch: stretch, y: largest.strikethrough, isBelow: false, onto: target)
      }
    }
  }

  private func draw(
    _ decoration: TextDecoration, stretch: DrawnStretch, y: Double, isBelow: Bool,
    onto target: borrowing PixelTarget
  ) {
    let thickness = stretch.textRuns.map(\.thickness).max() ?? 0
    let width = max(1, ((decoration.width ?? thickness) * scale).rounded())
    if let given = decoration.width, given == 0 { return }
    let weight = decoration.weight == .thick ? 2 * width : width
    let middle = drawing.device(Rect(x: 0, y: y, width: 0, height: 0)).minY
    let first = (middle - weight / 2 + 0.5).rounded(.down)
    let tops =
      switch decoration.weight {
      case .double: isBelow ? [first, first + 2 * width] : [first - width, first + width]
      case .single, .thick: [first]
      }
    func strokes(onto target: borrowing PixelTarget, left: Double, top: Double) {
      for line in tops {
        draw(
          decoration, stretch: stretch, top: line - top, left: left, width: width, weight: weight,
          onto: target)
      }
    }
    if let shadow = decoration.shadow {
      let box = drawing.snapped(stretch.box)
      let source = Rect(
        x: box.minX - weight, y: (tops.first ?? 0) - 1, width: box.width + 2 * weight,
        height: (tops.last ?? 0) - (tops.first ?? 0) + weight + 2)
      shadow.cast(by: source, scale: scale, onto: target) { image, left, top in
        image.withTarget { strokes(onto: $0, left: Double(left), top: Double(top)) }
      }
    }
    strokes(onto: target, left: 0, top: 0)
  }

  /// Draws one line under or through a stretch, in the colour of each run; dashes continue across
  /// runs.
  private func draw(
    _ decoration: TextDecoration, stretch: DrawnStretch, top: Double, left: Double, width: Double,
    weight: Double, onto target: borrowing PixelTarget
  ) {
    guard abs(top) < 100_000, let canvas = Canvas(target) else { return }
    let start = drawing.snapped(stretch.box).minX - left
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
      let part = drawing.snapped(box).offset(x: -left, y: 0)
      if decoration.pattern == .solid {
        let rect = Rect(x: part.minX, y: top, width: part.width, height: weight)
        canvas.fill(VectorPath(rect, radii: .zero), color: color)
      } else {
        let y = top + weight / 2
        canvas.stroke(
          VectorPath(from: Point(x: part.minX, y: y), to: Point(x: part.maxX, y: y)),
          Stroke(
            width: weight, dashes: decoration.pattern.dashes.map { $0 * width },
            phase: part.minX - start, isRound: decoration.pattern == .circleDot),
          color: color)
      }
    }
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
  fileprivate func scaled(by factor: Double) -> CornerRadii {
    CornerRadii(
      topLeft: topLeft * factor, topRight: topRight * factor, bottomRight: bottomRight * factor,
      bottomLeft: bottomLeft * factor)
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
