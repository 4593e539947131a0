import GalleyHandles
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyText

/// Places attachments and ruby annotations.
extension LinePlacer {
  /// Places an attachment with its left end at `place` on the baseline.
  mutating func placeAttachment(
    _ piece: LinePiece, of paragraph: ShapedParagraph, offset: Int, attributes: TextAttributes,
    at place: Point
  ) {
    guard let extents = paragraph.features?.attachment(ofItem: piece.item),
      let attachment = attributes.attachment
    else { return }
    content.attachments.append(
      PlacedAttachment(
        attachment: attachment,
        rect: Rect(
          x: place.x, y: place.y - Double(extents.ascent + piece.rise) / 1024,
          width: Double(extents.width) / 1024,
          height: Double(extents.ascent + extents.descent) / 1024),
        offset: offset, line: lineCount))
  }

  /// Records the extent of a piece that is annotated.
  mutating func noteRuby(
    _ piece: LinePiece, of paragraph: ShapedParagraph, from: Int, to: Int
  ) {
    guard let number = paragraph.features?.rubyNumber(ofItem: piece.item) else { return }
    if let place = rubySpans.firstIndex(where: { $0.ruby == number }) {
      let known = rubySpans[place].scalars
      rubySpans[place].scalars =
        min(
          known.lowerBound, piece.scalars.lowerBound)..<max(
          known.upperBound, piece.scalars.upperBound)
      rubySpans[place].from = min(rubySpans[place].from, from)
      rubySpans[place].to = max(rubySpans[place].to, to)
    } else {
      rubySpans.append((number, piece.scalars, from, to))
    }
  }

  /// Places the annotations of the current line, each at the middle of its stretch or of the line's part of it.
  mutating func placeRubies(of paragraph: ShapedParagraph, origin: Point) {
    defer { rubySpans.removeAll(keepingCapacity: true) }
    for (number, scalars, from, to) in rubySpans {
      guard let whole = paragraph.features?.rubies[number] else { continue }
      let ruby = paragraph.partOfRuby(number, on: scalars) ?? whole
      let base = paragraph.range.lowerBound
      let range = ruby.bytes.lowerBound + base..<ruby.bytes.upperBound + base
      let color = attributeRun(at: range.lowerBound).attributes.color
      let pen = from + (to - from - ruby.advance) / 2
      place(ruby, at: pen, origin: origin, range: range, color: color)
    }
  }

  /// Places an annotation that begins at a pen on its line.
  private mutating func place(
    _ ruby: ShapedRuby, at pen: Int, origin: Point, range: Range<Int>, color: Color
  ) {
    var pen = pen
    for piece in ruby.pieces {
      let first = content.glyphs.count
      let start = pen
      for glyph in piece.glyphs {
        if glyph.id != ShapedGlyph.invisible {
          content.glyphs.append(
            PlacedGlyph(
              id: glyph.id,
              x: PangoUnits(rawValue: Int32(truncatingIfNeeded: pen - start) &+ glyph.xOffset),
              y: PangoUnits(rawValue: 0 &- glyph.yOffset &- piece.rise),
              advance: PangoUnits(rawValue: glyph.advance), cluster: UInt32(range.lowerBound)))
        }
        pen += Int(glyph.advance)
      }
      content.rubyRuns.append(
        GlyphRun(
          font: key(piece.font, size: ruby.size, isTurned: piece.isTurned), color: color,
          range: range, glyphs: first..<content.glyphs.count,
          origin: Point(
            x: origin.x + Double(start) / 1024, y: origin.y + Double(ruby.baseline) / 1024),
          level: piece.level))
    }
  }

  /// Places the emphasis marks of a piece, each at the middle of its letter; `pen` is before the piece.
  ///
  /// The letters of a ligature share its advance.
  ///
  /// - Complexity: O(piece).
  mutating func placeMarks(
    _ piece: LinePiece, of source: UnplacedLine, line: ComposedLine, origin: Point, from pen: Int
  ) {
    let paragraph = source.paragraph
    guard let features = paragraph.features, features.isEmphasized else { return }
    let isReversed = paragraph.items[piece.item].isRightToLeft
    // Where the text of the piece's glyphs ends: spaces that hang are none of its letters.
    let hanging = piece.hanging.map { Int(line.glyph($0, of: piece, in: paragraph).cluster) }
    let limit = hanging.min() ?? Int(paragraph.offsets[piece.scalars.upperBound])
    var end = pen
    var cluster: Cluster?
    for index in piece.shown {
      let glyph = line.glyph(index, of: piece, in: paragraph)
      let byte = Int(glyph.cluster)
      // A cluster without a caret before it belongs to the letter beside it.
      if byte != cluster?.bytes.lowerBound, cluster == nil || features.isCaret(byte) {
        let next = cluster.map { isReversed ? $0.bytes.lowerBound : limit } ?? limit
        if let last = cluster {
          let bytes =
            isReversed ? last.bytes : last.bytes.lowerBound..<max(byte, last.bytes.lowerBound)
          placeMarks(
            of: Cluster(bytes: bytes, start: last.start), to: end, isReversed: isReversed,
            features, of: paragraph, line, origin: origin)
        }
        cluster = Cluster(bytes: byte..<max(byte, next), start: end)
      }
      end += Int(glyph.advance)
      end += source.stretch?.extra(at: index, of: piece, line: line, paragraph: paragraph) ?? 0
    }
    if let cluster {
      placeMarks(
        of: cluster, to: end, isReversed: isReversed, features, of: paragraph, line,
        origin: origin)
    }
  }

  /// A letter, or the letters of a ligature.
  private struct Cluster {
    var bytes: Range<Int>
    /// The pen before it.
    var start: Int
  }

  /// Places the marks of the letters of a cluster, which ends at the pen `end`.
  private mutating func placeMarks(
    of cluster: Cluster, to end: Int, isReversed: Bool, _ features: ParagraphFeatures,
    of paragraph: ShapedParagraph, _ line: ComposedLine, origin: Point
  ) {
    guard end > cluster.start else { return }
    let first = cluster.bytes.lowerBound
    let letters = [first] + cluster.bytes.dropFirst().filter(features.isCaret)
    let margin = line.rubyMargins[first] ?? features.rubyMargin(ofLetter: first)
    let (left, right) = (cluster.start + margin.left, end - margin.right)
    for (number, byte) in letters.enumerated() {
      guard let mark = features.emphasis(at: byte) else { continue }
      let offset = byte + paragraph.range.lowerBound
      let color = mark.color ?? attributeRun(at: offset).attributes.color
      let place = 2 * (isReversed ? letters.count - 1 - number : number) + 1
      let room = (right - left) * place / letters.count
      self.place(
        mark.shape, at: left + (room - mark.shape.advance) / 2, origin: origin,
        range: offset..<offset + 1, color: color)
    }
  }
}
