package import GalleyCellRendering
import GalleyCells
import GalleyEncoders
package import GalleyFeed
package import GalleyFeedItems
import GalleyPNG
package import GalleyPrimitives
import GalleyRaster
import GalleyRowHeights
package import GalleyWorkers
import Logging

/// The rendering of one feed to one output.
package struct RenderRun {
  package typealias Steps = BatchSteps<
    CellRenderer, [FeedElement], [Measured], [Placed], [Finished]
  >

  /// A row that is laid out, with the content key of its card picture, or its failure.
  package typealias Measured = Result<(row: MeasuredRow, key: ContentKey), RowFailure>
  /// A row with its place, or its failure.
  package typealias Placed = Result<PlacedRow, RowFailure>
  /// A row that is drawn, or its failure.
  package enum Finished: Sendable {
    case row(FinishedRow)
    /// If the row already has a place, `filler` fills it; a card picture has its `name` for good.
    case failure(RowFailure, filler: FinishedRow?, name: String? = nil)
  }

  let shop: CellShop
  private let logger: Logger
  private let listsHitAreas: Bool
  private let listsFontPaths: Bool
  private let maximumRowPixels: Int
  private let heightsBefore: RowHeightStatistics
  let guarded: GuardedInputs
  let kind: Kind
  var placer: RowPlacer
  private(set) var sink: any RowSink
  var summary = RenderSummary()
  var book: NameBook?
  var manifest: ManifestWriter?

  /// The form in which rows reach the sink.
  enum Kind: Sendable {
    case strips
    case pictures(CardMaker)
    case pixels
    case drawings
  }

  package init(
    options: RenderOptions, bulk: BulkOptions, feed: FeedInput, output: RenderOutput, shop: CellShop
  ) throws {
    self.shop = shop
    guarded = GuardedInputs(options, feed: feed, assets: shop.source.assets)
    logger = options.logger
    listsHitAreas = options.listsHitAreas
    listsFontPaths = options.listsFontPaths
    maximumRowPixels = options.maximumRowPixels
    heightsBefore = shop.heights.statistics
    summary.warningCount = shop.fontWarnings.count
    try Self.check(width: options.template.pixelWidth, in: shop.picture)
    let isStreamed = shop.picture.kind == .png
    let template = options.template
    let emptyPage = (color: shop.background, rowCount: template.emptyRowCount)
    placer = RowPlacer(pageHeight: nil)
    if let document = try DocumentSink(
      output, shop: shop, emptyRowCount: emptyPage.rowCount, isDurable: options.isDurable,
      guarded: guarded)
    {
      (kind, sink) = (.drawings, document)
      return
    }
    switch output {
    case .tall(let path):
      try guarded.check(path)
      guarded.watchImages(of: path)
      kind = isStreamed ? .strips : .pixels
      sink =
        isStreamed
        ? try TallSink(path: path, shop: shop, emptyPage: emptyPage)
        : try WholeSink(path: path, shop: shop, emptyPage: emptyPage)
    case .standardOutput:
      kind = isStreamed ? .strips : .pixels
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
    case .pagedDocument:
      throw RenderError.unsupportedDocument(shop.picture)
    case .cards(let names), .archives(_, let names):
      guarded.keepImages()
      kind = .pictures(try CardMaker(names, bulk, shop: shop))
      if case .archives(let archives, _) = output {
        book = NameBook(names, numbers: bulk.numbersNames, refusal: ArchiveSink.refusal(ofName:))
        sink = try ArchiveSink(
          archives, keepsOthers: !bulk.replacesArchives,
          isDurable: options.isDurable, guarded: guarded)
      } else {
        book = NameBook(names, numbers: bulk.numbersNames, refusal: CardSink.refusal(ofName:))
        sink = try CardSink(names: names, isDurable: options.isDurable, guarded: guarded)
      }
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

  /// Checks that a row's picture is within the limit.
  private static func check(_ size: PixelSize, pixelLimit: Int) throws(RenderError) {
    guard size.width.multipliedReportingOverflow(by: size.height).overflow == false,
      size.width * size.height <= pixelLimit
    else { throw .rowTooLarge(size, pixelLimit: pixelLimit) }
  }

  /// The steps of a batch on workers.
  package var steps: Steps {
    let (kind, pixelLimit) = (kind, maximumRowPixels)
    return Steps(
      measure: { batch, renderer in
        batch.map { element in
          switch element {
          case .bad(let error): .failure(RowFailure(error))
          case .item(let item):
            attempt(item) {
              let row = try renderer.measure(item)
              try Self.check(row.layout.pixelSize, pixelLimit: pixelLimit)
              return (row, kind.key(of: row))
            }
          }
        }
      },
      finish: { batch, renderer in
        batch.map { placed in
          switch placed {
          case .failure(let failure): .failure(failure, filler: nil)
          case .success(let placed): Self.finish(placed, as: kind, with: renderer)
          }
        }
      })
  }

  /// Draws a row; if that fails, its place in a tall picture or a page stays blank.
  private static func finish(
    _ placed: PlacedRow, as kind: Kind, with renderer: CellRenderer
  ) -> Finished {
    let cuts = placed.place.cuts
    let drawn = attempt(placed.row.item) {
      var placed = placed
      let output: FinishedRow.Output
      switch kind {
      case .strips: output = .strips(try renderer.strips(of: placed.row, cuts: cuts))
      case .pictures(let maker):
        let (key, name) = placed.card ?? (placed.row.key, "")
        let made = try maker.picture(of: placed.row, key: key, name: name, with: renderer)
        placed.row.warnings += made.imageFailures
        output = .picture(made.picture)
      case .pixels: output = .pixels(try renderer.pixels(of: placed.row, cuts: cuts))
      case .drawings: output = .drawing(try renderer.drawing(of: placed.row.layout))
      }
      placed.row.warnings += .about(renderer.takeImageFailures(), of: placed.row.item)
      return FinishedRow(placed: placed, output: output)
    }
    switch drawn {
    case .success(let finished): return .row(finished)
    case .failure(let failure):
      // The warnings of the next row must not name images of this row.
      _ = renderer.takeImageFailures()
      let filler: FinishedRow? =
        switch kind {
        case .strips:
          FinishedRow(placed: placed, output: .strips(renderer.blankStrips(cuts: cuts)))
        case .pixels:
          FinishedRow(placed: placed, output: .pixels(renderer.blankPixels(cuts: cuts)))
        case .drawings:
          FinishedRow(
            placed: placed, output: .drawing(VectorDrawing(size: placed.row.layout.pixelSize)))
        case .pictures: nil
        }
      return .failure(failure, filler: filler, name: placed.card?.name)
    }
  }

  /// Assigns places and names to a batch of rows.
  package mutating func place(_ batch: [Measured]) -> [Placed] {
    batch.map { measured in
      measured.flatMap { row, key in
        var card: (ContentKey, String)?
        if book != nil {
          do throws(NameBook.Refusal) {
            card = (key, try book?.claim(index: row.item.index, id: row.item.id, key: key) ?? "")
          } catch { return .failure(RowFailure(error, of: row.item)) }
        }
        let place = placer.place(height: row.layout.pixelSize.height)
        return .success(PlacedRow(row: row, place: place, card: card))
      }
    }
  }

  /// Writes a batch of rows.
  package mutating func consume(
    _ batch: [Finished], onElement: (RenderedElement) throws -> Void
  ) throws {
    for finished in batch {
      switch finished {
      case .row(let row):
        try guarded.check(imagesOf: row.row.content)
        let files = try sink.consume(row)
        logger.trace(
          "row", metadata: ["index": "\(row.row.item.index)", "files": "\(files.paths)"])
        summary.add(row)
        manifest?.add(ManifestRow(row, files))
        let rendered = RenderedRow(
          row, files: files.paths, pageHeight: placer.pageHeight, listsHitAreas: listsHitAreas,
          listsFontPaths: listsFontPaths)
        try onElement(.row(rendered))
      case .failure(let failure, let filler, let name):
        if let filler { _ = try sink.consume(filler) }
        summary.failureCount += 1
        manifest?.add(ManifestRow(failure, name: name))
        try onElement(.failure(failure))
      }
    }
    guard let manifest, manifest.isDue else { return }
    // Pictures first: the manifest never has more rows than there are.
    try sink.flush()
    try manifest.flush()
  }

  /// Completes the output.
  package mutating func finish() throws -> RenderSummary {
    try sink.finish()
    try manifest?.finish()
    summary.fileCount = sink.written.fileCount
    summary.pixelCount = sink.written.pixelCount
    summary.byteCount = sink.written.byteCount
    summary.pageCount = sink.written.pageCount
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

extension RenderRun.Kind {
  /// Returns the content key of a row's card picture.
  fileprivate func key(of row: MeasuredRow) -> ContentKey {
    if case .pictures(let maker) = self {
      maker.key(cell: row.key, content: row.content)
    } else {
      row.key
    }
  }
}

extension CellTemplate {
  /// The device rows of a picture without cells: those of the insets around a card, as far as cells may have them.
  fileprivate var emptyRowCount: Int {
    let height = (theme.cardInsets.top + theme.cardInsets.bottom) * scale
    // The first comparison is false for a number that is none.
    return height >= 1 ? Int(min(height, 16_384 * 64).rounded()) : 1
  }
}
