import GalleyGlyphs
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyShapes
import GalleyText

/// A target that draws nothing, and finds the box of what a text draws.
final class DrawnBounds: StageTarget {
  let width = 1 << 24
  let height = 1 << 24
  let reach = Double(1 << 24)
  /// The box, in device pixels; `nil` if there is nothing.
  private(set) var box: Rect?

  /// Widens the box by a rectangle, in device pixels.
  func add(_ rect: Rect) { box = box?.union(rect) ?? rect }

  func fill(_ path: VectorPath, color: Color) {
    if let bounds = path.bounds { add(bounds) }
  }

  func stroke(_ path: VectorPath, _ stroke: Stroke, color: Color) {
    guard let bounds = path.bounds else { return }
    add(bounds.inset(by: EdgeInsets(all: -stroke.width / 2)))
  }

  func cast(
    _ shadow: TextShadow, by box: Rect, scale: Double,
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void
  ) {}

  func castWithin(
    _ shadow: TextShadow, _ box: Rect, scale: Double,
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void
  ) {}
}

extension VectorPath {
  /// The box of the path's points and control points.
  fileprivate var bounds: Rect? {
    var bounds: Rect?
    func add(_ x: Double, _ y: Double) {
      let point = Rect(x: x, y: y, width: 0, height: 0)
      bounds = bounds?.union(point) ?? point
    }
    guard isSound else { return nil }
    for element in elements {
      switch element {
      case .move(let x, let y), .line(let x, let y): add(x, y)
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        add(x1, y1)
        add(x2, y2)
        add(x, y)
      case .close: break
      }
    }
    return bounds
  }
}

extension TextPainter {
  /// The box of a text's lines, letters, shadows and borders, in layout units from its container's corner, which is in
  /// it.
  ///
  /// Lines count as far as they reach from the corner: spaces before it are not seen.
  ///
  /// - Complexity: O(glyphs).
  func drawnBox(of layout: TextLayout, scale: Double) throws(RasterError) -> Rect {
    let content = layout.content
    try open(content.fonts, scale: scale)
    let drawing = DecoratedDrawing(
      layout: layout, origin: .zero, scale: scale, top: 0, above: -.infinity, below: .infinity)
    let bounds = DrawnBounds()
    for run in content.runs {
      bounds.add(
        layout.container.isVertical
          ? Rect(x: 0, y: 0, width: 0, height: max(0, run.origin.y + run.advance.length) * scale)
          : Rect(x: 0, y: 0, width: max(0, run.origin.x + run.advance.length) * scale, height: 0))
    }
    for run in try drawableRuns(drawing).runs { try addInk(of: run, drawing, to: bounds) }
    for run in content.rubyRuns { try addInk(of: DrawableRun(run: run), drawing, to: bounds) }
    if content.isDecorated {
      let stages = VectorStages(drawing: drawing, lines: drawing.drawnLines(fonts: runFonts))
      stages.drawBlockBorders(onto: bounds)
      stages.drawBorders(
        { $0.backgroundBorder }, joinedBy: { $0.sharesBackgroundBorder(with: $1) }, onto: bounds)
      stages.drawUnderlines(onto: bounds) { _, _ in [] }
      stages.drawOverlines(onto: bounds) { _, _ in [] }
      stages.drawStrikethroughs(onto: bounds)
      stages.drawBorders({ $0.border }, joinedBy: { $0.sharesBorder(with: $1) }, onto: bounds)
    }
    let box = bounds.box?.union(.zero) ?? .zero
    return Rect(
      x: box.minX / scale, y: box.minY / scale, width: box.width / scale,
      height: box.height / scale)
  }

  /// Adds the box of a run's letters, with their outlines and shadows.
  private func addInk(
    of drawable: DrawableRun, _ drawing: DecoratedDrawing, to bounds: DrawnBounds
  ) throws(RasterError) {
    guard runFonts.indices.contains(drawable.run.font) else { return }
    let attributes = drawing.attributes(of: drawable.run)?.attributes
    var font = runFonts[drawable.run.font]
    var ink = paintedBox(of: drawable, in: font, drawing)
    if let stroke = attributes?.stroke, stroke.width > 0, !font.isColor {
      var key = font.key
      key.strokeWidth = stroke.width
      font = try self.font(key, scale: drawing.scale)
      if let outlines = paintedBox(of: drawable, in: font, drawing) {
        ink = ink?.union(outlines) ?? outlines
      }
    }
    guard let ink else { return }
    bounds.add(ink)
    for shadow in attributes?.shadows ?? [] {
      let blur = Double(CoverageMask.reach(radius: shadow.radius * drawing.scale))
      bounds.add(
        ink.inset(by: EdgeInsets(all: -blur))
          .offset(x: shadow.offset.x * drawing.scale, y: shadow.offset.y * drawing.scale))
    }
  }

  /// The box of the pixels that a run's glyphs paint, in device pixels; `nil` if they paint none.
  ///
  /// A box for a missing glyph is within its line, and not counted.
  private func paintedBox(
    of drawable: DrawableRun, in font: SizedFont, _ drawing: DecoratedDrawing
  ) -> Rect? {
    let (run, scale) = (drawable.run, drawing.scale)
    let pen = Pen(
      x: run.origin.x * scale, y: run.origin.y * scale, unit: scale / 1024,
      phases: positioning == .quarterPixels && !font.isColor ? 4 : 1)
    guard pen.isNear else { return nil }
    let level = level(of: run.color)
    var box: Rect?
    for glyph in drawing.content.glyphs[run.glyphs.clamped(to: drawing.content.glyphs.indices)]
    where glyph.missingCharacter == nil {
      let (x, phase, row) = pen.place(glyph)
      var own: Rect?
      if !font.isColor {
        let mask = masks.mask(font, glyph: glyph.id, phase: phase, level: level)
        if mask.width > 0, mask.height > 0 {
          own = Rect(
            x: Double(mask.left), y: Double(mask.top), width: Double(mask.width),
            height: Double(mask.height))
        }
        if masks.isFull { masks.evictAll() }
      } else {
        let color = colorGlyphs.glyph(glyph.id, of: font)
        own = color.image.map {
          let image = Rect(
            x: Double(color.left), y: Double(color.top), width: Double($0.width),
            height: Double($0.height))
          return drawable.transform?.box(image) ?? image
        }
      }
      guard let painted = own?.offset(x: Double(x), y: Double(row)) else { continue }
      box = box?.union(painted) ?? painted
    }
    return box
  }
}
