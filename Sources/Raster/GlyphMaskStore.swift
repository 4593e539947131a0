import GalleyHandles
import GalleyPrimitives

/// Glyph masks for all workers: a mask is made once, by whoever meets its glyph first, and its bytes are
/// there once.
///
/// A mask takes some 15 µs to make, with a face of the worker's own and not under the store's lock: two
/// workers that meet new glyphs at a time would sleep and wake, which takes longer than the mask. Each finds masks that it has used before in a table of its own.
public final class GlyphMaskStore: Sendable {
  /// A font at a scale.
  struct Identity: Hashable {
    let key: FontKey
    let scale: Double
  }

  /// A mask as the store has it.
  struct Found {
    var mask: GlyphMask
    /// What the mask lives in: to be held as long as the mask is used.
    var memory: GlyphMemory
    /// Whether the store should begin anew, once no mask is about to be placed.
    var isFull: Bool
  }

  private struct State {
    var numbers: [Identity: Int] = [:]
    /// Numbers are not used again, so that no table takes one font for another.
    var nextNumber = 0
    var masks: [UInt64: GlyphMask] = [:]
    var memory = GlyphMemory()
    var madeCount = 0
  }

  private let state = Guarded(State())
  private let byteLimit: Int

  /// An empty store that begins anew beyond `byteLimit` bytes of masks.
  public init(byteLimit: Int = 16 << 20) { self.byteLimit = byteLimit }

  /// How many masks had to be made.
  public var madeCount: Int { state.withLock { $0.madeCount } }

  /// A font's number: part of its masks' keys.
  func number(of font: Identity) -> Int {
    state.withLock { state in
      if let known = state.numbers[font] { return known }
      defer { state.nextNumber += 1 }
      state.numbers[font] = state.nextNumber
      return state.nextNumber
    }
  }

  /// The mask that `key` names; `nil` if nobody has made it.
  func known(_ key: UInt64) -> Found? {
    state.withLock { state in state.masks[key].map { found($0, in: state) } }
  }

  /// Keeps the mask that `key` names, unless somebody has done so meanwhile; `nil` stands for a glyph
  /// that paints nothing, since its font has gone.
  func insert(_ bitmap: GlyphBitmap?, key: UInt64) -> Found {
    state.withLock { state in
      guard let bitmap else { return found(.blank, in: state) }
      if let known = state.masks[key] { return found(known, in: state) }
      state.madeCount += 1
      var mask = GlyphMask.blank
      if let handle = state.memory.insert(bitmap) {
        mask = GlyphMask(
          handle: handle, left: Int32(bitmap.left), top: -Int32(bitmap.top),
          width: Int32(bitmap.width), height: Int32(bitmap.height))
      }
      state.masks[key] = mask
      return found(mask, in: state)
    }
  }

  private func found(_ mask: GlyphMask, in state: State) -> Found {
    Found(mask: mask, memory: state.memory, isFull: state.memory.byteCount >= byteLimit)
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
    }
  }
}
