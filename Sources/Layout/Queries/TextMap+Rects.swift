public import GalleyPrimitives

extension TextMap {
  /// The rectangles of the text in `range`, UTF-8 offsets, line by line and along each line.
  ///
  /// Contiguous text of one direction is one rectangle. If the range continues beyond a line's end, the
  /// rectangle there extends to the container's side, as for a selected line break; without a side, or beside
  /// another line of its text row, by a quarter of the line's height. A selected line break alone has a rectangle
  /// too. A truncation token is selected with any part of the hidden text, if text is shown on both sides of it on its
  /// line. Of the rectangles, one contains the range's start and one its end. The ends of the range move to those of
  /// ``snapped(_:)-(Range<Int>)``; an empty range, or one outside the text, has no rectangle.
  ///
  /// - Complexity: O(log text + text in the range).
  public func selectionRects(for range: Range<Int>) -> [SelectionRect] {
    selectionRects(for: range, before: nil)
  }

  /// The rectangles of a range that may continue after the layout's last line, in text that begins at `next`.
  func selectionRects(for range: Range<Int>, before next: Int?) -> [SelectionRect] {
    var rects: [SelectionRect] = []
    let isContinued = next != nil && range.upperBound > shownRange.upperBound
    forEachLine(of: range, before: next) { line, range in
      guard let block = layout.blockRange(ofRow: layout.lines[line].rowIndex) else { return }
      var stretches = stretches(of: range, inLine: line, withToken: true)
      let end = layout.lines[line].range.upperBound
      let isLast = line == layout.lines.count - 1
      if range.lowerBound <= end, range.upperBound > end || isLast && isContinued {
        extend(&stretches, beyondEndOf: line, before: isLast ? next : nil)
      }
      for stretch in stretches {
        rects.append(
          SelectionRect(
            rect: layout.rect(inline: stretch.sides, block: block), line: line,
            containsStart: stretch.range.contains(range.lowerBound),
            containsEnd: stretch.range.upperBound == range.upperBound && !stretch.range.isEmpty,
            isRightToLeft: stretch.isRightToLeft, isVertical: layout.isVertical))
      }
    }
    return rects
  }

  /// The smallest rectangle around those of ``selectionRects(for:)`` on the first line of a range; `nil` for an
  /// empty range or one outside the text.
  ///
  /// - Complexity: That of ``selectionRects(for:)``.
  public func firstRect(for range: Range<Int>) -> Rect? {
    let rects = selectionRects(for: range)
    return rects.lazy.filter { $0.line == rects[0].line }.map(\.rect)
      .reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// The smallest rectangle around those of ``selectionRects(for:)``; `nil` for an empty range or one outside
  /// the text.
  ///
  /// - Complexity: O(log text + text in the range).
  public func rect(for range: Range<Int>) -> Rect? {
    selectionRects(for: range).reduce(nil) { $0?.union($1.rect) ?? $1.rect }
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

  /// The rectangles of a layout's truncation token, one for each contiguous part.
  public var tokenRects: [Rect] {
    layout.lines.indices.suffix(1).flatMap { line in
      stretches(inLine: line) { $0.isToken ? $0.range : nil }
        .map { rect(of: $0.sides, inLine: line) }
    }
  }

  private func tightRects(of range: Range<Int>, inLine line: Int) -> [Rect] {
    stretches(of: range, inLine: line).filter { !$0.isEmpty }
      .map { rect(of: $0.sides, inLine: line) }
  }

  private func rect(of sides: ClosedRange<Double>, inLine line: Int) -> Rect {
    layout.rect(inline: sides, block: layout.blockRange(ofLine: line))
  }

  /// Calls `body` for each line that shows text of `range`, snapped to grapheme clusters.
  ///
  /// If more text begins at `next`, the range may contain the line break before that.
  private func forEachLine(
    of range: Range<Int>, before next: Int? = nil, _ body: (Int, Range<Int>) -> Void
  ) {
    let own = snapped(range)
    let start = own.lowerBound
    var end = own.upperBound
    if let next, range.upperBound > shownRange.upperBound {
      end = max(end, min(range.upperBound, next))
    }
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

    var isEmpty: Bool { sides.lowerBound == sides.upperBound }
  }

  private func stretches(
    of range: Range<Int>, inLine line: Int, withToken: Bool = false
  ) -> [Stretch] {
    // The hidden text that is within the line.
    let hidden = layout.truncatedRange?.clamped(to: layout.lines[line].range)
    return stretches(inLine: line) { grapheme in
      guard let own = grapheme.isToken ? (withToken ? hidden : nil) : grapheme.range,
        own.lowerBound < range.upperBound, own.upperBound > range.lowerBound
      else { return nil }
      return own
    }
  }

  /// The stretches of the grapheme clusters that have a selected range.
  private func stretches(
    inLine index: Int, where selected: (PlacedGrapheme) -> Range<Int>?
  ) -> [Stretch] {
    let origin = layout.inlineRange(index).lowerBound
    var result: [Stretch] = []
    var lastEdge = Int.min
    for grapheme in visualOrder(ofLine: index) {
      guard let own = selected(grapheme) else { continue }
      // A token is one piece of its line, whatever its letters are.
      let isRightToLeft =
        grapheme.isToken ? layout.lines[index].isRightToLeft : grapheme.isRightToLeft
      let left = origin + grapheme.x.length
      let right = origin + Double(grapheme.maxX) / 1024
      // A cluster without width, such as a space that hangs, has no rectangle of its own beside its text.
      let isEmpty = grapheme.width.rawValue == 0
      if let last = result.last, last.isRightToLeft == isRightToLeft,
        lastEdge == grapheme.x.rawValue
          || (isEmpty || last.isEmpty)
            && (own.lowerBound == last.range.upperBound
              || own.upperBound == last.range.lowerBound)
      {
        if !isEmpty {
          let start = last.isEmpty ? left : last.sides.lowerBound
          result[result.count - 1].sides = start...max(right, start)
        }
        result[result.count - 1].range =
          min(
            last.range.lowerBound, own.lowerBound)..<max(last.range.upperBound, own.upperBound)
      } else {
        result.append(
          Stretch(
            sides: left...max(left, right), range: own,
            isRightToLeft: isRightToLeft))
      }
      if !isEmpty || result.last?.isEmpty == true { lastEdge = grapheme.maxX }
    }
    return result
  }

  /// The sides of a line with the punctuation that hangs beyond them.
  private func edges(ofLine index: Int) -> ClosedRange<Double> {
    let own = layout.inlineRange(index)
    let places = graphemes[graphemes(ofLine: index)]
    let left = own.lowerBound + Double(places.map(\.x.rawValue).min() ?? 0) / 1024
    let right = own.lowerBound + Double(places.map(\.maxX).max() ?? 0) / 1024
    return min(own.lowerBound, left)...max(own.upperBound, right)
  }

  /// Extends a line's selection beyond the line's end, with the line break there.
  private func extend(_ stretches: inout [Stretch], beyondEndOf index: Int, before text: Int?) {
    let line = layout.lines[index]
    let own = edges(ofLine: index)
    let end = line.range.upperBound
    let next =
      index + 1 < layout.lines.count ? layout.lines[index + 1].range.lowerBound : text ?? end
    var mark = (line.ascent + line.descent) / 4
    if layout.lines(ofRow: line.rowIndex)?.count == 1, let inner = layout.inlineExtent {
      mark =
        line.isRightToLeft
        ? own.lowerBound - inner.lowerBound : inner.upperBound - own.upperBound
    }
    mark = max(0, mark)
    // The line break belongs to the stretch at the line's end, if that has the line's direction.
    let last = line.isRightToLeft ? stretches.first : stretches.last
    let edge = line.isRightToLeft ? own.lowerBound : own.upperBound
    if let last, last.isRightToLeft == line.isRightToLeft,
      edge == (line.isRightToLeft ? last.sides.lowerBound : last.sides.upperBound)
    {
      let place = line.isRightToLeft ? 0 : stretches.count - 1
      stretches[place].sides =
        line.isRightToLeft
        ? edge - mark...last.sides.upperBound : last.sides.lowerBound...edge + mark
      stretches[place].range = last.range.lowerBound..<max(next, last.range.upperBound)
    } else {
      let sides = line.isRightToLeft ? edge - mark...edge : edge...edge + mark
      let stretch = Stretch(
        sides: sides, range: end..<max(end, next), isRightToLeft: line.isRightToLeft)
      stretches.insert(stretch, at: line.isRightToLeft ? 0 : stretches.count)
    }
  }
}
