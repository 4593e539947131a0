public import GalleyPrimitives

extension TextMap {
  /// The position nearest to a point: on the nearest line, at the nearer side of the grapheme cluster.
  ///
  /// Beyond a line's ends, its caret stands at that end of the line. A NaN coordinate counts as 0.
  ///
  /// - Complexity: O(log lines + line × log line).
  public func position(closestTo point: Point) -> TextPosition {
    guard let line = layout.line(closestTo: point) else { return TextPosition(offset: 0) }
    return position(atInline: layout.inline(of: point), inLine: line)
  }

  /// The text range of the grapheme cluster at a point; `nil` if there is none.
  ///
  /// Of a truncation token the range is empty: see ``isToken(at:)``.
  ///
  /// - Complexity: O(log lines + line × log line).
  public func characterRange(at point: Point) -> Range<Int>? {
    grapheme(at: point)?.range
  }

  /// The text range of the grapheme cluster nearest to a point; `nil` if the nearest line is empty.
  ///
  /// - Complexity: O(log lines + line × log line).
  public func characterRange(closestTo point: Point) -> Range<Int>? {
    guard let line = layout.line(closestTo: point) else { return nil }
    let place = units(layout.inline(of: point), inLine: line)
    let graphemes = visualOrder(ofLine: line)
    return
      (graphemes.first { place < Double($0.maxX) && $0.width.rawValue > 0 }
      ?? graphemes.last { $0.width.rawValue > 0 })?.range
  }

  /// Whether a truncation token is drawn at a point.
  public func isToken(at point: Point) -> Bool { grapheme(at: point)?.isToken ?? false }

  /// The position of one end of a selection after it is dragged to a point: the nearest position other
  /// than `other`, the selection's other end, so that the selection does not collapse.
  ///
  /// - Complexity: O(log lines + line × log line).
  public func position(
    dragging position: TextPosition, to point: Point, other: TextPosition
  ) -> TextPosition {
    let nearest = self.position(closestTo: point)
    let fixed = snapped(other.offset)
    guard nearest.offset == fixed else { return nearest }
    let isAfter = snapped(position.offset) >= fixed
    return isAfter
      ? offset(after: fixed).map { TextPosition(offset: $0, affinity: .backward) } ?? nearest
      : offset(before: fixed).map { TextPosition(offset: $0) } ?? nearest
  }

  /// The position of a line that is nearest to a distance along the inline axis of the layout.
  func position(atInline place: Double, inLine index: Int) -> TextPosition {
    let line = layout.lines[index]
    let start = TextPosition(offset: line.range.lowerBound)
    let end = TextPosition(offset: line.range.upperBound, affinity: .backward)
    let x = units(place, inLine: index)
    let graphemes = visualOrder(ofLine: index)
    let isBefore = x < 0
    let found = isBefore ? graphemes.first : graphemes.first { x < Double($0.maxX) }
    guard let hit = found ?? graphemes.last, found != nil || !hit.isToken,
      !isBefore || !hit.isToken
    else { return isBefore == line.isRightToLeft ? end : start }
    if hit.isToken { return position(inTokenAt: x, ofLine: index) }
    let isLeft =
      found != nil && (isBefore || x < Double(hit.x.rawValue) + Double(hit.width.rawValue) / 2)
    return isLeft == hit.isRightToLeft
      ? TextPosition(offset: hit.range.upperBound, affinity: .backward)
      : TextPosition(offset: hit.range.lowerBound)
  }

  /// The end of the text before a truncation token, or the start of the text behind it, if that is nearer.
  private func position(inTokenAt x: Double, ofLine index: Int) -> TextPosition {
    let own = graphemes[graphemes(ofLine: index)]
    let token = own.filter(\.isToken)
    let sides = (token.map(\.x.rawValue).min() ?? 0, token.map(\.maxX).max() ?? 0)
    let before = own.prefix { !$0.isToken }.last
    let after = own.drop { !$0.isToken }.first { !$0.isToken }
    // The text before the token is at its left, unless the row is from right to left.
    let isLeft = 2 * x < Double(Int(sides.0) + sides.1)
    if let before, isLeft == (before.x.rawValue < sides.0) || after == nil {
      return TextPosition(offset: before.range.upperBound, affinity: .backward)
    }
    return TextPosition(offset: after?.range.lowerBound ?? layout.lines[index].range.lowerBound)
  }

  private func grapheme(at point: Point) -> PlacedGrapheme? {
    // Punctuation that hangs is beyond the sides of its line, and may be nearer to another line of the row.
    guard let nearest = layout.line(closestTo: point, isClamped: false),
      let row = layout.lines(ofRow: layout.lines[nearest].rowIndex)
    else { return nil }
    for line in [nearest] + row.filter({ $0 != nearest }) {
      let x = units(layout.inline(of: point), inLine: line)
      let hit = graphemes[graphemes(ofLine: line)].first {
        Double($0.x.rawValue) <= x && x < Double($0.maxX)
      }
      if let hit { return hit }
    }
    return nil
  }

  /// A distance along the inline axis, in Pango units from a line's start.
  private func units(_ place: Double, inLine line: Int) -> Double {
    (place - layout.inlineRange(line).lowerBound) * 1024
  }
}
