import GalleyPrimitives
import GalleyText

extension LayoutBuilder {
  /// The finished layout of lines in slots.
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
      // Lines stack from the right, so the size includes that side.
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

  /// The x at which vertical text begins, before lines are turned.
  private func rightEdge(in space: LineSpace) -> Double {
    let right = space.inside.maxX
    return right.isFinite ? right : space.inside.minX + (bounds ?? .zero).maxY
  }
}
