public import GalleyPrimitives
import GalleyShapes

/// Why rasterizing failed; each case names the request.
public enum RasterError: Error, Hashable, Sendable {
  /// The surface would have an edge outside 1...16,384 by 1...8,192 pixels.
  ///
  /// A taller cell is drawn on several surfaces.
  case sizeOutOfRange(PixelSize)
  /// The scale is not a number in 0.25...8.
  case scaleOutOfRange(Double)
  /// The extent is not a finite number of layout units.
  case extentOutOfRange(Size)
  /// Cairo refused a surface of this size, or memory ran out.
  case surfaceUnavailable(PixelSize)
  /// The pixel rows are not within the picture, or the surface does not have the size that they
  /// need.
  case rowsOutOfRange(Range<Int>, PixelSize)
  /// A rectangle or a point has a coordinate that is not finite, or lies too far from the picture.
  case placeOutOfRange(Rect)
  /// The font's size times the scale is not in 0...4,096 pixels per em.
  case fontSizeOutOfRange(FontKey)
  /// The font's file cannot be opened; `code` is FreeType's error code.
  case fontUnavailable(FontKey, code: Int)
  /// Memory ran out while FreeType was set up.
  case outOfMemory
  /// The caller cancelled the picture: ``Painter/isCancelled``.
  case cancelled
}

extension RasterError: CustomStringConvertible {
  /// One line for a person to read.
  public var description: String {
    switch self {
    case .sizeOutOfRange(let size):
      "a surface of \(size.width) by \(size.height) pixels is not within 16384 by 8192"
    case .scaleOutOfRange(let scale): "the scale \(scale) is not in 0.25...8"
    case .extentOutOfRange(let size):
      "an extent of \(size.width) by \(size.height) cannot be drawn"
    case .surfaceUnavailable(let size):
      "memory ran out for a surface of \(size.width) by \(size.height) pixels"
    case .rowsOutOfRange(let rows, let size):
      "the pixel rows \(rows) do not match a picture of \(size.width) by \(size.height) pixels"
    case .placeOutOfRange(let rect):
      "the place \(rect.minX), \(rect.minY), \(rect.width) by \(rect.height) is out of range"
    case .fontSizeOutOfRange(let font): "the font \(font.name) cannot have the size \(font.size)"
    case .fontUnavailable(let font, let code):
      "the font file \(font.path) cannot be opened (FreeType error \(code))"
    case .outOfMemory: "memory ran out while fonts were set up"
    case .cancelled: "the picture was cancelled"
    }
  }
}

extension SnappedBox {
  /// Snaps `rect` at `scale` to the nearest pixels.
  ///
  /// - Throws: ``RasterError/placeOutOfRange(_:)``.
  init(checking rect: Rect, scale: Double) throws(RasterError) {
    guard let box = SnappedBox(rect, scale: scale) else { throw .placeOutOfRange(rect) }
    self = box
  }
}
