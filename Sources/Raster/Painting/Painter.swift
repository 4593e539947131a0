public import GalleyGlyphs
public import GalleyHandles
public import GalleyImages
public import GalleyLayout
public import GalleyPrimitives
package import GalleyShapes

/// Draws display lists onto surfaces, with cached masks and images.
///
/// A painter belongs to one worker and is not `Sendable`, because pixman and Cairo objects may not
/// be shared. The pixels depend only on the list, the size and the scale, never on the worker or on
/// earlier drawings.
public final class Painter {
  /// The largest surface; a taller cell is drawn on several surfaces.
  public static let surfaceLimit = PixelSize(width: 16_384, height: 8_192)

  private let pool: SurfacePool
  let text: TextPainter
  var images: ImagePainter
  let corners = CornerMasks()
  var backgrounds = BackgroundRows()
  /// The reuse identifier under which the pool counts the next surfaces.
  package var reuseIdentifier = ""

  /// A check for cancellation: when it returns true, drawing throws ``RasterError/cancelled``.
  ///
  /// The painter calls it before each item, after each line of plain text, and between the stages
  /// of decorated text. `nil` if the picture is never cancelled.
  public var isCancelled: (() -> Bool)? {
    get { text.isCancelled }
    set { text.isCancelled = newValue }
  }

  /// Makes a painter with no fonts open.
  ///
  /// - Parameters:
  ///   - pool: the source of the surfaces' memory; workers may share it.
  ///   - assets: the folder of images; if `nil`, only those of `data:` URIs are there.
  ///   - glyphMasks: a store that shares glyph masks with other painters; if `nil`, nothing is shared.
  ///   - colorGlyphs: a store that shares coloured glyphs; if `nil`, nothing is shared.
  ///   - positioning: the positions that glyphs may take along x.
  ///   - contrast: how the coverage of text depends on its colour.
  ///   - hinting: the way in which outlines meet the pixels.
  ///   - cacheByteLimit: the limit in bytes for glyph masks, for coloured glyphs and for images, each,
  ///     unless a store has its own limit.
  /// - Throws: ``RasterError/outOfMemory``.
  public init(
    pool: SurfacePool, assets: AssetFolder? = nil, glyphMasks: GlyphMaskStore? = nil,
    colorGlyphs: ColorGlyphStore? = nil,
    positioning: GlyphPositioning = .quarterPixels, contrast: TextContrast = .browser,
    hinting: GlyphHinting = .none, cacheByteLimit: Int = 16 << 20
  ) throws(RasterError) {
    self.pool = pool
    guard let faces = FontFaces() else { throw .outOfMemory }
    text = TextPainter(
      positioning: positioning, contrast: contrast, hinting: hinting, faces: faces,
      glyphMasks: glyphMasks ?? GlyphMaskStore(byteLimit: cacheByteLimit),
      maskByteLimit: cacheByteLimit,
      colorGlyphs: ColorGlyphs(
        store: colorGlyphs ?? ColorGlyphStore(byteLimit: cacheByteLimit), faces: faces,
        byteLimit: cacheByteLimit))
    images = ImagePainter(assets: assets, byteLimit: cacheByteLimit)
  }

  /// Returns the device pixels that `size` layout units take at `scale`, rounded up.
  ///
  /// - Throws: ``RasterError/scaleOutOfRange(_:)``, ``RasterError/extentOutOfRange(_:)``.
  public static func pixelSize(of size: Size, scale: Double) throws(RasterError) -> PixelSize {
    guard scale >= 0.25, scale <= 8 else { throw .scaleOutOfRange(scale) }
    func pixels(_ extent: Double) throws(RasterError) -> Int {
      // An extent that is a whole number of pixels must not grow by a rounding error.
      let pixels = (extent * scale - 1e-6).rounded(.up)
      guard pixels <= 1e12, pixels >= 0 else { throw .extentOutOfRange(size) }
      return Int(pixels)
    }
    return PixelSize(width: try pixels(size.width), height: try pixels(size.height))
  }

  /// The most pixels of one band: 128 MiB, so that a worker's memory does not grow with the width.
  private static let bandPixelLimit = 32 << 20

  /// Returns the pixel rows of each surface that a picture of `size` needs, top to bottom.
  ///
  /// A band has at most 8,192 pixel rows and 32 Mi pixels.
  public static func bands(of size: PixelSize) -> [Range<Int>] {
    let rowCount = min(surfaceLimit.height, max(1, bandPixelLimit / max(1, size.width)))
    return stride(from: 0, to: size.height, by: rowCount).map { top in
      top..<min(size.height, top + rowCount)
    }
  }

  /// Makes a surface of `size` from this painter's pool, with undefined pixels.
  ///
  /// - Throws: ``RasterError/sizeOutOfRange(_:)``, ``RasterError/surfaceUnavailable(_:)``.
  public func makeSurface(_ size: PixelSize) throws(RasterError) -> Surface {
    guard (1...Self.surfaceLimit.width).contains(size.width),
      (1...Self.surfaceLimit.height).contains(size.height)
    else { throw .sizeOutOfRange(size) }
    guard let surface = Surface(size, pool: pool, reuseIdentifier: reuseIdentifier) else {
      throw .surfaceUnavailable(size)
    }
    return surface
  }

  /// Draws a whole picture.
  ///
  /// - Parameters:
  ///   - list: the drawing, in layout units from the picture's top-left corner.
  ///   - size: the picture's extent in layout units.
  ///   - scale: device pixels per layout unit.
  ///   - background: the colour below everything; the picture is opaque if this colour is.
  /// - Returns: the picture, with exactly one owner.
  /// - Throws: ``RasterError``; a missing image is not an error, see ``takeImageFailures()``.
  public func draw(
    _ list: DisplayList, size: Size, scale: Double, background: Color
  ) throws(RasterError) -> Surface {
    let pixels = try Self.pixelSize(of: size, scale: scale)
    var surface = try makeSurface(pixels)
    try draw(
      list, rows: 0..<pixels.height, scale: scale, background: background, into: &surface)
    return surface
  }

  /// Draws some pixel rows of a picture; the surface has as many rows, and the picture's width.
  ///
  /// Rows are counted from the picture's top. A picture drawn in bands has the same pixels as one
  /// drawn whole.
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

  /// Draws some pixel rows of a picture without the groups that masks clip, which the compositor
  /// adds.
  ///
  /// Composited in full, the picture has the same bytes as one that
  /// ``draw(_:rows:scale:background:into:)`` draws.
  ///
  /// - Parameters:
  ///   - list: The drawing.
  ///   - rows: The pixel rows, from the picture's top; at most 8,192.
  ///   - width: The picture's width in device pixels.
  ///   - scale: Device pixels per layout unit.
  ///   - background: The colour below everything.
  /// - Returns: The pixels below, and the groups to clip.
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

  func check(
    _ rows: Range<Int>, scale: Double, of size: PixelSize
  ) throws(RasterError) {
    guard scale >= 0.25, scale <= 8 else { throw .scaleOutOfRange(scale) }
    guard rows.count == size.height, rows.lowerBound >= 0, rows.upperBound < 1 << 40 else {
      throw .rowsOutOfRange(rows, size)
    }
  }

  /// Draws items over `page`, and returns the groups that masks clip as separate layers.
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

  /// Draws a group onto its own surface; `nil` if the group does not intersect the rows and
  /// columns.
  private func layer(
    of group: DisplayGroup, rows: Range<Int>, columns: Range<Int>, width: Int, scale: Double
  ) throws(RasterError) -> MaskedLayer? {
    let box = try SnappedBox(checking: group.rect, scale: scale)
    let rows = rows.clamped(to: box.top..<box.bottom)
    let columns = columns.clamped(to: box.left..<box.right)
    // An opacity of NaN counts as 0.
    let opacity = group.opacity > 0 ? UInt32((min(1, group.opacity) * 255).rounded()) : 0
    guard !rows.isEmpty, !columns.isEmpty, opacity > 0 else { return nil }
    // As wide as the picture, because text is positioned in quarters of a pixel from the picture's
    // edge.
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

  /// Makes the masks and scaled glyphs that a layout needs before it is drawn.
  ///
  /// - Throws: ``RasterError``.
  public func warm(_ layout: TextLayout, scale: Double) throws(RasterError) {
    try text.warm(layout, scale: scale)
  }

  /// Scales the coloured glyphs that a layout needs.
  ///
  /// The first use of a coloured glyph takes longer than drawing the rest of a cell.
  ///
  /// - Throws: ``RasterError``.
  public func warmColorGlyphs(of layout: TextLayout, scale: Double) throws(RasterError) {
    try text.warmColors(layout, scale: scale)
  }

  /// Returns the reasons why images were left out since the last call.
  public func takeImageFailures() -> [ImageError] { images.takeFailures() }

  /// The contents of the caches and the work that they took.
  public var statistics: PainterStatistics {
    PainterStatistics(
      maskCount: text.masks.statistics.count, maskByteCount: text.masks.statistics.byteCount,
      maskMissCount: text.masks.statistics.missCount,
      maskEvictionCount: text.masks.statistics.evictionCount,
      colorGlyphMissCount: text.colorGlyphs.missCount, imageMissCount: images.missCount)
  }

  func shape(of item: DisplayItem, scale: Double) throws(RasterError) -> RoundedShape? {
    switch item {
    case .fill(let rect, let color):
      RoundedShape(
        box: try SnappedBox(checking: rect, scale: scale), radii: .zero, fill: color, border: nil,
        scale: scale, masks: corners)
    case .roundedRect(let rect, let radii, let fill, let border, let isSquare):
      RoundedShape(
        box: try SnappedBox(checking: rect, scale: scale), radii: radii, fill: fill, border: border,
        scale: scale, isSquare: isSquare, masks: corners)
    case .text, .image, .cornerPieces, .shadow, .group: nil
    }
  }

  func draw(
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
        reference, in: try SnappedBox(checking: rect, scale: scale), radii: radii,
        mode: reference.fit.contentMode, scale: scale, masks: corners, onto: target, top: top)
    case .cornerPieces(let rect, let radii, let color):
      let shape = RoundedShape(
        box: try SnappedBox(checking: rect, scale: scale), radii: radii, fill: color, border: nil,
        scale: scale, masks: corners)
      shape.drawPieces(onto: target, top: top)
    case .shadow(let rect, let radii, let shadow):
      try draw(shadow, of: rect, radii: radii, scale: scale, onto: target, top: top)
    case .group: break
    }
  }
}

/// The contents of a painter's caches, and the work that they took since the painter was made.
public struct PainterStatistics: Hashable, Sendable {
  /// The glyph masks held.
  public var maskCount: Int
  /// The bytes of the glyph masks held.
  public var maskByteCount: Int
  /// The glyph masks that this painter's table did not have: made, or found in the shared store.
  public var maskMissCount: Int
  /// How often a limit was reached and all glyph masks were evicted.
  public var maskEvictionCount: Int
  /// The coloured glyphs that this painter's cache did not have: scaled, or copied from the shared
  /// store.
  public var colorGlyphMissCount: Int
  /// The images decoded.
  public var imageMissCount: Int
}
