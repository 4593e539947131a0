import GalleyHandles

/// A mask in a store's memory, with the pixels that it covers relative to the pen.
package struct GlyphMask {
  /// The mask to composite; `nil` for a glyph that paints nothing.
  package var handle: UnsafeRawPointer?
  /// The distance from the pen to the left edge, in pixels.
  package var left: Int32
  /// The distance from the baseline down to the top edge, in pixels; mostly negative.
  package var top: Int32
  package var width: Int32
  package var height: Int32

  static let blank = GlyphMask(handle: nil, left: 0, top: 0, width: 0, height: 0)
}

// Invariant: the bytes behind the pointer are not written again, and each holder of a mask keeps their
// memory.
extension GlyphMask: @unchecked Sendable {}

/// The glyph masks that one worker has used, found by font, lightness, glyph and phase; a store has
/// the others.
///
/// This is an open-addressing table, because the look-up for each drawn glyph is the hottest line
/// of the stage.
package final class GlyphMasks {
  /// The size of the table's masks and the work they took.
  package struct Statistics {
    package var count = 0
    package var byteCount = 0
    package var missCount = 0
    package var evictionCount = 0
  }

  private let store: GlyphMaskStore
  private let faces: FontFaces
  /// The memory of the masks: one, unless the store has started over.
  private var memories: [GlyphMemory] = []
  private var isStoreFull = false
  package var statistics: Statistics { figures }
  // Not visible outside, so that accesses in the look-up of a glyph are not checked.
  private var figures = Statistics()

  /// A slot of the table.
  private struct Entry {
    /// The key of the mask; 0 marks a free slot, since real keys start at 1.
    var key: UInt64
    var mask: GlyphMask
  }

  // A table of `capacity` slots that lives as long as this object, which alone has the pointer: an
  // array would check bounds and access for each glyph drawn. Masking keeps slot indices below
  // `capacity`. An entry does not cross a line of the processor's cache.
  private let entries: UnsafeMutablePointer<Entry>
  private let byteLimit: Int
  private let countLimit: Int

  // At most half full, so that searches stay short. A store holds more than this, and a second
  // look-up there costs little.
  private static let capacity = 1 << capacityBits
  private static let capacityBits = 14

  package init(store: GlyphMaskStore, faces: FontFaces, byteLimit: Int, countLimit: Int = 8_000) {
    self.store = store
    self.faces = faces
    self.byteLimit = byteLimit
    self.countLimit = countLimit
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.capacity * MemoryLayout<Entry>.stride, alignment: 64)
    entries = memory.initializeMemory(
      as: Entry.self, repeating: Entry(key: 0, mask: .blank), count: Self.capacity)
  }

  deinit { entries.deallocate() }

  /// Whether a limit is reached; call this only when no masks wait to be composited.
  package var isFull: Bool {
    figures.byteCount >= byteLimit || figures.count >= countLimit || memories.count > 1
      || isStoreFull
  }

  /// Evicts all masks.
  package func evictAll() {
    store.renewIfFull()
    memories.removeAll(keepingCapacity: true)
    isStoreFull = false
    entries.update(repeating: Entry(key: 0, mask: .blank), count: Self.capacity)
    figures.count = 0
    figures.byteCount = 0
    figures.evictionCount += 1
    #if GALLEY_INVARIANTS
      checkInvariants()
    #endif
  }

  /// Returns the mask of `glyph` in `font`, with the pen `phase` quarters right of a whole pixel, for text of a
  /// level of ``MaskGamma``.
  package func mask(_ font: SizedFont, glyph: UInt32, phase: Int, level: Int) -> GlyphMask {
    let kind = UInt64(font.number + 1) << 4 | UInt64(level)
    let key = kind << 34 | UInt64(glyph) << 2 | UInt64(phase)
    let hash = key &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: hash >> UInt64(64 - Self.capacityBits))
    while entries[place].key != key {
      if entries[place].key == 0 { return insert(font, glyph, phase, level, key: key, at: place) }
      place = (place + 1) & (Self.capacity - 1)
    }
    return entries[place].mask
  }

  private func insert(
    _ font: SizedFont, _ glyph: UInt32, _ phase: Int, _ level: Int, key: UInt64, at place: Int
  ) -> GlyphMask {
    figures.missCount += 1
    let found = store.known(key) ?? make(font, glyph, phase, level, key: key)
    let mask = found.mask
    if memories.last !== found.memory { memories.append(found.memory) }
    isStoreFull = found.isFull
    // A table that was not emptied in time stays half empty; further glyphs are looked up in the
    // store each time.
    guard figures.count < Self.capacity / 2 else { return mask }
    entries[place] = Entry(key: key, mask: mask)
    figures.count += 1
    // Rows are padded to eight pixels; each mask also has a header and a slot in the table.
    figures.byteCount += ((Int(mask.width) + 7) & ~7) * Int(mask.height) + 64
    #if GALLEY_INVARIANTS
      // The table has a fixed size, so that each check visits all of it.
      if figures.missCount % 64 == 1 { checkInvariants() }
    #endif
    return mask
  }

  #if GALLEY_INVARIANTS
    /// Checks that the figures are those of the table, and that the search for each mask finds it.
    private func checkInvariants() {
      var (count, byteCount) = (0, 0)
      for place in 0..<Self.capacity where entries[place].key != 0 {
        let (key, mask) = (entries[place].key, entries[place].mask)
        count += 1
        byteCount += ((Int(mask.width) + 7) & ~7) * Int(mask.height) + 64
        let hash = key &* 0x9E37_79B9_7F4A_7C15
        var probe = Int(truncatingIfNeeded: hash >> UInt64(64 - Self.capacityBits))
        while probe != place {
          let other = entries[probe].key
          precondition(other != 0 && other != key, "the search for a mask finds it")
          probe = (probe + 1) & (Self.capacity - 1)
        }
        precondition(mask.handle != nil || mask.width * mask.height == 0, "a mask has bytes")
      }
      precondition(count <= Self.capacity / 2, "at most half of the table is used")
      precondition(
        count == figures.count && byteCount == figures.byteCount, "the figures add up")
    }
  #endif

  private func make(
    _ font: SizedFont, _ glyph: UInt32, _ phase: Int, _ level: Int, key: UInt64
  ) -> GlyphMaskStore.Found {
    guard let face = try? faces.face(font.file) else {
      return store.insert(nil, key: key, level: level)
    }
    return face.withMask(of: glyph, style: font.style, shift: phase * 16) { bitmap in
      store.insert(bitmap, key: key, level: level)
    }
  }
}
