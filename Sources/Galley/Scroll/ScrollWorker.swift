import GalleyFeed
import GalleyFrames
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import GalleyRowHeights

/// What a thread sets, draws and encodes rows with; it never leaves the thread.
final class ScrollWorker {
  private let shop: CellShop
  private let countsBytes: Bool
  private let colorFonts = ColorFonts()
  private let encoder: StripEncoder
  private let meter: HeightTrial.Meter?
  /// What a trace calls it.
  let number: Int
  /// Made when it is needed: in sync mode workers open no fonts.
  private var madeRenderer: CellRenderer?

  /// A worker that also counts the bytes of rows if `countsBytes`, for which it draws and encodes
  /// them.
  init(
    _ shop: CellShop, countsBytes: Bool, number: Int = 0, meter: HeightTrial.Meter? = nil
  ) {
    self.meter = meter
    self.shop = shop
    self.number = number
    self.countsBytes = countsBytes
    encoder = StripEncoder(profile: shop.profile, colorType: shop.colorType)
  }

  private func renderer() throws -> CellRenderer {
    if let madeRenderer { return madeRenderer }
    let renderer = try shop.makeRenderer()
    madeRenderer = renderer
    return renderer
  }

  /// Sets a row, and finds out how much work it is.
  func survey(_ item: FeedItem) throws -> SurveyedRow {
    let renderer = try renderer()
    let row = try renderer.measure(item)
    let size = row.layout.pixelSize
    var work = WorkAmount(pixels: size.width * size.height)
    for part in row.layout.parts { work.glyphs += part.text?.glyphs.count ?? 0 }
    if countsBytes {
      let strips = try renderer.strips(of: row, cuts: [0..<size.height])
      work.bytes = strips.reduce(0) { $0 + $1.bytes.count }
    }
    return SurveyedRow(
      item: item, content: row.content, key: row.key, height: size.height, work: work,
      maskedPixels: shop.maskedPixelCount(of: row.layout),
      emoji: colorFonts.emoji(of: row.layout), missingGlyphCount: row.layout.missingGlyphCount,
      warnings: row.warnings)
  }

  /// Sets an item, or finds its layout.
  ///
  /// - Throws: What ends the scroll: there are no fonts for this worker.
  func row(of item: FeedItem) throws -> Result<MeasuredRow, RowFailure> {
    let renderer = try renderer()
    return attempt(item) { try renderer.measure(item) }
  }

  /// Measures an item for its height alone, whatever is known of it.
  ///
  /// That is what a table does that does not remember the height. A failure is told of when the item
  /// is drawn.
  func measureAnew(_ item: FeedItem) {
    guard let meter, let renderer = try? renderer() else { return }
    try? meter(shop.source.content(of: item).0, renderer)
  }

  /// Draws some pixel rows of a row, a failure if on the way `isCancelled`.
  func pixels(
    of row: MeasuredRow, rows: Range<Int>, isCancelled: (() -> Bool)? = nil
  ) throws -> Result<LayeredPicture, RowFailure> {
    let renderer = try renderer()
    renderer.painter.isCancelled = isCancelled
    defer { renderer.painter.isCancelled = nil }
    return attempt(row.item) { try renderer.layers(of: row.layout, rows: rows) }
  }

  /// Prepares what takes longest at first sight of a row that is drawn later, by whichever worker.
  ///
  /// What fails here is told of when the row is drawn.
  func warm(_ row: MeasuredRow) {
    try? renderer().warmColorGlyphs(of: row.layout)
  }

  /// The page, in place of what could not be drawn.
  func blank(_ rows: Range<Int>) throws -> LayeredPicture {
    LayeredPicture(try renderer().blankPicture(rowCount: rows.count), top: rows.lowerBound)
  }

  /// Why images were left out since the last call.
  func takeImageFailures() -> [ImageError] { madeRenderer?.takeImageFailures() ?? [] }

  /// Encodes a picture.
  func strip(of pixels: Picture) -> Strip {
    pixels.encoded(0..<pixels.size.height, with: encoder)
  }

  /// Sets and draws a picture, for another thread to encode.
  func picture(_ id: PictureID, of item: FeedItem) throws -> DrawnPicture {
    func blank(_ failure: RowFailure) throws -> DrawnPicture {
      DrawnPicture(
        picture: RowPicture(id, try self.blank(id.rows)), failure: failure,
        imageFailures: takeImageFailures())
    }
    switch try row(of: item) {
    case .failure(let failure): return try blank(failure)
    case .success(let row):
      switch try pixels(of: row, rows: id.rows) {
      case .failure(let failure): return try blank(failure)
      case .success(let pixels):
        return DrawnPicture(
          picture: RowPicture(id, pixels), imageFailures: takeImageFailures())
      }
    }
  }

  /// Draws and encodes what stands where there is no picture.
  func fillers() throws -> FillerStrips {
    var theme = shop.template.theme
    theme.pageColor = theme.pageColor.over(.white)
    return try FillerStrips(
      theme: theme, scale: shop.template.scale, width: shop.template.pixelWidth,
      painter: Painter(pool: SurfacePool(byteLimit: 0)), encoder: encoder)
  }
}

/// A picture that was drawn, and what of it could not be.
struct DrawnPicture {
  var picture: RowPicture
  var failure: RowFailure?
  var imageFailures: [ImageError] = []
}
