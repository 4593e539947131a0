public import GalleyHandles
public import GalleyLayout
public import GalleyPrimitives

/// Draws display lists onto surfaces, with masks and images that it has at hand.
///
/// A painter belongs to one worker and is not `Sendable`: pixman and Cairo objects may not be shared. What it draws depends only on the list, the size and the scale, never on the
/// worker or on what was drawn before.
public final class Painter {
  /// The largest surface: a taller cell is drawn on several.
  public static let surfaceLimit = PixelSize(width: 16_384, height: 8_192)

  private let pool: SurfacePool
  private let text: TextPainter
  private var images: ImagePainter
  private let corners = CornerMasks()
  private var backgrounds = BackgroundRows()

  /// Whether nobody wants the picture any more, so that drawing throws ``RasterError/cancelled``.
  ///
  /// Asked before each item, after each line of plain text, and between the stages of decorated text.
  /// `nil` where nobody changes his mind.
  public var isCancelled: (() -> Bool)? {
    get { text.isCancelled }
    set { text.isCancelled = newValue }
  }

  /// A painter without any font opened yet.
  ///
  /// - Parameters:
  ///   - pool: where surfaces get their memory; may be shared by workers.
  ///   - assets: where images come from; without it each is missing.
  ///   - glyphMasks: where glyph masks are kept for other painters; without it this one shares none.
  ///   - colorGlyphs: where coloured glyphs are kept for other painters; without it this one shares none.
  ///   - positioning: where glyphs may stand along x.
  ///   - cacheByteLimit: the bytes kept of glyph masks, of coloured glyphs, and of images, each, where
  ///     no store has a limit of its own.
  /// - Throws: ``RasterError/outOfMemory``.
  public init(
    pool: SurfacePool, assets: AssetFolder? = nil, glyphMasks: GlyphMaskStore? = nil,
    colorGlyphs: ColorGlyphStore? = nil,
    positioning: GlyphPositioning = .quarterPixels, cacheByteLimit: Int = 16 << 20
  ) throws(RasterError) {
    self.pool = pool
    let faces = try FontFaces()
    text = TextPainter(
      positioning: positioning, faces: faces,
      glyphMasks: glyphMasks ?? GlyphMaskStore(byteLimit: cacheByteLimit),
      maskByteLimit: cacheByteLimit,
      colorGlyphs: ColorGlyphs(
        store: colorGlyphs ?? ColorGlyphStore(byteLimit: cacheByteLimit), faces: faces,
        byteLimit: cacheByteLimit))
    images = ImagePainter(assets: assets, byteLimit: cacheByteLimit)
  }

  /// The device pixels that `size` layout units take at `scale`, rounded up.
  ///
  /// - Throws: ``RasterError/scaleOutOfRange(_:)``, ``RasterError/extentOutOfRange(_:)``.
  public static func pixelSize(of size: Size, scale: Double) throws(RasterError) -> PixelSize {
    guard scale >= 0.25, scale <= 8 else { throw .scaleOutOfRange(scale) }
    func pixels(_ extent: Double) throws(RasterError) -> Int {
      // An extent that is whole in pixels must not grow by a rounding error.
      let pixels = (extent * scale - 1e-6).rounded(.up)
      guard pixels <= 1e12, pixels >= 0 else { throw .extentOutOfRange(size) }
      return Int(pixels)
    }
    return PixelSize(width: try pixels(size.width), height: try pixels(size.height))
  }

  /// The pixel rows of each surface that a picture of `height` pixels needs, top to bottom.
  public static func bands(height: Int) -> [Range<Int>] {
    stride(from: 0, to: height, by: surfaceLimit.height).map { top in
      top..<min(height, top + surfaceLimit.height)
    }
  }

  /// A surface of `size` from this painter's pool, its pixels undefined.
  ///
  /// - Throws: ``RasterError/sizeOutOfRange(_:)``, ``RasterError/surfaceUnavailable(_:)``.
  public func makeSurface(_ size: PixelSize) throws(RasterError) -> Surface {
    guard (1...Self.surfaceLimit.width).contains(size.width),
      (1...Self.surfaceLimit.height).contains(size.height)
    else { throw .sizeOutOfRange(size) }
    guard let surface = Surface(size, pool: pool) else { throw .surfaceUnavailable(size) }
    return surface
  }

  /// Draws a picture whole.
  ///
  /// - Parameters:
  ///   - list: what to draw, in layout units from the picture's top-left corner.
  ///   - size: the picture's extent in layout units.
  ///   - scale: device pixels per layout unit.
  ///   - background: the colour below everything; the picture is opaque if it is.
  /// - Returns: the picture, with exactly one owner.
  /// - Throws: ``RasterError``; a missing image is none, see ``takeImageFailures()``.
  public func draw(
    _ list: DisplayList, size: Size, scale: Double, background: Color
  ) throws(RasterError) -> Surface {
    let pixels = try Self.pixelSize(of: size, scale: scale)
    var surface = try makeSurface(pixels)
    try draw(
      list, rows: 0..<pixels.height, scale: scale, background: background, into: &surface)
    return surface
  }

  /// Draws some pixel rows of a picture, as wide as `surface` and as many as it has.
  ///
  /// A picture drawn in bands has the pixels of one drawn whole. Its pixel rows are counted from
  /// its top.
  ///
  /// - Throws: ``RasterError``.
  public func draw(
    _ list: DisplayList, rows: Range<Int>, scale: Double, background: Color,
    into surface: inout Surface
  ) throws(RasterError) {
    try check(rows, scale: scale, of: surface.size)
    surface.isOpaque = background.isOpaque
    try surface.withTarget { (target) throws(RasterError) in
      let layers = try draw(
        list.items, scale: scale, page: background.premultipliedPixel, onto: target,
        top: rows.lowerBound, columns: 0..<target.width)
      for layer in layers { layer.composite(onto: target, top: rows.lowerBound) }
    }
  }

  /// Draws some pixel rows of a picture but what masks cut: that is left for whoever composites.
  ///
  /// Composited whole, the picture has the bytes of one that ``draw(_:rows:scale:background:into:)``
  /// draws.
  ///
  /// - Parameters:
  ///   - list: What to draw.
  ///   - rows: The pixel rows, from the picture's top; at most 8,192.
  ///   - width: The picture's width in device pixels.
  ///   - scale: Device pixels per layout unit.
  ///   - background: The colour below everything.
  /// - Returns: What lies below, and the groups to be cut.
  /// - Throws: ``RasterError``.
  package func layers(
    of list: DisplayList, rows: Range<Int>, width: Int, scale: Double, background: Color
  ) throws(RasterError) -> LayeredPicture {
    try check(rows, scale: scale, of: PixelSize(width: width, height: rows.count))
    var surface = try makeSurface(PixelSize(width: width, height: rows.count))
    surface.isOpaque = background.isOpaque
    let layers = try surface.withTarget { (target) throws(RasterError) in
      try draw(
        list.items, scale: scale, page: background.premultipliedPixel, onto: target,
        top: rows.lowerBound, columns: 0..<width)
    }
    return LayeredPicture(pixels: surface.freeze(), left: 0, top: rows.lowerBound, layers: layers)
  }

  private func check(
    _ rows: Range<Int>, scale: Double, of size: PixelSize
  ) throws(RasterError) {
    guard scale >= 0.25, scale <= 8 else { throw .scaleOutOfRange(scale) }
    guard rows.count == size.height, rows.lowerBound >= 0, rows.upperBound < 1 << 40 else {
      throw .rowsOutOfRange(rows, size)
    }
  }

  /// Draws items over `page`; whatever masks cut is drawn apart and handed back.
  private func draw(
    _ items: [DisplayItem], scale: Double, page: UInt32, onto target: borrowing PixelTarget,
    top: Int, columns: Range<Int>
  ) throws(RasterError) -> [MaskedLayer] {
    let first = try items.first.flatMap { (item) throws(RasterError) in
      try shape(of: item, scale: scale)
    }
    Background(page: page, shape: first).paint(target, top: top, with: &backgrounds)
    var layers: [MaskedLayer] = []
    for item in items.dropFirst(first == nil ? 0 : 1) {
      try text.checkCancelled()
      guard case .group(let group) = item else {
        try draw(item, scale: scale, onto: target, top: top)
        continue
      }
      let rows = top..<top + target.height
      guard
        let layer = try layer(
          of: group, rows: rows, columns: columns, width: target.width, scale: scale)
      else { continue }
      if group.isMasked { layers.append(layer) } else { layer.composite(onto: target, top: top) }
    }
    return layers
  }

  /// Draws a group onto a surface of its own; `nil` if nothing of it is there.
  private func layer(
    of group: DisplayGroup, rows: Range<Int>, columns: Range<Int>, width: Int, scale: Double
  ) throws(RasterError) -> MaskedLayer? {
    let box = try SnappedBox(group.rect, scale: scale)
    let rows = rows.clamped(to: box.top..<box.bottom)
    let columns = columns.clamped(to: box.left..<box.right)
    // NaN is no opacity either.
    let opacity = group.opacity > 0 ? UInt32((min(1, group.opacity) * 255).rounded()) : 0
    guard !rows.isEmpty, !columns.isEmpty, opacity > 0 else { return nil }
    // As wide as the picture, since text stands at quarters of a pixel from the picture's edge.
    var surface = try makeSurface(PixelSize(width: width, height: rows.count))
    let layers = try surface.withTarget { (target) throws(RasterError) in
      try draw(
        group.items, scale: scale, page: 0, onto: target, top: rows.lowerBound, columns: columns)
    }
    if columns != 0..<width { surface = try copy(columns, of: surface) }
    let shape = RoundedShape(
      box: box, radii: group.radii, fill: nil, border: nil, scale: scale, masks: corners)
    return MaskedLayer(
      shape: shape, opacity: opacity,
      content: LayeredPicture(
        pixels: surface.freeze(), left: columns.lowerBound, top: rows.lowerBound, layers: layers))
  }

  private func copy(
    _ columns: Range<Int>, of surface: borrowing Surface
  ) throws(RasterError) -> Surface {
    let width = surface.size.width
    var copy = try makeSurface(PixelSize(width: columns.count, height: surface.size.height))
    surface.withPixels { bytes, _ in
      bytes.withUnsafeBytes { bytes in
        let source = bytes.bindMemory(to: UInt32.self)
        copy.withTarget { target in
          for row in 0..<target.height {
            guard let start = source.baseAddress else { return }
            (target.pixels + row * target.width).update(
              from: start + row * width + columns.lowerBound, count: columns.count)
          }
        }
      }
    }
    return copy
  }

  /// Makes the masks and scaled glyphs that a layout needs, so that drawing it finds them.
  ///
  /// - Throws: ``RasterError``.
  public func warm(_ layout: TextLayout, scale: Double) throws(RasterError) {
    try text.warm(layout, scale: scale)
  }

  /// Scales the coloured glyphs that a layout needs: the first use of one takes longer than drawing all
  /// the rest of a cell.
  ///
  /// - Throws: ``RasterError``.
  public func warmColorGlyphs(of layout: TextLayout, scale: Double) throws(RasterError) {
    try text.warmColors(layout, scale: scale)
  }

  /// Makes the masks or scaled glyphs of some glyphs of a font.
  ///
  /// - Throws: ``RasterError``.
  public func warm(
    glyphs: some Sequence<UInt32>, of font: FontKey, scale: Double
  ) throws(RasterError) {
    try text.warm(glyphs, of: font, scale: scale)
  }

  /// Hands over why images were left out since the last call.
  public func takeImageFailures() -> [ImageError] { images.takeFailures() }

  /// What the caches hold, and what they had to make.
  public var statistics: PainterStatistics {
    PainterStatistics(
      maskCount: text.masks.statistics.count, maskByteCount: text.masks.statistics.byteCount,
      maskMissCount: text.masks.statistics.missCount,
      maskEvictionCount: text.masks.statistics.evictionCount,
      colorGlyphMissCount: text.colorGlyphs.missCount, imageMissCount: images.missCount)
  }

  private func shape(of item: DisplayItem, scale: Double) throws(RasterError) -> RoundedShape? {
    switch item {
    case .fill(let rect, let color):
      RoundedShape(
        box: try SnappedBox(rect, scale: scale), radii: .zero, fill: color, border: nil,
        scale: scale, masks: corners)
    case .roundedRect(let rect, let radii, let fill, let border, let isSquare):
      RoundedShape(
        box: try SnappedBox(rect, scale: scale), radii: radii, fill: fill, border: border,
        scale: scale, isSquare: isSquare, masks: corners)
    case .text, .image, .cornerPieces, .group: nil
    }
  }

  private func draw(
    _ item: DisplayItem, scale: Double, onto target: borrowing PixelTarget, top: Int
  ) throws(RasterError) {
    switch item {
    case .fill, .roundedRect:
      guard let shape = try shape(of: item, scale: scale) else { return }
      let rows = max(top, shape.box.top)..<max(top, shape.box.top, shape.box.bottom)
      for y in rows.clamped(to: top..<top + target.height) {
        shape.draw(row: y, over: target.pixels + (y - top) * target.width, width: target.width)
      }
    case .text(let layout, let origin):
      try text.draw(
        layout, origin: origin, scale: scale, onto: target, top: top, images: &images,
        corners: corners)
    case .image(let reference, let rect, let radii):
      images.draw(
        reference, in: try SnappedBox(rect, scale: scale), radii: radii, scale: scale,
        masks: corners, onto: target, top: top)
    case .cornerPieces(let rect, let radii, let color):
      let shape = RoundedShape(
        box: try SnappedBox(rect, scale: scale), radii: radii, fill: color, border: nil,
        scale: scale, masks: corners)
      shape.drawPieces(onto: target, top: top)
    case .group: break
    }
  }
}

/// What a painter's caches hold, and what they had to make since the painter was made.
public struct PainterStatistics: Hashable, Sendable {
  /// The glyph masks held.
  public var maskCount: Int
  /// The bytes of the glyph masks held.
  public var maskByteCount: Int
  /// The glyph masks that were not at hand: made, or found among those of other painters.
  public var maskMissCount: Int
  /// How often the limit was met and all glyph masks were evicted.
  public var maskEvictionCount: Int
  /// The coloured glyphs that were not at hand: scaled, or copied from those of other painters.
  public var colorGlyphMissCount: Int
  /// The images decoded.
  public var imageMissCount: Int
}
