import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyShapes
import GalleyText

/// The area in which a shadow's source is drawn before it is blurred, in device pixels of the
/// target.
struct ShadowRegion {
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  /// Makes the visible part of `box`, with `margin` around it, on a target moved by `offset`.
  ///
  /// `nil` if no part is visible.
  init?(
    _ box: Rect, margin: Int, offset: (x: Int, y: Int), on target: (width: Int, height: Int)
  ) {
    let bound = 1e9
    guard abs(box.minX) < bound, abs(box.minY) < bound, abs(box.maxX) < bound,
      abs(box.maxY) < bound
    else { return nil }
    // The visible area, and around it the pixels that its blur reads.
    let seenLeft = max(Int(box.minX.rounded(.down)) - margin, -offset.x)
    let seenTop = max(Int(box.minY.rounded(.down)) - margin, -offset.y)
    let seenRight = min(Int(box.maxX.rounded(.up)) + margin, target.width - offset.x)
    let seenBottom = min(Int(box.maxY.rounded(.up)) + margin, target.height - offset.y)
    left = seenLeft - margin
    top = seenTop - margin
    width = seenRight + margin - left
    height = seenBottom + margin - top
    guard seenRight > seenLeft, seenBottom > seenTop, width * height <= 1 << 26 else { return nil }
  }
}

extension TextShadow {
  /// A drawn shadow, and the place of its first pixel on the target.
  typealias Cast = (image: PixelImage, x: Int, y: Int)

  /// Draws the shadow of a drawing; `nil` if no part of it shows on a target of `size`.
  ///
  /// `box` contains the drawing, in device pixels of the target. `draw` receives an image and the
  /// target coordinates of the image's first pixel.
  func image(
    of box: Rect, scale: Double, on size: (width: Int, height: Int),
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void
  ) -> Cast? {
    let offset = (x: pixels(self.offset.x, scale), y: pixels(self.offset.y, scale))
    let blur = radius * scale
    guard
      let region = ShadowRegion(
        box, margin: CoverageMask.reach(radius: blur), offset: offset, on: size),
      let source = PixelImage(width: region.width, height: region.height)
    else { return nil }
    draw(source, region.left, region.top)
    var mask = CoverageMask(source)
    mask.blur(radius: blur)
    return mask.image(color: color).map { ($0, region.left + offset.x, region.top + offset.y) }
  }

  /// Draws the inner shadow of a drawing, which lies over that drawing; `nil` if no part of it shows on a target
  /// of `size`.
  func innerImage(
    of box: Rect, scale: Double, on size: (width: Int, height: Int),
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void
  ) -> Cast? {
    let offset = (x: pixels(self.offset.x, scale), y: pixels(self.offset.y, scale))
    let blur = radius * scale
    let margin = CoverageMask.reach(radius: blur) + max(abs(offset.x), abs(offset.y))
    guard let region = ShadowRegion(box, margin: margin, offset: (0, 0), on: size),
      let source = PixelImage(width: region.width, height: region.height)
    else { return nil }
    draw(source, region.left, region.top)
    let shape = CoverageMask(source)
    var mask = shape.inverted(movedBy: offset.x, offset.y)
    mask.blur(radius: blur)
    mask.clip(to: shape)
    return mask.image(color: color).map { ($0, region.left, region.top) }
  }

  private func pixels(_ length: Double, _ scale: Double) -> Int {
    Int((length * scale + 0.5).rounded(.down))
  }
}

extension TextPainter {
  /// Draws the shadows of text, one after the other; adjacent runs cast one shadow together.
  func drawShadows<Target: StageTarget & ~Copyable>(
    _ drawing: DecoratedDrawing, lines: [DrawnLine], runs: DrawableRuns,
    onto target: borrowing Target, gathering gathered: inout JoinedRun
  ) {
    for line in lines {
      let stretches = line.stretches(
        where: { !$0.shadows.isEmpty },
        joinedBy: { $0.attributes.shadows == $1.attributes.shadows })
      for stretch in stretches {
        for shadow in stretch.first.attributes?.attributes.shadows ?? [] {
          target.cast(
            shadow, by: inkBox(stretch, drawing), scale: drawing.scale
          ) { image, left, top in
            drawSource(stretch, runs, drawing, on: image, left, top, &gathered)
          }
        }
      }
    }
  }

  /// Draws the inner shadows of text.
  func drawInnerShadows<Target: StageTarget & ~Copyable>(
    _ drawing: DecoratedDrawing, lines: [DrawnLine], runs: DrawableRuns,
    onto target: borrowing Target, gathering gathered: inout JoinedRun
  ) {
    for line in lines {
      let stretches = line.stretches(
        where: { !$0.innerShadows.isEmpty },
        joinedBy: { $0.attributes.innerShadows == $1.attributes.innerShadows })
      for stretch in stretches {
        for shadow in stretch.first.attributes?.attributes.innerShadows ?? [] {
          target.castWithin(
            shadow, inkBox(stretch, drawing), scale: drawing.scale
          ) { image, left, top in
            drawSource(stretch, runs, drawing, on: image, left, top, &gathered)
          }
        }
      }
    }
  }

  /// Returns a rectangle around all that a stretch's glyphs paint: two ems on each side, more if
  /// transformed.
  private func inkBox(_ stretch: DrawnStretch, _ drawing: DecoratedDrawing) -> Rect {
    var reach = 0.0
    for run in stretch.runs {
      let transform = run.attributes?.attributes.glyphTransform ?? GlyphTransform()
      let stretched = max(
        1, abs(transform.a) + abs(transform.c), abs(transform.b) + abs(transform.d))
      reach = max(
        reach, 2 * run.size * stretched + max(abs(transform.tx), abs(transform.ty)))
    }
    return drawing.device(stretch.box.inset(by: EdgeInsets(all: -reach)))
  }

  /// Draws a stretch's glyphs and annotations in black, as the source of a shadow.
  private func drawSource(
    _ stretch: DrawnStretch, _ runs: DrawableRuns, _ drawing: DecoratedDrawing,
    on image: PixelImage, _ left: Int, _ top: Int, _ gathered: inout JoinedRun
  ) {
    let own = stretch.runs.map { runs[$0.index] }
    // A stretch has no gaps, so that its ends tell which annotations are of it.
    let starts = own.map(\.run.range.lowerBound), ends = own.map(\.run.range.upperBound)
    let range = (starts.min() ?? 0)..<(ends.max() ?? 0)
    let annotations = drawing.content.rubyRuns.filter { $0.range.overlaps(range) }
    image.withTarget { target in
      for var black in own + annotations.map({ DrawableRun(run: $0) }) {
        black.run.color = Color(red: 0, green: 0, blue: 0, alpha: black.run.color.alpha)
        drawGlyphs(
          black, of: drawing, onto: target, left: left, top: drawing.top + top,
          gathering: &gathered)
      }
    }
  }
}
