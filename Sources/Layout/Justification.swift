import GalleyHandles

/// How a line is widened to its container: at its spaces, or where it has none between clusters.
struct Justification: Sendable {
  /// What comes after each cluster that is widened, by the cluster's byte in the paragraph.
  private var extras: [UInt32: Int] = [:]

  /// `nil` where the line is full or has no place to widen.
  ///
  /// - Complexity: O(line).
  init?(_ line: MeasuredLine, of paragraph: ShapedParagraph, width: Int?) {
    guard let width, width > line.advance else { return nil }
    var end = line.scalars.upperBound
    while end > line.scalars.lowerBound, paragraph.flags[end - 1].contains(.white) { end -= 1 }
    guard line.scalars.lowerBound < end else { return nil }
    let inner = line.scalars.lowerBound..<end
    var places = inner.filter { paragraph.flags[$0].contains(.expandable) }
    if places.isEmpty {
      // The cluster before each caret but the first widens; its own byte is the caret before that.
      places = Array(inner.filter { paragraph.flags[$0].contains(.caret) }.dropLast())
    }
    guard !places.isEmpty else { return nil }
    let (share, remainder) = (width - line.advance).quotientAndRemainder(
      dividingBy: places.count)
    for (number, scalar) in places.enumerated() {
      extras[UInt32(paragraph.offsets[scalar])] = share + (number < remainder ? 1 : 0)
    }
  }

  /// What a glyph's cluster is widened by, told once a cluster: at its glyph that is last in
  /// reading order for text from left to right, and first from the left for the other direction.
  func extra(
    at index: Int, of piece: LinePiece, line: ComposedLine, paragraph: ShapedParagraph
  ) -> Int {
    let glyph = line.glyph(index, of: piece, in: paragraph)
    guard let extra = extras[glyph.cluster] else { return 0 }
    let isReversed = paragraph.items[piece.item].isRightToLeft
    let neighbour = isReversed ? index - 1 : index + 1
    if piece.glyphs.contains(neighbour),
      line.glyph(neighbour, of: piece, in: paragraph).cluster == glyph.cluster
    {
      return 0
    }
    return extra
  }
}
