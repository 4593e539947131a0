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
    let down = y - box.top
    let up = box.bottom - 1 - y
    let left = max(
      down < topLeft.extent ? topLeft.extent : 0, up < bottomLeft.extent ? bottomLeft.extent : 0,
      border)
    let right = max(
      down < topRight.extent ? topRight.extent : 0,
      up < bottomRight.extent ? bottomRight.extent : 0, border)
    if left + right > box.width {
      drawColumns(0..<box.width, down, up, row, width)
      return
    }
    drawColumns(0..<left, down, up, row, width)
    let isBorder = down < border || up < border
    let start = max(0, box.left + left)
    let end = min(width, box.right - right)
    PixelMath.fill(row + start, end - start, isBorder ? edge : fill)
    drawColumns(box.width - right..<box.width, down, up, row, width)
  }

  /// Draws columns whose pixels may be covered in part.
  private func drawColumns(
    _ columns: Range<Int>, _ down: Int, _ up: Int, _ row: UnsafeMutablePointer<UInt32>, _ width: Int
  ) {
    for column in columns.clamped(to: -box.left..<max(-box.left, width - box.left)) {
      let coverage = coverage(column, down, up)
      guard coverage.outer > 0 else { continue }
      let pixel =
        coverage.inner == 255
        ? fill
        : PixelMath.mix(edge, coverage.outer - coverage.inner, fill, coverage.inner)
      let place = row + (box.left + column)
      place.pointee = PixelMath.over(pixel, place.pointee)
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
