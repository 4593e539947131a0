package import GalleyHandles
package import GalleyPrimitives

/// A font at the pixel size of one scale.
package final class SizedFont {
  /// The font's number in the store, which is part of its masks' keys.
  let number: Int
  package let key: FontKey
  let scale: Double
  /// The file and face with the font's glyphs.
  package let file: FontFaces.File
  /// The size and rendering mode of outlines.
  let style: GlyphStyle
  /// Whether the glyphs are coloured bitmaps.
  package let isColor: Bool
  /// The font's metrics for underlines and strikethroughs.
  package let lines: FontLines
  /// How far outlines reach from the pen, in pixels, by the font's header, and no farther than glyphs that are drawn.
  package let reach: Double

  init(number: Int, of font: GlyphMaskStore.Identity, file: FontFaces.File, face: FontFace) {
    let (key, scale) = (font.key, font.scale)
    self.number = number
    self.key = key
    self.scale = scale
    self.file = file
    style = GlyphStyle(
      size: key.size * scale, transform: key.transform, isEmboldened: key.isEmboldened,
      stroke: (key.strokeWidth ?? 0) * scale,
      isHinted: font.hinting == .light && scale <= Self.maximumHintedScale && key.transform == nil
        && key.strokeWidth == nil)
    isColor = face.hasColorStrikes
    lines = face.lines
    let growth = key.transform.map { max(abs($0.xx) + abs($0.xy), abs($0.yx) + abs($0.yy)) } ?? 1
    reach = min(
      max(2, face.reach) * growth * style.size, Double(FontFace.reach(at: style.size)))
  }

  /// At larger scales, strokes have enough pixels.
  private static let maximumHintedScale = 1.5

  /// Pixels per em.
  package var size: Double { style.size }
}

/// The sized fonts that a worker has used.
package final class SizedFonts {
  /// The maximum number of sized fonts kept before all are evicted.
  static let limit = 2048

  private let store: GlyphMaskStore
  private let faces: FontFaces
  private let hinting: GlyphHinting
  private var fonts: [GlyphMaskStore.Identity: SizedFont] = [:]
  private var recent: [SizedFont] = []

  package init(store: GlyphMaskStore, faces: FontFaces, hinting: GlyphHinting) {
    self.store = store
    self.faces = faces
    self.hinting = hinting
  }

  /// Whether the caller should evict all fonts, together with their masks.
  package var isFull: Bool { fonts.count >= Self.limit }

  /// Evicts all fonts.
  package func evictAll() {
    fonts = [:]
    recent = []
    faces.closeAll()
  }

  /// Returns the font of `key` at `scale`; the caller bounds its pixels per em.
  package func font(_ key: FontKey, scale: Double) throws(FontFaceError) -> SizedFont {
    // A feed uses few fonts, and equal keys mostly share their strings, so comparing beats hashing.
    for font in recent where font.scale == scale && font.key == key { return font }
    let identity = GlyphMaskStore.Identity(key: key, scale: scale, hinting: hinting)
    let font: SizedFont
    if let known = fonts[identity] {
      font = known
    } else {
      font = try open(identity)
      fonts[identity] = font
    }
    if recent.count >= 8 { recent.removeLast() }
    recent.insert(font, at: 0)
    return font
  }

  private func open(_ identity: GlyphMaskStore.Identity) throws(FontFaceError) -> SizedFont {
    let file = faces.file(of: identity.key)
    let face = try faces.face(file)
    return SizedFont(number: store.number(of: identity), of: identity, file: file, face: face)
  }
}
