import GalleyHandles
import GalleyPrimitives
import GalleyShapes
import GalleyText

extension Painter {
  /// Draws the shadow of a rectangle with round corners onto a target whose first row is row `top` of the
  /// picture.
  func draw<Target: StageTarget & ~Copyable>(
    _ shadow: TextShadow, of rect: Rect, radii: CornerRadii, scale: Double,
    onto target: borrowing Target, top: Int
  ) throws(RasterError) {
    let box = try SnappedBox(checking: rect, scale: scale)
    guard box.width > 0, box.height > 0 else { return }
    let pixels = Rect(
      x: Double(box.left), y: Double(box.top - top), width: Double(box.width),
      height: Double(box.height))
    target.cast(shadow, by: pixels, scale: scale) { image, left, imageTop in
      let moved = pixels.offset(x: Double(-left), y: Double(-imageTop))
      // Pixels that were within bounds before are so in the image.
      guard let box = SnappedBox(moved, scale: 1) else { return }
      let shape = RoundedShape(
        box: box, radii: radii, fill: .black, border: nil, scale: scale, masks: corners)
      let rows = max(0, box.top)..<max(0, box.top, box.bottom)
      for y in rows.clamped(to: 0..<image.height) {
        shape.draw(row: y, over: image.pixels + y * image.width, width: image.width)
      }
    }
  }
}

extension ImageFit {
  /// The way in which an attachment's image fits its box.
  var contentMode: TextAttachment.ContentMode {
    switch self {
    case .cover: .scaleAspectFill
    case .contain: .scaleAspectFit
    case .fill: .scaleToFill
    case .none: .center
    }
  }
}
