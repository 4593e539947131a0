import GalleyHandles

/// A line without a position: its extents, in Pango units, and the source of its glyphs.
struct MeasuredLine {
  var scalars: Range<Int>
  var isWrapped: Bool
  var ascent: Int32 = 0
  var descent: Int32 = 0
  var advance = 0
  var trailingWhitespace = 0
  /// The number of its pieces; `nil` if the line has other glyphs than the paragraph's own, or a piece
  /// without width, which may show nothing.
  var pieceCount: Int?
  /// `nil` if the glyphs are the paragraph's own.
  var glyphs: LineGlyphs?

  init(scalars: Range<Int>, isWrapped: Bool) {
    self.scalars = scalars
    self.isWrapped = isWrapped
  }
}

/// The source of a line's glyphs.
indirect enum LineGlyphs: Sendable {
  /// Composed: its ends were shaped again, or attributes or tabs change its glyphs.
  case composed(ComposedLine)
  /// Those of a truncated row, which is a text of its own.
  case token(TruncatedRow)
}

extension MeasuredLine {
  init(_ line: ComposedLine, glyphs: LineGlyphs) {
    self.init(scalars: line.scalars, isWrapped: false)
    (ascent, descent) = (line.ascent, line.descent)
    advance = line.advance
    trailingWhitespace = line.trailingWhitespace
    self.glyphs = glyphs
  }
}

extension LineComposer {
  /// Measures the line of `scalars`.
  ///
  /// If it `isWrapped`, the paragraph continues, so its last space hangs and a break in a word shows a hyphen.
  ///
  /// - Complexity: O(items of the line) if the paragraph's glyphs can be separated at the line's ends, else
  ///   O(line).
  mutating func line(_ scalars: Range<Int>, isWrapped: Bool) -> MeasuredLine {
    var line = MeasuredLine(scalars: scalars, isWrapped: isWrapped)
    return paragraph.measure(&line) ? line : measuredAnew(line)
  }

  /// Composes a line that the paragraph cannot measure.
  mutating func measuredAnew(_ line: MeasuredLine) -> MeasuredLine {
    let composed = composedLine(line.scalars, isWrapped: line.isWrapped)
    return MeasuredLine(composed, glyphs: .composed(composed))
  }
}

extension ShapedParagraph {
  /// Measures a line by the paragraph's pens; `false` if the line's ends have to be shaped again, or if
  /// attributes or tabs change its glyphs.
  func measure(_ line: inout MeasuredLine) -> Bool {
    let (start, end) = (line.scalars.lowerBound, line.scalars.upperBound)
    guard start < end else {
      line.isWrapped = false
      (line.pieceCount, line.ascent, line.descent) = measureItems(of: start..<end, from: 0, to: 0)
      return true
    }
    guard features == nil, tabWidth == 0, !isVertical,
      isClean(start), isClean(end),
      !line.isWrapped || !flags[end].contains(.hyphen)
    else { return false }
    // White space at the end; if the paragraph continues, the last of it hangs.
    var shown = end
    while shown > start, flags[shown - 1].contains(.white) { shown -= 1 }
    var reach = end
    if line.isWrapped, shown < end {
      guard !flags[end - 1].contains(.unsafe) else { return false }
      reach -= 1
    }
    let pen = pens[reach]
    line.advance = pen - pens[start]
    line.trailingWhitespace = pen - pens[shown]
    (line.pieceCount, line.ascent, line.descent) = measureItems(
      of: line.scalars, from: pens[start], to: pen)
    return true
  }

  /// The number of pieces of a line between two pens, `nil` if one has no width, and the line's extents.
  ///
  /// - Complexity: O(log items + items of the line).
  @inline(__always)
  func measureItems(
    of scalars: Range<Int>, from start: Int, to end: Int
  ) -> (pieceCount: Int?, ascent: Int32, descent: Int32) {
    if isOneItem, let extents = evenExtents {
      return (end > start ? 1 : nil, extents.ascent, extents.descent)
    }
    return measureEachItem(of: scalars, from: start, to: end)
  }

  private func measureEachItem(
    of scalars: Range<Int>, from start: Int, to end: Int
  ) -> (pieceCount: Int?, ascent: Int32, descent: Int32) {
    guard !scalars.isEmpty else { return (0, emptyExtents.ascent, emptyExtents.descent) }
    let first = item(at: scalars.lowerBound)
    var index = first
    var pen = start
    var takesRoom = true
    while true {
      let next = items[index].scalars.upperBound
      let edge = next < scalars.upperBound ? min(end, pens[next]) : end
      takesRoom = takesRoom && edge > pen
      pen = edge
      if next >= scalars.upperBound { break }
      index += 1
    }
    let pieceCount = takesRoom ? index - first + 1 : nil
    if let extents = evenExtents { return (pieceCount, extents.ascent, extents.descent) }
    let own = looks.extents(ofItems: first...index, settings: settings)
    let (ascent, descent) = lineExtents(own.ascent, own.descent)
    return (pieceCount, ascent, descent)
  }

  /// Whether the paragraph's glyphs can be separated before a scalar without shaping.
  private func isClean(_ scalar: Int) -> Bool {
    if scalar == 0 || scalar == scalarCount { return true }
    return !flags[scalar].contains(.unsafe)
      || items[item(at: scalar)].scalars.lowerBound == scalar
  }
}

extension ShapedParagraph {
  /// Finds the pieces of a line of the paragraph's own glyphs, and orders them from left to right.
  ///
  /// - Complexity: O(items of the line × log glyphs).
  func compose(
    _ scalars: Range<Int>, isWrapped: Bool, into line: inout ComposedLine
  ) {
    line.scalars = scalars
    line.ownGlyphs.removeAll(keepingCapacity: true)
    line.pieces.removeAll(keepingCapacity: true)
    guard !scalars.isEmpty else { return }
    let first = item(at: scalars.lowerBound)
    var index = first
    while index < items.count, items[index].scalars.lowerBound < scalars.upperBound {
      let own = items[index].scalars.clamped(to: scalars)
      line.pieces.append(
        LinePiece(
          item: index, scalars: own, glyphs: glyphs(ofItem: index, scalars: own),
          isReshaped: false, rise: looks.rise(ofItem: index, after: first)))
      index += 1
    }
    if isWrapped { hangLastSpace(of: &line) }
    reorder(&line)
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
