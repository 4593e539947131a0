import GalleyFeed
import GalleyFrames
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRaster

/// What a thread sets, draws and encodes rows with; it never leaves the thread.
final class ScrollWorker {
  private let shop: CellShop
  private let countsBytes: Bool
  private let colorFonts = ColorFonts()
  private let encoder: StripEncoder
  /// Made when it is needed: in sync mode workers only encode, and open no fonts.
  private var madeRenderer: CellRenderer?

  /// A worker that also counts the bytes of rows if `countsBytes`, for which it draws and encodes
  /// them.
  init(_ shop: CellShop, countsBytes: Bool) {
    self.shop = shop
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
      emoji: colorFonts.emoji(of: row.layout), missingGlyphCount: row.layout.missingGlyphCount,
      warnings: row.warnings)
  }

  /// Sets, draws and encodes some pixel rows of an item's picture.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - rows: The pixel rows, from the picture's top.
  ///   - isWanted: Asked between setting and drawing; `false` ends it.
  /// - Returns: The strips, with what could not be drawn; `nil` if they are no longer wanted.
  /// - Throws: What ends the scroll: there are no fonts for this worker.
  func strips(
    of item: FeedItem, rows: Range<Int>, isWanted: () -> Bool
  ) throws -> DrawnStrips? {
    let renderer = try renderer()
    switch attempt(item, { try renderer.measure(item) }) {
    case .failure(let failure):
      return DrawnStrips(strips: renderer.blankStrips(cuts: [rows]), failure: failure)
    case .success(let row):
      guard isWanted() else { return nil }
      switch attempt(item, { try renderer.strips(of: row, cuts: [rows]) }) {
      case .failure(let failure):
        return DrawnStrips(strips: renderer.blankStrips(cuts: [rows]), failure: failure)
      case .success(let strips):
        return DrawnStrips(strips: strips, imageFailures: renderer.takeImageFailures())
      }
    }
  }

  /// Sets and draws some pixel rows of an item's picture, for another thread to encode.
  func pixels(of item: FeedItem, rows: Range<Int>) throws -> DrawnPixels {
    let renderer = try renderer()
    let drawn = attempt(item) {
      try renderer.pixels(of: try renderer.measure(item), cuts: [rows])[0]
    }
    switch drawn {
    case .failure(let failure):
      return DrawnPixels(pixels: renderer.blankPixels(cuts: [rows])[0], failure: failure)
    case .success(let pixels):
      return DrawnPixels(pixels: pixels, imageFailures: renderer.takeImageFailures())
    }
  }

  /// Encodes pixels that another thread has drawn.
  func strip(of pixels: PixelRows) -> Strip {
    pixels.bytes.withUnsafeBytes {
      encoder.encode(
        $0, stride: 4 * shop.template.pixelWidth, width: shop.template.pixelWidth,
        rows: 0..<pixels.rowCount)
    }
  }

  /// Draws and encodes what stands where there is no picture.
  func fillers() throws -> FillerStrips {
    try FillerStrips(
      theme: shop.template.theme, scale: shop.template.scale, width: shop.template.pixelWidth,
      painter: Painter(pool: SurfacePool(byteLimit: 0)), encoder: encoder)
  }
}

/// Strips of a part of a row's picture, and what of it could not be drawn.
struct DrawnStrips: Sendable {
  var strips: [Strip]
  var failure: RowFailure?
  var imageFailures: [ImageError] = []
}

/// Pixels of a part of a row's picture, and what of it could not be drawn.
struct DrawnPixels: Sendable {
  var pixels: PixelRows
  var failure: RowFailure?
  var imageFailures: [ImageError] = []
}
