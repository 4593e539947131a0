import GalleyHandles
import GalleyPrimitives
import GalleyText

extension TextAttachment.ContentMode {
  /// Whether the image's drawn size depends on the size of its box.
  var isScaled: Bool {
    switch self {
    case .scaleToFill, .scaleAspectFit, .scaleAspectFill: true
    default: false
    }
  }

  /// Returns the image area, including transparent surroundings, that fills a box of `size` device
  /// pixels; `focus` is the point of a centred image that stays in view.
  func source(
    of image: PixelImage, in size: PixelSize, scale: Double, focus: FocalPoint = .center
  ) -> Rect {
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
    case .center: x = (width - partWidth) * focus.x
    default: x = (width - partWidth) / 2
    }
    let y: Double
    switch self {
    case .top, .topLeft, .topRight: y = 0
    case .bottom, .bottomLeft, .bottomRight: y = height - partHeight
    case .center: y = (height - partHeight) * focus.y
    default: y = (height - partHeight) / 2
    }
    return Rect(x: x, y: y, width: partWidth, height: partHeight)
  }
}

extension PixelImage {
  /// Draws a part of this image, given in pixels, into a new image of `size`; `nil` if memory runs
  /// out.
  func placed(_ source: Rect, in size: PixelSize) -> PixelImage? {
    // Cairo's filter reads only a few pixels per output pixel, so whole blocks are averaged first.
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
