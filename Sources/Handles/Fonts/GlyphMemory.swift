internal import CPixelRows

/// A glyph mask at a place, in device pixels.
package struct GlyphPlacement {
  /// Where the glyph's pen stands.
  package var x: Int32
  /// Where the glyph's baseline stands, y down.
  package var y: Int32
  /// What ``GlyphMemory/insert(_:)`` returned.
  package var mask: UnsafeRawPointer

  package init(x: Int32, y: Int32, mask: UnsafeRawPointer) {
    self.x = x
    self.y = y
    self.mask = mask
  }
}

/// A rectangle of device pixels.
package struct PixelBox: Hashable, Sendable {
  package var left: Int32
  package var top: Int32
  package var right: Int32
  package var bottom: Int32

  package init(left: Int32, top: Int32, right: Int32, bottom: Int32) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

/// Memory of glyph masks, which neither move nor change as long as the memory exists.
///
/// Invariant: one lock of the caller guards all insertions, and a mask is written before its pointer is
/// returned.
package final class GlyphMemory: @unchecked Sendable {
  private var blocks = BlockMemory()

  /// Memory without a mask.
  package init() {}

  /// The number of bytes, used or free.
  package var byteCount: Int { blocks.byteCount }

  /// Stores a copy of `bitmap`, with its rows padded with zeros to eight bytes: a stamp blends eight pixels at a
  /// time.
  ///
  /// `table` has the coverage to store for each of the 256 coverages; `nil` changes none.
  ///
  /// - Returns: The mask for ``GlyphPlacement``; `nil` for an empty one.
  package func insert(_ bitmap: GlyphBitmap, through table: [UInt8]?) -> UnsafeRawPointer? {
    guard bitmap.width > 0, bitmap.height > 0, let bytes = bitmap.bytes else { return nil }
    let padded = (bitmap.width + 7) & ~7
    let header = MemoryLayout<galley_mask>.size
    let block = blocks.take(header + padded * bitmap.height)
    block.storeBytes(
      of: galley_mask(
        left: Int32(bitmap.left), top: -Int32(bitmap.top), width: Int32(bitmap.width),
        height: Int32(bitmap.height), padded: Int32(padded), unused: 0),
      as: galley_mask.self)
    let rows = block + header
    rows.initializeMemory(as: UInt8.self, repeating: 0, count: padded * bitmap.height)
    for row in 0..<bitmap.height {
      (rows + row * padded).copyMemory(
        from: bytes + row * bitmap.stride, byteCount: bitmap.width)
    }
    if let table {
      let stored = UnsafeMutableRawBufferPointer(start: rows, count: padded * bitmap.height)
      table.withUnsafeBufferPointer { table in
        for index in stored.indices { stored[index] = table[Int(stored[index])] }
      }
    }
    return UnsafeRawPointer(block)
  }
}

/// Blends glyph masks with pixels, for one worker.
package final class GlyphStamp {
  private var joined = Scratch()

  /// The number of bytes that are kept for masks of overlapping glyphs; more are freed after use.
  private static let joinedByteLimit = 1 << 20

  /// A stamp without memory.
  package init() {}

  /// Puts glyphs that do not overlap over the target's pixels, each on its own, in a
  /// premultiplied colour.
  package func composite(
    _ glyphs: UnsafeBufferPointer<GlyphPlacement>, pixel: UInt32, onto target: borrowing PixelTarget
  ) {
    // Masks lie anywhere in memory: those of glyphs to come are asked for while this one is drawn.
    let ahead = 4
    for glyph in glyphs.prefix(ahead) { galley_fetch_mask(Self.mask(glyph)) }
    for (index, glyph) in glyphs.enumerated() {
      if index + ahead < glyphs.count { galley_fetch_mask(Self.mask(glyphs[index + ahead])) }
      galley_over_glyph(
        target.pixels, target.width, target.height, Self.mask(glyph), Int(glyph.x), Int(glyph.y),
        pixel)
    }
  }

  /// Adds glyphs into one mask and puts that over the target's pixels: where they overlap, as joined
  /// letters do, no seam shows.
  ///
  /// `box` is what the glyphs cover, within the target.
  package func compositeJoined(
    _ glyphs: UnsafeBufferPointer<GlyphPlacement>, box: PixelBox, pixel: UInt32,
    onto target: borrowing PixelTarget
  ) {
    let (left, top) = (Int(box.left), Int(box.top))
    let (width, height) = (Int(box.right) - left, Int(box.bottom) - top)
    guard width > 0, height > 0 else { return }
    let padded = (width + 7) & ~7
    joined.reserve(padded * height)
    guard let bytes = joined.bytes.baseAddress else { return }
    let mask = bytes.initializeMemory(as: UInt8.self, repeating: 0, count: padded * height)
    for glyph in glyphs {
      // Where something falls into the padding, the target ends before it.
      galley_add_glyph(
        mask, padded, height, Self.mask(glyph), Int(glyph.x) - left, Int(glyph.y) - top)
    }
    galley_over_mask_rows(
      target.pixels + top * target.width + left, target.width, mask, padded, width, height, pixel,
      left + padded <= target.width ? 1 : 0)
    if joined.bytes.count > Self.joinedByteLimit { joined = Scratch() }
  }

  private static func mask(_ glyph: GlyphPlacement) -> UnsafePointer<galley_mask> {
    glyph.mask.assumingMemoryBound(to: galley_mask.self)
  }
}

/// Memory for many small blocks that end at one time: no header of malloc's for each.
private struct BlockMemory: ~Copyable {
  // Allocated by `take`, freed in deinit; blocks are lent to the owner until then.
  private var slabs: [UnsafeMutableRawPointer] = []
  private(set) var byteCount = 0
  private var used = 0
  private static let slabSize = 64 << 10

  deinit { for slab in slabs { slab.deallocate() } }

  /// Memory for `byteCount` bytes, aligned to eight.
  mutating func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let size = (byteCount + 7) & ~7
    if let slab = slabs.last, used + size <= Self.slabSize {
      defer { used += size }
      return slab + used
    }
    let slab = UnsafeMutableRawPointer.allocate(
      byteCount: max(size, Self.slabSize), alignment: 64)
    self.byteCount += max(size, Self.slabSize)
    // A larger block gets its own slab, below the current one.
    if size > Self.slabSize, !slabs.isEmpty {
      slabs.insert(slab, at: slabs.count - 1)
    } else {
      slabs.append(slab)
      used = size
    }
    return slab
  }
}
