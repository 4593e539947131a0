import GalleyHandles
import GalleyPrimitives
import GalleyText

/// The target on which the stages of a decorated text draw: pixels, or a drawing of paths and texts.
///
/// Coordinates are device pixels from the target's first pixel, y down.
protocol StageTarget: ~Copyable {
  /// The extent in device pixels.
  var width: Int { get }
  var height: Int { get }
  /// How far from the first pixel a line is drawn at most.
  var reach: Double { get }
  /// Fills a path.
  borrowing func fill(_ path: VectorPath, color: Color)
  /// Strokes a path.
  borrowing func stroke(_ path: VectorPath, _ stroke: Stroke, color: Color)
  /// Draws the shadow of a drawing within `box`.
  ///
  /// `draw` draws it; it receives an image and the target coordinates of the image's first pixel.
  borrowing func cast(
    _ shadow: TextShadow, by box: Rect, scale: Double,
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void)
  /// Draws the inner shadow of a drawing within `box` over that drawing.
  borrowing func castWithin(
    _ shadow: TextShadow, _ box: Rect, scale: Double,
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void)
}

extension PixelTarget: StageTarget {
  var reach: Double { 100_000 }

  borrowing func fill(_ path: VectorPath, color: Color) {
    Canvas(self)?.fill(path, color: color)
  }

  borrowing func stroke(_ path: VectorPath, _ stroke: Stroke, color: Color) {
    Canvas(self)?.stroke(path, stroke, color: color)
  }

  borrowing func cast(
    _ shadow: TextShadow, by box: Rect, scale: Double,
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void
  ) {
    guard let cast = shadow.image(of: box, scale: scale, on: (width, height), draw: draw) else {
      return
    }
    Canvas(self)?.composite(cast.image, x: cast.x, y: cast.y, mode: shadow.blendMode)
  }

  borrowing func castWithin(
    _ shadow: TextShadow, _ box: Rect, scale: Double,
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void
  ) {
    guard let cast = shadow.innerImage(of: box, scale: scale, on: (width, height), draw: draw)
    else { return }
    Canvas(self)?.composite(cast.image, x: cast.x, y: cast.y, mode: shadow.blendMode)
  }
}
