public import GalleyPrimitives

/// A layout with the position of each grapheme cluster: finds the text at a point, and the rectangles of
/// a text range.
///
/// A value like the layout, made by ``/GalleyTypesetting/Typesetter/map(_:in:)``; any thread can use it. Offsets are UTF-8
/// offsets into the repaired text, and ``GalleyText/AttributedText`` converts them. Positions are between
/// grapheme clusters: an offset inside a cluster moves back to its start, and one outside the text to the
/// nearest end.
public struct TextMap: Hashable, Sendable, Codable {
  /// The layout.
  public let layout: TextLayout
  /// The grapheme clusters, line by line, each line's in the text's order.
  public let graphemes: [PlacedGrapheme]
  private let lineGraphemes: [Range<Int>]

  package init(layout: TextLayout, graphemes: [PlacedGrapheme], lines: [Range<Int>]) {
    self.layout = layout
    self.graphemes = graphemes
    lineGraphemes = lines
  }

  private enum CodingKeys: String, CodingKey { case layout, graphemes, lineGraphemes }

  /// Decodes a map.
  ///
  /// - Throws: `DecodingError`, also for values that no typesetter makes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    layout = try values.decode(TextLayout.self, forKey: .layout)
    graphemes = try values.decode([PlacedGrapheme].self, forKey: .graphemes)
    lineGraphemes = try values.decode([Range<Int>].self, forKey: .lineGraphemes)
    if let fault = Self.fault(graphemes, of: lineGraphemes, in: layout) {
      throw DecodingError.dataCorruptedError(
        forKey: .graphemes, in: values, debugDescription: fault)
    }
  }

  /// The grapheme clusters of a line, as indices into ``graphemes``, in the text's order.
  public func graphemes(ofLine line: Int) -> Range<Int> {
    lineGraphemes.indices.contains(line) ? lineGraphemes[line] : 0..<0
  }

  /// The UTF-8 offsets from the first that is shown to the end of the last.
  public var shownRange: Range<Int> {
    guard let first = layout.lines.first, let last = layout.lines.last else { return 0..<0 }
    return first.range.lowerBound..<max(first.range.lowerBound, last.range.upperBound)
  }

  /// The nearest position before `position` that is between grapheme clusters.
  ///
  /// - Complexity: O(log text).
  public func snapped(_ position: TextPosition) -> TextPosition {
    TextPosition(offset: snapped(position.offset), affinity: position.affinity)
  }

  /// The nearest offset before `offset` that is between grapheme clusters and is shown.
  ///
  /// - Complexity: O(log text).
  public func snapped(_ offset: Int) -> Int {
    let offset = min(max(offset, shownRange.lowerBound), shownRange.upperBound)
    guard let line = layout.line(of: TextPosition(offset: offset)) else { return 0 }
    let range = layout.lines[line].range
    guard offset < range.upperBound else { return range.upperBound }
    guard let grapheme = grapheme(containing: offset, inLine: line) else { return offset }
    // Text that a middle truncation drops has positions only at its two ends.
    return graphemes[grapheme].range.contains(offset)
      ? graphemes[grapheme].range.lowerBound : graphemes[grapheme].range.upperBound
  }

  /// The nearest range of whole grapheme clusters: both ends move back to the start of one.
  ///
  /// Text that is hidden within a line is one cluster too, but a part of it becomes all of it, as the truncation
  /// token shows all of it.
  ///
  /// - Complexity: O(log text).
  public func snapped(_ range: Range<Int>) -> Range<Int> {
    let start = snapped(range.lowerBound)
    var end = max(start, snapped(range.upperBound))
    if let line = layout.lines.last,
      let hidden = layout.truncatedRange?.clamped(to: line.range), !hidden.isEmpty,
      range.overlaps(hidden)
    {
      end = max(end, hidden.upperBound)
    }
    return start..<end
  }

  /// The last grapheme cluster of a line that starts at or before an offset, tokens left out.
  ///
  /// - Complexity: O(log line).
  func grapheme(containing offset: Int, inLine line: Int) -> Int? {
    let range = graphemes(ofLine: line)
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if Int(graphemes[middle].start) > offset { high = middle } else { low = middle + 1 }
    }
    var index = low - 1
    while index >= range.lowerBound, graphemes[index].isToken { index -= 1 }
    return index >= range.lowerBound ? index : nil
  }

  /// The grapheme clusters of a line in their order along the inline axis.
  func visualOrder(ofLine line: Int) -> [PlacedGrapheme] {
    graphemes[graphemes(ofLine: line)].sorted { ($0.x, $0.width) < ($1.x, $1.width) }
  }

  /// The grapheme after a position and the one before it, on the position's line.
  func neighbours(
    of position: TextPosition, inLine line: Int
  ) -> (before: PlacedGrapheme?, after: PlacedGrapheme?) {
    let offset = position.offset
    let after = grapheme(containing: offset, inLine: line).map { graphemes[$0] }
    let before =
      offset > 0 ? grapheme(containing: offset - 1, inLine: line).map { graphemes[$0] } : nil
    return (
      before.flatMap { $0.range.upperBound == offset ? $0 : nil },
      after.flatMap { $0.range.lowerBound == offset ? $0 : nil }
    )
  }

  /// The distance of a caret from its line's start along the inline axis, in layout units; `nil` if the
  /// layout has no line.
  ///
  /// A forward caret is where the next character begins, a backward one where the last character ends. At a
  /// line's ends, one of the two is the line's own edge. Both are beside the text at a truncation token.
  ///
  /// - Complexity: O(log text).
  public func caretOffset(of position: TextPosition) -> Double? {
    let position = snapped(position)
    guard let line = layout.line(of: position) else { return nil }
    return Double(caretUnits(of: position, inLine: line)) / 1024
  }

  /// The grapheme at which a caret stands, and whether it stands before it in reading order; `nil` at a line's own
  /// edge.
  ///
  /// Beside a truncation token, both carets stand at the text.
  func neighbour(
    of position: TextPosition, inLine index: Int
  ) -> (grapheme: PlacedGrapheme, isAfter: Bool)? {
    let (before, after) = neighbours(of: position, inLine: index)
    let own = graphemes[graphemes(ofLine: index)]
    let range = layout.lines[index].range
    switch position.affinity {
    case .forward:
      if let after { return (after, true) }
      guard let before, position.offset < range.upperBound || own.last?.isToken == true else {
        return nil
      }
      return (before, false)
    case .backward:
      if let before { return (before, false) }
      guard let after, position.offset > range.lowerBound || own.first?.isToken == true else {
        return nil
      }
      return (after, true)
    }
  }

  private func caretUnits(of position: TextPosition, inLine index: Int) -> Int {
    if let (grapheme, isAfter) = neighbour(of: position, inLine: index) {
      return isAfter ? grapheme.leadingEdge : grapheme.trailingEdge
    }
    let line = layout.lines[index]
    let (before, after) = neighbours(of: position, inLine: index)
    // Hanging punctuation is beyond the line's edge.
    let edge = before?.trailingEdge ?? after?.leadingEdge ?? 0
    let isLeft = (position.affinity == .forward) == line.isRightToLeft
    return isLeft ? min(0, edge) : max(Int((line.advance * 1024).rounded()), edge)
  }

  /// The rectangle of a caret: without extent along the inline axis, and as high as its text row with half
  /// of the gaps between rows; `nil` if the layout has no line.
  ///
  /// - Complexity: O(log text).
  public func caretRect(at position: TextPosition) -> Rect? {
    let position = snapped(position)
    guard let line = layout.line(of: position),
      let block = layout.blockRange(ofRow: layout.lines[line].rowIndex)
    else { return nil }
    let place =
      layout.inlineRange(line).lowerBound
      + Double(caretUnits(of: position, inLine: line)) / 1024
    return layout.rect(inline: place...place, block: block)
  }
}
