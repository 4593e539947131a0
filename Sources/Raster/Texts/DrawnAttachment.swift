import GalleyLayout
import GalleyPrimitives
import GalleyShapes
import GalleyText

/// An attachment as it is drawn: pixels and vectors have the same ones.
enum DrawnAttachment {
  /// A rectangle in device pixels, filled with a colour.
  case color(Rect, Color)
  /// An image in a box of whole device pixels.
  case image(ImageReference, SnappedBox, TextAttachment.ContentMode)
}

extension DecoratedDrawing {
  /// Returns the attachments of the drawn lines, in their order, without those that paint nothing.
  ///
  /// - Throws: ``RasterError`` if a box is out of bounds.
  func drawnAttachments() throws(RasterError) -> [DrawnAttachment] {
    var drawn: [DrawnAttachment] = []
    for place in content.attachments where lines.contains(place.line) {
      let rect = place.rect.inset(by: place.attachment.contentInsets)
      guard rect.width > 0, rect.height > 0 else { continue }
      switch place.attachment.content {
      case .blank: break
      case .color(let color): drawn.append(.color(snapped(onLine(rect)), color))
      case .image(let name):
        let box = try SnappedBox(checking: rect.offset(x: origin.x, y: origin.y), scale: scale)
        drawn.append(.image(ImageReference(name: name), box, place.attachment.contentMode))
      }
    }
    return drawn
  }
}
