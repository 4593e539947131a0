import GalleyGlyphs
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyShapes
import GalleyText

/// Draws decorated text in the stages of YYText, in its order.
extension TextPainter {
  /// Draws block borders, background borders, shadows, underlines, overlines, text, attachments, inner
  /// shadows, strikethroughs and borders, each on top of the ones before.
  func draw(
    _ drawing: DecoratedDrawing, onto target: borrowing PixelTarget, images: inout ImagePainter,
    corners: CornerMasks, gathering gathered: inout JoinedRun
  ) throws(RasterError) {
    let runs = try drawableRuns(drawing)
    let lines = drawing.drawnLines(fonts: runFonts)
    let vector = VectorStages(drawing: drawing, lines: lines)
    vector.drawBlockBorders(onto: target)
    vector.drawBorders(
      { $0.backgroundBorder }, joinedBy: { $0.sharesBackgroundBorder(with: $1) }, onto: target)
    try checkCancelled()
    if drawing.has({ !$0.shadows.isEmpty }) {
      drawShadows(drawing, lines: lines, runs: runs, onto: target, gathering: &gathered)
    }
    vector.drawUnderlines(onto: target) {
      ink(of: $0, in: $1, runs: runs, drawing: drawing, gathering: &gathered)
    }
    vector.drawOverlines(onto: target) {
      ink(of: $0, in: $1, runs: runs, drawing: drawing, gathering: &gathered)
    }
    for run in runs.runs {
      try checkCancelled()
      let stroke = drawing.attributes(of: run.run)?.attributes.stroke
      // Coloured glyphs have no outlines, and would not be seen.
      let isColor = runFonts.indices.contains(run.run.font) && runFonts[run.run.font].isColor
      if stroke?.keepsFill ?? true || isColor {
        drawGlyphs(run, of: drawing, onto: target, gathering: &gathered)
      }
      if let stroke, stroke.width > 0 {
        try drawStroke(stroke, of: run, drawing: drawing, onto: target, gathering: &gathered)
      }
    }
    drawRubies(drawing, onto: target, gathering: &gathered)
    try drawAttachments(drawing, onto: target, images: &images, corners: corners)
    try checkCancelled()
    if drawing.has({ !$0.innerShadows.isEmpty }) {
      drawInnerShadows(drawing, lines: lines, runs: runs, onto: target, gathering: &gathered)
    }
    try checkCancelled()
    vector.drawStrikethroughs(onto: target)
    vector.drawBorders({ $0.border }, joinedBy: { $0.sharesBorder(with: $1) }, onto: target)
  }

  /// A run with the position, and the transform if any, that its glyphs are drawn with.
  struct DrawableRun {
    var run: GlyphRun
    var transform: GlyphTransform?
  }

  /// Some of a layout's runs, found by their index in the layout.
  struct DrawableRuns {
    let first: Int
    let runs: [DrawableRun]

    subscript(index: Int) -> DrawableRun { runs[index - first] }
  }

  /// Returns the runs of the lines that may paint on the target.
  ///
  /// Fonts with transformed glyphs are opened here.
  func drawableRuns(_ drawing: DecoratedDrawing) throws(RasterError) -> DrawableRuns {
    var opened: [[Int]: Int] = [:]
    var result: [DrawableRun] = []
    let shown = drawing.runs
    result.reserveCapacity(shown.count)
    for run in drawing.content.runs[shown] {
      guard let transform = drawing.attributes(of: run)?.attributes.glyphTransform,
        runFonts.indices.contains(run.font)
      else {
        result.append(DrawableRun(run: run))
        continue
      }
      var moved = run
      moved.origin.x += transform.tx
      moved.origin.y += transform.ty
      let key = [run.font, run.attributeRun ?? 0]
      if !runFonts[run.font].isColor {
        if let known = opened[key] {
          moved.font = known
        } else {
          runFonts.append(
            try font(
              drawing.content.fonts[run.font].transformed(by: transform),
              scale: drawing.scale))
          moved.font = runFonts.count - 1
          opened[key] = moved.font
        }
      }
      result.append(DrawableRun(run: moved, transform: transform))
    }
    return DrawableRuns(first: shown.lowerBound, runs: result)
  }

  /// Draws a run's glyphs; `left` and `top` are the picture's coordinates of the target's first
  /// pixel.
  func drawGlyphs(
    _ drawable: DrawableRun, of drawing: DecoratedDrawing, onto target: borrowing PixelTarget,
    left: Int = 0, top: Int? = nil, gathering gathered: inout JoinedRun
  ) {
    let top = top ?? drawing.top
    let run = drawable.run
    guard runFonts.indices.contains(run.font) else { return }
    let origin = Point(x: drawing.origin.x - Double(left) / drawing.scale, y: drawing.origin.y)
    if let transform = drawable.transform, runFonts[run.font].isColor {
      drawColorGlyphs(
        run, transform: transform, of: drawing, origin: origin, onto: target, top: top)
      return
    }
    drawing.content.glyphs.withUnsafeBufferPointer { glyphs in
      draw(
        run, glyphs: glyphs, origin: origin, scale: drawing.scale, onto: target, top: top,
        gathering: &gathered)
    }
  }

  /// Draws the outlines of a run's glyphs.
  private func drawStroke(
    _ stroke: TextStroke, of drawable: DrawableRun, drawing: DecoratedDrawing,
    onto target: borrowing PixelTarget, gathering gathered: inout JoinedRun
  ) throws(RasterError) {
    guard runFonts.indices.contains(drawable.run.font) else { return }
    let own = runFonts[drawable.run.font]
    guard !own.isColor else { return }
    var key = own.key
    key.strokeWidth = stroke.width
    runFonts.append(try font(key, scale: drawing.scale))
    defer { runFonts.removeLast() }
    var outlined = drawable
    outlined.run.font = runFonts.count - 1
    outlined.run.color = stroke.color ?? drawable.run.color
    drawGlyphs(outlined, of: drawing, onto: target, gathering: &gathered)
  }

  /// Draws coloured glyphs, each transformed around its pen position.
  private func drawColorGlyphs(
    _ run: GlyphRun, transform: GlyphTransform, of drawing: DecoratedDrawing, origin: Point,
    onto target: borrowing PixelTarget, top: Int
  ) {
    let font = runFonts[run.font]
    let scale = drawing.scale
    for index in run.glyphs.clamped(to: drawing.content.glyphs.indices) {
      let glyph = drawing.content.glyphs[index]
      let color = colorGlyphs.glyph(glyph.id, of: font)
      let x = (origin.x + run.origin.x + glyph.x.length) * scale
      let y = (origin.y + run.origin.y + glyph.y.length) * scale
      guard glyph.missingCharacter == nil, let image = color.image, abs(x) < 1e9, abs(y) < 1e9
      else { continue }
      // Drawn separately, so that the result does not depend on the target's rows.
      let (column, row) = (x.rounded(.down), y.rounded(.down))
      let box = transform.box(
        Rect(
          x: Double(color.left), y: Double(color.top), width: Double(image.width),
          height: Double(image.height)))
      let (left, above) = (box.minX.rounded(.down) - 1, box.minY.rounded(.down) - 1)
      guard
        let drawn = PixelImage(
          width: Int(box.maxX.rounded(.up) - left) + 2,
          height: Int(box.maxY.rounded(.up) - above) + 2)
      else { continue }
      let corner = transform.applied(to: Point(x: Double(color.left), y: Double(color.top)))
      drawn.withTarget { target in
        Canvas(target)?.composite(
          image, transform: (transform.a, transform.b, transform.c, transform.d),
          origin: Point(x: x - column + corner.x - left, y: y - row + corner.y - above))
      }
      target.composite(
        drawn, rows: 0..<drawn.height, x: Int(column + left), y: Int(row + above) - top,
        alpha: run.color.alpha)
    }
  }

  private func drawRubies(
    _ drawing: DecoratedDrawing, onto target: borrowing PixelTarget,
    gathering gathered: inout JoinedRun
  ) {
    for run in drawing.content.rubyRuns {
      let y = (run.origin.y + drawing.origin.y) * drawing.scale - Double(drawing.top)
      let reach = 2048.0
      guard y > -reach || drawing.isVertical, y < Double(target.height) + reach else { continue }
      drawGlyphs(DrawableRun(run: run), of: drawing, onto: target, gathering: &gathered)
    }
  }

  private func drawAttachments(
    _ drawing: DecoratedDrawing, onto target: borrowing PixelTarget, images: inout ImagePainter,
    corners: CornerMasks
  ) throws(RasterError) {
    for attachment in try drawing.drawnAttachments() {
      switch attachment {
      case .color(let rect, let color):
        target.fill(VectorPath(rect, radii: .zero), color: color)
      case .image(let image, let box, let mode):
        images.draw(
          image, in: box, radii: .zero, mode: mode, scale: drawing.scale, masks: corners,
          onto: target, top: drawing.top)
      }
    }
  }
}

extension GlyphTransform {
  /// Transforms a point, without the translation.
  fileprivate func applied(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y, y: b * point.x + d * point.y)
  }

  /// Returns the box around a transformed rectangle.
  func box(_ rect: Rect) -> Rect {
    let corners = [
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.minX, y: rect.maxY), Point(x: rect.maxX, y: rect.maxY),
    ].map(applied)
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(
      x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}

extension FontKey {
  /// Returns this font with `transform`, y down, applied after the font's own transform.
  fileprivate func transformed(by transform: GlyphTransform) -> FontKey {
    let own = self.transform ?? FontTransform(xx: 1, xy: 0, yx: 0, yy: 1)
    // The font's y axis points up.
    let (a, b, c, d) = (transform.a, -transform.b, -transform.c, transform.d)
    var result = self
    result.transform = FontTransform(
      xx: a * own.xx + c * own.yx, xy: a * own.xy + c * own.yy, yx: b * own.xx + d * own.yx,
      yy: b * own.xy + d * own.yy)
    return result
  }
}
