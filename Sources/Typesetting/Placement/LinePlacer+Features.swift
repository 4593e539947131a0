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
      rubySpans[place].from = min(rubySpans[place].from, from)
      rubySpans[place].to = max(rubySpans[place].to, to)
    } else {
      rubySpans.append((number, from, to))
    }
  }

  /// Places the annotations of the current line, each at the middle of its stretch.
  mutating func placeRubies(of paragraph: ShapedParagraph, origin: Point) {
    defer { rubySpans.removeAll(keepingCapacity: true) }
    for (number, from, to) in rubySpans {
      guard let ruby = paragraph.features?.rubies[number] else { continue }
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
  /// - Complexity: O(piece).
  mutating func placeMarks(
    _ piece: LinePiece, of source: UnplacedLine, line: ComposedLine, origin: Point, from pen: Int
  ) {
    let paragraph = source.paragraph
    guard let features = paragraph.features, let mark = features.emphasis(ofItem: piece.item)
    else { return }
    let base = paragraph.range.lowerBound
    var end = pen
    var letter: (byte: Int, start: Int)?
    func place(_ placer: inout LinePlacer) {
      guard let letter, end > letter.start, features.isMarked[letter.byte] else { return }
      let offset = letter.byte + base
      let color = mark.color ?? placer.attributeRun(at: offset).attributes.color
      let margin = features.rubyMargins[letter.byte] ?? (0, 0)
      let (left, right) = (letter.start + margin.left, end - margin.right)
      placer.place(
        mark.shape, at: left + (right - left - mark.shape.advance) / 2,
        origin: origin, range: offset..<offset + 1, color: color)
    }
    for index in piece.shown {
      let glyph = line.glyph(index, of: piece, in: paragraph)
      let byte = Int(glyph.cluster)
      // A cluster without a caret before it belongs to the letter beside it.
      if byte != letter?.byte, letter == nil || features.isCaret(byte) {
        place(&self)
        letter = (byte, end)
      }
      end += Int(glyph.advance)
      end += source.stretch?.extra(at: index, of: piece, line: line, paragraph: paragraph) ?? 0
    }
    place(&self)
  }
}
