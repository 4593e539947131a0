import GalleyCells
import GalleyFeed
import GalleyHandles
import GalleyLayout
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import GalleyRowHeights
import Logging

/// What all workers of a run share: settings, and what is kept between rows of equal content.
struct CellShop: Sendable {
  let template: CellTemplate
  let library: FontLibrary
  /// What of the fonts is not as it was asked for.
  let fontWarnings: [FontWarning]
  let source: CellSource
  let keys: ContentKeys
  let profile: PNGProfile
  let colorType: PNGColorType
  let background: Color
  /// What a bench puts on cells.
  let roundParts: RoundParts?
  // A height without a layout spares nothing here: some more of them than there are layouts will do.
  let heights = SharedRowHeights<CellContent>(limits: RowHeightLimits(byteCount: 2 << 20))
  private let surfaces: SurfacePool
  /// Masks of glyphs that any worker has met.
  private let glyphMasks: GlyphMaskStore
  /// Emoji that any worker has scaled.
  let colorGlyphs = ColorGlyphStore()
  private let layouts = ContentCache<CellLayout>(byteLimit: 3 << 20)
  private let strips = ContentCache<Strip>(byteLimit: 3 << 20)

  /// What workers share under `options`; `surfaces` is where pictures get their memory.
  init(_ options: RenderOptions, surfaces: SurfacePool = SurfacePool()) throws {
    self.surfaces = surfaces
    glyphMasks = GlyphMaskStore(byteLimit: 5 << 20)
    template = options.template
    let clock = ContinuousClock()
    let start = clock.now
    library = try FontLibrary(options.fonts)
    fontWarnings = library.warnings + library.missingFamilies(options.template.theme.families)
    options.logger.debug(
      "fonts are read",
      metadata: [
        "source": "\(options.fonts)", "fonts": "\(library.configuration.fontCount)",
        "took": "\(start.duration(to: clock.now))",
      ])
    var assets: AssetFolder?
    if let path = options.assets { assets = try AssetFolder(path: path) }
    source = CellSource(assets: assets)
    keys = try ContentKeys(template: options.template, fonts: options.fonts)
    profile = options.profile
    roundParts = options.roundParts
    colorType = options.isTransparent ? .rgba : .rgb
    // Where the picture is opaque, white stands under a page that is not.
    background = options.isTransparent ? .clear : options.template.theme.pageColor.over(.white)
  }

  /// How the pixels of frames become PNGs.
  var format: FeedFrame.Format {
    FeedFrame.Format(profile: profile, colorType: colorType, scale: template.scale)
  }

  /// Fonts, painter and encoder for one worker.
  func makeRenderer() throws -> CellRenderer {
    try CellRenderer(
      self,
      painter: Painter(
        pool: surfaces, assets: source.assets, glyphMasks: glyphMasks, colorGlyphs: colorGlyphs),
      layouts: layouts, strips: strips)
  }
}

/// A row that has been set, before it has a place in the feed.
struct MeasuredRow: Sendable {
  var item: FeedItem
  var content: CellContent
  var key: ContentKey
  var layout: CellLayout
  var heightSource: HeightAnswer.Source
  var warnings: [RowWarning]
}

/// Sets and draws cells with one worker's fonts, painter and encoder; it never leaves the worker.
final class CellRenderer {
  let shop: CellShop
  let typesetter: Typesetter
  let painter: Painter
  let encoder: StripEncoder
  private let layouts: ContentCache<CellLayout>
  private let strips: ContentCache<Strip>
  private var lastRepeated: (row: [UInt32], strip: Strip)?
  private lazy var wholeEncoder = WholePictureEncoder(
    width: shop.template.pixelWidth, colorType: shop.colorType)

  fileprivate init(
    _ shop: CellShop, painter: Painter, layouts: ContentCache<CellLayout>,
    strips: ContentCache<Strip>
  ) {
    self.shop = shop
    self.painter = painter
    self.layouts = layouts
    self.strips = strips
    typesetter = Typesetter(shop.library)
    encoder = StripEncoder(profile: shop.profile, colorType: shop.colorType)
  }

  /// Sets an item's cell, or finds that of a row of the same content.
  func measure(_ item: FeedItem) throws -> MeasuredRow {
    var (content, warnings) = shop.source.content(of: item)
    let key = shop.keys.key(content)
    let (layout, heightSource) = try layout(content, key: key)
    warnings += .about(
      content, missingGlyphCount: layout.missingGlyphCount, itemRepairCount: item.repairCount,
      cellRepairCount: layout.repairCount)
    return MeasuredRow(
      item: item, content: content, key: key, layout: layout, heightSource: heightSource,
      warnings: warnings)
  }

  /// Sets a cell at a width without looking whether it is known, and keeps nothing.
  func layOut(_ content: CellContent, width: Double) throws -> CellLayout {
    var template = shop.template
    template.width = width
    return try template.layout(content, with: typesetter)
  }

  private func layout(
    _ content: CellContent, key: ContentKey
  ) throws -> (CellLayout, HeightAnswer.Source) {
    let template = shop.template
    let heightKey = HeightKey(content: key, width: template.width, scale: template.scale)
    switch shop.heights.claim(heightKey, content: content) {
    case .known:
      if let known = layouts.value(for: key, content: content) { return (known, .hit) }
      let layout = try template.layout(content, with: typesetter)
      layouts.insert(layout, for: key, content: content, byteCount: layout.byteCount)
      return (layout, .hit)
    case .claimed(let cause):
      do {
        let layout = try template.layout(content, with: typesetter)
        // Those who wait for the height find the layout too.
        layouts.insert(layout, for: key, content: content, byteCount: layout.byteCount)
        shop.heights.insert(
          layout.size.height, for: heightKey, content: content,
          contentByteCount: content.utf8Count)
        return (layout, .calculated(cause))
      } catch {
        shop.heights.abandon(heightKey)
        throw error
      }
    }
  }

  /// Draws a row and deflates the given parts of it, in pixel rows from its top.
  func strips(of row: MeasuredRow, cuts: [Range<Int>]) throws -> [Strip] {
    let height = row.layout.pixelSize.height
    let isWhole = cuts == [0..<height]
    if isWhole, let known = strips.value(for: row.key, content: row.content) { return [known] }
    let bands = Painter.bands(height: height)
    var result: [Strip] = []
    for band in bands {
      let parts = cuts.map { $0.clamped(to: band) }.filter { !$0.isEmpty }
      // Only a row of several bands has one that is worth a look.
      if bands.count > 1, let row = try repeatedRow(of: row.layout, rows: band) {
        result += parts.map { repeatedStrip(row, rowCount: $0.count) }
        continue
      }
      try draw(row.layout, band) { pixels, stride in
        for part in parts {
          result.append(
            encoder.encode(
              pixels, stride: stride, width: shop.template.pixelWidth,
              rows: part.lowerBound - band.lowerBound..<part.upperBound - band.lowerBound))
        }
      }
    }
    if isWhole, result.count == 1 {
      strips.insert(
        result[0], for: row.key, content: row.content, byteCount: result[0].bytes.count)
    }
    return result
  }

  /// The pixels that each of `rows` of a cell has, if they are known to be alike.
  private func repeatedRow(of layout: CellLayout, rows: Range<Int>) throws -> [UInt32]? {
    try painter.repeatedRow(
      of: shop.displayList(of: layout), rows: rows, width: layout.pixelSize.width,
      scale: layout.scale, background: shop.background)
  }

  /// Deflates rows that are all alike, or finds the strip of the last ones.
  private func repeatedStrip(_ row: [UInt32], rowCount: Int) -> Strip {
    if let last = lastRepeated, last.row == row, last.strip.rowCount == rowCount {
      return last.strip
    }
    let strip = encoder.encode(repeating: row, rowCount: rowCount)
    lastRepeated = (row, strip)
    return strip
  }

  /// Draws a row and makes a whole PNG of it.
  func picture(of row: MeasuredRow) throws -> [UInt8] {
    guard shop.profile == .small else {
      let strips = try strips(of: row, cuts: [0..<row.layout.pixelSize.height])
      return try AssembledPNG(strips, scale: shop.template.scale).bytes
    }
    try draw(row.layout) { pixels, stride, band in
      wholeEncoder.append(pixels, stride: stride, rows: 0..<band.count)
    }
    return try wholeEncoder.finish(scale: shop.template.scale)
  }

  /// Draws a row and copies the given parts of its pixels.
  func pixels(of row: MeasuredRow, cuts: [Range<Int>]) throws -> [PixelRows] {
    var result = cuts.map { PixelRows(rowCount: $0.count, bytes: []) }
    try draw(row.layout) { pixels, stride, band in
      for (index, cut) in cuts.enumerated() {
        let part = cut.clamped(to: band)
        guard !part.isEmpty else { continue }
        let start = (part.lowerBound - band.lowerBound) * stride
        result[index].bytes.append(contentsOf: pixels[start..<start + part.count * stride])
      }
    }
    return result
  }

  /// Draws some pixel rows of a cell, at most 8,192.
  func picture(of layout: CellLayout, rows: Range<Int>) throws -> Picture {
    try picture(
      shop.displayList(of: layout),
      width: layout.pixelSize.width, rows: rows)
  }

  /// Draws some pixel rows of a cell, at most 8,192, but what masks cut when a frame is composited.
  func layers(of layout: CellLayout, rows: Range<Int>) throws -> LayeredPicture {
    try painter.layers(
      of: shop.displayList(of: layout), rows: rows,
      width: layout.pixelSize.width, scale: shop.template.scale, background: shop.background)
  }

  /// Scales what emoji a cell has, so that drawing it finds them.
  func warmColorGlyphs(of layout: CellLayout) throws {
    for text in layout.parts.lazy.compactMap(\.text) {
      try painter.warmColorGlyphs(of: text, scale: layout.scale)
    }
  }

  /// The page's colour in place of a row that could not be drawn.
  func blankPicture(rowCount: Int) throws -> Picture {
    try picture(DisplayList(), width: shop.template.pixelWidth, rows: 0..<rowCount)
  }

  private func picture(
    _ list: DisplayList, width: Int, rows: Range<Int>
  ) throws -> Picture {
    var surface = try painter.makeSurface(PixelSize(width: width, height: rows.count))
    try painter.draw(
      list, rows: rows, scale: shop.template.scale, background: shop.background, into: &surface)
    return surface.freeze()
  }

  /// Strips of the page's colour in place of a row that could not be drawn.
  func blankStrips(cuts: [Range<Int>]) -> [Strip] {
    cuts.map {
      encoder.encode(
        repeating: shop.background, width: shop.template.pixelWidth, rowCount: $0.count)
    }
  }

  /// Pixels of the page's colour in place of a row that could not be drawn.
  func blankPixels(cuts: [Range<Int>]) -> [PixelRows] {
    cuts.map { cut in
      let pixels = [UInt32](
        repeating: shop.background.premultipliedPixel, count: cut.count * shop.template.pixelWidth)
      return PixelRows(rowCount: cut.count, bytes: pixels.withUnsafeBytes { Array($0) })
    }
  }

  /// Draws a cell on one surface, or on several where it is taller than one may be.
  func draw(
    _ layout: CellLayout, body: (UnsafeRawBufferPointer, Int, Range<Int>) -> Void
  ) throws {
    for band in Painter.bands(height: layout.pixelSize.height) {
      try draw(layout, band) { body($0, $1, band) }
    }
  }

  /// Draws the rows `band` of a cell on a surface.
  private func draw(
    _ layout: CellLayout, _ band: Range<Int>, body: (UnsafeRawBufferPointer, Int) -> Void
  ) throws {
    var surface = try painter.makeSurface(
      PixelSize(width: layout.pixelSize.width, height: band.count))
    try painter.draw(
      shop.displayList(of: layout), rows: band, scale: layout.scale, background: shop.background,
      into: &surface)
    surface.withPixels { bytes, stride in bytes.withUnsafeBytes { body($0, stride) } }
  }

  /// Why images were left out since the last call.
  func takeImageFailures() -> [ImageError] { painter.takeImageFailures() }
}

/// Pixel rows on their way to an encoder.
struct PixelRows: Sendable {
  var rowCount: Int
  /// Native-endian premultiplied ARGB32, without gaps between rows.
  var bytes: [UInt8]
}

extension Theme {
  /// The families that parts of a cell ask for.
  fileprivate var families: [(name: String, family: String)] {
    [
      ("title", title.font.family), ("body", body.font.family), ("author", author.font.family),
      ("time", time.font.family), ("initials", initials.font.family),
    ]
  }
}

extension CellTemplate {
  /// The width in device pixels.
  var pixelWidth: Int { Int((width * scale).rounded()) }
}

extension CellContent {
  /// About how many bytes the texts take.
  var utf8Count: Int {
    [title, body, author, time, language].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}
