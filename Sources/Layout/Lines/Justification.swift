import GalleyHandles

/// The extra advances that widen a line to its container: at its spaces or, without spaces, between
/// clusters.
struct Justification: Sendable {
  /// The extra advance of each widened cluster, by the cluster's byte in the paragraph.
  private var extras: [UInt32: Int] = [:]

  /// `nil` if the line is full or has no cluster to widen.
  ///
  /// - Complexity: O(line).
  init?(_ line: MeasuredLine, of paragraph: ShapedParagraph, width: Int?) {
    guard let width, width > line.extents.advance else { return nil }
    var end = line.scalars.upperBound
    while end > line.scalars.lowerBound, paragraph.flags[end - 1].contains(.white) { end -= 1 }
    guard line.scalars.lowerBound < end else { return nil }
    let inner = line.scalars.lowerBound..<end
    var places = inner.filter { paragraph.flags[$0].contains(.expandable) }
    if places.isEmpty {
      // The cluster before each caret except the first widens; its byte is that of the caret before.
      places = Array(inner.filter { paragraph.flags[$0].contains(.caret) }.dropLast())
    }
    guard !places.isEmpty else { return nil }
    let (share, remainder) = (width - line.extents.advance).quotientAndRemainder(
      dividingBy: places.count)
    for (number, scalar) in places.enumerated() {
      extras[UInt32(paragraph.offsets[scalar])] = share + (number < remainder ? 1 : 0)
    }
  }

  /// The extra advance of a glyph's cluster, at one glyph of the cluster: the last one for text from left to
  /// right, the leftmost one for the other direction.
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
