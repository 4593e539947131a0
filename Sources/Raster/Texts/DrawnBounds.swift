import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyText

/// A target that draws nothing, and finds the box of the lines and borders of a decorated text.
final class DrawnBounds: StageTarget {
  let width = 1 << 24
  let height = 1 << 24
  let reach = Double(1 << 24)
  /// The box, in device pixels; `nil` if there is nothing.
  private(set) var box: Rect?

  private func add(_ rect: Rect) { box = box?.union(rect) ?? rect }

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
  ) {
    add(
      box.inset(by: EdgeInsets(all: -shadow.radius * scale))
        .offset(x: shadow.offset.x * scale, y: shadow.offset.y * scale))
  }

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
  /// The right and the lower end of a text's glyphs, lines and borders, in layout units from its container's corner;
  /// glyphs count by their advances, along lines alone.
  ///
  /// - Complexity: O(runs).
  func drawnEnd(of layout: TextLayout, scale: Double) throws(RasterError) -> Point {
    let content = layout.content
    var end = Point.zero
    for run in content.runs {
      if layout.container.isVertical {
        end.y = max(end.y, run.origin.y + run.advance.length)
      } else {
        end.x = max(end.x, run.origin.x + run.advance.length)
      }
    }
    guard content.isDecorated else { return end }
    try open(content.fonts, scale: scale)
    let drawing = DecoratedDrawing(
      layout: layout, origin: .zero, scale: scale, top: 0, above: -.infinity, below: .infinity)
    let stages = VectorStages(
      drawing: drawing, lines: drawing.drawnLines(fonts: runFonts))
    let bounds = DrawnBounds()
    stages.drawBlockBorders(onto: bounds)
    stages.drawBorders(
      { $0.backgroundBorder }, joinedBy: { $0.sharesBackgroundBorder(with: $1) }, onto: bounds)
    stages.drawUnderlines(onto: bounds) { _, _ in [] }
    stages.drawOverlines(onto: bounds) { _, _ in [] }
    stages.drawStrikethroughs(onto: bounds)
    stages.drawBorders({ $0.border }, joinedBy: { $0.sharesBorder(with: $1) }, onto: bounds)
    guard let box = bounds.box else { return end }
    return Point(x: max(end.x, box.maxX / scale), y: max(end.y, box.maxY / scale))
  }
}
