import GalleyHandles
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
      var pen = from + (to - from - ruby.advance) / 2
      for piece in ruby.pieces {
        let first = content.glyphs.count
        let start = pen
        for glyph in piece.glyphs {
          if glyph.id != ShapedGlyph.invisible {
            content.glyphs.append(
              PlacedGlyph(
                id: glyph.id,
                x: PangoUnits(rawValue: Int32(truncatingIfNeeded: pen - start) &+ glyph.xOffset),
                y: PangoUnits(rawValue: 0 &- glyph.yOffset),
                advance: PangoUnits(rawValue: glyph.advance), cluster: UInt32(range.lowerBound)))
          }
          pen += Int(glyph.advance)
        }
        content.rubyRuns.append(
          GlyphRun(
            font: key(piece.font, size: ruby.size), color: color, range: range,
            glyphs: first..<content.glyphs.count,
            origin: Point(
              x: origin.x + Double(start) / 1024, y: origin.y + Double(ruby.baseline) / 1024),
            level: piece.level))
      }
    }
  }
}
