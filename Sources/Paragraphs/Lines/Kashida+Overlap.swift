import GalleyHandles
import GalleyPrimitives

extension Kashida {
  /// Elongations of which the longest has one tatweel more, if its word may have that.
  func lengthened(_ elongations: [Elongation]) -> (elongations: [Elongation], longest: Int)? {
    guard
      let longest = elongations.indices.max(by: { elongations[$0].count < elongations[$1].count }),
      let place = places.first(where: { $0.offset == elongations[longest].offset }),
      elongations[longest].count < place.limit
    else { return nil }
    var result = elongations
    result[longest].count += 1
    return (result, elongations[longest].offset)
  }
}

extension ShapedParagraph {
  /// Shortens a line to a width: the tatweels before a byte of the paragraph overlap, so that the kashida ends where
  /// it would end with fewer.
  ///
  /// - Returns: Whether the line has the width, as it has unless the font has other glyphs for several tatweels.
  /// - Complexity: O(line).
  func overlap(
    _ offset: Int, of line: inout ComposedLine, to width: Int, text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment
  ) -> Bool {
    let excess = line.advance - width
    guard excess > 0,
      let piece = line.pieces.first(where: {
        let bytes = offsets[$0.scalars.lowerBound]..<offsets[$0.scalars.upperBound]
        return $0.isReshaped && bytes.contains(Int32(offset))
      }),
      let tatweel = fonts.map.glyph(of: Elongation.tatweel, font: items[piece.item].font)
    else { return false }
    var last = offset - 1
    while last > 0, text[last] & 0xC0 == 0x80 { last -= 1 }
    let own = piece.glyphs.filter {
      line.ownGlyphs[$0].id == tatweel && line.ownGlyphs[$0].cluster == UInt32(last)
    }
    // The last one keeps its advance, so that none reaches beyond the kashida.
    let count = own.count - 1
    guard count > 0, excess < Int(line.ownGlyphs[own[0]].advance) * count else { return false }
    for number in 0..<count {
      let share = excess * (number + 1) / count - excess * number / count
      line.ownGlyphs[own[number]].advance -= Int32(share)
    }
    line.advance = width
    return true
  }
}

extension MeasuredLine {
  /// Whether punctuation hangs at the line's end.
  func hasTailHang(isRightToLeft: Bool) -> Bool {
    guard case .composed(let line) = glyphs else { return false }
    return (isRightToLeft ? line.hang.left : line.hang.right) > 0
  }
}
