import GalleyHandles

/// A mask in the worker's cache, and the pixels that it covers around the pen.
struct GlyphMask {
  /// What to place; `nil` for a glyph that paints nothing.
  var handle: UnsafeRawPointer?
  /// From the pen to the left edge, in pixels.
  var left: Int32
  /// From the baseline down to the top edge, in pixels; mostly negative.
  var top: Int32
  var width: Int32
  var height: Int32

  static let blank = GlyphMask(handle: nil, left: 0, top: 0, width: 0, height: 0)
}

// The pointer is only passed back to the cache that gave it, which the same worker owns.
extension GlyphMask: @unchecked Sendable {}

/// The glyph masks of a worker, found by font, glyph and phase, and made where they are missing.
///
/// An open table: a look-up per glyph drawn is the hottest line of the stage.
final class GlyphMasks {
  /// What the masks hold and cost.
  struct Statistics {
    var count = 0
    var byteCount = 0
    var missCount = 0
    var evictionCount = 0
  }

  /// The masks' images, for compositing.
  let cache: GlyphCache
  private(set) var statistics = Statistics()

  // Tables of `capacity` places that live as long as this object, which alone has the pointers:
  // arrays would check bounds and access for each glyph drawn. Places are kept below `capacity`
  // by masking. A key of 0 marks a free place: real keys are counted from 1.
  private let keys: UnsafeMutablePointer<UInt64>
  private let masks: UnsafeMutablePointer<GlyphMask>
  private let byteLimit: Int
  private let countLimit: Int
  private var nextMaskKey: UInt = 1

  // Half full at most, so that a search ends soon.
  private static let capacity = 32_768

  init(cache: GlyphCache, byteLimit: Int, countLimit: Int = 12_000) {
    self.cache = cache
    self.byteLimit = byteLimit
    self.countLimit = min(countLimit, GlyphCache.capacity)
    keys = .allocate(capacity: Self.capacity)
    masks = .allocate(capacity: Self.capacity)
    keys.initialize(repeating: 0, count: Self.capacity)
    masks.initialize(repeating: .blank, count: Self.capacity)
  }

  deinit {
    keys.deallocate()
    masks.deallocate()
  }

  /// Whether the limits are reached; to be asked where no mask is about to be placed.
  var isFull: Bool {
    statistics.byteCount >= byteLimit || statistics.count >= countLimit
  }

  /// Forgets all masks.
  func evictAll() {
    cache.evictAll()
    keys.update(repeating: 0, count: Self.capacity)
    statistics.count = 0
    statistics.byteCount = 0
    statistics.evictionCount += 1
  }

  /// The mask of `glyph` in `font` with its pen `phase` quarters right of a whole pixel.
  func mask(_ font: SizedFont, glyph: UInt32, phase: Int) -> GlyphMask {
    let key = UInt64(font.number + 1) << 34 | UInt64(glyph) << 2 | UInt64(phase)
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 49)
    while keys[place] != key {
      if keys[place] == 0 { return insert(font, glyph, phase, key: key, at: place) }
      place = (place + 1) & (Self.capacity - 1)
    }
    return masks[place]
  }

  private func insert(
    _ font: SizedFont, _ glyph: UInt32, _ phase: Int, key: UInt64, at place: Int
  ) -> GlyphMask {
    statistics.missCount += 1
    let mask = font.face.withMask(of: glyph, style: font.style, shift: phase * 16) { bitmap in
      guard let handle = cache.insert(bitmap, key: nextMaskKey) else { return GlyphMask.blank }
      return GlyphMask(
        handle: handle, left: Int32(bitmap.left), top: -Int32(bitmap.top),
        width: Int32(bitmap.width), height: Int32(bitmap.height))
    }
    nextMaskKey += 1
    // A table that no one evicted in time stays half empty, and the glyph is made anew each time.
    guard statistics.count < Self.capacity / 2 else { return mask }
    keys[place] = key
    masks[place] = mask
    statistics.count += 1
    // Rows are padded to eight pixels, and each mask has a header and a place in the tables.
    statistics.byteCount += ((Int(mask.width) + 7) & ~7) * Int(mask.height) + 72
    return mask
  }
}
