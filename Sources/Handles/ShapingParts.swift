internal import CHarfBuzz

/// Splits long text into parts before shaping: HarfBuzz takes quadratic time for many marks on one base
/// and for many letters joined by conjoining signs.
extension FontEnvironment {
  /// The largest number of bytes that HarfBuzz shapes at once.
  ///
  /// Ordinary text is split earlier, at inert characters.
  static var maximumPartLength: Int { 1 << 11 }

  /// Splits a range of an item into parts to shape one after the other; most ranges are one part.
  ///
  /// A part ends after a space if possible, else between two letters, else before a character that is not
  /// a mark, else at any character.
  ///
  /// - Complexity: O(range).
  static func parts(_ bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = bytes.lowerBound
    while bytes.upperBound - start > maximumPartLength {
      let end = partEnd(from: start, of: text)
      parts.append(start..<end)
      start = end
    }
    parts.append(start..<bytes.upperBound)
    return parts
  }

  /// The end of the part that starts at `start`; the part has at least half of the largest length.
  private static func partEnd(from start: Int, of text: UnsafeBufferPointer<UInt8>) -> Int {
    var place = start + maximumPartLength
    while text[place] & 0xC0 == 0x80 { place -= 1 }
    var best = (place: place, rank: -1)
    while place > start + maximumPartLength / 2 {
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
    guard startsCluster(text.scalar(at: place)) else { return 0 }
    var last = place - 1
    while text[last] & 0xC0 == 0x80 { last -= 1 }
    if text[last] == 0x20 { return 3 }
    return startsCluster(text.scalar(at: last)) ? 2 : 1
  }
}
