import GalleyGlyphs
import GalleyHandles
import GalleyPrimitives
import GalleyText

/// Collects the operations of a vector drawing.
final class VectorRecorder: StageTarget {
  let width: Int
  let height: Int
  private(set) var operations: [VectorDrawing.Operation] = []
  /// The number of text lines so far.
  var lineCount = 0
  /// The boxes of the missing glyphs so far, from their pens: equal ones share their memory.
  private var missingGlyphs: [MissingGlyph: [PixelBox]] = [:]
  /// The area that the groups around the next operation show.
  private var clips: [Rect]

  init(_ size: PixelSize) {
    width = size.width
    height = size.height
    clips = [Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))]
  }

  var reach: Double { 4_000_000 }

  func fill(_ path: VectorPath, color: Color) { fill(path, color: color, isEvenOdd: false) }

  func fill(_ path: VectorPath, color: Color, isEvenOdd: Bool) {
    guard path.isSound, color.alpha > 0 else { return }
    operations.append(.fill(path, color, isEvenOdd: isEvenOdd))
  }

  func stroke(_ path: VectorPath, _ stroke: Stroke, color: Color) {
    guard path.isSound, color.alpha > 0, stroke.width > 0, stroke.width <= 4_096,
      stroke.phase.isFinite
    else { return }
    var stroke = stroke
    let isSound = stroke.dashes.allSatisfy { $0 >= 0 && $0.isFinite }
    if !isSound || stroke.dashes.reduce(0, +) <= 0.25 { stroke.dashes = [] }
    operations.append(.stroke(path, stroke, color))
  }

  func cast(
    _ shadow: TextShadow, by box: Rect, scale: Double,
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void
  ) {
    append(shadow.image(of: box, scale: scale, on: (width, height), draw: draw), of: shadow)
  }

  func castWithin(
    _ shadow: TextShadow, _ box: Rect, scale: Double,
    draw: (_ image: PixelImage, _ left: Int, _ top: Int) -> Void
  ) {
    append(shadow.innerImage(of: box, scale: scale, on: (width, height), draw: draw), of: shadow)
  }

  private func append(_ cast: TextShadow.Cast?, of shadow: TextShadow) {
    guard let cast else { return }
    image(
      VectorImage(cast.image),
      VectorImagePlace(
        origin: Point(x: Double(cast.x), y: Double(cast.y)), mode: shadow.blendMode))
  }

  func image(_ image: VectorImage, _ place: VectorImagePlace) {
    let numbers = [
      place.origin.x, place.origin.y, place.right.x, place.right.y, place.down.x, place.down.y,
    ]
    guard numbers.allSatisfy({ abs($0) < reach }), place.alpha > 0 else { return }
    operations.append(.image(image, place))
  }

  /// Records the box of a character without a glyph, with its pen at a whole pixel.
  func missingGlyph(_ glyph: MissingGlyph, x: Int, baseline: Int, color: Color) {
    guard color.alpha > 0, abs(x) < Int(reach), abs(baseline) < Int(reach) else { return }
    var boxes = missingGlyphs[glyph] ?? []
    if boxes.isEmpty {
      glyph.forEachBox(x: 0, baseline: 0) { box in
        boxes.append(
          PixelBox(
            left: Int32(box.x), top: Int32(box.y), right: Int32(box.x + box.width),
            bottom: Int32(box.y + box.height)))
      }
      missingGlyphs[glyph] = boxes
    }
    guard !boxes.isEmpty else { return }
    operations.append(.boxes(boxes, x: x, y: baseline, color))
  }

  func text(_ text: VectorText) {
    guard !text.clusters.isEmpty else { return }
    operations.append(.text(text))
  }

  /// Makes the shown part of a rectangle lead to an address.
  func link(_ address: String, _ rect: Rect) {
    guard let clip = clips.last else { return }
    let (left, top) = (max(rect.minX, clip.minX), max(rect.minY, clip.minY))
    let shown = Rect(
      x: left, y: top, width: min(rect.maxX, clip.maxX) - left,
      height: min(rect.maxY, clip.maxY) - top)
    guard shown.width > 0, shown.height > 0 else { return }
    operations.append(.link(address, shown))
  }

  /// Records a group clipped to round corners; `false` if no part of it shows.
  func group(
    _ box: Rect, radii: CornerRadii = .zero, opacity: Double = 1,
    _ body: () throws(RasterError) -> Void
  ) throws(RasterError) {
    let path = VectorPath(box, radii: radii)
    guard path.isSound, opacity > 0, box.width > 0, box.height > 0 else { return }
    operations.append(.beginGroup(clip: path, opacity: min(1, opacity)))
    clips.append(box)
    try body()
    clips.removeLast()
    operations.append(.endGroup)
  }
}
