import GalleyHandles
import GalleyLayout
package import GalleyPrimitives
import GalleyShapes

extension Painter {
  /// Finds the pixels that each of `rows` of a picture has.
  ///
  /// A text of 65,536 line feeds is 2.5 million pixel rows tall, and nearly all of them show the card's
  /// background alone. A caller that draws such rows once, in place of each, spares their time.
  ///
  /// - Parameters:
  ///   - list: The drawing.
  ///   - rows: The pixel rows, from the picture's top.
  ///   - width: The picture's width in device pixels.
  ///   - scale: Device pixels per layout unit.
  ///   - background: The colour below everything.
  /// - Returns: One row of pixels, or `nil` where rows may differ.
  /// - Throws: ``RasterError``.
  /// - Complexity: O(items + width), O(lines near the rows) for each text.
  package func repeatedRow(
    of list: DisplayList, rows: Range<Int>, width: Int, scale: Double, background: Color
  ) throws(RasterError) -> [UInt32]? {
    guard let first = list.items.first, let shape = try shape(of: first, scale: scale) else {
      return nil
    }
    for item in list.items.dropFirst() where try touches(item, rows, scale: scale) { return nil }
    return Background(page: background.premultipliedPixel, shape: shape)
      .repeatedRow(rows, width: width, with: &backgrounds)
  }

  /// Whether an item may change pixels of `rows`.
  private func touches(
    _ item: DisplayItem, _ rows: Range<Int>, scale: Double
  ) throws(RasterError) -> Bool {
    let rect: Rect
    switch item {
    case .text(let layout, let origin):
      return TextPainter.mayTouch(rows, layout, origin: origin, scale: scale)
    case .fill(let own, _), .roundedRect(let own, _, _, _, _), .image(_, let own, _),
      .cornerPieces(let own, _, _):
      rect = own
    case .group(let group): rect = group.rect
    // Its blur reaches beyond the rectangle.
    case .shadow: return true
    }
    let box = try SnappedBox(checking: rect, scale: scale)
    return box.top < rows.upperBound && rows.lowerBound < box.bottom
  }
}

extension TextPainter {
  /// Whether a text may change pixels of `rows`, which are rows of the picture.
  static func mayTouch(
    _ rows: Range<Int>, _ layout: TextLayout, origin: Point, scale: Double
  ) -> Bool {
    guard !layout.content.isDecorated, !layout.container.isVertical else { return true }
    let near = nearBaselines(of: layout.content, to: rows, origin: origin, scale: scale)
    return layout.lines.withUnsafeBufferPointer { lines in
      lines[firstLine(of: lines, below: near.lowerBound)...]
        .prefix { $0.origin.y <= near.upperBound }
        .contains { !$0.runs.isEmpty }
    }
  }

  /// The baselines, in the layout's own space, of the lines whose ink may reach `rows` of the picture.
  static func nearBaselines(
    of content: PlacedContent, to rows: Range<Int>, origin: Point, scale: Double
  ) -> ClosedRange<Double> {
    // Ink may extend beyond its line: 32 stacked marks extend 32 ems.
    let reach = 40 * (content.fonts.map(\.size).max() ?? 0)
    let first = Double(rows.lowerBound) / scale - origin.y - reach
    return first...max(first, Double(rows.upperBound) / scale - origin.y + reach)
  }
}
