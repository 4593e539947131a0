package import GalleyFonts
import GalleyHandles

/// The extra advances that widen a line to its container: at its spaces, and around ideographs and kana.
///
/// A line that has neither stays as it is. Pango widens spaces or, in a line without spaces, all clusters.
///
/// - SeeAlso: CSS Text 3, `text-justify: auto`.
package struct Justification: Sendable {
  /// The extra advance of each widened cluster, by the cluster's byte in the paragraph.
  private var extras: [UInt32: Int] = [:]

  /// `nil` if the line is full or has no cluster to widen.
  ///
  /// - Complexity: O(line).
  package init?(_ line: MeasuredLine, of paragraph: ShapedParagraph, width: Int?, rules: TextRules)
  {
    guard let width, width > line.extents.advance else { return nil }
    var end = line.scalars.upperBound
    while end > line.scalars.lowerBound, paragraph.flags[end - 1].contains(.white) { end -= 1 }
    var start = line.scalars.lowerBound
    if case .composed(let composed) = line.glyphs {
      let (head, tail) =
        paragraph.isRightToLeft
        ? (composed.hang.right, composed.hang.left) : (composed.hang.left, composed.hang.right)
      if head > 0 { start += 1 }
      if tail > 0 { end -= 1 }
    }
    guard start < end else { return nil }
    let inner = start..<end
    let places =
      rules == .reader
      ? Self.places(in: inner, flags: paragraph.flags)
      : Self.pangoPlaces(in: inner, flags: paragraph.flags)
    guard !places.isEmpty else { return nil }
    let (share, remainder) = (width - line.extents.advance).quotientAndRemainder(
      dividingBy: places.count)
    for (number, scalar) in places.enumerated() {
      extras[UInt32(paragraph.offsets[scalar])] = share + (number < remainder ? 1 : 0)
    }
  }

  /// The first scalars of the clusters that widen: spaces, and clusters beside a wide character.
  private static func places(in line: Range<Int>, flags: [BreakFlags]) -> [Int] {
    var places: [Int] = []
    var cluster = line.lowerBound
    for next in line.dropFirst() where flags[next].contains(.caret) {
      if !flags[cluster].isDisjoint(with: [.expandable, .spaceable])
        || flags[next].contains(.spaceable)
      {
        places.append(cluster)
      }
      cluster = next
    }
    return places
  }

  /// The first scalars of the clusters that Pango widens: spaces, or all but the last one.
  private static func pangoPlaces(in line: Range<Int>, flags: [BreakFlags]) -> [Int] {
    let spaces = line.filter { flags[$0].contains(.expandable) }
    // The cluster before each caret except the first widens; its byte is that of the caret before.
    return spaces.isEmpty ? line.filter { flags[$0].contains(.caret) }.dropLast() : spaces
  }

  /// The extra advance of a glyph's cluster, at one glyph of the cluster: the last one for text from left to
  /// right, the leftmost one for the other direction.
  package func extra(
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
