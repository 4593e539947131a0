import GalleyHandles
import GalleyPrimitives
import GalleyRaster

extension VectorText {
  /// How much wider an emboldened outline is, in device pixels.
  var boldness: Double { size / 24 }

  /// The width and the colour of the line along drawn outlines: that of the text, or one that emboldens them.
  var drawnLine: (width: Double, color: Color)? {
    if let outline { return (outline.width, outline.color) }
    return font.isEmboldened ? fill.map { (boldness, $0) } : nil
  }

  /// The outlines of the glyphs about their pens, in the transform of the font, so that lines along them have one width
  /// in all directions.
  func outlines(in face: FontFace) -> [(path: VectorPath, pen: Point)] {
    let turn = font.transform ?? FontTransform(xx: 1, xy: 0, yx: 0, yy: 1)
    // An emboldened outline grows to the right and up only.
    let shift = font.isEmboldened && outline == nil ? boldness / 2 : 0
    let (right, down) = (shift * (turn.xx + turn.xy), -shift * (turn.yx + turn.yy))
    return glyphs.compactMap { glyph in
      guard let path = face.outline(of: glyph.id, size: size)?.transformed(by: turn), path.isSound
      else { return nil }
      return (path, Point(x: glyph.x + right, y: glyph.y + down))
    }
  }
}

extension VectorPath {
  /// The path in a transform whose y axis points up.
  fileprivate func transformed(by turn: FontTransform) -> VectorPath {
    guard turn != FontTransform(xx: 1, xy: 0, yx: 0, yy: 1) else { return self }
    func x(_ x: Double, _ y: Double) -> Double { turn.xx * x - turn.xy * y }
    func y(_ x: Double, _ y: Double) -> Double { turn.yy * y - turn.yx * x }
    var result = VectorPath()
    for element in elements {
      switch element {
      case .move(let px, let py): result.append(.move(x(px, py), y(px, py)))
      case .line(let px, let py): result.append(.line(x(px, py), y(px, py)))
      case .curve(let ax, let ay, let bx, let by, let px, let py):
        result.append(
          .curve(x(ax, ay), y(ax, ay), x(bx, by), y(bx, by), x(px, py), y(px, py)))
      case .close: result.append(.close)
      }
    }
    return result
  }
}
