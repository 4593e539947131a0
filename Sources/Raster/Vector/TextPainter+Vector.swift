import GalleyGlyphs
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyShapes
import GalleyText

/// The texts of vector drawings.
extension TextPainter {
  /// Records `layout` with its container's top-left corner at `origin`, in the stages in which pixels are drawn.
  func record(
    _ layout: TextLayout, origin: Point, scale: Double, into recorder: VectorRecorder,
    images: inout ImagePainter
  ) throws(RasterError) {
    guard abs(origin.x * scale) < 1e12, abs(origin.y * scale) < 1e12 else {
      throw .placeOutOfRange(Rect(x: origin.x, y: origin.y, width: 0, height: 0))
    }
    let content = layout.content
    try open(content.fonts, scale: scale)
    let near = Self.nearBaselines(
      of: content, to: 0..<recorder.height, origin: origin, scale: scale)
    let drawing = DecoratedDrawing(
      layout: layout, origin: origin, scale: scale, top: 0, above: near.lowerBound,
      below: near.upperBound)
    let clusters = ClusterTexts(layout)
    if content.isDecorated {
      try record(drawing, clusters: clusters, into: recorder, images: &images)
    } else {
      for (run, line) in drawing.runsInReadingOrder {
        record(
          DrawableRun(run: content.runs[run]), of: drawing, clusters: clusters,
          line: recorder.lineCount + line, into: recorder)
      }
    }
    recorder.lineCount += layout.lines.count
    for highlight in layout.highlights {
      guard let address = highlight.highlight.userInfo["url"] else { continue }
      for rect in highlight.rects {
        recorder.link(
          address,
          Rect(
            x: (rect.minX + origin.x) * scale, y: (rect.minY + origin.y) * scale,
            width: rect.width * scale, height: rect.height * scale))
      }
    }
  }

  private func record(
    _ drawing: DecoratedDrawing, clusters: ClusterTexts, into recorder: VectorRecorder,
    images: inout ImagePainter
  ) throws(RasterError) {
    var gathered = JoinedRun()
    let runs = try drawableRuns(drawing)
    let lines = drawing.drawnLines(fonts: runFonts)
    let stages = VectorStages(drawing: drawing, lines: lines)
    stages.drawBlockBorders(onto: recorder)
    stages.drawBorders(
      { $0.backgroundBorder }, joinedBy: { $0.sharesBackgroundBorder(with: $1) }, onto: recorder)
    if drawing.has({ !$0.shadows.isEmpty }) {
      drawShadows(drawing, lines: lines, runs: runs, onto: recorder, gathering: &gathered)
    }
    stages.drawUnderlines(onto: recorder) {
      ink(of: $0, in: $1, runs: runs, drawing: drawing, gathering: &gathered)
    }
    stages.drawOverlines(onto: recorder) {
      ink(of: $0, in: $1, runs: runs, drawing: drawing, gathering: &gathered)
    }
    try checkCancelled()
    for (run, line) in drawing.runsInReadingOrder {
      record(
        runs[run], of: drawing, clusters: clusters, line: recorder.lineCount + line, into: recorder)
    }
    var annotated: Set<Range<Int>> = []
    for run in drawing.content.rubyRuns {
      // The first run of an annotation has its text. A mark of emphasis, which stands at the first byte of a letter, has
      // none.
      let base = drawing.content.attributeRuns.first { $0.range.contains(run.range.lowerBound) }
      let isMark =
        base?.attributes.emphasis != nil && run.range.count == 1 && base?.range.count != 1
      record(
        DrawableRun(run: run), of: drawing, clusters: clusters,
        annotation: annotated.contains(run.range) || isMark
          ? "" : base?.attributes.ruby?.text ?? "",
        into: recorder)
      annotated.insert(run.range)
    }
    try recordAttachments(drawing, into: recorder, images: &images)
    if drawing.has({ !$0.innerShadows.isEmpty }) {
      drawInnerShadows(drawing, lines: lines, runs: runs, onto: recorder, gathering: &gathered)
    }
    stages.drawStrikethroughs(onto: recorder)
    stages.drawBorders({ $0.border }, joinedBy: { $0.sharesBorder(with: $1) }, onto: recorder)
  }

  /// Records a run: its glyphs as text, and coloured glyphs and missing ones as images and boxes with hidden text.
  ///
  /// A run of ruby, which is on no line, shows `annotation` instead of the text at its offsets.
  private func record(
    _ drawable: DrawableRun, of drawing: DecoratedDrawing, clusters: ClusterTexts,
    line: Int? = nil, annotation: String? = nil, into recorder: VectorRecorder
  ) {
    let run = drawable.run
    guard runFonts.indices.contains(run.font) else { return }
    let font = runFonts[run.font]
    let scale = drawing.scale
    let pen = Pen(
      x: (drawing.origin.x + run.origin.x) * scale, y: (drawing.origin.y + run.origin.y) * scale,
      unit: scale / 1024, phases: 1)
    guard pen.isNear else { return }
    let attributes = drawing.attributes(of: run)
    let stroke = attributes?.attributes.stroke
    var text = VectorText(
      font: font.key, size: font.size, fill: stroke?.keepsFill ?? true ? run.color : nil,
      isRightToLeft: run.level % 2 == 1, isVertical: drawing.isVertical)
    if let stroke, stroke.width > 0, !font.isColor {
      text.outline = VectorText.Outline(
        width: stroke.width * scale, color: stroke.color ?? run.color)
    }
    text.reach = font.reach
    text.spacing = (attributes?.attributes.kern ?? 0) * scale
    text.hasFeatures = !(attributes?.attributes.fontFeatures ?? []).isEmpty
    text.language =
      attributes?.attributes.language ?? drawing.layout.languages.language(at: run.range.lowerBound)
    text.line = line
    let glyphs = drawing.content.glyphs
    if annotation != nil { text.hasFeatures = true }
    let own = annotation.map { [ClusterTexts.Cluster(text: $0, glyphs: run.glyphs)] }
    for cluster in own ?? clusters.clusters(of: run, glyphs: glyphs)
    where !cluster.glyphs.isEmpty && cluster.glyphs.upperBound <= glyphs.count {
      let first = glyphs[cluster.glyphs.lowerBound]
      let start = text.glyphs.count
      var (advance, isHidden) = (0.0, font.isColor)
      for glyph in glyphs[cluster.glyphs] {
        advance += glyph.advance.length * scale
        let (x, row) = (pen.x + Double(glyph.x.rawValue) * pen.unit, pen.place(glyph).row)
        if let character = glyph.missingCharacter {
          isHidden = true
          recorder.missingGlyph(
            MissingGlyph(
              character, advance: glyph.advance.length * scale, fontSize: font.size),
            x: pen.place(glyph).x, baseline: row, color: run.color)
        } else if font.isColor {
          recordColorGlyph(
            glyph.id, of: font, at: Point(x: x, y: Double(row)), transform: drawable.transform,
            alpha: Double(run.color.alpha) / 255, into: recorder)
        } else {
          text.glyphs.append(VectorText.Glyph(id: glyph.id, x: x, y: Double(row)))
        }
      }
      let origin = Point(
        x: pen.x + Double(first.x.rawValue) * pen.unit, y: Double(pen.place(first).row))
      text.clusters.append(
        VectorText.Cluster(
          text: cluster.text, glyphs: start..<text.glyphs.count, origin: origin,
          advance: advance, isHidden: isHidden))
    }
    recorder.text(text)
  }

  /// Records the bitmap of a coloured glyph in the resolution of its font.
  private func recordColorGlyph(
    _ glyph: UInt32, of font: SizedFont, at place: Point, transform: GlyphTransform?,
    alpha: Double, into recorder: VectorRecorder
  ) {
    guard let strike = strike(of: glyph, in: font) else { return }
    let factor = font.size / strike.size
    let linear = transform ?? GlyphTransform()
    func turned(_ x: Double, _ y: Double) -> Point {
      Point(x: linear.a * x + linear.c * y, y: linear.b * x + linear.d * y)
    }
    let corner = turned(Double(strike.left) * factor, Double(-strike.top) * factor)
    var image = VectorImagePlace(
      origin: Point(x: place.x + corner.x, y: place.y + corner.y), alpha: alpha)
    image.right = turned(factor, 0)
    image.down = turned(0, factor)
    recorder.image(strike.image, image)
  }

  private func strike(of glyph: UInt32, in font: SizedFont) -> VectorStrike? {
    let key = VectorStrike.Key(file: font.file, glyph: glyph, size: font.size)
    let faces = faces
    return strikes.value(for: key, cost: { 4 * ($0?.image.size.pixelCount ?? 0) + 256 }) {
      faces.strike(of: glyph, in: font).map {
        VectorStrike(
          image: VectorImage($0.image), left: $0.left, top: $0.top, size: $0.size)
      }
    }
  }

  private func recordAttachments(
    _ drawing: DecoratedDrawing, into recorder: VectorRecorder, images: inout ImagePainter
  ) throws(RasterError) {
    for attachment in try drawing.drawnAttachments() {
      switch attachment {
      case .color(let rect, let color):
        recorder.fill(VectorPath(rect, radii: .zero), color: color)
      case .image(let image, let box, let mode):
        try images.record(
          image, in: box, radii: .zero, mode: mode, scale: drawing.scale, masks: CornerMasks(),
          into: recorder)
      }
    }
  }
}

extension DecoratedDrawing {
  /// The runs and their lines, line by line, each line's in the order of the text.
  ///
  /// The runs of a truncation token have one offset; they follow each other in the line's direction.
  fileprivate var runsInReadingOrder: [(run: Int, line: Int)] {
    var result: [(run: Int, line: Int)] = []
    for number in lines {
      let line = layout.lines[number]
      let runs = Array(line.runs.clamped(to: content.runs.indices))
      let ordered = (line.isRightToLeft ? runs.reversed() : runs).enumerated()
        .map { (start: start(ofRun: $0.element), place: $0.offset, run: $0.element) }
        .sorted { ($0.start, $0.place) < ($1.start, $1.place) }
      result += ordered.map { ($0.run, number) }
    }
    return result
  }

  /// The offset of the first text of a run.
  private func start(ofRun index: Int) -> Int {
    let run = content.runs[index]
    let glyphs = content.glyphs[run.glyphs.clamped(to: content.glyphs.indices)]
    guard let first = glyphs.first, let last = glyphs.last else { return run.range.lowerBound }
    return Int(min(first.cluster, last.cluster))
  }
}

/// The bitmap of a coloured glyph for vector drawings.
struct VectorStrike {
  struct Key: Hashable {
    let file: FontFaces.File
    let glyph: UInt32
    /// Pixels per em, which decide the strike.
    let size: Double
  }

  let image: VectorImage
  /// From the pen to the left edge, and from the baseline up to the top edge, in pixels of the image.
  let left: Int
  let top: Int
  /// Pixels per em of the image.
  let size: Double
}

extension PixelSize {
  fileprivate var pixelCount: Int { width * height }
}
