import GalleyHandles
import GalleyPrimitives

/// A rounded rectangle on whole device pixels, ready to be drawn row by row.
struct RoundedShape {
  /// The edges, in device pixels from the picture's top-left corner.
  let box: SnappedBox
  /// The border's width in device pixels.
  let border: Int
  /// The colour within the border, premultiplied.
  let fill: UInt32
  /// The colour of the border, the fill below it included, premultiplied.
  let edge: UInt32
  private let topLeft: CornerMask
  private let topRight: CornerMask
  private let bottomRight: CornerMask
  private let bottomLeft: CornerMask

  init(
    box: SnappedBox, radii: CornerRadii, fill: Color?, border: Border?, scale: Double,
    masks: CornerMasks
  ) {
    let limit = Double(CornerMask.limit)
    func pixels(_ length: Double) -> Double { min(limit, max(0, length * scale)) }
    let scaled = CornerRadii(
      topLeft: pixels(radii.topLeft), topRight: pixels(radii.topRight),
      bottomRight: pixels(radii.bottomRight), bottomLeft: pixels(radii.bottomLeft)
    ).fitted(to: Size(width: Double(box.width), height: Double(box.height)))
    // Beyond half the shape a border meets itself.
    let reach = Double((min(box.width, box.height) + 1) / 2)
    let width =
      border.map { Int(max(1, min(reach, (pixels($0.width) + 1e-6).rounded(.down)))) } ?? 0
    self.box = box
    self.border = width
    self.fill = fill?.premultipliedPixel ?? 0
    self.edge = PixelMath.over(border?.color.premultipliedPixel ?? 0, self.fill)
    topLeft = masks.mask(radius: scaled.topLeft, border: width)
    topRight = masks.mask(radius: scaled.topRight, border: width)
    bottomRight = masks.mask(radius: scaled.bottomRight, border: width)
    bottomLeft = masks.mask(radius: scaled.bottomLeft, border: width)
  }

  /// Whether nothing below shows, but around the corners.
  var isOpaque: Bool { fill >> 24 == 255 && edge >> 24 == 255 }

  /// The rows that have neither a corner nor a horizontal border: all alike.
  var straightRows: Range<Int> {
    let top = box.top + max(topLeft.extent, topRight.extent)
    let bottom = box.bottom - max(bottomLeft.extent, bottomRight.extent)
    return top..<max(top, bottom)
  }

  /// Draws row `y` of the picture over `row`, `width` pixels from the picture's left edge on.
  func draw(row y: Int, over row: UnsafeMutablePointer<UInt32>, width: Int) {
    guard y >= box.top, y < box.bottom else { return }
    let place = RowPlace(row: row, width: width, down: y - box.top, up: box.bottom - 1 - y)
    let left = side(topLeft, bottomLeft, place)
    let right = side(topRight, bottomRight, place)
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

  /// The columns at one side of a row that are not like its middle.
  private struct Side {
    /// How many there are.
    let extent: Int
    /// The corner that they belong to, if any, and its row.
    let mask: CornerMask?
    let maskRow: Int
    /// Whether the corners above and below both reach them.
    let isShared: Bool
  }

  private func side(_ top: CornerMask, _ bottom: CornerMask, _ place: RowPlace) -> Side {
    let isTop = place.down < top.extent
    let isBottom = place.up < bottom.extent
    let mask = isTop ? top : isBottom ? bottom : nil
    return Side(
      extent: mask?.extent ?? border, mask: mask, maskRow: isTop ? place.down : place.up,
      isShared: isTop && isBottom)
  }

  /// Draws the columns of one side, from the edge inwards.
  private func drawSide(_ side: Side, _ place: RowPlace, isLeft: Bool) {
    let origin = isLeft ? box.left : box.right - 1
    let step = isLeft ? 1 : -1
    // Columns that lie within the surface.
    let first = isLeft ? max(0, -box.left) : max(0, box.right - place.width)
    let last = min(side.extent, isLeft ? place.width - box.left : box.right)
    guard first < last else { return }
    guard let mask = side.mask else {
      for column in first..<last { blend(edge, place.row + (origin + step * column)) }
      return
    }
    mask.withRow(side.maskRow) { outer, inner in
      for column in first..<last where outer[column] > 0 {
        let pixel = pixel(UInt32(outer[column]), UInt32(inner[column]))
        blend(pixel, place.row + (origin + step * column))
      }
    }
  }

  @inline(__always)
  private func pixel(_ outer: UInt32, _ inner: UInt32) -> UInt32 {
    inner == 255 ? fill : PixelMath.mix(edge, outer - inner, fill, inner)
  }

  @inline(__always)
  private func blend(_ pixel: UInt32, _ place: UnsafeMutablePointer<UInt32>) {
    place.pointee = pixel >> 24 == 255 ? pixel : PixelMath.over(pixel, place.pointee)
  }

  /// Draws columns that corners may share.
  private func drawColumns(_ columns: Range<Int>, _ place: RowPlace) {
    for column in columns.clamped(to: -box.left..<max(-box.left, place.width - box.left)) {
      let coverage = coverage(column, place.down, place.up)
      guard coverage.outer > 0 else { continue }
      blend(pixel(coverage.outer, coverage.inner), place.row + (box.left + column))
    }
  }

  /// How much of a pixel the shape covers, and the shape less its border.
  ///
  /// The pixel is `column` pixels from the left edge, `down` from the top and `up` from the bottom.
  func coverage(_ column: Int, _ down: Int, _ up: Int) -> (outer: UInt32, inner: UInt32) {
    let back = box.width - 1 - column
    let isInside = column >= border && back >= border && down >= border && up >= border
    var outer = 255
    var inner = isInside ? 255 : 0
    // Corners that share a pixel each take their part away.
    func cut(_ mask: CornerMask, _ x: Int, _ y: Int) {
      guard x < mask.extent, y < mask.extent else { return }
      outer -= 255 - Int(mask.outer[y * mask.extent + x])
      inner -= 255 - Int(mask.inner[y * mask.extent + x])
    }
    cut(topLeft, column, down)
    cut(topRight, back, down)
    cut(bottomRight, back, up)
    cut(bottomLeft, column, up)
    return (UInt32(max(0, outer)), UInt32(max(0, min(outer, inner))))
  }
}

/// A rectangle of whole device pixels.
struct SnappedBox: Hashable {
  let left: Int
  let top: Int
  let right: Int
  let bottom: Int

  /// The pixels nearest to `rect` at `scale`; empty for a negative extent.
  ///
  /// - Throws: ``RasterError/placeOutOfRange(_:)``.
  init(_ rect: Rect, scale: Double) throws(RasterError) {
    func snap(_ coordinate: Double) throws(RasterError) -> Int {
      let pixels = (coordinate * scale + 0.5).rounded(.down)
      guard abs(pixels) <= Self.bound else { throw .placeOutOfRange(rect) }
      return Int(pixels)
    }
    left = try snap(rect.minX)
    top = try snap(rect.minY)
    right = max(left, try snap(rect.maxX))
    bottom = max(top, try snap(rect.maxY))
  }

  var width: Int { right - left }
  var height: Int { bottom - top }

  // A million rows of a thousand pixels are still a place.
  private static let bound = Double(1 << 40)
}
