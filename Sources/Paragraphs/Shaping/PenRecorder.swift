import GalleyHandles

/// Records the pen's position before each scalar, item by item.
struct PenRecorder {
  private(set) var isMonotone = true
  private(set) var hasMissingGlyphs = false
  private var place = 0
  private var pen = 0

  /// The pen before each scalar of a paragraph, and at the end; marks the flags of scalars before which text
  /// cannot be separated without shaping.
  mutating func pens(
    of glyphs: [ShapedGlyph], _ itemGlyphs: [Range<Int>], in items: [TextItem], offsets: [Int32],
    flags: inout [BreakFlags]
  ) -> [Int] {
    [Int](unsafeUninitializedCapacity: flags.count) { pens, count in
      pens.initialize(repeating: 0)
      count = flags.count
      glyphs.withUnsafeBufferPointer { glyphs in
        flags.withUnsafeMutableBufferPointer { flags in
          for (item, range) in zip(items, itemGlyphs) {
            append(
              item, UnsafeBufferPointer(rebasing: glyphs[range]), offsets: offsets, pens: pens,
              flags: flags)
          }
          fill(pens, to: flags.count - 1)
        }
      }
    }
  }

  /// Divides the advances of an item's clusters among their scalars, and marks the scalars before which
  /// text cannot be separated without shaping.
  private mutating func append(
    _ item: TextItem, _ glyphs: UnsafeBufferPointer<ShapedGlyph>, offsets: [Int32],
    pens: UnsafeMutableBufferPointer<Int>, flags: UnsafeMutableBufferPointer<BreakFlags>
  ) {
    var scalar = item.scalars.lowerBound
    let end = item.scalars.upperBound
    fill(pens, to: scalar)
    var ids: UInt32 = 0
    // In reading order, clusters only grow.
    let step = item.isRightToLeft ? -1 : 1
    var glyph = item.isRightToLeft ? glyphs.count - 1 : 0
    while glyphs.indices.contains(glyph) {
      let cluster = glyphs[glyph].cluster
      var advance = 0
      var isUnsafe = false
      repeat {
        advance += Int(glyphs[glyph].advance)
        ids |= glyphs[glyph].id
        isUnsafe = isUnsafe || glyphs[glyph].isUnsafeToBreak
        glyph += step
      } while glyphs.indices.contains(glyph) && glyphs[glyph].cluster == cluster
      // At an item's start, only trimmed punctuation depends on the text before it, which runs from left to right.
      let mayDepend = scalar > item.scalars.lowerBound || scalar > 0 && !item.isRightToLeft
      if isUnsafe, mayDepend { flags[scalar].insert(.unsafe) }
      let nextCluster =
        glyphs.indices.contains(glyph) ? Int32(glyphs[glyph].cluster) : offsets[end]
      var last = scalar + 1
      while last < end, offsets[last] < nextCluster {
        flags[last].insert(.unsafe)
        last += 1
      }
      if advance < 0 { isMonotone = false }
      // The first scalar gets the remainder.
      let share = last == scalar + 1 ? 0 : advance / (last - scalar)
      var rest = share * (last - scalar - 1)
      pen += advance
      while scalar < last {
        scalar += 1
        pens[scalar] = pen - rest
        rest -= share
      }
    }
    if ids & ShapedGlyph.missing != 0 { hasMissingGlyphs = true }
    place = scalar
  }

  /// Records scalars without glyphs up to `end`.
  private mutating func fill(_ pens: UnsafeMutableBufferPointer<Int>, to end: Int) {
    while place < end {
      place += 1
      pens[place] = pen
    }
  }
}
