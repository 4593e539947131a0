internal import CPixelRows
internal import CPixman

/// A glyph mask at a place, in device pixels.
package struct GlyphPlacement {
  /// Where the glyph's pen stands.
  package var x: Int32
  /// Where the glyph's baseline stands, y down.
  package var y: Int32
  /// What ``GlyphCache/insert(_:key:)`` returned.
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

/// A mask of our own: rows of coverage, each padded to eight bytes.
///
/// Masks that overlap nothing are put over the pixels from here, eight at a time; pixman joins
/// those that overlap, and gets a copy of a mask when it first does.
private struct MaskBlock {
  /// The copy in pixman's cache, if there is one.
  var joined: UnsafeRawPointer?
  var key: UInt
  var left: Int32
  var top: Int32
  var width: Int32
  var height: Int32
  var padded: Int32

  /// Where the bytes start behind this header.
  static let offset = 40
}

/// A worker's glyph masks.
///
/// What to keep is decided by the caller. Pixman's cache stays frozen, so that pixman evicts nothing
/// by itself; a mask's pointer holds until ``evictAll()``.
package final class GlyphCache {
  /// How many masks pixman's table takes; beyond it, ``insert(_:key:)`` refuses.
  package static let capacity = 16_384

  private var cache: OpaquePointer
  private var sources: [UInt32: OpaquePointer] = [:]
  private var count = 0
  private var blocks = BlockMemory()
  private var joined: [pixman_glyph_t] = []

  /// An empty cache; `nil` for lack of memory.
  package init?() {
    guard let cache = pixman_glyph_cache_create() else { return nil }
    pixman_glyph_cache_freeze(cache)
    self.cache = cache
  }

  deinit {
    for source in sources.values { pixman_image_unref(source) }
    // pixman destroys only a cache that is not frozen.
    pixman_glyph_cache_thaw(cache)
    pixman_glyph_cache_destroy(cache)
  }

  /// Keeps a copy of `bitmap` under a number that no other mask of this cache has.
  ///
  /// What to place is returned; `nil` for an empty mask or a full cache.
  package func insert(_ bitmap: GlyphBitmap, key: UInt) -> UnsafeRawPointer? {
    guard bitmap.width > 0, bitmap.height > 0, let bytes = bitmap.bytes, count < Self.capacity
    else { return nil }
    count += 1
    let padded = (bitmap.width + 7) & ~7
    let block = blocks.take(MaskBlock.offset + padded * bitmap.height)
    block.storeBytes(
      of: MaskBlock(
        joined: nil, key: key, left: Int32(bitmap.left), top: -Int32(bitmap.top),
        width: Int32(bitmap.width), height: Int32(bitmap.height), padded: Int32(padded)),
      as: MaskBlock.self)
    let rows = block + MaskBlock.offset
    rows.initializeMemory(as: UInt8.self, repeating: 0, count: padded * bitmap.height)
    for row in 0..<bitmap.height {
      (rows + row * padded).copyMemory(
        from: bytes + row * bitmap.stride, byteCount: bitmap.width)
    }
    return UnsafeRawPointer(block)
  }

  /// The copy of a mask in pixman's cache, made where there is none; `nil` for lack of memory.
  private func joinable(_ block: UnsafeRawPointer) -> UnsafeRawPointer? {
    var mask = block.load(as: MaskBlock.self)
    if let known = mask.joined { return known }
    guard let image = pixman_image_create_bits(PIXMAN_a8, mask.width, mask.height, nil, 0),
      let data = pixman_image_get_data(image)
    else { return nil }
    defer { pixman_image_unref(image) }
    let stride = Int(pixman_image_get_stride(image))
    let rows = UnsafeMutableRawPointer(data)
    for row in 0..<Int(mask.height) {
      (rows + row * stride).copyMemory(
        from: block + MaskBlock.offset + row * Int(mask.padded), byteCount: Int(mask.width))
    }
    mask.joined = pixman_glyph_cache_insert(
      cache, nil, UnsafeMutableRawPointer(bitPattern: mask.key), -mask.left, -mask.top, image
    ).map { UnsafeRawPointer($0) }
    // The block is this cache's own, though placements have it as a pointer to read from.
    UnsafeMutableRawPointer(mutating: block).storeBytes(of: mask, as: MaskBlock.self)
    return mask.joined
  }

  /// Forgets all masks; pointers to them end here.
  package func evictAll() {
    guard let fresh = pixman_glyph_cache_create() else { return }
    pixman_glyph_cache_freeze(fresh)
    pixman_glyph_cache_thaw(cache)
    pixman_glyph_cache_destroy(cache)
    cache = fresh
    blocks.removeAll()
    count = 0
  }

  /// Puts glyphs that do not overlap over the target's pixels, each on its own, in a
  /// premultiplied colour.
  package func composite(
    _ glyphs: UnsafeBufferPointer<GlyphPlacement>, pixel: UInt32, onto target: borrowing PixelTarget
  ) {
    for glyph in glyphs {
      let mask = glyph.mask.load(as: MaskBlock.self)
      let left = Int(glyph.x + mask.left)
      let top = Int(glyph.y + mask.top)
      let rows = max(0, -top)..<max(0, -top, min(Int(mask.height), target.height - top))
      let bytes = (glyph.mask + MaskBlock.offset).assumingMemoryBound(to: UInt8.self)
      let padded = Int(mask.padded)
      let isRoomy = left >= 0 && left + padded <= target.width
      // Where the mask is cut at a side, only the columns within are put.
      let skipped = max(0, -left)
      let width = min(Int(mask.width), target.width - left) - skipped
      guard width > 0, !rows.isEmpty else { continue }
      galley_over_mask_rows(
        target.pixels + (top + rows.lowerBound) * target.width + left + skipped, target.width,
        bytes + rows.lowerBound * padded + skipped, padded, width, rows.count, pixel,
        isRoomy ? 1 : 0)
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
    guard let image = target.image, let source = source(pixel), box.left < box.right,
      box.top < box.bottom
    else { return }
    joined.removeAll(keepingCapacity: true)
    for glyph in glyphs {
      guard let mask = joinable(glyph.mask) else { continue }
      joined.append(pixman_glyph_t(x: glyph.x, y: glyph.y, glyph: mask))
    }
    joined.withUnsafeBufferPointer { glyphs in
      pixman_composite_glyphs(
        PIXMAN_OP_OVER, source, image, PIXMAN_a8, 0, 0, box.left, box.top, box.left, box.top,
        box.right - box.left, box.bottom - box.top, cache, Int32(glyphs.count), glyphs.baseAddress)
    }
  }

  private func source(_ pixel: UInt32) -> OpaquePointer? {
    if let known = sources[pixel] { return known }
    if sources.count >= 64 {
      for source in sources.values { pixman_image_unref(source) }
      sources = [:]
    }
    func channel(_ shift: UInt32) -> UInt16 { UInt16(pixel >> shift & 0xFF) * 257 }
    var color = pixman_color_t(
      red: channel(16), green: channel(8), blue: channel(0), alpha: channel(24))
    let source = pixman_image_create_solid_fill(&color)
    sources[pixel] = source
    return source
  }
}

/// Memory for many small blocks that end at one time: no header of malloc's for each.
private struct BlockMemory: ~Copyable {
  // Allocated by `take`, freed by `removeAll` and in deinit; blocks are lent to the owner until then.
  private var slabs: [UnsafeMutableRawPointer] = []
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
    // What is larger than a slab has one of its own, below the one that is being filled.
    if size > Self.slabSize, !slabs.isEmpty {
      slabs.insert(slab, at: slabs.count - 1)
    } else {
      slabs.append(slab)
      used = size
    }
    return slab
  }

  mutating func removeAll() {
    for slab in slabs { slab.deallocate() }
    slabs.removeAll(keepingCapacity: true)
    used = 0
  }
}
