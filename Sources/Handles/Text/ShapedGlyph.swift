/// A glyph after shaping, without a place on a line; lengths in Pango units, y up.
@usableFromInline
package struct ShapedGlyph: BitwiseCopyable, Sendable {
  /// The glyph's number in its font; ``invisible``, or ``missing`` with a character.
  package var id: UInt32
  package var advance: Int32
  package var xOffset: Int32
  package var yOffset: Int32
  /// The UTF-8 offset of the cluster in the paragraph.
  package var cluster: UInt32
  /// Whether text that is divided before this cluster must be shaped again.
  package var isUnsafeToBreak: Bool

  package init(
    id: UInt32, advance: Int32, xOffset: Int32, yOffset: Int32, cluster: UInt32,
    isUnsafeToBreak: Bool
  ) {
    self.id = id
    self.advance = advance
    self.xOffset = xOffset
    self.yOffset = yOffset
    self.cluster = cluster
    self.isUnsafeToBreak = isUnsafeToBreak
  }

  /// The number of a glyph that shows nothing; no font has so many glyphs.
  @inlinable package static var invisible: UInt32 { 0x0FFF_FFFF }
  /// Marks a character without a glyph; the other bits are the character.
  @inlinable package static var missing: UInt32 { 1 << 31 }
}

extension ShapedGlyph {
  /// A length in Pango units within 2²⁰ pixels in both directions, to which lengths of styles can be added.
  ///
  /// Tabs and annotations beside letters of a damaged font would be longer.
  package static func bounded(_ length: Int) -> Int32 {
    let limit = 1 << 30
    return Int32(min(max(length, -limit), limit))
  }
}

extension ArraySlice<ShapedGlyph> {
  /// Moves glyphs along x beside each other across a vertical line, as one cluster of `advance`; `factor` is what
  /// their widths are multiplied by.
  ///
  /// Along the line, x runs down the page, and across it, y runs to the right. Their baseline is `baseline` below
  /// their start.
  ///
  /// - Complexity: O(glyphs).
  package mutating func standUpright(baseline: Int32, advance: Int32, factor: Double = 1) {
    var place = -Double(reduce(0) { $0 + Int($1.advance) }) / 2
    let cluster = lazy.map(\.cluster).min() ?? 0
    for index in indices {
      let glyph = self[index]
      let across = (place + Double(glyph.xOffset)) * factor
      place += Double(glyph.advance)
      let isFirst = index == startIndex
      self[index].advance = isFirst ? advance : 0
      self[index].xOffset = baseline - glyph.yOffset - (isFirst ? 0 : advance)
      self[index].yOffset = FontLength.bounded(Int(across.rounded()))
      self[index].cluster = cluster
      self[index].isUnsafeToBreak = false
    }
  }
}
