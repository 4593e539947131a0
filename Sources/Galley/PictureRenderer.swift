import GalleyCellRendering
import GalleyCells
public import GalleyElements
public import GalleyFonts
public import GalleyHandles
import GalleyImages
public import GalleyLayout
import GalleyPNG
public import GalleyPrimitives
public import GalleyRaster
public import GalleyText

/// Draws single cells, texts and display lists, on the thread of its caller.
///
/// ```swift
/// let renderer = try PictureRenderer()
/// let png = try renderer.png(of: PostCell(post))
/// ```
///
/// Not `Sendable`: it has the fonts, the painter and the caches of one worker, so keep it for many pictures. For
/// many cells at once, `FeedRenderer.pictures(of:)` has workers.
public final class PictureRenderer {
  /// The settings; cells are as wide as the template, unless they have a width of their own.
  public let options: RenderOptions
  let renderer: CellRenderer
  private var warnings: [RowWarning] = []

  /// Makes a renderer with `options`.
  ///
  /// - Throws: ``/GalleyCellRendering/RenderError`` where an option is out of bounds, ``GalleyFonts/FontError``
  ///   where there are no fonts, ``GalleyImages/ImageError`` where the assets folder cannot be opened.
  /// - Complexity: Tens of milliseconds; fonts are opened at their first use.
  public init(_ options: RenderOptions = RenderOptions()) throws {
    try options.validate()
    self.options = options
    renderer = try CellShop(options).makeRenderer()
  }

  /// The number of device pixels per layout unit.
  public var scale: Double { options.template.scale }

  /// The differences between the fonts and those that the options, and their cell, ask for.
  public var fontWarnings: [FontWarning] { renderer.shop.fontWarnings }

  /// Returns the warnings since the last call: missing images, characters without a glyph, repairs.
  public func takeWarnings() -> [RowWarning] {
    defer { warnings = [] }
    return warnings
  }

  /// Lays out a cell, as wide as its root, or as the template if the root has no width in layout units.
  ///
  /// - Throws: ``GalleyElements/ElementError``.
  public func layout(of cell: some Element) throws -> CellLayout {
    let tree = cell.tree
    let sourced = try renderer.shop.source.content(of: RowCell(tree))
    let content = sourced.content
    var width = options.template.width
    if case .units(let own) = tree.box.size.width { width = own }
    let layout = try renderer.layOut(content, width: width)
    for warning in sourced.warnings where !warnings.contains(warning) { warnings.append(warning) }
    warnings += .about(
      content, missingGlyphCount: layout.missingGlyphCount, itemRepairCount: 0,
      cellRepairCount: layout.repairCount)
    return layout
  }

  /// Lays out a text in a container.
  ///
  /// - Throws: ``GalleyLayout/LayoutError``.
  public func layout(
    _ text: AttributedText, in container: TextContainer
  ) throws(LayoutError) -> TextLayout {
    try renderer.typesetter.layout(text, in: container)
  }

  /// Draws a cell on the page's colour, or on nothing if the options are transparent.
  ///
  /// - Throws: ``GalleyElements/ElementError``, and ``GalleyRaster/RasterError``, also for a cell above 8,192
  ///   device pixels.
  public func picture(of cell: some Element) throws -> Picture {
    let layout = try layout(of: cell)
    return try picture(of: renderer.shop.displayList(of: layout), size: layout.size)
  }

  /// Draws a cell as a PNG; it may be higher than one picture.
  ///
  /// - Throws: ``GalleyElements/ElementError``, ``GalleyRaster/RasterError``.
  public func png(of cell: some Element) throws -> [UInt8] {
    let layout = try layout(of: cell)
    return try png(of: renderer.shop.displayList(of: layout), size: layout.size)
  }

  /// Draws a text that is as wide as its longest line, at most `width` layout units.
  ///
  /// - Throws: ``GalleyLayout/LayoutError``, ``GalleyRaster/RasterError``.
  public func png(of text: AttributedText, width: Double = .infinity) throws -> [UInt8] {
    try png(of: layout(text, in: TextContainer(width: width)))
  }

  /// Draws a text's layout, as large as its bounding size.
  ///
  /// - Throws: ``GalleyRaster/RasterError``.
  public func picture(of layout: TextLayout) throws -> Picture {
    try picture(of: DisplayList(bounding: layout), size: layout.boundingSize)
  }

  /// Draws a text's layout as a PNG, as large as its bounding size.
  ///
  /// - Throws: ``GalleyRaster/RasterError``.
  public func png(of layout: TextLayout) throws -> [UInt8] {
    try png(of: DisplayList(bounding: layout), size: layout.boundingSize)
  }

  /// Draws a display list on a picture of `size` layout units.
  ///
  /// - Throws: ``GalleyRaster/RasterError``.
  public func picture(of list: DisplayList, size: Size) throws -> Picture {
    let surface = try renderer.painter.draw(
      list, size: size, scale: scale, background: renderer.shop.background)
    noteImages()
    return surface.freeze()
  }

  /// Draws a display list as a PNG of `size` layout units; it may be higher than one picture.
  ///
  /// - Throws: ``GalleyRaster/RasterError``.
  public func png(of list: DisplayList, size: Size) throws -> [UInt8] {
    let pixels = try Painter.pixelSize(of: size, scale: scale)
    let encoder = PNGRowEncoder(
      width: pixels.width, profile: options.profile, colorType: renderer.shop.colorType,
      strips: renderer.encoder)
    defer { noteImages() }
    return try renderer.painter.png(
      of: list, size: pixels, scale: scale, background: renderer.shop.background, with: encoder)
  }

  func noteImages() {
    for failure in renderer.takeImageFailures() {
      let warning = RowWarning(failure, field: nil)
      if !warnings.contains(warning) { warnings.append(warning) }
    }
  }
}

extension Picture {
  /// Returns the picture as a PNG; it has an alpha channel unless the picture is opaque.
  ///
  /// - Parameters:
  ///   - scale: The device pixels per layout unit, which the file has as its pixel density.
  ///   - profile: The compression.
  /// - Returns: The bytes of the file.
  /// - Throws: ``GalleyPNG/PNGError``.
  public func png(scale: Double = 1, profile: PNGProfile = .fast) throws(PNGError) -> [UInt8] {
    let colorType: PNGColorType = isOpaque ? .rgb : .rgba
    let encoder = PNGRowEncoder(
      width: size.width, profile: profile, colorType: colorType,
      strips: StripEncoder(profile: profile, colorType: colorType))
    withPixels { bytes, stride in
      bytes.withUnsafeBytes { encoder.append($0, stride: stride, rowCount: size.height) }
    }
    return try encoder.finish(scale: scale)
  }
}

extension TextLayout {
  /// Draws the layout as a PNG, as large as its bounding size.
  ///
  /// Each call opens the fonts again; a ``/Galley/PictureRenderer`` keeps them.
  ///
  /// - Parameters:
  ///   - scale: The device pixels per layout unit.
  ///   - background: The colour below the text; by default the picture is transparent.
  /// - Returns: The bytes of the file.
  /// - Throws: ``GalleyRaster/RasterError``, ``GalleyPNG/PNGError``.
  public func png(scale: Double = 1, background: Color = .clear) throws -> [UInt8] {
    try DisplayList(bounding: self)
      .picture(size: boundingSize, scale: scale, background: background).png(scale: scale)
  }
}

extension DisplayList {
  /// Draws the list.
  ///
  /// Each call opens the fonts again; a ``/Galley/PictureRenderer`` keeps them. Images are missing without `assets`.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in layout units.
  ///   - scale: The device pixels per layout unit.
  ///   - background: The colour below all items; the picture is opaque if this colour is.
  ///   - assets: The folder of images; `nil` for none.
  ///   - imageLimits: The limits above which an image is left out.
  /// - Returns: The picture.
  /// - Throws: ``GalleyRaster/RasterError``, ``GalleyImages/ImageError`` if the folder cannot be opened.
  public func picture(
    size: Size, scale: Double = 1, background: Color = .clear, assets: String? = nil,
    imageLimits: ImageLimits = ImageLimits()
  ) throws -> Picture {
    let folder = try AssetFolder(path: assets, limits: imageLimits)
    let painter = try Painter(pool: SurfacePool(byteLimit: 0), assets: folder)
    return try painter.draw(self, size: size, scale: scale, background: background).freeze()
  }
}
