import GalleyPrimitives

extension TextMap {
  /// The offset one grapheme cluster after another; `nil` at the text's end.
  ///
  /// Repeated calls from the text's start visit every boundary once.
  ///
  /// - Complexity: O(log text).
  public func offset(after offset: Int) -> Int? {
    let offset = snapped(offset)
    guard let line = layout.line(of: TextPosition(offset: offset)) else { return nil }
    let range = layout.lines[line].range
    if offset < range.upperBound, let index = grapheme(containing: offset, inLine: line),
      graphemes[index].range.contains(offset)
    {
      return graphemes[index].range.upperBound
    }
    // Offsets between two graphemes of a line are in text that a middle truncation drops.
    if offset < range.upperBound,
      let next = graphemes[graphemes(ofLine: line)].first(where: {
        !$0.isToken && $0.range.lowerBound > offset
      })
    {
      return next.range.lowerBound
    }
    guard line + 1 < layout.lines.count else { return nil }
    return layout.lines[line + 1].range.lowerBound
  }

  /// The offset one grapheme cluster before another; `nil` at the text's start.
  ///
  /// - Complexity: O(log text).
  public func offset(before offset: Int) -> Int? {
    let offset = snapped(offset)
    guard let line = layout.line(of: TextPosition(offset: offset)) else { return nil }
    let range = layout.lines[line].range
    if offset > range.lowerBound, let index = grapheme(containing: offset - 1, inLine: line) {
      let before = graphemes[index].range
      return before.upperBound >= offset ? before.lowerBound : before.upperBound
    }
    guard line > 0 else { return nil }
    let previous = layout.lines[line - 1].range.upperBound
    guard previous == offset else { return previous }
    // A wrapped line: its end is this line's start.
    return grapheme(containing: offset - 1, inLine: line - 1).map {
      graphemes[$0].range.lowerBound
    }
  }

  /// The offsets at which positions may be, in order.
  ///
  /// - Complexity: O(text).
  public var boundaries: [Int] {
    var result: [Int] = []
    func append(_ offset: Int) {
      if result.last.map({ $0 < offset }) ?? true { result.append(offset) }
    }
    for (line, text) in layout.lines.enumerated() {
      append(text.range.lowerBound)
      for grapheme in graphemes[graphemes(ofLine: line)] where !grapheme.isToken {
        append(grapheme.range.lowerBound)
        append(grapheme.range.upperBound)
      }
      append(text.range.upperBound)
    }
    return result
  }

  /// The range of a unit at a position: the character after it (backward: before it), the word around or
  /// next to it, or its line; empty if there is none.
  ///
  /// - Complexity: O(log text + the unit).
  public func range(of unit: TextUnit, at position: TextPosition) -> Range<Int> {
    let position = snapped(position)
    guard let line = layout.line(of: position) else { return 0..<0 }
    switch unit {
    case .line:
      return layout.lines[line].range
    case .character:
      let (before, after) = neighbours(of: position, inLine: line)
      return (position.affinity == .forward ? after ?? before : before ?? after)?.range
        ?? position.offset..<position.offset
    case .word:
      return word(at: position, inLine: line)
    }
  }

  /// A range extended by the unit at `position`, as a selection grows.
  ///
  /// - Complexity: O(log text + the unit).
  public func range(
    _ range: Range<Int>, extendedTo position: TextPosition, by unit: TextUnit
  ) -> Range<Int> {
    let own = self.range(of: unit, at: position)
    let (start, end) = (snapped(range.lowerBound), snapped(range.upperBound))
    return min(start, own.lowerBound)..<max(end, own.upperBound)
  }

  /// The position of a caret after a movement from `position`; `nil` at the end of the text.
  ///
  /// Left and right follow the line as it is drawn, from one side of a grapheme cluster to the other,
  /// then to the next line. Up and down keep `column`, the distance along the inline axis at the start of
  /// several such movements, or the caret's own.
  ///
  /// - Complexity: O(log text + line × log line).
  public func position(
    from position: TextPosition, moving movement: TextMovement, by unit: TextUnit = .character,
    column: Double? = nil
  ) -> TextPosition? {
    let position = snapped(position)
    guard let line = layout.line(of: position) else { return nil }
    switch movement {
    case .up, .down:
      guard let row = layout.row(ofLine: line),
        let target = layout.lines(ofRow: row + (movement == .up ? -1 : 1)),
        let place = column ?? caretRect(at: position).map({ layout.inline(of: $0.origin) })
      else { return nil }
      let distances = target.map { (line: $0, range: layout.inlineRange($0)) }
      let nearest = distances.min {
        max($0.range.lowerBound - place, place - $0.range.upperBound, 0)
          < max($1.range.lowerBound - place, place - $1.range.upperBound, 0)
      }
      return nearest.map { self.position(atInline: place, inLine: $0.line) }
    case .forward, .backward:
      return logical(from: position, isForward: movement == .forward, by: unit, line: line)
    case .left, .right:
      let isForward = (movement == .right) != layout.lines[line].isRightToLeft
      guard unit == .character else {
        return logical(from: position, isForward: isForward, by: unit, line: line)
      }
      return visual(from: position, isRight: movement == .right, line: line)
    }
  }

  private func logical(
    from position: TextPosition, isForward: Bool, by unit: TextUnit, line: Int
  ) -> TextPosition? {
    switch unit {
    case .character:
      let next = isForward ? offset(after: position.offset) : offset(before: position.offset)
      return next.map { TextPosition(offset: $0) }
    case .word:
      return isForward ? wordEnd(after: position.offset) : wordStart(before: position.offset)
    case .line:
      let range = layout.lines[line].range
      let target = TextPosition(
        offset: isForward ? range.upperBound : range.lowerBound,
        affinity: isForward ? .backward : .forward)
      return target.offset == position.offset ? nil : target
    }
  }

  /// One step along the line as it is drawn.
  private func visual(from position: TextPosition, isRight: Bool, line: Int) -> TextPosition? {
    let graphemes = visualOrder(ofLine: line)
    let isTurned = layout.lines[line].isRightToLeft
    // The edge at the caret, as the number of graphemes to its left.
    let edge = neighbour(of: position, inLine: line).flatMap { own, isAfter in
      graphemes.firstIndex(of: own).map { $0 + (isAfter == own.isRightToLeft ? 1 : 0) }
    }
    let here = edge ?? ((position.affinity == .forward) == isTurned ? 0 : graphemes.count)
    let first = isRight ? here : here - 1
    var crossed = first
    while graphemes.indices.contains(crossed), graphemes[crossed].isToken {
      crossed += isRight ? 1 : -1
    }
    guard graphemes.indices.contains(crossed) else {
      return nextLine(from: line, isForward: isRight != isTurned, isRight: isRight)
    }
    let grapheme = graphemes[crossed]
    // Behind a token, the caret stops before it crosses the text there.
    return (isRight == grapheme.isRightToLeft) == (crossed == first)
      ? TextPosition(offset: grapheme.range.lowerBound)
      : TextPosition(offset: grapheme.range.upperBound, affinity: .backward)
  }

  /// The position at the side of the next line where a caret enters it.
  private func nextLine(from line: Int, isForward: Bool, isRight: Bool) -> TextPosition? {
    let target = isForward ? line + 1 : line - 1
    guard layout.lines.indices.contains(target) else { return nil }
    let graphemes = visualOrder(ofLine: target).filter { !$0.isToken }
    let range = layout.lines[target].range
    guard let edge = isRight ? graphemes.first : graphemes.last else {
      return TextPosition(offset: range.lowerBound)
    }
    return isRight == edge.isRightToLeft
      ? TextPosition(offset: edge.range.upperBound, affinity: .backward)
      : TextPosition(offset: edge.range.lowerBound)
  }
}
