import GalleyGlyphs
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyShapes

/// The positions that glyphs may take along x.
public enum GlyphPositioning: Hashable, Sendable {
  /// Quarters of a device pixel: text is spaced evenly at each scale.
  case quarterPixels
  /// Whole device pixels, as Cairo 1.16 places glyphs; for comparison with it.
  case wholePixels
}

/// Draws layouts with one worker's cached masks and scaled coloured glyphs.
final class TextPainter {
  let masks: GlyphMasks
  var colorGlyphs: ColorGlyphs
  let fonts: SizedFonts
  let faces: FontFaces
  /// The bitmaps of coloured glyphs in vector drawings.
  var strikes = BoundedCache<VectorStrike.Key, VectorStrike?>(costLimit: 4 << 20)
  let stamp = GlyphStamp()
  let positioning: GlyphPositioning
  let contrast: TextContrast
  /// Returns true when the picture is cancelled.
  var isCancelled: (() -> Bool)?
  /// The base of the picture, if its rows are painted once text is drawn on them.
  var ground: SparseGround?
  private var run = JoinedRun()
  var runFonts: [SizedFont] = []

  init(
    positioning: GlyphPositioning, contrast: TextContrast, hinting: GlyphHinting, faces: FontFaces,
    glyphMasks: GlyphMaskStore, maskByteLimit: Int, colorGlyphs: ColorGlyphs
  ) {
    self.faces = faces
    fonts = SizedFonts(store: glyphMasks, faces: faces, hinting: hinting)
    masks = GlyphMasks(store: glyphMasks, faces: faces, byteLimit: maskByteLimit)
    self.colorGlyphs = colorGlyphs
    self.positioning = positioning
    self.contrast = contrast
  }

  /// Draws `layout` with its container's top-left corner at `origin`.
  ///
  /// The target's first row is the picture's row `top`.
  func draw(
    _ layout: TextLayout, origin: Point, scale: Double, onto target: borrowing PixelTarget,
    top: Int, images: inout ImagePainter, corners: CornerMasks
  ) throws(RasterError) {
    guard abs(origin.x * scale) < 1e12, abs(origin.y * scale) < 1e12 else {
      throw .placeOutOfRange(Rect(x: origin.x, y: origin.y, width: 0, height: 0))
    }
    let content = layout.content
    try open(content.fonts, scale: scale)
    // A variable of this function, so that exclusivity is not checked for each glyph.
    var gathered = JoinedRun(reusing: &run)
    defer { swap(&gathered, &run) }
    let near = Self.nearBaselines(
      of: content, to: top..<top + target.height, origin: origin, scale: scale)
    let (first, last) = (near.lowerBound, near.upperBound)
    if content.isDecorated {
      let drawing = DecoratedDrawing(
        layout: layout, origin: origin, scale: scale, top: top, above: first, below: last)
      try draw(
        drawing, onto: target, images: &images, corners: corners, gathering: &gathered)
      return
    }
    var isStopped = false
    // Borrowed once: workers that draw the same layout must not contend for its reference counts.
    layout.lines.withUnsafeBufferPointer { lines in
      content.runs.withUnsafeBufferPointer { runs in
        content.glyphs.withUnsafeBufferPointer { glyphs in
          // Vertical lines all begin at the top.
          var index = layout.container.isVertical ? 0 : Self.firstLine(of: lines, below: first)
          while index < lines.count, lines[index].origin.y <= last, !isStopped {
            for run in lines[index].runs.clamped(to: runs.indices) {
              draw(
                runs[run], glyphs: glyphs, origin: origin, scale: scale, onto: target, top: top,
                gathering: &gathered)
            }
            index += 1
            isStopped = isCancelled?() ?? false
          }
        }
      }
    }
    if isStopped { throw .cancelled }
  }

  /// Throws if the picture is cancelled.
  func checkCancelled() throws(RasterError) { if isCancelled?() ?? false { throw .cancelled } }

  /// Makes the masks and scaled glyphs that `layout` needs at `scale`, without drawing.
  func warm(_ layout: TextLayout, scale: Double) throws(RasterError) {
    let content = layout.content
    try open(content.fonts, scale: scale)
    for run in content.runs where runFonts.indices.contains(run.font) {
      let font = runFonts[run.font]
      for glyph in content.glyphs[run.glyphs.clamped(to: content.glyphs.indices)]
      where glyph.missingCharacter == nil {
        warm(glyph.id, of: font, level: level(of: run.color))
      }
    }
  }

  /// Scales the coloured glyphs that `layout` needs at `scale`, without drawing.
  func warmColors(_ layout: TextLayout, scale: Double) throws(RasterError) {
    let content = layout.content
    try open(content.fonts, scale: scale)
    guard runFonts.contains(where: \.isColor) else { return }
    for run in content.runs where runFonts.indices.contains(run.font) && runFonts[run.font].isColor
    {
      for glyph in content.glyphs[run.glyphs.clamped(to: content.glyphs.indices)]
      where glyph.missingCharacter == nil {
        _ = colorGlyphs.glyph(glyph.id, of: runFonts[run.font])
      }
    }
  }

  /// The level of the masks of text in a colour.
  func level(of color: Color) -> Int {
    contrast == .linear ? MaskGamma.linear : MaskGamma.level(of: color)
  }

  private func warm(_ glyph: UInt32, of font: SizedFont, level: Int) {
    guard !font.isColor else {
      _ = colorGlyphs.glyph(glyph, of: font)
      return
    }
    guard !masks.isFull else { return }
    for phase in 0..<(positioning == .quarterPixels ? 4 : 1) {
      _ = masks.mask(font, glyph: glyph, phase: phase, level: level)
    }
  }

  func open(_ keys: [FontKey], scale: Double) throws(RasterError) {
    if fonts.isFull {
      fonts.evictAll()
      masks.evictAll()
      colorGlyphs.evictAll()
    }
    if masks.isFull { masks.evictAll() }
    runFonts.removeAll(keepingCapacity: true)
    for key in keys { runFonts.append(try font(key, scale: scale)) }
  }

  func font(_ key: FontKey, scale: Double) throws(RasterError) -> SizedFont {
    let size = key.size * scale
    guard size > 0, size <= 4096 else { throw .fontSizeOutOfRange(key) }
    do { return try fonts.font(key, scale: scale) } catch {
      throw .fontUnavailable(key, code: error.code)
    }
  }

  /// Returns the first line whose baseline is at or below `y`; lines are sorted top to bottom.
  static func firstLine(
    of lines: UnsafeBufferPointer<TextLine>, below y: Double
  ) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].origin.y < y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func draw(
    _ run: GlyphRun, glyphs: UnsafeBufferPointer<PlacedGlyph>, origin: Point, scale: Double,
    onto target: borrowing PixelTarget, top: Int, gathering gathered: inout JoinedRun
  ) {
    guard runFonts.indices.contains(run.font) else { return }
    let font = runFonts[run.font]
    let pen = Pen(
      x: (origin.x + run.origin.x) * scale, y: (origin.y + run.origin.y) * scale,
      unit: scale / 1024, phases: positioning == .quarterPixels && !font.isColor ? 4 : 1)
    guard pen.isNear else { return }
    let pixel = run.color.premultipliedPixel
    let (width, height) = (target.width, target.height)
    let batch = Self.batch(size: font.size)
    let level = level(of: run.color)
    // A decoded layout may refer to glyphs that it does not have.
    for index in run.glyphs.clamped(to: glyphs.indices) {
      let glyph = glyphs[index]
      let (x, phase, row) = pen.place(glyph)
      if let character = glyph.missingCharacter {
        // The box is drawn over the glyphs before it, so those are composited first.
        composite(&gathered, pixel, onto: target)
        ground?.paintAll(onto: target)
        MissingGlyph(character, advance: glyph.advance.length * scale, fontSize: font.size)
          .draw(x: x, baseline: row - top, pixel: pixel, onto: target)
      } else if font.isColor {
        let color = colorGlyphs.glyph(glyph.id, of: font)
        guard let image = color.image else { continue }
        let y = row - top + color.top
        ground?.paint(y..<y + image.height, onto: target)
        target.composite(
          image, rows: 0..<image.height, x: x + color.left, y: y, alpha: run.color.alpha)
      } else {
        gathered.append(
          masks.mask(font, glyph: glyph.id, phase: phase, level: level), x: x, y: row - top,
          width: width, height: height)
        if gathered.count >= batch || gathered.area >= Self.batchArea {
          flush(&gathered, pixel, onto: target)
        }
      }
    }
    flush(&gathered, pixel, onto: target)
  }

  /// The maximum number of glyphs composited at once: as many as the cache can take beyond its
  /// limit.
  ///
  /// It depends on the size alone. If it depended on the cache's contents, so would the pixels
  /// where glyphs overlap.
  private static func batch(size: Double) -> Int {
    Int(min(4096, max(8, Double(batchArea) / (size * size))))
  }

  /// The number of pixels of masks after which they are composited, for glyphs that are larger than their em.
  private static let batchArea = 64 << 20

  private func flush(
    _ gathered: inout JoinedRun, _ pixel: UInt32, onto target: borrowing PixelTarget
  ) {
    composite(&gathered, pixel, onto: target)
    // Only here no gathered mask waits to be composited.
    if masks.isFull { masks.evictAll() }
  }
}

extension TextPainter {
  /// Composites the gathered glyphs over a base that has their rows.
  private func composite(
    _ gathered: inout JoinedRun, _ pixel: UInt32, onto target: borrowing PixelTarget
  ) {
    ground?.paint(gathered.rows, onto: target)
    gathered.composite(stamp, pixel: pixel, onto: target)
  }
}

/// The pen position of a run, in device pixels.
struct Pen {
  let x: Double
  let y: Double
  /// Device pixels per Pango unit.
  let unit: Double
  /// Positions within a pixel: 4 or 1.
  let phases: Int

  /// Whether all numbers of the run remain exact integers.
  var isNear: Bool { abs(x) < 1e12 && abs(y) < 1e12 }

  /// Returns the pixel column of a glyph's pen, the quarter within it, and the pixel row.
  func place(_ glyph: PlacedGlyph) -> (x: Int, phase: Int, row: Int) {
    let x = x + Double(glyph.x.rawValue) * unit
    let row = Int((y + Double(glyph.y.rawValue) * unit + 0.5).rounded(.down))
    guard phases == 4 else { return (Int((x + 0.5).rounded(.down)), 0, row) }
    let quarters = Int((x * 4 + 0.5).rounded(.down))
    return (quarters >> 2, quarters & 3, row)
  }
}
