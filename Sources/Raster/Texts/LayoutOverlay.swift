import GalleyGlyphs
public import GalleyLayout
public import GalleyPrimitives

/// The parts of a layout to outline on top of it, each with a colour, to show why text stands where
/// it does.
///
/// Lines are one device pixel wide. Parts without a colour are not drawn.
public struct LayoutOverlay: Hashable, Sendable, Codable {
  /// The border of the layout's bounding rectangle.
  public var boundsBorder: Color?
  /// The fill of the layout's bounding rectangle.
  public var boundsFill: Color?
  /// Each line's baseline.
  public var baseline: Color?
  /// The border of each line's logical extents.
  public var lineBorder: Color?
  /// The fill of each line's logical extents.
  public var lineFill: Color?
  /// Each line's number in the layout.
  public var lineNumber: Color?
  /// The border of each glyph run.
  public var runBorder: Color?
  /// The fill of each glyph run.
  public var runFill: Color?
  /// Each glyph run's number in the layout.
  public var runNumber: Color?
  /// The border of each glyph's advance.
  public var glyphBorder: Color?
  /// The fill of each glyph's advance.
  public var glyphFill: Color?

  /// Makes an overlay that draws nothing yet.
  public init() {}

  /// All parts except the fills of bounds, runs and glyphs, in colours that are easy to tell apart.
  public static var all: LayoutOverlay {
    var overlay = LayoutOverlay()
    overlay.boundsBorder = Color(red: 128, green: 128, blue: 128, alpha: 160)
    overlay.baseline = Color(red: 220, green: 30, blue: 30, alpha: 200)
    overlay.lineBorder = Color(red: 30, green: 90, blue: 220, alpha: 160)
    overlay.lineFill = Color(red: 30, green: 90, blue: 220, alpha: 16)
    overlay.lineNumber = Color(red: 30, green: 90, blue: 220)
    overlay.runBorder = Color(red: 20, green: 150, blue: 60, alpha: 200)
    overlay.runNumber = Color(red: 20, green: 130, blue: 50)
    overlay.glyphBorder = Color(red: 230, green: 130, blue: 0, alpha: 120)
    return overlay
  }

  /// Whether the overlay draws nothing.
  public var isEmpty: Bool { self == LayoutOverlay() }
}

extension DisplayList {
  /// Adds an overlay of `layout`, whose container has its top-left corner at `origin`.
  ///
  /// Numbers are sized by `scale`, the device pixels per layout unit.
  ///
  /// - Complexity: O(layout).
  public mutating func append(
    _ overlay: LayoutOverlay, of layout: TextLayout, origin: Point, scale: Double
  ) {
    func moved(_ rect: Rect) -> Rect { rect.offset(x: origin.x, y: origin.y) }
    box(moved(layout.boundingRect), fill: overlay.boundsFill, border: overlay.boundsBorder)
    let content = layout.content
    for (number, line) in layout.lines.enumerated() {
      let rect = moved(line.rect)
      box(rect, fill: overlay.lineFill, border: overlay.lineBorder)
      for run in line.runs.clamped(to: content.runs.indices) {
        appendGlyphs(of: content, run: run, line: line, overlay: overlay, origin: origin)
        let place = moved(content.rect(ofRun: run, line: line))
        box(place, fill: overlay.runFill, border: overlay.runBorder)
        if let color = overlay.runNumber {
          let far = Point(x: place.minX, y: place.maxY - 6 * Self.dot(scale))
          append(number: run, at: far, color: color, scale: scale)
        }
      }
      if let color = overlay.baseline { append(.fill(line.baselineRect(at: origin, scale), color)) }
      if let color = overlay.lineNumber {
        append(number: number, at: rect.origin, color: color, scale: scale)
      }
    }
  }

  private mutating func appendGlyphs(
    of content: PlacedContent, run index: Int, line: TextLine, overlay: LayoutOverlay, origin: Point
  ) {
    guard overlay.glyphBorder != nil || overlay.glyphFill != nil else { return }
    let run = content.runs[index]
    var pen = 0.0
    for glyph in content.glyphs[run.glyphs.clamped(to: content.glyphs.indices)] {
      let rect = line.rect(of: glyph, in: run, pen: pen).offset(x: origin.x, y: origin.y)
      box(rect, fill: overlay.glyphFill, border: overlay.glyphBorder)
      pen += glyph.advance.length
    }
  }

  private mutating func box(_ rect: Rect, fill: Color?, border: Color?) {
    guard fill != nil || border != nil, rect.width > 0, rect.height > 0 else { return }
    append(
      .roundedRect(rect, radii: .zero, fill: fill, border: border.map { Border.hairline($0) }))
  }

  /// The edge of a digit's dots, which is legible at each scale: a device pixel or a layout unit, the larger of
  /// the two.
  private static func dot(_ scale: Double) -> Double { max(1 / scale, 1) }

  private mutating func append(number: Int, at origin: Point, color: Color, scale: Double) {
    let dot = Self.dot(scale)
    for (place, digit) in String(number).compactMap(\.wholeNumberValue).enumerated() {
      let shape = MissingGlyph.shapes[digit]
      for bit in 0..<15 where shape >> (14 - bit) & 1 == 1 {
        append(
          .fill(
            Rect(
              x: origin.x + dot * Double(1 + place * 4 + bit % 3),
              y: origin.y + dot * Double(1 + bit / 3), width: dot, height: dot), color))
      }
    }
  }
}

extension PlacedContent {
  /// Returns the rectangle of a run's glyphs on its line.
  fileprivate func rect(ofRun run: Int, line: TextLine) -> Rect {
    let own = runs[run]
    guard !line.isVertical else {
      return Rect(
        x: line.rect.minX, y: own.origin.y, width: line.rect.width,
        height: max(0, own.advance.length))
    }
    let boxes = glyphs[own.glyphs.clamped(to: glyphs.indices)].map {
      line.rect(of: $0, in: own, pen: 0)
    }
    return boxes.dropFirst().reduce(boxes.first ?? .zero) { $0.union($1) }
  }
}

extension TextLine {
  /// Returns a glyph's advance on the line, as high as the line.
  ///
  /// `pen` is the sum of the advances before it in its run: an upright glyph is placed at its own offset from it.
  package func rect(of glyph: PlacedGlyph, in run: GlyphRun, pen: Double) -> Rect {
    let (rect, advance) = (rect, max(0, glyph.advance.length))
    return isVertical
      ? Rect(x: rect.minX, y: run.origin.y + pen, width: rect.width, height: advance)
      : Rect(
        x: run.origin.x + glyph.x.length, y: rect.minY, width: advance, height: rect.height)
  }

  /// Returns the baseline as a rectangle one device pixel wide.
  fileprivate func baselineRect(at place: Point, _ scale: Double) -> Rect {
    isVertical
      ? Rect(x: place.x + origin.x, y: place.y + origin.y, width: 1 / scale, height: advance)
      : Rect(x: place.x + origin.x, y: place.y + origin.y, width: advance, height: 1 / scale)
  }
}
