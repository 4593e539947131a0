package import GalleyCells
import GalleyEncoders
package import GalleyFeedItems
package import GalleyHandles
package import GalleyImages
package import GalleyPNG
import GalleyPrimitives
package import GalleyRaster
import GalleyRowHeights
package import GalleyShapes
package import GalleyTypesetting
import GalleyVector

/// Lays out and draws cells with one worker's fonts, painter and encoder; it never leaves the worker.
package final class CellRenderer {
  package let shop: CellShop
  package let typesetter: Typesetter
  package let painter: Painter
  package let encoder: StripEncoder
  private let layouts: ContentCache<CellLayout>
  private let strips: ContentCache<Strip>
  private var lastRepeated: (row: [UInt32], strip: Strip)?
  private lazy var wholeEncoder = shop.makeEncoder()
  /// What documents without pixels need; `nil` for lack of memory.
  lazy var documents = VectorDocuments(shop.picture.kind == .svg ? .svg : .pdf)

  init(
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

  /// Lays out an item's cell, or finds the layout of an equal content.
  package func measure(_ item: FeedItem) throws -> MeasuredRow { try measure(RowCell(item)) }

  /// Lays out a row's cell, or finds the layout of an equal content.
  package func measure(_ cell: RowCell) throws -> MeasuredRow {
    let sourced = try shop.source.content(of: cell)
    let content = sourced.content
    let key = shop.keys.key(content)
    let (layout, heightSource, isFound) = try layout(content, key: key)
    var warnings = sourced.warnings
    warnings += .about(
      content, missingGlyphCount: layout.missingGlyphCount,
      itemRepairCount: cell.item?.repairCount ?? 0,
      cellRepairCount: layout.repairCount)
    return MeasuredRow(
      cell: cell, content: content, language: sourced.language, key: key, layout: layout,
      heightSource: heightSource, isLayoutFound: isFound, warnings: warnings)
  }

  /// Lays out a cell at a width, without a look-up; the layout is not kept.
  package func layOut(_ content: CellContent, width: Double) throws -> CellLayout {
    var template = shop.template
    template.width = width
    return try template.layout(content, with: typesetter)
  }

  private func layout(
    _ content: CellContent, key: ContentKey
  ) throws -> (CellLayout, HeightAnswer.Source, isFound: Bool) {
    let template = shop.template
    let heightKey = HeightKey(content: key, width: template.width, scale: template.scale)
    switch shop.heights.claim(heightKey, content: content) {
    case .known:
      if let known = layouts.value(for: key, content: content) { return (known, .hit, true) }
      let layout = try template.layout(content, with: typesetter)
      layouts.insert(layout, for: key, content: content, byteCount: layout.byteCount)
      return (layout, .hit, false)
    case .claimed(let cause):
      do {
        let layout = try template.layout(content, with: typesetter)
        let contentByteCount = content.utf8Count
        // Workers that wait for the height then find the layout too.
        layouts.insert(
          layout, for: key, content: content, byteCount: layout.byteCount,
          contentByteCount: contentByteCount)
        shop.heights.insert(
          layout.size.height, for: heightKey, content: content, contentByteCount: contentByteCount)
        return (layout, .calculated(cause), false)
      } catch {
        shop.heights.abandon(heightKey)
        throw error
      }
    }
  }

  /// Draws a row and deflates parts of it; `cuts` are in pixel rows from its top.
  package func strips(of row: MeasuredRow, cuts: [Range<Int>]) throws -> [Strip] {
    let height = row.layout.pixelSize.height
    let isWhole = cuts == [0..<height]
    if isWhole, let known = strips.value(for: row.key, content: row.content) { return [known] }
    let list = shop.displayList(of: row.layout)
    let bands = Painter.bands(of: row.layout.pixelSize)
    if isWhole, bands.count == 1, let strip = try sparseStrip(list, of: row.layout) {
      strips.insert(strip, for: row.key, content: row.content, byteCount: strip.bytes.count)
      return [strip]
    }
    var result: [Strip] = []
    for band in bands {
      let parts = cuts.map { $0.clamped(to: band) }.filter { !$0.isEmpty }
      // Only a row of several bands can have a band of equal pixel rows worth the check.
      if bands.count > 1,
        let pixels = try painter.repeatedRow(
          of: list, rows: band, width: shop.template.pixelWidth, scale: row.layout.scale,
          background: shop.background)
      {
        result += parts.map { repeatedStrip(pixels, rowCount: $0.count) }
        continue
      }
      try draw(list, of: row.layout, rows: band) { pixels, stride in
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

  /// Draws and deflates a high cell whose long runs of background are drawn and read once; `nil` for any other.
  private func sparseStrip(_ list: DisplayList, of layout: CellLayout) throws -> Strip? {
    let size = layout.pixelSize
    guard let counts = encoder.repeatedRunCounts(width: size.width), size.height > 0,
      size.height >= 2 * counts.lowerBound, size.height <= counts.upperBound
    else { return nil }
    var surface = try painter.makeSurface(size)
    let runs = try painter.draw(
      list, rows: 0..<size.height, scale: layout.scale, background: shop.background,
      leavingRunsOf: counts.lowerBound, into: &surface)
    return surface.withPixels { bytes, stride in
      bytes.withUnsafeBytes {
        encoder.encode(
          $0, stride: stride, width: size.width, rows: 0..<size.height, runs: runs)
      }
    }
  }

  /// Deflates equal pixel rows, or finds the strip of the last call.
  private func repeatedStrip(_ row: [UInt32], rowCount: Int) -> Strip {
    if let last = lastRepeated, last.row == row, last.strip.rowCount == rowCount {
      return last.strip
    }
    let strip = encoder.encode(repeating: row, rowCount: rowCount)
    lastRepeated = (row, strip)
    return strip
  }

  /// Draws a row as a whole picture.
  package func picture(of row: MeasuredRow) throws -> [UInt8] {
    guard !shop.isVector else { return try document(of: row.layout) }
    guard shop.encodesWhole else {
      let strips = try strips(of: row, cuts: [0..<row.layout.pixelSize.height])
      return try AssembledPNG(strips, scale: shop.template.scale).bytes
    }
    try draw(row.layout) { pixels, stride, band in
      wholeEncoder.append(pixels, stride: stride, rows: 0..<band.count)
    }
    return try wholeEncoder.finish(scale: shop.template.scale)
  }

  /// Draws a row and copies the parts `cuts` of its pixels.
  package func pixels(of row: MeasuredRow, cuts: [Range<Int>]) throws -> [PixelRows] {
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
  package func picture(of layout: CellLayout, rows: Range<Int>) throws -> Picture {
    try picture(
      shop.displayList(of: layout),
      width: layout.pixelSize.width, rows: rows)
  }

  /// Draws some pixel rows of a cell, at most 8,192, and keeps the parts that masks clip as layers.
  package func layers(of layout: CellLayout, rows: Range<Int>) throws -> LayeredPicture {
    try painter.layers(
      of: shop.displayList(of: layout), rows: rows,
      width: layout.pixelSize.width, scale: shop.template.scale, background: shop.background)
  }

  /// Scales the emoji of a cell, so that a later drawing finds them.
  package func warmColorGlyphs(of layout: CellLayout) throws {
    for text in layout.parts.lazy.compactMap(\.text) {
      try painter.warmColorGlyphs(of: text, scale: layout.scale)
    }
  }

  /// Returns pixel rows of the page's colour, to replace a row that cannot be drawn.
  package func blankPicture(rowCount: Int) throws -> Picture {
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

  /// Returns strips of the page's colour, to replace a row that cannot be drawn.
  package func blankStrips(cuts: [Range<Int>]) -> [Strip] {
    cuts.map {
      encoder.encode(
        repeating: shop.background, width: shop.template.pixelWidth, rowCount: $0.count)
    }
  }

  /// Returns pixels of the page's colour, to replace a row that cannot be drawn.
  package func blankPixels(cuts: [Range<Int>]) -> [PixelRows] {
    cuts.map { cut in
      let pixels = [UInt32](
        repeating: shop.background.premultipliedPixel, count: cut.count * shop.template.pixelWidth)
      return PixelRows(rowCount: cut.count, bytes: pixels.withUnsafeBytes { Array($0) })
    }
  }

  /// Draws a cell on one surface, or on several if it is taller than the maximum.
  package func draw(
    _ layout: CellLayout, body: (UnsafeRawBufferPointer, Int, Range<Int>) -> Void
  ) throws {
    let list = shop.displayList(of: layout)
    for band in Painter.bands(of: layout.pixelSize) {
      try draw(list, of: layout, rows: band) { body($0, $1, band) }
    }
  }

  /// Draws the pixel rows `band` of a cell, whose drawing is `list`, on a surface.
  private func draw(
    _ list: DisplayList, of layout: CellLayout, rows band: Range<Int>,
    body: (UnsafeRawBufferPointer, Int) -> Void
  ) throws {
    var surface = try painter.makeSurface(
      PixelSize(width: layout.pixelSize.width, height: band.count))
    try painter.draw(
      list, rows: band, scale: layout.scale, background: shop.background, into: &surface)
    surface.withPixels { bytes, stride in bytes.withUnsafeBytes { body($0, stride) } }
  }

  /// Returns the failures of images since the last call.
  package func takeImageFailures() -> [ImageError] { painter.takeImageFailures() }
}
