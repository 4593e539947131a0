package import GalleyCellRendering
import GalleyCells
import GalleyEncoders
package import GalleyFeed
import GalleyPNG
import GalleyPrimitives
import GalleyRowHeights
package import GalleyWorkers
import Logging

/// The rendering of one feed to one output.
package struct RenderRun {
  package typealias Steps = BatchSteps<
    CellRenderer, [FeedElement], [Measured], [Placed], [Finished]
  >

  /// A row that is laid out, or its failure.
  package typealias Measured = Result<MeasuredRow, RowFailure>
  /// A row with its place, or its failure.
  package typealias Placed = Result<(row: MeasuredRow, place: RowPlacer.Place), RowFailure>
  /// A row that is drawn, or its failure.
  package enum Finished: Sendable {
    case row(FinishedRow)
    /// If the row already has a place, `filler` fills it.
    case failure(RowFailure, filler: FinishedRow?)
  }

  private let shop: CellShop
  private let logger: Logger
  private let heightsBefore: RowHeightStatistics
  private let guarded: GuardedInputs
  private let kind: Kind
  private var placer: RowPlacer
  private var sink: any RowSink
  private var summary = RenderSummary()

  /// The form in which rows reach the sink.
  private enum Kind: Sendable {
    case strips
    case pictures
    case pixels
  }

  package init(
    options: RenderOptions, feed: FeedInput, output: RenderOutput, shop: CellShop
  ) throws {
    self.shop = shop
    guarded = GuardedInputs(options, feed: feed, assets: shop.source.assets)
    logger = options.logger
    heightsBefore = shop.heights.statistics
    summary.warningCount = shop.fontWarnings.count
    try Self.check(width: options.template.pixelWidth, in: shop.picture)
    let isStreamed = shop.picture.kind == .png
    let template = options.template
    let insets = template.theme.cardInsets
    let emptyPage = (
      color: shop.background,
      rowCount: max(1, Int(((insets.top + insets.bottom) * template.scale).rounded()))
    )
    switch output {
    case .tall(let path):
      try guarded.check(path)
      guarded.watchImages(of: path)
      kind = isStreamed ? .strips : .pixels
      placer = RowPlacer(pageHeight: nil)
      sink =
        isStreamed
        ? try TallSink(path: path, shop: shop, emptyPage: emptyPage)
        : try WholeSink(path: path, shop: shop, emptyPage: emptyPage)
    case .standardOutput:
      kind = isStreamed ? .strips : .pixels
      placer = RowPlacer(pageHeight: nil)
      sink =
        isStreamed
        ? try TallSink(path: "-", shop: shop, emptyPage: emptyPage)
        : try WholeSink(path: "-", shop: shop, emptyPage: emptyPage)
    case .pages(let height, let pattern):
      let pixels = height * template.scale
      guard (1...65_536).contains(pixels), pixels == pixels.rounded() else {
        throw RenderError.unsupportedPageHeight(height, scale: template.scale)
      }
      guarded.keepImages()
      try Self.check(width: template.pixelWidth, rowCount: Int(pixels), in: shop.picture)
      kind = shop.encodesWhole ? .pixels : .strips
      placer = RowPlacer(pageHeight: Int(pixels))
      sink = try PageSink(
        pattern: pattern, pageHeight: Int(pixels), shop: shop, isDurable: options.isDurable,
        guarded: guarded)
    case .cards(let pattern):
      guarded.keepImages()
      kind = .pictures
      placer = RowPlacer(pageHeight: nil)
      sink = try CardSink(pattern: pattern, isDurable: options.isDurable, guarded: guarded)
    }
  }

  /// Checks that a format has pictures of this size.
  private static func check(
    width: Int, rowCount: Int = 1, in format: PictureFormat
  ) throws(PictureError) {
    guard max(width, rowCount) <= format.edgeLimit else {
      throw .unsupportedSize(
        format.kind, PixelSize(width: width, height: rowCount), edgeLimit: format.edgeLimit)
    }
  }

  /// The steps of a batch on workers.
  package var steps: Steps {
    let kind = kind
    return Steps(
      measure: { batch, renderer in
        batch.map { element in
          switch element {
          case .bad(let error): .failure(RowFailure(error))
          case .item(let item): attempt(item) { try renderer.measure(item) }
          }
        }
      },
      finish: { batch, renderer in
        batch.map { placed in
          switch placed {
          case .failure(let failure): .failure(failure, filler: nil)
          case .success((let row, let place)): Self.finish(row, at: place, as: kind, with: renderer)
          }
        }
      })
  }

  /// Draws a row; if that fails, its place in a tall picture or a page stays blank.
  private static func finish(
    _ row: MeasuredRow, at place: RowPlacer.Place, as kind: Kind, with renderer: CellRenderer
  ) -> Finished {
    let drawn = attempt(row.item) {
      let output: FinishedRow.Output =
        switch kind {
        case .strips: .strips(try renderer.strips(of: row, cuts: place.cuts))
        case .pictures: .picture(try renderer.picture(of: row))
        case .pixels: .pixels(try renderer.pixels(of: row, cuts: place.cuts))
        }
      var row = row
      row.warnings += .about(renderer.takeImageFailures(), of: row.item)
      return FinishedRow(row: row, place: place, output: output)
    }
    switch drawn {
    case .success(let finished): return .row(finished)
    case .failure(let failure):
      // The warnings of the next row must not name images of this row.
      _ = renderer.takeImageFailures()
      let filler: FinishedRow? =
        switch kind {
        case .strips:
          FinishedRow(
            row: row, place: place, output: .strips(renderer.blankStrips(cuts: place.cuts)))
        case .pixels:
          FinishedRow(
            row: row, place: place, output: .pixels(renderer.blankPixels(cuts: place.cuts)))
        case .pictures: nil
        }
      return .failure(failure, filler: filler)
    }
  }

  /// Assigns places to a batch of rows.
  package mutating func place(_ batch: [Measured]) -> [Placed] {
    batch.map { measured in
      measured.map { ($0, placer.place(height: $0.layout.pixelSize.height)) }
    }
  }

  /// Writes a batch of rows.
  package mutating func consume(
    _ batch: [Finished], onElement: (RenderedElement) throws -> Void
  ) throws {
    for finished in batch {
      switch finished {
      case .row(let row):
        try guarded.check(imagesOf: row.row.item)
        let files = try sink.consume(row)
        logger.trace(
          "row", metadata: ["index": "\(row.row.item.index)", "files": "\(files)"])
        summary.rowCount += 1
        summary.warningCount += row.row.warnings.count
        summary.missingGlyphCount += row.row.layout.missingGlyphCount
        try onElement(.row(RenderedRow(row, files: files)))
      case .failure(let failure, let filler):
        if let filler { _ = try sink.consume(filler) }
        summary.failureCount += 1
        try onElement(.failure(failure))
      }
    }
  }

  /// Completes the output.
  package mutating func finish() throws -> RenderSummary {
    try sink.finish()
    summary.fileCount = sink.written.fileCount
    summary.pixelCount = sink.written.pixelCount
    summary.byteCount = sink.written.byteCount
    summary.pixelHeight = placer.bottom
    summary.heights = shop.heights.statistics.since(heightsBefore)
    logger.debug(
      "rendered",
      metadata: [
        "rows": "\(summary.rowCount)", "failures": "\(summary.failureCount)",
        "files": "\(summary.fileCount)", "bytes": "\(summary.byteCount)",
      ])
    return summary
  }
}
