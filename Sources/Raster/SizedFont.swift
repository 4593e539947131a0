import GalleyHandles
import GalleyPrimitives

/// A font at the size that one scale asks for.
final class SizedFont {
  /// The font's number among those of the store: part of its masks' keys.
  let number: Int
  let key: FontKey
  let scale: Double
  /// Where the font's glyphs are.
  let file: GlyphMaskStore.File
  /// How outlines are set.
  let style: GlyphStyle
  /// Whether glyphs are coloured bitmaps.
  let isColor: Bool
  /// Where the font puts its underlines and the like.
  let lines: FontLines

  init(number: Int, key: FontKey, scale: Double, file: GlyphMaskStore.File, face: FontFace) {
    self.number = number
    self.key = key
    self.scale = scale
    self.file = file
    style = GlyphStyle(
      size: key.size * scale, transform: key.transform, isEmboldened: key.isEmboldened)
    isColor = face.hasColorStrikes
    lines = face.lines
  }

  /// Pixels per em.
  var size: Double { style.size }
}

/// The sized fonts that a worker has asked for.
final class SizedFonts {
  /// How many sized fonts are kept before all are forgotten.
  static let limit = 2048

  private let store: GlyphMaskStore
  private var fonts: [GlyphMaskStore.Identity: SizedFont] = [:]
  private var recent: [SizedFont] = []

  init(store: GlyphMaskStore) { self.store = store }

  /// Whether there are so many that the caller should forget them, and all masks with them.
  var isFull: Bool { fonts.count >= Self.limit }

  /// Forgets all fonts.
  func evictAll() {
    fonts = [:]
    recent = []
  }

  /// The font of `key` at `scale`.
  func font(_ key: FontKey, scale: Double) throws(RasterError) -> SizedFont {
    // A feed uses few fonts, and equal keys mostly share their strings: no hashing then.
    for font in recent where font.scale == scale && font.key == key { return font }
    let identity = GlyphMaskStore.Identity(key: key, scale: scale)
    let font: SizedFont
    if let known = fonts[identity] {
      font = known
    } else {
      font = try store.font(identity)
      fonts[identity] = font
    }
    if recent.count >= 8 { recent.removeLast() }
    recent.insert(font, at: 0)
    return font
  }
}
