extension TextMap {
  /// The word around or next to a position, or the text between two words; from the position's line, and
  /// for a broken word also from the next lines.
  func word(at position: TextPosition, inLine line: Int) -> Range<Int> {
    let (before, after) = neighbours(of: position, inLine: line)
    let touching = position.affinity == .forward ? after ?? before : before ?? after
    guard let touching,
      let index = graphemes[graphemes(ofLine: line)].firstIndex(of: touching)
    else { return position.offset..<position.offset }
    var start = index
    while !isWordEdge(before: start) { start -= 1 }
    var end = index + 1
    while !isWordEdge(before: end) { end += 1 }
    return graphemes[start].range.lowerBound..<graphemes[end - 1].range.upperBound
  }

  /// The end of the word at or after an offset, or the text's end; `nil` there.
  func wordEnd(after offset: Int) -> TextPosition? {
    let line = layout.line(of: TextPosition(offset: offset)) ?? 0
    for grapheme in graphemes[min(graphemes(ofLine: line).lowerBound, graphemes.count)...]
    where grapheme.endsWord && grapheme.range.upperBound > offset {
      return TextPosition(offset: grapheme.range.upperBound, affinity: .backward)
    }
    let end = shownRange.upperBound
    return end > offset ? TextPosition(offset: end, affinity: .backward) : nil
  }

  /// The start of the word before an offset, or the text's start; `nil` there.
  func wordStart(before offset: Int) -> TextPosition? {
    let line = layout.line(of: TextPosition(offset: offset)) ?? 0
    for grapheme in graphemes[..<graphemes(ofLine: line).upperBound].reversed()
    where grapheme.startsWord && grapheme.range.lowerBound < offset {
      return TextPosition(offset: grapheme.range.lowerBound)
    }
    let start = shownRange.lowerBound
    return start < offset ? TextPosition(offset: start) : nil
  }

  private func isWordEdge(before index: Int) -> Bool {
    guard index > 0, index < graphemes.count else { return true }
    let (last, next) = (graphemes[index - 1], graphemes[index])
    return last.endsWord || next.startsWord || last.isToken || next.isToken
      || last.range.upperBound != next.range.lowerBound
  }
}
