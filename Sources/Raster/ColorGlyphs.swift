import GalleyHandles
import GalleyPrimitives

/// A coloured glyph scaled to the size at which it is drawn.
struct ColorGlyph {
  /// The pixels; `nil` for a glyph that paints nothing.
  let image: PixelImage?
  /// From the pen to the left edge, in pixels.
  let left: Int
  /// From the baseline down to the top edge, in pixels; mostly negative.
  let top: Int

  /// Scales the bitmap that `font` has for `glyph`, once and with a good filter.
  init(_ font: SizedFont, glyph: UInt32) {
    guard let strike = font.face.strike(of: glyph, size: font.size) else {
      image = nil
      (left, top) = (0, 0)
      return
    }
    let factor = font.size / strike.size
    let minX = (Double(strike.left) * factor).rounded(.down)
    let minY = (Double(-strike.top) * factor).rounded(.down)
    let maxX = (Double(strike.left + strike.image.width) * factor).rounded(.up)
    let maxY = (Double(strike.image.height - strike.top) * factor).rounded(.up)
    let size = PixelSize(width: Int(maxX - minX), height: Int(maxY - minY))
    // The part of the bitmap, and of the nothing around it, that falls on those whole pixels.
    let source = Rect(
      x: minX / factor - Double(strike.left), y: minY / factor + Double(strike.top),
      width: (maxX - minX) / factor, height: (maxY - minY) / factor)
    image = strike.image.scaled(source, to: size, edge: .transparent)
    left = Int(minX)
    top = Int(minY)
  }
}

/// The scaled coloured glyphs of a worker.
struct ColorGlyphs {
  private struct Key: Hashable {
    let font: Int
    let glyph: UInt32
  }

  private var cache: GenerationalCache<Key, ColorGlyph>

  init(byteLimit: Int) {
    cache = GenerationalCache(byteLimit: byteLimit) { ($0.image?.byteCount ?? 0) + 256 }
  }

  /// How many glyphs had to be scaled.
  var missCount: Int { cache.missCount }

  /// The glyph, scaled now if it was not before.
  mutating func glyph(_ glyph: UInt32, of font: SizedFont) -> ColorGlyph {
    cache.value(Key(font: font.number, glyph: glyph)) { ColorGlyph(font, glyph: glyph) }
  }

  mutating func evictAll() { cache.evictAll() }
}
