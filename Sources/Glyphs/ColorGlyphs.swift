package import GalleyHandles
import GalleyPrimitives

/// A coloured glyph scaled to its drawn size, as a value that workers can share.
struct ScaledGlyph: Sendable {
  /// The pixels, premultiplied ARGB32, row by row; empty for a glyph that paints nothing.
  var pixels: [UInt32] = []
  var size = PixelSize(width: 0, height: 0)
  /// The distance from the pen to the left edge, in pixels.
  var left = 0
  /// The distance from the baseline down to the top edge, in pixels; mostly negative.
  var top = 0

  /// Scales the font's bitmap for `glyph`, once and with a good filter.
  init(_ font: SizedFont, glyph: UInt32, faces: FontFaces) {
    guard let strike = faces.strike(of: glyph, in: font) else { return }
    let factor = font.size / strike.size
    let minX = (Double(strike.left) * factor).rounded(.down)
    let minY = (Double(-strike.top) * factor).rounded(.down)
    let maxX = (Double(strike.left + strike.image.width) * factor).rounded(.up)
    let maxY = (Double(strike.image.height - strike.top) * factor).rounded(.up)
    // The source area, including transparent surroundings, that maps to those whole pixels.
    let source = Rect(
      x: minX / factor - Double(strike.left), y: minY / factor + Double(strike.top),
      width: (maxX - minX) / factor, height: (maxY - minY) / factor)
    size = PixelSize(width: Int(maxX - minX), height: Int(maxY - minY))
    left = Int(minX)
    top = Int(minY)
    guard let image = strike.image.scaled(source, to: size, edge: .transparent) else { return }
    pixels = Array(UnsafeBufferPointer(start: image.pixels, count: image.width * image.height))
  }
}

/// Scaled coloured glyphs that all workers share.
///
/// Reading and scaling a bitmap takes about sixty times as long as copying the result, so the first
/// worker that meets an emoji scales it for all.
public final class ColorGlyphStore: Sendable {
  fileprivate struct Key: Hashable {
    let font: FontKey
    let scale: Double
    let glyph: UInt32
  }

  private let glyphs: Monitor<BoundedCache<Key, ScaledGlyph>>

  /// An empty store that keeps at most about `byteLimit` bytes.
  public init(byteLimit: Int = 16 << 20) {
    glyphs = Monitor(BoundedCache(costLimit: byteLimit))
  }

  /// The number of glyphs that were scaled.
  public var scaledCount: Int { glyphs.withLock { $0.missCount } }

  /// Returns the glyph, and scales it if the store does not have it.
  ///
  /// Scaling runs outside the lock, so that other workers do not wait for it.
  fileprivate func glyph(
    _ glyph: UInt32, of font: SizedFont, faces: FontFaces
  ) -> ScaledGlyph {
    let key = Key(font: font.key, scale: font.scale, glyph: glyph)
    if let known = glyphs.withLock({ $0.value(for: key) }) { return known }
    let scaled = ScaledGlyph(font, glyph: glyph, faces: faces)
    return glyphs.withLock { glyphs in
      glyphs.value(for: key, cost: { 4 * $0.pixels.count + 256 }, make: { scaled })
    }
  }
}

/// A coloured glyph as a worker draws it.
package struct ColorGlyph {
  /// The pixels; `nil` for a glyph that paints nothing.
  package let image: PixelImage?
  /// The distance from the pen to the left edge, in pixels.
  package let left: Int
  /// The distance from the baseline down to the top edge, in pixels; mostly negative.
  package let top: Int

  fileprivate init(_ scaled: ScaledGlyph) {
    (left, top) = (scaled.left, scaled.top)
    guard !scaled.pixels.isEmpty,
      let image = PixelImage(width: scaled.size.width, height: scaled.size.height)
    else {
      image = nil
      return
    }
    image.pixels.update(from: scaled.pixels, count: scaled.pixels.count)
    self.image = image
  }
}

/// The coloured glyphs that one worker draws.
///
/// Each worker has its own copies, because pixman's reference counts are not thread-safe.
package struct ColorGlyphs {
  private struct Key: Hashable {
    let font: Int
    let glyph: UInt32
  }

  private let store: ColorGlyphStore
  private let faces: FontFaces
  private var cache: BoundedCache<Key, ColorGlyph>
  /// The last glyph, which a text often repeats: the cache keeps none that is larger than its limit.
  private var last: (key: Key, glyph: ColorGlyph)?

  package init(store: ColorGlyphStore, faces: FontFaces, byteLimit: Int) {
    self.store = store
    self.faces = faces
    cache = BoundedCache(costLimit: byteLimit)
  }

  /// The number of glyphs that this worker's cache did not have.
  package var missCount: Int { cache.missCount }

  /// Returns the glyph, taken from this worker's cache, then from the store, or else scaled now.
  package mutating func glyph(_ glyph: UInt32, of font: SizedFont) -> ColorGlyph {
    let (store, faces) = (store, faces)
    let key = Key(font: font.number, glyph: glyph)
    if let last, last.key == key { return last.glyph }
    let found = cache.value(
      for: key, cost: { ($0.image?.byteCount ?? 0) + 256 },
      make: { ColorGlyph(store.glyph(glyph, of: font, faces: faces)) })
    last = (key, found)
    return found
  }

  package mutating func evictAll() {
    last = nil
    cache.evictAll()
  }
}
