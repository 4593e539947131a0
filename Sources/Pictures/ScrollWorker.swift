package import GalleyCellRendering
import GalleyCells
package import GalleyFrames
import GalleyHandles
import GalleyImages
import GalleyLayout
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import GalleyRowHeights
import GalleyShapes
package import GalleyTrials

/// Lays out, draws and encodes rows on one thread, which it never leaves.
package final class ScrollWorker {
  private let shop: CellShop
  private let countsBytes: Bool
  private let countsSights: Bool
  private let colorFonts = ColorFonts()
  private let encoder: StripEncoder
  private let meter: HeightTrial.Meter?
  /// The worker's number in a trace.
  let number: Int
  /// Made at the first use, because workers open no fonts in sync mode.
  private var madeRenderer: CellRenderer?
  /// The waits of the worker's thread for a processor.
  let runQueue = RunQueue()

  /// Makes a worker; if `countsBytes`, a survey also draws and encodes rows to count their bytes, and if
  /// `countsSights`, it lists the glyphs of each row.
  package init(
    _ shop: CellShop, countsBytes: Bool, countsSights: Bool = false, number: Int = 0,
    meter: HeightTrial.Meter? = nil
  ) {
    self.countsSights = countsSights
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

  /// Lays out a row, and determines the amount of work for its picture.
  package func survey(_ cell: RowCell) throws -> SurveyedRow {
    let renderer = try renderer()
    let row = try renderer.measure(cell)
    let size = row.layout.pixelSize
    var work = WorkAmount(pixels: size.width * size.height)
    for part in row.layout.parts { work.glyphs += part.text?.glyphs.count ?? 0 }
    if countsBytes {
      let strips = try renderer.strips(of: row, cuts: [0..<size.height])
      work.bytes = strips.reduce(0) { $0 + $1.bytes.count }
    }
    var surveyed = SurveyedRow(
      cell: cell, isHeightKnown: row.heightSource == .hit, content: row.content, key: row.key,
      height: size.height, work: work,
      maskedPixels: shop.maskedPixelCount(of: row.layout),
      emoji: colorFonts.emoji(of: row.layout), missingGlyphCount: row.layout.missingGlyphCount,
      warnings: row.warnings)
    if countsSights { surveyed.glyphs = colorFonts.glyphs(of: row.layout) }
    return surveyed
  }

  /// Lays out a cell, or finds its layout.
  ///
  /// - Throws: An error that ends the scroll: this worker has no fonts.
  func row(of cell: RowCell) throws -> Result<MeasuredRow, RowFailure> {
    let renderer = try renderer()
    return attempt(cell) { try renderer.measure(cell) }
  }

  /// Measures the height of a cell for a trial, without a look-up.
  ///
  /// A failure is reported when the cell is drawn.
  package func measureAnew(_ cell: RowCell) {
    guard let meter, let renderer = try? renderer() else { return }
    try? meter(try shop.source.content(of: cell).content, renderer)
  }

  /// Draws some pixel rows of a row; fails if `isCancelled` returns true meanwhile.
  func pixels(
    of row: MeasuredRow, rows: Range<Int>, isCancelled: (() -> Bool)? = nil
  ) throws -> Result<LayeredPicture, RowFailure> {
    let renderer = try renderer()
    renderer.painter.reuseIdentifier = row.cell.reuseIdentifier
    renderer.painter.isCancelled = isCancelled
    defer { renderer.painter.isCancelled = nil }
    return attempt(row.cell) { try renderer.layers(of: row.layout, rows: rows) }
  }

  /// Lays a cell out and draws its first pixel rows, so that later cells find its fonts, glyphs and images.
  ///
  /// The pictures are dropped, and so is a failure.
  package func prepare(for cell: RowCell) {
    guard let row = try? row(of: cell).get() else { return }
    let height = min(row.layout.pixelSize.height, Painter.surfaceLimit.height)
    guard height > 0 else { return }
    _ = try? pixels(of: row, rows: 0..<height)
    _ = takeImageFailures()
  }

  /// Scales the emoji of a row, which is the slowest part of its first drawing, for all workers.
  ///
  /// A failure is reported when the row is drawn.
  func warm(_ row: MeasuredRow) {
    try? renderer().warmColorGlyphs(of: row.layout)
  }

  /// Returns a picture of the page, to replace a picture that cannot be drawn.
  func blank(_ rows: Range<Int>, for cell: RowCell) throws -> LayeredPicture {
    let renderer = try renderer()
    renderer.painter.reuseIdentifier = cell.reuseIdentifier
    return LayeredPicture(try renderer.blankPicture(rowCount: rows.count), top: rows.lowerBound)
  }

  /// Returns the failures of images since the last call.
  func takeImageFailures() -> [ImageError] { madeRenderer?.takeImageFailures() ?? [] }

  /// Encodes a picture.
  func strip(of pixels: Picture) -> Strip {
    pixels.encoded(0..<pixels.size.height, with: encoder)
  }

  /// Lays out and draws a picture, without encoding it.
  package func picture(_ id: PictureID, of cell: RowCell) throws -> DrawnPicture {
    func blank(_ failure: RowFailure) throws -> DrawnPicture {
      DrawnPicture(
        picture: RowPicture(id, try self.blank(id.rows, for: cell)), failure: failure,
        imageFailures: takeImageFailures())
    }
    switch try row(of: cell) {
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
}
