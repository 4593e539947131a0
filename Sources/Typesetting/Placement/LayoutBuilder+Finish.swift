import GalleyLayout
import GalleyPrimitives
import GalleyText

extension LayoutBuilder {
  /// The finished layout of lines in slots.
  mutating func layout(
    truncatedRange: Range<Int>?, rowCount: Int, in space: LineSpace
  ) -> TextLayout {
    finish(truncatedRange: truncatedRange)
    let container = space.container
    let insets = container.insets.clamped
    let right = rightEdge(in: space)
    if container.isVertical, container.startsAtLeft {
      mirrorRows(between: space.inside.minX, and: right)
    }
    var content = content()
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
    if container.isVertical, !container.startsAtLeft, container.path == nil {
      // Lines stack from the right, so the size includes that side.
      size.width = right + insets.right - bounds.minX + insets.left
    }
    let scale = container.scale
    func ceiled(_ length: Double) -> Double { (max(0, length) * scale).rounded(.up) / scale }
    return TextLayout(
      container: container, lines: lines, boundingRect: bounds,
      boundingSize: Size(width: ceiled(size.width), height: ceiled(size.height)),
      rowCount: rowCount, truncatedRange: truncatedRange, content: content, text: text,
      languages: languages)
  }

  /// Moves each row of vertical text, before it is turned, to its place from the left side instead of the right.
  ///
  /// The tops of letters are at the right of both, so that rows are not mirrored as a whole.
  private mutating func mirrorRows(between left: Double, and right: Double) {
    var first = 0
    while first < lines.count {
      var end = first
      var (top, bottom) = (Double.infinity, -Double.infinity)
      while end < lines.count, lines[end].rowIndex == lines[first].rowIndex {
        top = min(top, lines[end].origin.y - lines[end].ascent)
        bottom = max(bottom, lines[end].origin.y + lines[end].descent)
        end += 1
      }
      for index in first..<end { lines[index].origin.y += right - left - top - bottom }
      first = end
    }
  }

  /// The x at which vertical text begins, before lines are turned.
  private func rightEdge(in space: LineSpace) -> Double {
    let right = space.inside.maxX
    return right.isFinite ? right : space.inside.minX + (bounds ?? .zero).maxY
  }
}
