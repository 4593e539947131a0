import GalleyHandles
import GalleyPrimitives

extension ParagraphFeatures {
  /// Widens annotated stretches to their annotations.
  mutating func spaceRubies(
    _ glyphs: inout [ShapedGlyph], items: [TextItem], itemGlyphs: [Range<Int>],
    text: UnsafeBufferPointer<UInt8>
  ) {
    guard !rubies.isEmpty else { return }
    var own: [Int: RubySpaces.Sides] = [:]
    var letters: [Int: RubySpaces.Sides] = [:]
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
      let order = visualOrder(first...last, items: items) { itemGlyphs[$0] }
      for (index, left, right) in spaces(
        for: lack, among: order.map { glyphs[$0] },
        isSpread: items[first...last].allSatisfy { !$0.isRightToLeft }, text)
      {
        let glyph = order[index]
        glyphs[glyph].widen(left: left, right: right)
        own[glyph, default: (0, 0)].left += left
        own[glyph, default: (0, 0)].right += right
        let letter = letterStart(glyphs[glyph])
        letters[letter, default: (0, 0)].left += left
        letters[letter, default: (0, 0)].right += right
      }
    }
    if !letters.isEmpty { rubySpaces = RubySpaces(glyphs: own, letters: letters) }
  }

  /// The space beside annotations at a letter, by its first byte.
  package func rubyMargin(ofLetter byte: Int) -> (left: Int, right: Int) {
    rubySpaces?.letters[byte] ?? (0, 0)
  }

  /// The glyphs of items from left to right: in text from right to left, the first item is the rightmost one.
  func visualOrder(
    _ stretch: ClosedRange<Int>, items: [TextItem], glyphs: (Int) -> Range<Int>
  ) -> [Int] {
    let isReversed = items[stretch.lowerBound].isRightToLeft
    return isReversed ? stretch.reversed().flatMap(glyphs) : stretch.flatMap(glyphs)
  }

  /// The spaces left and right of glyphs that make a base longer by `lack`: at both ends, and if it `isSpread`, between
  /// its letters.
  func spaces(
    for lack: Int, among glyphs: [ShapedGlyph], isSpread: Bool, _ text: UnsafeBufferPointer<UInt8>
  ) -> [(index: Int, left: Int, right: Int)] {
    guard !glyphs.isEmpty else { return [] }
    let gaps =
      isSpread
      ? glyphs.indices.dropLast().filter { mayWiden(behind: glyphs[$0], glyphs[$0 + 1], text) } : []
    let share = lack / (gaps.count + 1)
    let (start, end) = (share / 2, lack - share / 2 - gaps.count * share)
    return [(0, start, 0)] + gaps.map { ($0, 0, share) } + [(glyphs.count - 1, 0, end)]
  }

  /// The byte at which the letter of a glyph begins: a mark that the font does not join has a cluster of its own.
  func letterStart(_ glyph: ShapedGlyph) -> Int {
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

extension ShapedGlyph {
  /// Adds space at the sides.
  mutating func widen(left: Int, right: Int) {
    advance = Self.bounded(Int(advance) + left + right)
    xOffset = Self.bounded(Int(xOffset) + left)
  }
}

/// The space beside annotations that are wider than their stretches.
///
/// A class, since few paragraphs have one and all carry it.
final class RubySpaces: Sendable {
  /// The space left and right of a letter.
  typealias Sides = (left: Int, right: Int)

  /// By the numbers of the paragraph's glyphs.
  let glyphs: [Int: Sides]
  /// By the letters' first bytes.
  let letters: [Int: Sides]
  /// The space of all letters up to a byte, in order.
  private let sums: [(byte: Int, sum: Int)]

  init(glyphs: [Int: Sides], letters: [Int: Sides]) {
    (self.glyphs, self.letters) = (glyphs, letters)
    var sum = 0
    sums = letters.sorted { $0.key < $1.key }.map { letter in
      sum += letter.value.left + letter.value.right
      return (letter.key, sum)
    }
  }

  /// The space of the letters that begin within bytes.
  ///
  /// - Complexity: O(log letters).
  func margin(in bytes: Range<Int>) -> Int {
    func sum(before byte: Int) -> Int {
      let place = sums.firstIndex(after: { $0.byte < byte })
      return place == 0 ? 0 : sums[place - 1].sum
    }
    return sum(before: bytes.upperBound) - sum(before: bytes.lowerBound)
  }
}

extension Array {
  /// The index of the first element that does not fulfil a condition, which all elements before it do and none behind.
  ///
  /// - Complexity: O(log count).
  func firstIndex(after isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
