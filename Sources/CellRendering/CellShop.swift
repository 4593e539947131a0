package import GalleyCells
package import GalleyEncoders
package import GalleyFonts
import GalleyGlyphs
package import GalleyHandles
import GalleyImages
package import GalleyPNG
package import GalleyPrimitives
package import GalleyRaster
package import GalleyRowHeights
import GalleyText
import Logging

/// The settings of a run, and the caches that its workers share.
package struct CellShop: Sendable {
  package let template: CellTemplate
  package let library: FontLibrary
  /// The differences between the fonts and the request.
  package let fontWarnings: [FontWarning]
  package let source: CellSource
  package let keys: ContentKeys
  package let picture: PictureFormat
  package let profile: PNGProfile
  private let isTransparent: Bool
  package let colorType: PNGColorType
  package let background: Color
  /// The items that a bench adds to each cell.
  private let decoration: CellDecoration?
  // A height is only useful together with its layout, so the limit is a little above that of layouts.
  package let heights = SharedRowHeights<CellContent>(
    limits: RowHeightLimits(byteCount: 2 << 20))
  /// The settings on which contents depend; the key of a cell has only what they make of its row.
  package let contentSettings: [String: String]
  /// The memory of all pictures, which workers share.
  package let surfaces: SurfacePool
  /// The masks of all glyphs that a worker has drawn.
  private let glyphMasks: GlyphMaskStore
  /// The emoji that a worker has scaled.
  let colorGlyphs = ColorGlyphStore()
  private let layouts = ContentCache<CellLayout>(byteLimit: 3 << 20)
  private let strips = ContentCache<Strip>(byteLimit: 3 << 20)

  /// Opens the fonts and the assets folder of `options`; surfaces get their memory from `surfaces`.
  package init(_ options: RenderOptions, surfaces: SurfacePool = SurfacePool()) throws {
    self.surfaces = surfaces
    glyphMasks = GlyphMaskStore(byteLimit: 5 << 20)
    template = options.template
    let clock = ContinuousClock()
    let start = clock.now
    library = try FontLibrary(options.fonts, rules: options.textRules)
    fontWarnings =
      library.warnings
      + library.missingFamilies(
        options.template.theme.askedFamilies + (options.cell?.families ?? []))
    options.logger.debug(
      "fonts are read",
      metadata: [
        "source": "\(options.fonts)", "fonts": "\(library.configuration.fontCount)",
        "took": "\(start.duration(to: clock.now))",
      ])
    source = CellSource(
      assets: try AssetFolder(path: options.assets, limits: options.imageLimits),
      times: TimeWords(options.template.theme.timeFormat, now: options.now),
      rules: options.textRules, defaultLanguage: options.template.theme.language,
      cell: options.cell, theme: options.template.theme)
    keys = try ContentKeys(
      template: options.template, fonts: options.fonts, rules: options.textRules)
    contentSettings = options.contentSettings
    picture = options.picture
    profile = options.profile
    isTransparent = options.isTransparent
    decoration = options.decoration
    colorType = options.picture.colorType(isTransparent: options.isTransparent)
    // An opaque picture shows a transparent page over white.
    background = options.isTransparent ? .clear : options.template.theme.pageColor.over(.white)
  }

  /// Makes the fonts, painter and encoder of one worker.
  package func makeRenderer() throws -> CellRenderer {
    try CellRenderer(
      self,
      painter: makePainter(),
      layouts: layouts, strips: strips)
  }
}

extension CellShop {
  /// Whether a picture is encoded as a whole, not assembled from the strips of rows.
  package var encodesWhole: Bool { !isVector && (picture.kind != .png || profile == .small) }

  /// Whether a picture is a document without pixels.
  package var isVector: Bool { picture.kind.isVector }

  /// Makes a painter that shares the caches of workers.
  func makePainter() throws(RasterError) -> Painter {
    try Painter(
      pool: surfaces, assets: source.assets, glyphMasks: glyphMasks, colorGlyphs: colorGlyphs,
      hinting: template.theme.hinting)
  }

  /// Makes an encoder of whole pictures.
  package func makeEncoder() -> any PictureEncoder {
    picture.makeEncoder(width: template.pixelWidth, isTransparent: isTransparent)
  }

  /// Returns the display list of a cell.
  package func displayList(of layout: CellLayout) -> DisplayList {
    var list = layout.displayList(theme: template.theme, page: background)
    list.items += decoration?.items(layout, template.theme) ?? []
    return list
  }

  /// Returns the number of device pixels that are composited in each frame that shows a whole cell: the
  /// pixels that masks clip, and the pixel rows below the masks.
  package func maskedPixelCount(of layout: CellLayout) -> Int {
    var rects = decoration?.maskedRects(layout) ?? []
    if layout.isCard, template.theme.cornerRounding == .masked { rects += layout.roundRects }
    func pixels(_ length: Double) -> Int { Int(max(0, length) * layout.scale) }
    var rows: Range<Double>?
    for rect in rects where rect.height > 0 {
      rows = min(rows?.lowerBound ?? rect.minY, rect.minY)..<max(rows?.upperBound ?? 0, rect.maxY)
    }
    let ground = pixels((rows?.upperBound ?? 0) - (rows?.lowerBound ?? 0))
    return rects.reduce(ground * layout.pixelSize.width) {
      $0 + pixels($1.width) * pixels($1.height)
    }
  }
}

extension CellTemplate {
  /// The width in device pixels.
  package var pixelWidth: Int { Int((width * scale).rounded()) }
}
