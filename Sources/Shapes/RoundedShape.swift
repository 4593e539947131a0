package import GalleyHandles
package import GalleyPrimitives

/// A rounded rectangle on whole device pixels, which draws itself row by row.
package struct RoundedShape: Sendable {
  /// The edges, in device pixels from the picture's top-left corner.
  package let box: SnappedBox
  /// The border's width in device pixels.
  let border: Int
  /// The colour inside the border, premultiplied.
  let fill: UInt32
  /// The colour of the border over the fill, premultiplied.
  let edge: UInt32
  /// Whether fill and border cover the corners too.
  let isSquare: Bool
  /// The border's dashes; `nil` for a solid line.
  private let dashes: DashedEdge?
  private let topLeft: CornerMask
  private let topRight: CornerMask
  private let bottomRight: CornerMask
  private let bottomLeft: CornerMask

  package init(
    box: SnappedBox, radii: CornerRadii, fill: Color?, border: Border?, scale: Double,
    isSquare: Bool = false, masks: CornerMasks
  ) {
    let limit = Double(CornerMask.limit)
    func pixels(_ length: Double) -> Double { min(limit, max(0, length * scale)) }
    let scaled = CornerRadii(
      topLeft: pixels(radii.topLeft), topRight: pixels(radii.topRight),
      bottomRight: pixels(radii.bottomRight), bottomLeft: pixels(radii.bottomLeft)
    ).fitted(to: Size(width: Double(box.width), height: Double(box.height)))
    // A border wider than half the shape would overlap itself.
    let reach = Double((min(box.width, box.height) + 1) / 2)
    let width =
      border.map { Int(max(1, min(reach, (pixels($0.width) + 1e-6).rounded(.down)))) } ?? 0
    self.box = box
    self.border = width
    self.isSquare = isSquare
    self.fill = fill?.premultipliedPixel ?? 0
    self.edge = PixelMath.over(border?.color.premultipliedPixel ?? 0, self.fill)
    dashes = DashedEdge(
      border.flatMap { $0.dashes.isEmpty ? nil : DashPattern($0, scale: scale) }, box: box,
      radii: scaled, border: width)
    topLeft = masks.mask(radius: scaled.topLeft, border: width)
    topRight = masks.mask(radius: scaled.topRight, border: width)
    bottomRight = masks.mask(radius: scaled.bottomRight, border: width)
    bottomLeft = masks.mask(radius: scaled.bottomLeft, border: width)
  }

  /// Whether the shape hides everything below it, except around the corners.
  var isOpaque: Bool { fill >> 24 == 255 && edge >> 24 == 255 }

  /// The rows without a corner or a horizontal border, which are all alike.
  package var straightRows: Range<Int> {
    // The rows of a dashed border differ.
    guard dashes == nil else { return box.top..<box.top }
    let top = box.top + upperExtent
    return top..<max(top, box.bottom - lowerExtent)
  }

  /// The number of rows at the top with a corner or a horizontal border.
  var upperExtent: Int { max(topLeft.extent, topRight.extent) }

  /// The number of rows at the bottom with a corner or a horizontal border.
  var lowerExtent: Int { max(bottomLeft.extent, bottomRight.extent) }

  /// Whether another shape has the same rows, if neither is dashed and both have straight rows.
  func hasRows(of other: RoundedShape) -> Bool {
    box.left == other.box.left && box.right == other.box.right && border == other.border
      && fill == other.fill && edge == other.edge && isSquare == other.isSquare
      && topLeft === other.topLeft && topRight === other.topRight
      && bottomRight === other.bottomRight && bottomLeft === other.bottomLeft
  }

  /// Draws row `y` of the picture over `row`, which has `width` pixels from the picture's left edge
  /// on.
  package func draw(row y: Int, over row: UnsafeMutablePointer<UInt32>, width: Int) {
    guard y >= box.top, y < box.bottom else { return }
    let place = RowPlace(row: row, width: width, down: y - box.top, up: box.bottom - 1 - y)
    guard dashes == nil else { return drawDashed(place) }
    let left = side(topLeft, bottomLeft, down: place.down, up: place.up)
    let right = side(topRight, bottomRight, down: place.down, up: place.up)
    guard left.extent + right.extent <= box.width, !left.isShared, !right.isShared else {
      drawColumns(0..<box.width, place)
      return
    }
    drawSide(left, place, isLeft: true)
    drawSide(right, place, isLeft: false)
    let isBorder = place.down < border || place.up < border
    let start = max(0, box.left + left.extent)
    let end = min(width, box.right - right.extent)
    PixelMath.fill(row + start, end - start, isBorder ? edge : fill)
  }

  private struct RowPlace {
    let row: UnsafeMutablePointer<UInt32>
    let width: Int
    /// Pixels from the shape's top edge.
    let down: Int
    /// Pixels from the shape's bottom edge.
    let up: Int
  }

  /// The columns at one side of a row that differ from its middle.
  private struct Side {
    /// The number of columns.
    let extent: Int
    /// The corner that the columns belong to, if any, and the row of its mask.
    let mask: CornerMask?
    let maskRow: Int
    /// Whether the corners above and below both cover them.
    let isShared: Bool
  }

  private func side(_ top: CornerMask, _ bottom: CornerMask, down: Int, up: Int) -> Side {
    let isTop = down < top.extent
    let isBottom = up < bottom.extent
    let mask = isTop ? top : isBottom ? bottom : nil
    return Side(
      extent: mask?.extent ?? border, mask: mask, maskRow: isTop ? down : up,
      isShared: isTop && isBottom)
  }

  /// Calls `body` for each pixel of row `y` of the picture, among `columns`, that the round shape
  /// does not fully cover, with its coverage.
  func forEachCut(
    row y: Int, in columns: Range<Int>, _ body: (_ x: Int, _ coverage: UInt32) -> Void
  ) {
    guard y >= box.top, y < box.bottom else { return }
    let (down, up) = (y - box.top, box.bottom - 1 - y)
    let left = side(topLeft, bottomLeft, down: down, up: up)
    let right = side(topRight, bottomRight, down: down, up: up)
    guard left.extent + right.extent <= box.width, !left.isShared, !right.isShared else {
      for x in columns.clamped(to: box.left..<box.right) {
        let coverage = coverage(x - box.left, down, up).outer
        if coverage < 255 { body(x, coverage) }
      }
      return
    }
    func visit(_ side: Side, from origin: Int, step: Int) {
      side.mask?.withRow(side.maskRow) { outer, _ in
        for column in 0..<side.extent where outer[column] < 255 {
          let x = origin + step * column
          if columns.contains(x) { body(x, UInt32(outer[column])) }
        }
      }
    }
    visit(left, from: box.left, step: 1)
    visit(right, from: box.right - 1, step: -1)
  }

  /// Draws the columns of one side, from the edge inwards.
  private func drawSide(_ side: Side, _ place: RowPlace, isLeft: Bool) {
    let origin = isLeft ? box.left : box.right - 1
    let step = isLeft ? 1 : -1
    // The columns that lie within the surface.
    let first = isLeft ? max(0, -box.left) : max(0, box.right - place.width)
    let last = min(side.extent, isLeft ? place.width - box.left : box.right)
    guard first < last else { return }
    guard let mask = side.mask else {
      for column in first..<last { blend(edge, place.row + (origin + step * column)) }
      return
    }
    let partial = mask.partial[side.maskRow]
    let solid = max(first, min(last, partial.upperBound))
    mask.withRow(side.maskRow) { outer, inner in
      for column in isSquare ? first..<solid : min(solid, max(first, partial.lowerBound))..<solid
      where isSquare || outer[column] > 0 {
        let pixel = pixel(UInt32(outer[column]), UInt32(inner[column]))
        blend(pixel, place.row + (origin + step * column))
      }
    }
    PixelMath.fill(place.row + (isLeft ? origin + solid : origin - last + 1), last - solid, fill)
  }

  @inline(__always)
  private func pixel(_ outer: UInt32, _ inner: UInt32) -> UInt32 {
    guard inner < 255 else { return fill }
    guard isSquare else { return PixelMath.mix(edge, outer - inner, fill, inner) }
    // The border gets the share that it has after the corner is clipped.
    let share = outer == 0 ? 0 : (inner * 255 + outer / 2) / outer
    return PixelMath.mix(edge, 255 - share, fill, share)
  }

  @inline(__always)
  private func blend(_ pixel: UInt32, _ place: UnsafeMutablePointer<UInt32>) {
    place.pointee = pixel >> 24 == 255 ? pixel : PixelMath.over(pixel, place.pointee)
  }

  /// Draws columns that two corners may share.
  private func drawColumns(_ columns: Range<Int>, _ place: RowPlace) {
    for column in columns.clamped(to: -box.left..<max(-box.left, place.width - box.left)) {
      let coverage = coverage(column, place.down, place.up)
      guard isSquare || coverage.outer > 0 else { continue }
      blend(pixel(coverage.outer, coverage.inner), place.row + (box.left + column))
    }
  }

  /// Draws a row that has a dashed border.
  private func drawDashed(_ place: RowPlace) {
    guard let dashes else { return }
    let ends = dashes.extents(down: place.down, up: place.up)
    let isBorder = place.down < border || place.up < border
    guard !isBorder, ends.left + ends.right < box.width else {
      return drawColumns(0..<box.width, place)
    }
    drawColumns(0..<ends.left, place)
    drawColumns(box.width - ends.right..<box.width, place)
    let start = max(0, box.left + ends.left)
    PixelMath.fill(
      place.row + start, min(place.width, box.right - ends.right) - start, fill)
  }

  /// Returns the coverage of a pixel by the shape, and by the shape without its border.
  ///
  /// The pixel is `column` pixels from the left edge, `down` from the top and `up` from the bottom.
  func coverage(_ column: Int, _ down: Int, _ up: Int) -> (outer: UInt32, inner: UInt32) {
    let back = box.width - 1 - column
    let isInside = column >= border && back >= border && down >= border && up >= border
    var outer = 255
    var inner = isInside ? 255 : 0
    // Corners that share a pixel each subtract their part.
    func cut(_ mask: CornerMask, _ x: Int, _ y: Int) {
      guard x < mask.extent, y < mask.extent else { return }
      outer -= 255 - Int(mask.outer[y * mask.extent + x])
      inner -= 255 - Int(mask.inner[y * mask.extent + x])
    }
    cut(topLeft, column, down)
    cut(topRight, back, down)
    cut(bottomRight, back, up)
    cut(bottomLeft, column, up)
    if let dashes {
      let drawn = dashes.coverage(column, back, down, up)
      // The gaps between dashes show the fill.
      inner = outer - min(outer, Int((drawn * 255).rounded()))
    }
    return (UInt32(max(0, outer)), UInt32(max(0, min(outer, inner))))
  }
}

extension RoundedShape {
  /// Paints the area between the box and its round corners in the fill colour.
  package func drawPieces(onto target: borrowing PixelTarget, top: Int) {
    let rows = (box.top..<box.bottom).clamped(to: top..<top + target.height)
    for y in rows where !straightRows.contains(y) {
      let row = target.pixels + (y - top) * target.width
      forEachCut(row: y, in: 0..<target.width) { x, coverage in
        row[x] = PixelMath.over(PixelMath.multiply(fill, by: 255 - coverage), row[x])
      }
    }
  }
}

extension PixelImage {
  /// Removes the pixels outside of `shape`, which has this image's extent.
  package func clip(to shape: RoundedShape) {
    for y in 0..<height where !shape.straightRows.contains(shape.box.top + y) {
      for x in 0..<width {
        let coverage = shape.coverage(x, y, height - 1 - y).outer
        if coverage < 255 {
          pixels[y * width + x] = PixelMath.multiply(pixels[y * width + x], by: coverage)
        }
      }
    }
  }
}
