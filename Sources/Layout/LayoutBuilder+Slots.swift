import GalleyPrimitives
import GalleyText

/// Where a line stands that the builder does not stack itself; in Pango units.
struct LineSlot {
  /// From the container's inside to where the line may start.
  var left: Int
  /// What the line may take; `nil` for no limit.
  var width: Int?
  /// From the inside's top to the baseline.
  var baseline: Int
  /// The text row.
  var row: Int
  /// The line's ascent and descent, where its fonts do not decide them.
  var extents: (ascent: Int32, descent: Int32)?
}

extension LayoutBuilder {
  /// Places a truncated row, whose parts get back the offsets that they have in the text.
  mutating func append(_ row: SetTokenRow, slot: LineSlot) {
    let own = runs
    useRuns(row.text.runs)
    let first = (glyphRuns.count, glyphs.count, styledRuns.count)
    let features = (attachments.count, rubyRuns.count)
    recorder?.words = row.words
    append(row.line, of: row.paragraph, isParagraphEnd: true, slot: slot)
    useRuns(own)
    for index in first.1..<glyphs.count {
      glyphs[index].cluster = UInt32(row.offset(of: Int(glyphs[index].cluster)))
    }
    func range(_ range: Range<Int>) -> Range<Int> {
      let start = row.offset(of: range.lowerBound)
      let end = range.isEmpty ? start : row.offset(of: range.upperBound - 1) + 1
      let isToken = row.parts.contains { $0.offset == nil && $0.row.contains(range.lowerBound) }
      return isToken ? start..<start : start..<max(start, end)
    }
    for index in first.0..<glyphRuns.count {
      glyphRuns[index].range = range(glyphRuns[index].range)
    }
    for index in first.2..<styledRuns.count { styledRuns[index] = row.inText(styledRuns[index]) }
    for index in features.0..<attachments.count {
      attachments[index].offset = row.offset(of: attachments[index].offset)
    }
    for index in features.1..<rubyRuns.count {
      rubyRuns[index].range = range(rubyRuns[index].range)
    }
    lines[lines.count - 1].range = row.range
    recorder?.mapLastLine(by: row)
  }

  /// The finished layout of lines that were placed in slots.
  mutating func layout(
    truncatedRange: Range<Int>?, rowCount: Int, in space: LineSpace
  ) -> TextLayout {
    let composed = layout(truncatedRange: truncatedRange)
    let container = space.container
    let placed = container.isVertical ? turned(composed, in: space) : composed
    var bounds =
      placed.lines.first?.rect
      ?? Rect(x: space.inside.minX, y: space.inside.minY, width: 0, height: 0)
    for line in placed.lines { bounds = bounds.union(line.rect) }
    let insets = container.insets.clamped
    let edge = max(0, container.pathLineWidth) / 2
    let (right, bottom) =
      container.path == nil
      ? (insets.right, insets.bottom + (container.linePositions?.bottom ?? 0)) : (edge, edge)
    var size = Size(width: bounds.maxX + right, height: bounds.maxY + bottom)
    if container.isVertical, container.path == nil {
      // Lines stack from the right: what they need is on that side.
      let side = rightEdge(of: composed, in: space)
      size.width = side + insets.right - bounds.minX + insets.left
    }
    let scale = container.scale
    func ceiled(_ length: Double) -> Double { (max(0, length) * scale).rounded(.up) / scale }
    return TextLayout(
      container: container, lines: placed.lines, runs: placed.runs, glyphs: placed.glyphs,
      fonts: placed.fonts, boundingRect: bounds,
      boundingSize: Size(width: ceiled(size.width), height: ceiled(size.height)),
      rowCount: rowCount, truncatedRange: truncatedRange,
      missingGlyphCount: placed.missingGlyphCount, attributeRuns: placed.attributeRuns,
      attachments: placed.attachments, rubyRuns: placed.rubyRuns)
  }

  /// The x at which vertical text begins.
  private func rightEdge(of layout: TextLayout, in space: LineSpace) -> Double {
    let right = space.inside.maxX
    return right.isFinite ? right : space.inside.minX + layout.boundingRect.maxY
  }

  /// What was composed along x, turned to run down the page.
  private func turned(_ layout: TextLayout, in space: LineSpace) -> TextLayout {
    let right = rightEdge(of: layout, in: space)
    func turned(_ point: Point) -> Point { Point(x: right - point.y, y: point.x) }
    func turned(_ run: GlyphRun) -> GlyphRun {
      var run = run
      run.origin = turned(run.origin)
      return run
    }
    return TextLayout(
      container: layout.container,
      lines: layout.lines.map { line in
        var line = line
        line.origin = turned(line.origin)
        line.isVertical = true
        return line
      },
      runs: layout.runs.map(turned),
      glyphs: layout.glyphs.map { glyph in
        var result = glyph
        result.x = PangoUnits(rawValue: -glyph.y.rawValue)
        result.y = glyph.x
        return result
      },
      fonts: layout.fonts, boundingRect: layout.boundingRect, boundingSize: layout.boundingSize,
      rowCount: layout.rowCount, truncatedRange: layout.truncatedRange,
      missingGlyphCount: layout.missingGlyphCount, attributeRuns: layout.attributeRuns,
      attachments: layout.attachments.map { attachment in
        var attachment = attachment
        let rect = attachment.rect
        attachment.rect = Rect(
          x: right - rect.maxY, y: rect.minX, width: rect.height, height: rect.width)
        return attachment
      },
      rubyRuns: layout.rubyRuns.map(turned))
  }
}

extension GraphemeRecorder {
  /// Gives the graphemes of a truncated row, the last line, the offsets that they have in the text.
  mutating func mapLastLine(by row: SetTokenRow) {
    guard let line = lines.last else { return }
    for index in line {
      let start = Int(graphemes[index].start)
      let end = Int(graphemes[index].end)
      graphemes[index].start = UInt32(row.offset(of: start))
      if row.parts.contains(where: { $0.offset == nil && $0.row.contains(start) }) {
        graphemes[index].end = graphemes[index].start
        graphemes[index].marks = .token
      } else {
        graphemes[index].end = graphemes[index].start + UInt32(end - start)
      }
    }
  }
}
