import GalleyHandles
import GalleyPrimitives
import GalleyText

extension TextAttachment.ContentMode {
  /// Whether the image's size depends on the room's.
  var isScaled: Bool {
    switch self {
    case .scaleToFill, .scaleAspectFit, .scaleAspectFill: true
    default: false
    }
  }

  /// The part of an image, and of the nothing around it, that fills a room of `size` device pixels.
  func source(of image: PixelImage, in size: PixelSize, scale: Double) -> Rect {
    let (width, height) = (Double(image.width), Double(image.height))
    let (roomWidth, roomHeight) = (Double(size.width), Double(size.height))
    let factor: Double
    switch self {
    case .scaleToFill: return Rect(x: 0, y: 0, width: width, height: height)
    case .scaleAspectFit: factor = max(width / roomWidth, height / roomHeight)
    case .scaleAspectFill: factor = min(width / roomWidth, height / roomHeight)
    default: factor = 1 / scale
    }
    let (partWidth, partHeight) = (roomWidth * factor, roomHeight * factor)
    let x: Double
    switch self {
    case .left, .topLeft, .bottomLeft: x = 0
    case .right, .topRight, .bottomRight: x = width - partWidth
    default: x = (width - partWidth) / 2
    }
    let y: Double
    switch self {
    case .top, .topLeft, .topRight: y = 0
    case .bottom, .bottomLeft, .bottomRight: y = height - partHeight
    default: y = (height - partHeight) / 2
    }
    return Rect(x: x, y: y, width: partWidth, height: partHeight)
  }
}

extension PixelImage {
  /// A part of this image, in pixels, drawn to fill an image of `size`; `nil` for lack of memory.
  func placed(_ source: Rect, in size: PixelSize) -> PixelImage? {
    // Cairo's filter looks at no more than a few pixels: averaging whole blocks comes first.
    let factor = min(
      source.width / Double(size.width), source.height / Double(size.height))
    let block = Int(min(factor / 2, Double(min(width, height))))
    guard block > 1 else { return scaled(source, to: size, edge: .transparent) }
    let shrunk = Rect(
      x: source.minX / Double(block), y: source.minY / Double(block),
      width: source.width / Double(block), height: source.height / Double(block))
    return averaged(block: block)?.placed(shrunk, in: size)
  }
}
