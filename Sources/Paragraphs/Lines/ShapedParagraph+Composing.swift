import GalleyHandles

extension ShapedParagraph {
  /// Finds the pieces of a line of the paragraph's own glyphs, and orders them from left to right.
  ///
  /// - Complexity: O(items of the line × log glyphs).
  package func compose(
    _ scalars: Range<Int>, isWrapped: Bool, into line: inout ComposedLine
  ) {
    line.scalars = scalars
    line.ownGlyphs.removeAll(keepingCapacity: true)
    line.pieces.removeAll(keepingCapacity: true)
    guard !scalars.isEmpty else { return }
    appendPieces(to: &line) { _, _, _ in nil }
    if isWrapped { hangLastSpace(of: &line) }
    reorder(&line)
  }

  /// Adds the pieces of a line in reading order.
  ///
  /// `reshape` shapes a part of an item again, adds the glyphs
  /// to the line's own and returns their range; it returns `nil` for a part with the paragraph's glyphs.
  @inline(__always)
  func appendPieces(
    to line: inout ComposedLine,
    reshape: (_ item: Int, _ scalars: Range<Int>, inout ComposedLine) -> Range<Int>?
  ) {
    let first = item(at: line.scalars.lowerBound)
    var index = first
    while index < items.count, items[index].scalars.lowerBound < line.scalars.upperBound {
      let scalars = items[index].scalars.clamped(to: line.scalars)
      let own = reshape(index, scalars, &line)
      line.pieces.append(
        LinePiece(
          item: index, scalars: scalars, glyphs: own ?? glyphs(ofItem: index, scalars: scalars),
          isReshaped: own != nil, rise: rise(ofItem: index, after: first)))
      index += 1
    }
  }

  /// Removes the advance of the line's last white space, if that is a cluster of its own.
  func hangLastSpace(of line: inout ComposedLine) {
    guard let last = line.pieces.last, flags[last.scalars.upperBound - 1].contains(.white)
    else { return }
    let isReversed = items[last.item].isRightToLeft
    guard let edge = isReversed ? last.glyphs.first : last.glyphs.last else { return }
    let glyph = line.glyph(edge, of: last, in: self)
    guard glyph.cluster == UInt32(offsets[last.scalars.upperBound - 1]) else { return }
    line.advance -= Int(glyph.advance)
    line.trailingWhitespace -= Int(glyph.advance)
    line.pieces[line.pieces.count - 1].hangingGlyph = edge
  }

  /// Orders the pieces from left to right.
  ///
  /// - SeeAlso: UAX #9, L2.
  func reorder(_ line: inout ComposedLine) {
    func level(_ piece: LinePiece) -> UInt8 { items[piece.item].level }
    var highest = line.pieces.reduce(0) { max($0, level($1)) }
    while highest > 0 {
      var start = 0
      while start < line.pieces.count {
        guard level(line.pieces[start]) >= highest else {
          start += 1
          continue
        }
        var end = start
        while end < line.pieces.count, level(line.pieces[end]) >= highest { end += 1 }
        line.pieces[start..<end].reverse()
        start = end
      }
      highest -= 1
    }
  }
}
