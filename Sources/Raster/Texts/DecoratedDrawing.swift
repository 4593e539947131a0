import GalleyGlyphs
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyText

extension PlacedContent {
  /// Whether the content has more than plain text.
  var isDecorated: Bool {
    !attributeRuns.isEmpty || !attachments.isEmpty || !rubyRuns.isEmpty
  }
}

/// The part of a layout that intersects a target, with its position: the input of all decoration
/// stages.
///
/// Decorations are computed on lines that run along x, with y down from line to line. For vertical lines, x is the
/// page's y, and y is the page's x with the opposite sign.
struct DecoratedDrawing {
  let layout: TextLayout
  /// The content of the layout's lines.
  let content: PlacedContent
  /// The container's corner in the picture, in layout units.
  let origin: Point
  let scale: Double
  /// The picture's pixel row at the target's first row.
  let top: Int
  /// The lines that may paint on the target.
  let lines: Range<Int>

  init(
    layout: TextLayout, origin: Point, scale: Double, top: Int, above first: Double,
    below last: Double
  ) {
    self.layout = layout
    content = layout.content
    self.origin = origin
    self.scale = scale
    self.top = top
    guard !layout.container.isVertical else {
      // Vertical lines all reach down the page.
      lines = layout.lines.indices
      return
    }
    let start = layout.lines.withUnsafeBufferPointer { TextPainter.firstLine(of: $0, below: first) }
    var end = start
    while end < layout.lines.count, layout.lines[end].origin.y <= last { end += 1 }
    lines = start..<end
  }

  /// The runs of those lines.
  var runs: Range<Int> {
    guard let first = lines.first, let last = lines.last else { return 0..<0 }
    let start = layout.lines[first].runs.lowerBound
    return (start..<max(start, layout.lines[last].runs.upperBound)).clamped(
      to: content.runs.indices)
  }

  /// Returns the attributes of a run; `nil` for a plain run.
  func attributes(of run: GlyphRun) -> AttributeRun? {
    // A decoded layout may refer to runs that it does not have.
    guard let index = run.attributeRun, content.attributeRuns.indices.contains(index) else {
      return nil
    }
    return content.attributeRuns[index]
  }

  /// Whether any attribute run of the layout satisfies a condition.
  func has(_ isDecorated: (TextAttributes) -> Bool) -> Bool {
    content.attributeRuns.contains { isDecorated($0.attributes) }
  }

  /// Whether lines run from top to bottom.
  var isVertical: Bool { layout.container.isVertical }

  /// Converts a rectangle of the layout's page to lines along x.
  func onLine(_ rect: Rect) -> Rect {
    isVertical ? Rect(x: rect.minY, y: -rect.maxX, width: rect.height, height: rect.width) : rect
  }

  /// Converts a rectangle on lines along x to device pixels of the target.
  func device(_ rect: Rect) -> Rect {
    let rect =
      isVertical ? Rect(x: -rect.maxY, y: rect.minX, width: rect.height, height: rect.width) : rect
    return Rect(
      x: (rect.minX + origin.x) * scale, y: (rect.minY + origin.y) * scale - Double(top),
      width: rect.width * scale, height: rect.height * scale)
  }

  /// The distance across lines that a y on lines along x has from the target's first pixel, in device pixels.
  func deviceAcross(_ y: Double) -> Double {
    isVertical ? (y - origin.x) * scale : (y + origin.y) * scale - Double(top)
  }

  /// The extent of a rectangle on lines along x, snapped to device pixels along the line.
  func along(_ rect: Rect) -> (start: Double, end: Double) {
    let box = snapped(rect)
    return isVertical ? (box.minY, box.maxY) : (box.minX, box.maxX)
  }

  /// The rectangle of the target, in device pixels, that is `height` high across lines from `across` on.
  func strip(from start: Double, to end: Double, across: Double, height: Double) -> Rect {
    isVertical
      ? Rect(x: -across - height, y: start, width: height, height: end - start)
      : Rect(x: start, y: across, width: end - start, height: height)
  }

  /// Converts a rectangle and snaps its edges to whole pixels, at least one apart.
  func snapped(_ rect: Rect) -> Rect {
    let rect = device(rect)
    func snap(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
    let (left, top) = (snap(rect.minX), snap(rect.minY))
    return Rect(
      x: left, y: top, width: max(1, snap(rect.maxX) - left),
      height: max(1, snap(rect.maxY) - top))
  }

  /// Returns the runs of the lines that may paint on the target.
  func drawnLines(fonts: [SizedFont]) -> [DrawnLine] {
    let places = Dictionary(grouping: content.attachments.filter { lines.contains($0.line) }) {
      $0.line
    }
    return lines.map { number in
      let line = layout.lines[number]
      let runs = line.runs.clamped(to: content.runs.indices).compactMap { index in
        drawnRun(
          index, baseline: isVertical ? -line.origin.x : line.origin.y, fonts: fonts,
          attachments: places[number] ?? [])
      }
      return DrawnLine(runs: runs)
    }
  }

  private func drawnRun(
    _ index: Int, baseline: Double, fonts: [SizedFont], attachments: [PlacedAttachment]
  ) -> DrawnRun? {
    let run = content.runs[index]
    guard fonts.indices.contains(run.font) else { return nil }
    let font = fonts[run.font]
    let attributes = attributes(of: run)
    let size = font.key.size
    let baseline = baseline - (attributes?.attributes.baselineOffset ?? 0)
    let height = (font.lines.ascent + font.lines.descent) * size
    // The baseline of vertical text is its middle.
    var box = Rect(
      x: isVertical ? run.origin.y : run.origin.x,
      y: baseline - (isVertical ? height / 2 : font.lines.ascent * size),
      width: run.advance.length, height: height)
    var isText = true
    if run.glyphs.isEmpty, attributes?.attributes.attachment != nil {
      // A truncation token's runs have empty ranges, all at the same offset.
      let own = attachments.filter {
        run.range.contains($0.offset) || (run.range.isEmpty && run.range.lowerBound == $0.offset)
      }
      if let first = own.first {
        box = onLine(own.dropFirst().reduce(first.rect) { $0.union($1.rect) })
        isText = false
      }
    }
    return DrawnRun(
      index: index, attributes: attributes, color: run.color, box: box, baseline: baseline,
      size: size, lines: font.lines, isText: isText, isVertical: isVertical)
  }
}
