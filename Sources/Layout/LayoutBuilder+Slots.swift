import GalleyPrimitives
import GalleyText

/// Where a line stands that the builder does not stack itself; in Pango units.
struct LineSlot {
  /// From the container's inside to where the line may start.
  var left: Int
  /// What the line may take; `nil` for no limit.
  var width: Int?
  /// From the inside's top to the baseline.
  var baseline: Int
  /// The text row.
  var row: Int
  /// The line's ascent and descent, where its fonts do not decide them.
  var extents: (ascent: Int32, descent: Int32)?
}

extension LayoutBuilder {
  /// The finished layout of lines that were placed in slots.
  mutating func layout(
    truncatedRange: Range<Int>?, rowCount: Int, in space: LineSpace
  ) -> TextLayout {
    finish(truncatedRange: truncatedRange)
    var content = content()
    let container = space.container
    let insets = container.insets.clamped
    let right = rightEdge(in: space)
    if container.isVertical {
      content = .placed(content.place(on: lines).turned(at: right))
      for index in lines.indices { lines[index].turn(at: right) }
      findBounds()
    }
    let bounds =
      bounds ?? Rect(x: space.inside.minX, y: space.inside.minY, width: 0, height: 0)
    let edge = max(0, container.pathLineWidth) / 2
    let (side, bottom) =
      container.path == nil
      ? (insets.right, insets.bottom + (container.linePositions?.bottom ?? 0)) : (edge, edge)
    var size = Size(width: bounds.maxX + side, height: bounds.maxY + bottom)
    if container.isVertical, container.path == nil {
      // Lines stack from the right: what they need is on that side.
      size.width = right + insets.right - bounds.minX + insets.left
    }
    let scale = container.scale
    func ceiled(_ length: Double) -> Double { (max(0, length) * scale).rounded(.up) / scale }
    return TextLayout(
      LayoutFrame(
        container: container, lines: lines, boundingRect: bounds,
        boundingSize: Size(width: ceiled(size.width), height: ceiled(size.height)),
        rowCount: rowCount, truncatedRange: truncatedRange),
      content: content)
  }

  /// The x at which vertical text begins; the lines are not turned yet.
  private func rightEdge(in space: LineSpace) -> Double {
    let right = space.inside.maxX
    return right.isFinite ? right : space.inside.minX + (bounds ?? .zero).maxY
  }
}

extension Point {
  /// A point on lines along x, turned to run down the page from `right`.
  fileprivate func turned(at right: Double) -> Point { Point(x: right - y, y: x) }
}

extension TextLine {
  fileprivate mutating func turn(at right: Double) {
    origin = origin.turned(at: right)
    isVertical = true
  }
}

extension PlacedContent {
  /// What was placed along x, turned to run down the page from `right`.
  fileprivate func turned(at right: Double) -> PlacedContent {
    var result = self
    for index in runs.indices { result.runs[index].origin = runs[index].origin.turned(at: right) }
    for index in rubyRuns.indices {
      result.rubyRuns[index].origin = rubyRuns[index].origin.turned(at: right)
    }
    for (index, glyph) in glyphs.enumerated() {
      result.glyphs[index].x = PangoUnits(rawValue: -glyph.y.rawValue)
      result.glyphs[index].y = glyph.x
    }
    for (index, attachment) in attachments.enumerated() {
      let rect = attachment.rect
      result.attachments[index].rect = Rect(
        x: right - rect.maxY, y: rect.minX, width: rect.height, height: rect.width)
    }
    return result
  }
}

extension GraphemeRecorder {
  /// Gives the graphemes of a truncated row, the last line, the offsets that they have in the text.
  mutating func mapLastLine(by row: SetTokenRow) {
    guard let line = lines.last else { return }
    for index in line {
      let start = Int(graphemes[index].start)
      let end = Int(graphemes[index].end)
      graphemes[index].start = UInt32(row.offset(of: start))
      if row.parts.contains(where: { $0.offset == nil && $0.row.contains(start) }) {
        graphemes[index].end = graphemes[index].start
        graphemes[index].marks = .token
      } else {
        graphemes[index].end = graphemes[index].start + UInt32(end - start)
      }
    }
  }
}
