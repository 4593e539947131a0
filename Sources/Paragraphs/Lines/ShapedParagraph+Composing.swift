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
    if isWrapped {
      hangSpaces(
        of: &line,
        from: flags.hangingStart(before: scalars.upperBound, from: scalars.lowerBound))
    }
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

  /// Removes the advance of the line's last spaces, from scalar `start` on, as far as they are clusters of their own.
  ///
  /// The pieces are in reading order.
  ///
  /// - Complexity: O(spaces).
  func hangSpaces(of line: inout ComposedLine, from start: Int) {
    for index in line.pieces.indices.reversed() {
      let piece = line.pieces[index]
      guard start < piece.scalars.upperBound else { return }
      let first = UInt32(offsets[max(start, piece.scalars.lowerBound)])
      var edge = (from: piece.glyphs.upperBound, to: piece.glyphs.upperBound)
      if items[piece.item].isRightToLeft {
        edge = (piece.glyphs.lowerBound, piece.glyphs.lowerBound)
        while edge.to < piece.glyphs.upperBound,
          line.glyph(edge.to, of: piece, in: self).cluster >= first
        {
          edge.to += 1
        }
      } else {
        while edge.from > piece.glyphs.lowerBound,
          line.glyph(edge.from - 1, of: piece, in: self).cluster >= first
        {
          edge.from -= 1
        }
      }
      guard edge.from < edge.to else { return }
      for glyph in edge.from..<edge.to {
        line.advance -= Int(line.glyph(glyph, of: piece, in: self).advance)
      }
      // White space counts a tab with its own advance, not with that to its stop.
      let scalars = max(start, piece.scalars.lowerBound)..<piece.scalars.upperBound
      line.trailingWhitespace -= pens[scalars.upperBound] - pens[scalars.lowerBound]
      line.pieces[index].hanging = edge.from..<edge.to
    }
  }

  /// The first of the spaces at a paragraph's end that hang because its last line is longer than `width`; the end if
  /// none does.
  ///
  /// - SeeAlso: CSS Text 3, *Phase II: Trimming and Positioning*: they hang conditionally.
  func hangingStart(ofLast line: ComposedLine, width: Int) -> Int {
    let end = line.scalars.upperBound
    guard line.advance > width, flags[end - 1].contains(.hangingSpace) else { return end }
    let first = flags.hangingStart(before: end, from: line.scalars.lowerBound)
    var (start, excess) = (end, line.advance - width)
    while start > first, excess > 0 {
      start -= 1
      excess -= advance(of: start)
    }
    return start
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
