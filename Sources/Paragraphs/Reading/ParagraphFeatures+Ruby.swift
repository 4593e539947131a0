import GalleyHandles
import GalleyPrimitives

extension ParagraphFeatures {
  /// Widens annotated stretches to their annotations.
  mutating func spaceRubies(
    _ glyphs: inout [ShapedGlyph], items: [TextItem], itemGlyphs: [Range<Int>],
    text: UnsafeBufferPointer<UInt8>
  ) {
    guard !rubies.isEmpty else { return }
    var next = 0
    while next < items.count {
      let first = next
      let ruby = rubyNumber(ofItem: first)
      while next < items.count, rubyNumber(ofItem: next) == ruby { next += 1 }
      let last = next - 1
      guard let number = ruby, !itemGlyphs[first].isEmpty, !itemGlyphs[last].isEmpty else {
        continue
      }
      let advance = (first...last).reduce(0) { sum, item in
        itemGlyphs[item].reduce(sum) { $0 + Int(glyphs[$1].advance) }
      }
      let lack = rubies[number].advance - advance
      guard lack > 0 else { continue }
      // In text from right to left, the first item is the rightmost one.
      let (left, right) = items[first].isRightToLeft ? (last, first) : (first, last)
      let (leftmost, rightmost) = (itemGlyphs[left].lowerBound, itemGlyphs[right].upperBound - 1)
      let isSpread = items[first...last].allSatisfy { !$0.isRightToLeft }
      let gaps =
        isSpread
        ? (leftmost..<rightmost).filter { mayWiden(behind: glyphs[$0], glyphs[$0 + 1], text) } : []
      let share = lack / (gaps.count + 1)
      let (start, end) = (share / 2, lack - share / 2 - gaps.count * share)
      glyphs[leftmost].xOffset &+= Int32(truncatingIfNeeded: start)
      widen(&glyphs[leftmost], left: start)
      for glyph in gaps { widen(&glyphs[glyph], right: share) }
      widen(&glyphs[rightmost], right: end)
    }
  }

  /// Gives a glyph of a base that is narrower than its ruby space at its sides.
  private mutating func widen(_ glyph: inout ShapedGlyph, left: Int = 0, right: Int = 0) {
    glyph.advance &+= Int32(truncatingIfNeeded: left + right)
    let letter = letterStart(glyph)
    rubyMargins[letter, default: (0, 0)].left += left
    rubyMargins[letter, default: (0, 0)].right += right
  }

  /// The byte at which the letter of a glyph begins: a mark that the font does not join has a cluster of its own.
  private func letterStart(_ glyph: ShapedGlyph) -> Int {
    var byte = Int(glyph.cluster)
    while byte > 0, !isCaret[byte] { byte -= 1 }
    return byte
  }

  /// Whether a base may be spread between two glyphs: behind a letter, if ideographs or kana are on both sides.
  ///
  /// - SeeAlso: CSS Ruby, `ruby-align: space-around`.
  private func mayWiden(
    behind glyph: ShapedGlyph, _ next: ShapedGlyph, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard glyph.cluster != next.cluster, isCaret[Int(next.cluster)] else { return false }
    return [letterStart(glyph), Int(next.cluster)].allSatisfy { byte in
      let letter = text.scalar(at: byte)
      return UnicodeProperties.isWide(letter) && UnicodeScript(of: letter) != .hangul
    }
  }
}
