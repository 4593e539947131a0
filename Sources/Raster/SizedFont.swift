import GalleyHandles
import GalleyPrimitives

/// A font at the size that one scale asks for, opened by one worker.
final class SizedFont {
  /// The font's number among the worker's: part of its masks' keys.
  let number: Int
  let key: FontKey
  let scale: Double
  let face: FontFace
  /// How outlines are set.
  let style: GlyphStyle
  /// Where the font puts its underlines and the like.
  private(set) lazy var lines = face.lines

  init(number: Int, key: FontKey, scale: Double, face: FontFace) {
    self.number = number
    self.key = key
    self.scale = scale
    self.face = face
    self.style = GlyphStyle(
      size: key.size * scale, transform: key.transform, isEmboldened: key.isEmboldened)
  }

  /// Pixels per em.
  var size: Double { style.size }
  /// Whether glyphs are coloured bitmaps.
  var isColor: Bool { face.hasColorStrikes }
}

/// The fonts that a worker has opened.
final class SizedFonts {
  private struct Identity: Hashable {
    let key: FontKey
    let scale: Double
  }

  private struct File: Hashable {
    let path: String
    let index: Int
  }

  /// How many sized fonts are kept before all are forgotten.
  static let limit = 2048

  private let library: FreeTypeLibrary
  private var faces: [File: FontFace] = [:]
  private var fonts: [Identity: SizedFont] = [:]
  private var recent: [SizedFont] = []
  private var nextNumber = 0

  init(library: FreeTypeLibrary) { self.library = library }

  /// Whether there are so many that the caller should forget them, and all masks with them.
  var isFull: Bool { fonts.count >= Self.limit }

  /// Forgets all fonts; their numbers are not used again.
  func evictAll() {
    fonts = [:]
    faces = [:]
    recent = []
  }

  /// The font of `key` at `scale`.
  func font(_ key: FontKey, scale: Double) throws(RasterError) -> SizedFont {
    // A feed uses few fonts, and equal keys mostly share their strings: no hashing then.
    for font in recent where font.scale == scale && font.key == key { return font }
    let identity = Identity(key: key, scale: scale)
    let font: SizedFont
    if let known = fonts[identity] {
      font = known
    } else {
      let size = key.size * scale
      guard size > 0, size <= 4096 else { throw .fontSizeOutOfRange(key) }
      font = SizedFont(number: nextNumber, key: key, scale: scale, face: try face(of: key))
      nextNumber += 1
      fonts[identity] = font
    }
    if recent.count >= 8 { recent.removeLast() }
    recent.insert(font, at: 0)
    return font
  }

  private func face(of key: FontKey) throws(RasterError) -> FontFace {
    let file = File(path: key.path, index: key.faceIndex)
    if let known = faces[file] { return known }
    // Glyphs are all that is asked of a face here.
    let first = File(
      path: key.path, index: FontFace.firstFace(like: key.faceIndex, path: key.path))
    if let known = faces[first] {
      faces[file] = known
      return known
    }
    do {
      let face = try FontFace(library: library, path: first.path, index: first.index)
      faces[first] = face
      faces[file] = face
      return face
    } catch { throw .fontUnavailable(key, code: error.code) }
  }
}
