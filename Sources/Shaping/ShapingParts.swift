import GalleyHandles
import GalleyPrimitives

/// The parts of long text that are shaped one after the other: HarfBuzz takes quadratic time for many marks on
/// one base and for many letters joined by conjoining signs.
struct ShapingParts {
  /// The largest number of bytes that HarfBuzz shapes at once.
  ///
  /// Ordinary text is split earlier, at inert characters.
  static var maximumLength: Int { 1 << 11 }

  private(set) var ranges: [Range<Int>] = []

  /// Splits a range of an item.
  ///
  /// A part ends after a space if possible, else between two letters, else before a character that is not
  /// a mark, else at any character.
  ///
  /// - Complexity: O(range).
  init(_ bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
    var start = bytes.lowerBound
    while bytes.upperBound - start > Self.maximumLength {
      let end = Self.end(from: start, of: text)
      ranges.append(start..<end)
      start = end
    }
    ranges.append(start..<bytes.upperBound)
  }

  /// The end of the part that starts at `start`; the part has at least half of the largest length.
  private static func end(from start: Int, of text: UnsafeBufferPointer<UInt8>) -> Int {
    var place = start + maximumLength
    while text[place] & 0xC0 == 0x80 { place -= 1 }
    var best = (place: place, rank: -1)
    while place > start + maximumLength / 2 {
      let rank = rank(ofCut: place, in: text)
      if rank > best.rank { best = (place, rank) }
      if rank == 3 { break }
      place -= 1
      while text[place] & 0xC0 == 0x80 { place -= 1 }
    }
    return best.place
  }

  /// The quality of a split before a character: 3 changes no glyph in most fonts, 0 splits a cluster.
  private static func rank(ofCut place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    guard UnicodeProperties.startsCluster(text.scalar(at: place)) else { return 0 }
    var last = place - 1
    while text[last] & 0xC0 == 0x80 { last -= 1 }
    if text[last] == 0x20 { return 3 }
    return UnicodeProperties.startsCluster(text.scalar(at: last)) ? 2 : 1
  }
}
