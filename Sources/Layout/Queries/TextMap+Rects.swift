public import GalleyPrimitives

extension TextMap {
  /// The rectangles of the text in `range`, UTF-8 offsets, line by line and along each line.
  ///
  /// Contiguous text of one direction is one rectangle. If the range continues beyond a line's end, and the
  /// line is alone in its text row, the rectangle extends to the container's side (if that is finite), as
  /// for a selected line break. The ends of the range move back to the start of a grapheme cluster; an empty
  /// range, or one outside the text, has no rectangle.
  ///
  /// - Complexity: O(log text + text in the range).
  public func selectionRects(for range: Range<Int>) -> [SelectionRect] {
    var rects: [SelectionRect] = []
    forEachLine(of: range) { line, range in
      guard let block = layout.blockRange(ofRow: layout.lines[line].rowIndex) else { return }
      for stretch in stretches(of: range, inLine: line, isExtended: true) {
        rects.append(
          SelectionRect(
            rect: layout.rect(inline: stretch.sides, block: block), line: line,
            containsStart: stretch.range.contains(range.lowerBound),
            containsEnd: stretch.range.upperBound == range.upperBound,
            isRightToLeft: stretch.isRightToLeft, isVertical: layout.isVertical))
      }
    }
    return rects
  }

  /// The smallest rectangle around the part of a range on its first line; `nil` for an empty range or
  /// one outside the text.
  ///
  /// - Complexity: O(log text + line).
  public func firstRect(for range: Range<Int>) -> Rect? {
    var result: Rect?
    var first: Int?
    forEachLine(of: range) { line, range in
      guard first == nil || first == line else { return }
      first = line
      result = tightRects(of: range, inLine: line).reduce(result) { $0?.union($1) ?? $1 }
    }
    return result
  }

  /// The smallest rectangle around a range; `nil` for an empty range or one outside the text.
  ///
  /// - Complexity: O(log text + text in the range).
  public func rect(for range: Range<Int>) -> Rect? {
    tightRects(for: range).reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// The rectangles of a range's glyphs: as high as their lines, and not beyond their ends.
  ///
  /// Hit tests of highlights and image maps use these.
  ///
  /// - Complexity: O(log text + text in the range).
  public func tightRects(for range: Range<Int>) -> [Rect] {
    var rects: [Rect] = []
    forEachLine(of: range) { line, range in
      rects += tightRects(of: range, inLine: line)
    }
    return rects
  }

  /// The rectangles of a layout's truncation token, one for each direction in it.
  public var tokenRects: [Rect] {
    layout.lines.indices.suffix(1).flatMap { line in
      stretches(inLine: line, isExtended: false, of: 0..<0) { $0.isToken }
        .map { rect(of: $0.sides, inLine: line) }
    }
  }

  private func tightRects(of range: Range<Int>, inLine line: Int) -> [Rect] {
    stretches(of: range, inLine: line, isExtended: false).map { rect(of: $0.sides, inLine: line) }
  }

  private func rect(of sides: ClosedRange<Double>, inLine line: Int) -> Rect {
    layout.rect(inline: sides, block: layout.blockRange(ofLine: line))
  }

  /// Calls `body` for each line that shows text of `range`, snapped to grapheme clusters.
  private func forEachLine(of range: Range<Int>, _ body: (Int, Range<Int>) -> Void) {
    let start = snapped(range.lowerBound)
    let end = snapped(range.upperBound)
    guard start < end, let first = layout.line(of: TextPosition(offset: start)) else { return }
    for line in first..<layout.lines.count {
      guard layout.lines[line].range.lowerBound < end else { return }
      body(line, start..<end)
    }
  }

  /// Contiguous text of one direction on a line.
  private struct Stretch {
    var sides: ClosedRange<Double>
    var range: Range<Int>
    var isRightToLeft: Bool
  }

  private func stretches(
    of range: Range<Int>, inLine line: Int, isExtended: Bool
  ) -> [Stretch] {
    stretches(inLine: line, isExtended: isExtended, of: range) {
      !$0.isToken && $0.range.lowerBound < range.upperBound
        && $0.range.upperBound > range.lowerBound
    }
  }

  private func stretches(
    inLine index: Int, isExtended: Bool, of range: Range<Int>,
    where isSelected: (PlacedGrapheme) -> Bool
  ) -> [Stretch] {
    let line = layout.lines[index]
    let origin = layout.inlineRange(index).lowerBound
    var result: [Stretch] = []
    var lastEdge = Int.min
    for grapheme in visualOrder(ofLine: index) where isSelected(grapheme) {
      let left = origin + grapheme.x.length
      let right = origin + Double(grapheme.maxX) / 1024
      if let last = result.last, lastEdge == grapheme.x.rawValue,
        last.isRightToLeft == grapheme.isRightToLeft
      {
        result[result.count - 1].sides = last.sides.lowerBound...max(right, last.sides.lowerBound)
        result[result.count - 1].range =
          min(
            last.range.lowerBound, grapheme.range.lowerBound)..<max(
            last.range.upperBound, grapheme.range.upperBound)
      } else {
        result.append(
          Stretch(
            sides: left...max(left, right), range: grapheme.range,
            isRightToLeft: grapheme.isRightToLeft))
      }
      lastEdge = grapheme.maxX
    }
    guard isExtended, range.upperBound > line.range.upperBound,
      range.lowerBound <= line.range.upperBound
    else { return result }
    extend(&result, beyondEndOf: index)
    return result
  }

  /// Extends a line's selection to the container's side at which the line ends.
  private func extend(_ stretches: inout [Stretch], beyondEndOf index: Int) {
    let line = layout.lines[index]
    guard layout.lines(ofRow: line.rowIndex)?.count == 1, let inner = layout.inlineExtent else {
      return
    }
    let own = layout.inlineRange(index)
    let end = line.range.upperBound
    if line.isRightToLeft {
      guard inner.lowerBound < own.lowerBound else { return }
      if let first = stretches.first, first.sides.lowerBound == own.lowerBound {
        stretches[0].sides = inner.lowerBound...first.sides.upperBound
        stretches[0].range = first.range.lowerBound..<max(end, first.range.upperBound)
      } else {
        stretches.insert(
          Stretch(
            sides: inner.lowerBound...own.lowerBound, range: end..<end, isRightToLeft: true), at: 0)
      }
    } else {
      guard inner.upperBound > own.upperBound else { return }
      if let last = stretches.last, last.sides.upperBound == own.upperBound {
        stretches[stretches.count - 1].sides = last.sides.lowerBound...inner.upperBound
      } else {
        stretches.append(
          Stretch(
            sides: own.upperBound...inner.upperBound, range: end..<end, isRightToLeft: false))
      }
    }
  }
}
