package import Galley
import GalleyCellRendering
package import GalleyCells
package import GalleyFeed
package import GalleyFeedItems
package import GalleyHandles
package import GalleyParagraphs
package import GalleyPrimitives
import GalleyRaster
package import GalleyRowHeights

/// The settings and caches that the workers of a bench share.
package struct StageShop: Sendable {
  fileprivate let options: RenderOptions
  fileprivate let shop: CellShop

  /// Makes the shared state for `options`.
  ///
  /// - Throws: As ``FeedRenderer/init(_:)``.
  package init(_ options: RenderOptions) throws {
    try options.validate()
    self.options = options
    shop = try CellShop(options)
  }
}

/// The stages of rendering on one worker, one at a time, so that a bench can measure each.
package final class StageProbe {
  private let options: RenderOptions
  private let shop: CellShop
  private let renderer: CellRenderer

  /// Makes a worker's stages for `options`.
  ///
  /// - Throws: As ``FeedRenderer/init(_:)``.
  package convenience init(_ options: RenderOptions) throws {
    try self.init(StageShop(options))
  }

  /// Makes the stages of one of several workers.
  package init(_ shared: StageShop) throws {
    options = shared.options
    shop = shared.shop
    renderer = try shop.makeRenderer()
  }

  /// The counts of the typesetter's work so far.
  package var steps: LayoutSteps { renderer.typesetter.steps }

  /// The number of fonts.
  package var fontCount: Int { shop.library.configuration.fontCount }

  /// Reads the rows of the options' range; calls `onFailure` for elements that are not items, and skips them.
  package func readItems(
    of feed: FeedInput, onFailure: (RowFailure) -> Void = { _ in }
  ) throws -> [FeedItem] {
    let reader = BatchReader(
      try feed.reader(format: options.format, limits: options.limits), rows: options.rows,
      batchSize: 16)
    var items: [FeedItem] = []
    while let batch = try reader.next() {
      for element in batch {
        switch element {
        case .item(let item): items.append(item)
        case .bad(let error): onFailure(RowFailure(error))
        }
      }
    }
    return items
  }

  /// Lays out an item's cell and places all glyphs, or finds the layout of an equal cell.
  package func set(_ item: FeedItem) throws -> ProbedRow {
    let row = try renderer.measure(item)
    row.layout.placeGlyphs()
    return ProbedRow(row)
  }

  /// Looks up a row's height by its content.
  package func findHeight(of row: ProbedRow) -> Double? {
    let key = shop.keys.key(row.row.content)
    let template = shop.template
    return shop.heights.height(
      for: HeightKey(content: key, width: template.width, scale: template.scale),
      content: row.row.content)
  }

  /// Draws a row, and lends the pixels of each of its surfaces to `body`.
  package func rasterize(
    _ row: ProbedRow,
    body: (_ pixels: UnsafeRawBufferPointer, _ stride: Int, _ rowCount: Int) -> Void
  ) throws {
    try rasterize(row.row.layout, body: body)
  }

  /// Draws a cell, and lends the pixels of each of its surfaces to `body`.
  package func rasterize(
    _ layout: CellLayout,
    body: (_ pixels: UnsafeRawBufferPointer, _ stride: Int, _ rowCount: Int) -> Void
  ) throws {
    try renderer.draw(layout) { pixels, stride, band in body(pixels, stride, band.count) }
    _ = renderer.takeImageFailures()
  }

  /// The pixel of the page, which is visible where there is no row.
  package var pagePixel: UInt32 { shop.background.premultipliedPixel }

  /// Draws a cell as pictures of at most the maximum height of a surface.
  package func pictures(of layout: CellLayout) throws -> [Picture] {
    defer { _ = renderer.takeImageFailures() }
    return try Painter.bands(of: layout.pixelSize).map {
      try renderer.picture(of: layout, rows: $0)
    }
  }

  /// Returns the content of an item's cell, and its key.
  ///
  /// - Throws: The error of a client's cell.
  package func content(of item: FeedItem) throws -> KeyedContent<CellContent> {
    let content = try shop.source.content(of: item).content
    return KeyedContent(content, key: shop.keys.key(content), byteCount: content.utf8Count)
  }

  /// Lays out a cell at a width and places all glyphs, without a look-up; the layout is not kept.
  package func layout(_ content: CellContent, width: Double) throws -> CellLayout {
    let layout = try renderer.layOut(content, width: width)
    layout.placeGlyphs()
    return layout
  }

  /// Deflates pixel rows, and returns the number of bytes.
  package func encode(_ pixels: UnsafeRawBufferPointer, stride: Int, rowCount: Int) -> Int {
    renderer.encoder.encode(
      pixels, stride: stride, width: shop.template.pixelWidth, rows: 0..<rowCount
    ).bytes.count
  }
}

/// A row that a probe has laid out.
package struct ProbedRow {
  fileprivate let row: MeasuredRow

  fileprivate init(_ row: MeasuredRow) { self.row = row }

  /// The key of the row's picture.
  package var key: ContentKey { row.key }
  /// The height in device pixels.
  package var pixelHeight: Int { row.layout.pixelSize.height }
  /// The number of glyphs of its texts.
  package var glyphCount: Int { row.layout.parts.reduce(0) { $0 + ($1.text?.glyphs.count ?? 0) } }
  /// The number of pixels of its picture.
  package var pixelCount: Int { row.layout.pixelSize.width * pixelHeight }
}
