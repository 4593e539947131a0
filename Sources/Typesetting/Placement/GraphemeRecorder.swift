import GalleyFonts
import GalleyHandles
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives

/// Records the position of each grapheme cluster while lines are added, for a `TextMap`.
struct GraphemeRecorder {
  private let fonts: FontEnvironment
  var graphemes: [PlacedGrapheme] = []
  /// Each line's graphemes, in the text's order.
  private(set) var lines: [Range<Int>] = []
  /// The starts and ends of words before each scalar of the current paragraph.
  var words: [WordFlags] = []

  init(fonts: FontEnvironment) { self.fonts = fonts }

  /// Records a line's graphemes.
  ///
  /// - Complexity: O(line), and a sort of its pieces.
  mutating func append(
    _ line: ComposedLine, of paragraph: ShapedParagraph, stretch: Justification?
  ) {
    let first = graphemes.count
    var pen = -line.hang.left
    var starts: [(piece: LinePiece, pen: Int)] = []
    for piece in line.pieces {
      starts.append((piece, pen))
      for index in piece.shown {
        pen += Int(line.glyph(index, of: piece, in: paragraph).advance)
        pen += stretch?.extra(at: index, of: piece, line: line, paragraph: paragraph) ?? 0
      }
    }
    let end = paragraph.isRightToLeft ? -line.hang.left : pen
    starts.sort { $0.piece.scalars.lowerBound < $1.piece.scalars.lowerBound }
    for (piece, pen) in starts {
      let start = graphemes.count
      append(piece, of: line, in: paragraph, pen: pen, stretch: stretch, from: first)
      if !piece.hanging.isEmpty, fonts.rules == .reader {
        moveHanging(from: start, of: piece, line, paragraph, to: end)
      }
    }
    if !paragraph.isRightToLeft { removeBlankHalf(of: line, paragraph) }
    lines.append(first..<graphemes.count)
  }

  /// Gives the spaces that hang behind a piece the paragraph's level and the end of its line, as far as they have another
  /// level, for example behind Hebrew in an English paragraph.
  ///
  /// - SeeAlso: UAX #9, L1, rule 4.
  private mutating func moveHanging(
    from start: Int, of piece: LinePiece, _ line: ComposedLine, _ paragraph: ShapedParagraph,
    to end: Int
  ) {
    let level: UInt8 = paragraph.isRightToLeft ? 1 : 0
    guard paragraph.items[piece.item].level != level,
      let byte = piece.hanging.lazy.map({ line.glyph($0, of: piece, in: paragraph).cluster }).min(),
      let scalar = piece.scalars.first(where: { paragraph.offsets[$0] >= Int32(byte) })
    else { return }
    let first = UInt32(paragraph.byte(ofScalar: scalar))
    for index in start..<graphemes.count where graphemes[index].start >= first {
      graphemes[index].level = level
      graphemes[index].x = PangoUnits(rawValue: Int32(clamping: end))
    }
  }

  /// Removes the blank half of the last punctuation, which hangs, so that its caret stands at the line's end.
  private mutating func removeBlankHalf(of line: ComposedLine, _ paragraph: ShapedParagraph) {
    let blank = paragraph.blankAdvance(at: line.scalars.upperBound)
    guard blank > 0, let last = graphemes.indices.last else { return }
    let width = Int(graphemes[last].width.rawValue) - blank
    graphemes[last].width = PangoUnits(rawValue: Int32(clamping: max(0, width)))
  }

  /// A shaping cluster: its first byte in the paragraph, and its two sides.
  private struct Cluster {
    var byte: Int
    var left: Int
    var right: Int
    /// The glyph, if the cluster has only one.
    var glyph: UInt32?
  }

  private mutating func append(
    _ piece: LinePiece, of line: ComposedLine, in paragraph: ShapedParagraph, pen: Int,
    stretch: Justification?, from first: Int
  ) {
    var clusters = clusters(of: piece, line: line, paragraph: paragraph, stretch: stretch)
    let item = paragraph.items[piece.item]
    if item.isRightToLeft { clusters.reverse() }
    var scalar = piece.scalars.lowerBound
    for (number, cluster) in clusters.enumerated() {
      let next = number + 1 < clusters.count ? clusters[number + 1].byte : Int.max
      let start = scalar
      while scalar < piece.scalars.upperBound, Int(paragraph.offsets[scalar]) < next { scalar += 1 }
      let carets = (start..<scalar).filter { paragraph.flags[$0].contains(.caret) }
      guard !carets.isEmpty else {
        extend(cluster, pen: pen, to: scalar, of: paragraph, from: first, level: item.level)
        continue
      }
      if let caret = carets.first, caret > start, graphemes.count > first {
        graphemes[graphemes.count - 1].end = UInt32(paragraph.byte(ofScalar: caret))
      }
      let edges = edges(of: cluster, parts: carets.count, item: item)
      for (part, caret) in carets.enumerated() {
        let end = part + 1 < carets.count ? carets[part + 1] : scalar
        append(
          caret..<end, of: paragraph, x: pen + min(edges[part], edges[part + 1]),
          width: abs(edges[part + 1] - edges[part]), level: item.level)
      }
    }
  }

  /// The edges between the grapheme clusters of a shaping cluster, in reading order: at the font's carets,
  /// else at equal distances.
  private func edges(of cluster: Cluster, parts: Int, item: TextItem) -> [Int] {
    let (leading, trailing) =
      item.isRightToLeft ? (cluster.right, cluster.left) : (cluster.left, cluster.right)
    if parts > 1, let glyph = cluster.glyph {
      let carets = fonts.map.ligatureCarets(glyph, font: item.font)
      if carets.count == parts - 1 {
        let inner = carets.map { cluster.left + Int($0) }.sorted()
        return [leading] + (item.isRightToLeft ? inner.reversed() : inner) + [trailing]
      }
    }
    return (0...parts).map { ((parts - $0) * leading + $0 * trailing) / parts }
  }

  private mutating func append(
    _ scalars: Range<Int>, of paragraph: ShapedParagraph, x: Int, width: Int, level: UInt8
  ) {
    let start = paragraph.byte(ofScalar: scalars.lowerBound)
    let end = paragraph.byte(ofScalar: scalars.upperBound)
    var marks: PlacedGrapheme.Marks = []
    if start == end {
      marks.insert(.token)
    } else if words.count == paragraph.flags.count {
      if words[scalars.lowerBound].contains(.start) { marks.insert(.wordStart) }
      if words[scalars.upperBound].contains(.end) { marks.insert(.wordEnd) }
    }
    graphemes.append(
      PlacedGrapheme(
        start: UInt32(start), end: UInt32(end), x: PangoUnits(rawValue: Int32(clamping: x)),
        width: PangoUnits(rawValue: Int32(clamping: width)), level: level, marks: marks))
  }

  /// Adds a cluster without a caret of its own, for example a mark, to the grapheme before it.
  private mutating func extend(
    _ cluster: Cluster, pen: Int, to scalar: Int, of paragraph: ShapedParagraph, from first: Int,
    level: UInt8
  ) {
    guard graphemes.count > first, let last = graphemes.last else { return }
    let index = graphemes.count - 1
    graphemes[index].end = max(last.end, UInt32(paragraph.byte(ofScalar: scalar)))
    if words.count == paragraph.flags.count, words[scalar].contains(.end) {
      graphemes[index].marks.insert(.wordEnd)
    }
    guard last.level == level else { return }
    let left = min(Int(last.x.rawValue), pen + cluster.left)
    let right = max(last.maxX, pen + cluster.right)
    graphemes[index].x = PangoUnits(rawValue: Int32(clamping: left))
    graphemes[index].width = PangoUnits(rawValue: Int32(clamping: right - left))
  }

  /// The clusters of a piece from left to right, in Pango units from the piece's left side.
  private func clusters(
    of piece: LinePiece, line: ComposedLine, paragraph: ShapedParagraph, stretch: Justification?
  ) -> [Cluster] {
    var clusters: [Cluster] = []
    clusters.reserveCapacity(piece.glyphs.count)
    var pen = 0
    for index in piece.glyphs {
      let glyph = line.glyph(index, of: piece, in: paragraph)
      let left = pen
      if !piece.hanging.contains(index) {
        pen += Int(glyph.advance)
        pen += stretch?.extra(at: index, of: piece, line: line, paragraph: paragraph) ?? 0
      }
      if let last = clusters.last, last.byte == Int(glyph.cluster) {
        clusters[clusters.count - 1].right = pen
        clusters[clusters.count - 1].glyph = nil
      } else {
        clusters.append(Cluster(byte: Int(glyph.cluster), left: left, right: pen, glyph: glyph.id))
      }
    }
    return clusters
  }
}

extension TextMap {
  init(layout: TextLayout, recorder: GraphemeRecorder) {
    self.init(layout: layout, graphemes: recorder.graphemes, lines: recorder.lines)
  }
}

extension GraphemeRecorder {
  /// Gives the graphemes of a truncated row, the last line, their offsets in the text.
  mutating func mapLastLine(by row: TruncatedRow) {
    guard let line = lines.last else { return }
    for index in line {
      let start = Int(graphemes[index].start)
      let end = Int(graphemes[index].end)
      graphemes[index].start = UInt32(row.offset(of: start))
      if row.isToken(start) {
        graphemes[index].end = graphemes[index].start
        graphemes[index].marks = .token
      } else {
        graphemes[index].end = graphemes[index].start + UInt32(end - start)
      }
    }
  }
}
