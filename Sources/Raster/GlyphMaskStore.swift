import GalleyHandles
import GalleyPrimitives

/// Glyph masks for all workers, and the faces that they are made of: a mask is made once, by whoever
/// meets its glyph first, and its bytes are there once.
///
/// All is done under one lock. A mask takes some 15 µs to make, and few glyphs are new, so workers
/// hardly ever meet there: each finds masks that it has used before in a table of its own.
public final class GlyphMaskStore: Sendable {
  /// A font at a scale.
  struct Identity: Hashable {
    let key: FontKey
    let scale: Double
  }

  /// A face of a font file.
  struct File: Hashable {
    let path: String
    let index: Int
  }

  fileprivate struct State {
    let library: FreeTypeLibrary
    var faces: [File: FontFace] = [:]
    /// The face whose glyphs a face of a collection has.
    var firstFiles: [File: File] = [:]
    var numbers: [Identity: Int] = [:]
    /// Numbers are not used again, so that no table takes one font for another.
    var nextNumber = 0
    var masks: [UInt64: GlyphMask] = [:]
    var memory = GlyphMemory()
    var madeCount = 0
  }

  private let state: Guarded<State>
  private let byteLimit: Int

  /// An empty store that begins anew beyond `byteLimit` bytes of masks.
  ///
  /// - Throws: ``RasterError/outOfMemory``.
  public init(byteLimit: Int = 16 << 20) throws(RasterError) {
    guard let library = FreeTypeLibrary() else { throw .outOfMemory }
    state = Guarded(State(library: library))
    self.byteLimit = byteLimit
  }

  /// How many masks had to be made.
  public var madeCount: Int { state.withLock { $0.madeCount } }

  /// A font, opened now if its face is not.
  func font(_ identity: Identity) throws(RasterError) -> SizedFont {
    try state.withLock { (state) throws(RasterError) in try state.font(identity) }
  }

  /// A mask as the store has it.
  struct Found {
    var mask: GlyphMask
    /// What the mask lives in: to be held as long as the mask is used.
    var memory: GlyphMemory
    /// Whether the store should begin anew, once no mask is about to be placed.
    var isFull: Bool
  }

  /// The mask that `key` names: that of `glyph` with its pen `phase` quarters right of a whole pixel.
  func mask(_ font: SizedFont, glyph: UInt32, phase: Int, key: UInt64) -> Found {
    state.withLock { state in
      let mask = state.masks[key] ?? state.make(font, glyph, phase, key: key)
      return Found(
        mask: mask, memory: state.memory, isFull: state.memory.byteCount >= byteLimit)
    }
  }

  /// The coloured bitmap of a glyph; `nil` if it has none.
  func strike(of glyph: UInt32, in font: SizedFont) -> FontFace.Strike? {
    state.withLock { state in
      (try? state.face(font.file))?.strike(of: glyph, size: font.size)
    }
  }

  /// Begins anew if there is no room for more; whoever still has masks of before keeps their memory.
  func renewIfFull() {
    state.withLock { state in
      guard state.memory.byteCount >= byteLimit || state.numbers.count >= SizedFonts.limit else {
        return
      }
      state.memory = GlyphMemory()
      state.masks = [:]
      state.numbers = [:]
      state.faces = [:]
      state.firstFiles = [:]
    }
  }
}

extension GlyphMaskStore.State {
  fileprivate mutating func font(
    _ identity: GlyphMaskStore.Identity
  ) throws(RasterError) -> SizedFont {
    let (key, scale) = (identity.key, identity.scale)
    guard key.size * scale > 0, key.size * scale <= 4096 else { throw .fontSizeOutOfRange(key) }
    let file = firstFile(like: GlyphMaskStore.File(path: key.path, index: key.faceIndex))
    do {
      let face = try face(file)
      return SizedFont(
        number: number(of: identity), key: key, scale: scale, file: file, face: face)
    } catch { throw .fontUnavailable(key, code: error.code) }
  }

  fileprivate mutating func number(of identity: GlyphMaskStore.Identity) -> Int {
    if let known = numbers[identity] { return known }
    defer { nextNumber += 1 }
    numbers[identity] = nextNumber
    return nextNumber
  }

  fileprivate mutating func firstFile(like file: GlyphMaskStore.File) -> GlyphMaskStore.File {
    if let known = firstFiles[file] { return known }
    // Glyphs and lines are all that is asked of a face here.
    let first = GlyphMaskStore.File(
      path: file.path, index: FontFace.firstFace(like: file.index, path: file.path))
    firstFiles[file] = first
    return first
  }

  fileprivate mutating func face(_ file: GlyphMaskStore.File) throws(FontFaceError) -> FontFace {
    if let known = faces[file] { return known }
    let face = try FontFace(library: library, path: file.path, index: file.index)
    faces[file] = face
    return face
  }

  fileprivate mutating func make(
    _ font: SizedFont, _ glyph: UInt32, _ phase: Int, key: UInt64
  ) -> GlyphMask {
    madeCount += 1
    // A file that has gone since its font was opened paints nothing.
    guard let face = try? face(font.file) else { return .blank }
    let mask = face.withMask(of: glyph, style: font.style, shift: phase * 16) { bitmap in
      guard let handle = memory.insert(bitmap) else { return GlyphMask.blank }
      return GlyphMask(
        handle: handle, left: Int32(bitmap.left), top: -Int32(bitmap.top),
        width: Int32(bitmap.width), height: Int32(bitmap.height))
    }
    masks[key] = mask
    return mask
  }
}
