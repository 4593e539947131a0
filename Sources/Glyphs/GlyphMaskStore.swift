import GalleyHandles
import GalleyPrimitives

/// Glyph masks that all workers share: the first worker that meets a glyph makes its mask, which is
/// stored once.
///
/// Making a mask takes about 15 µs, with the worker's own face and outside the store's lock. Under
/// the lock, two workers that meet new glyphs at the same time would sleep and wake, which takes
/// longer than the mask. Each worker finds masks that it has used before in its own table.
public final class GlyphMaskStore: Sendable {
  /// A font at a scale.
  struct Identity: Hashable {
    let key: FontKey
    let scale: Double
    let hinting: GlyphHinting
  }

  /// A mask as the store returns it.
  struct Found {
    var mask: GlyphMask
    /// The memory that holds the mask; the caller keeps it as long as it uses the mask.
    var memory: GlyphMemory
    /// Whether the store should start over once the caller has no masks left to composite.
    var isFull: Bool
  }

  private struct State {
    var numbers: [Identity: Int] = [:]
    /// Numbers are never reused, so that no table takes one font for another.
    var nextNumber = 0
    var masks: [UInt64: GlyphMask] = [:]
    var memory = GlyphMemory()
    var madeCount = 0
  }

  private let state = Monitor(State())
  private let byteLimit: Int

  /// Makes an empty store that starts over when its masks exceed `byteLimit` bytes.
  public init(byteLimit: Int = 16 << 20) { self.byteLimit = byteLimit }

  /// The number of masks made.
  public var madeCount: Int { state.withLock { $0.madeCount } }

  /// Returns a font's number, which is part of its masks' keys.
  func number(of font: Identity) -> Int {
    state.withLock { state in
      if let known = state.numbers[font] { return known }
      defer { state.nextNumber += 1 }
      state.numbers[font] = state.nextNumber
      return state.nextNumber
    }
  }

  /// Returns the mask of `key`; `nil` if the store does not have it.
  func known(_ key: UInt64) -> Found? {
    state.withLock { state in state.masks[key].map { found($0, in: state) } }
  }

  /// Stores the mask of `key`, unless another worker has stored it in the meantime.
  ///
  /// `nil` stands for a glyph that paints nothing because its font has gone; `level` is that of ``MaskGamma``.
  func insert(_ bitmap: GlyphBitmap?, key: UInt64, level: Int) -> Found {
    state.withLock { state in
      guard let bitmap else { return found(.blank, in: state) }
      if let known = state.masks[key] { return found(known, in: state) }
      state.madeCount += 1
      var mask = GlyphMask.blank
      if let handle = state.memory.insert(bitmap, through: MaskGamma.table(level: level)) {
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

  /// Starts over if the store is full; workers that still use old masks keep their memory.
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
