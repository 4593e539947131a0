import GalleyCells
import GalleyFeed
import GalleyPNG
import GalleyPrimitives
import GalleyRowHeights
import GalleyWorkers
import Logging

/// One feed on its way to one output.
struct RenderRun {
  typealias Steps = BatchSteps<
    CellRenderer, [FeedElement], [Measured], [Placed], [Finished]
  >

  /// A row that was set, or why there is none.
  typealias Measured = Result<MeasuredRow, RowFailure>
  /// A row with its place, or why there is none.
  typealias Placed = Result<(row: MeasuredRow, place: RowPlacer.Place), RowFailure>
  /// A row that was drawn, or why there is none.
  enum Finished: Sendable {
    case row(FinishedRow)
    /// Where the row already has a place, `filler` takes it.
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

  /// What a row has to become.
  private enum Kind: Sendable {
    case strips
    case pictures
    case pixels
  }

  init(
    options: RenderOptions, feed: FeedInput, output: RenderOutput, shop: CellShop
  ) throws {
    self.shop = shop
    guarded = GuardedInputs(options, feed: feed, assets: shop.source.assets)
    logger = options.logger
    heightsBefore = shop.heights.statistics
    summary.warningCount = shop.fontWarnings.count
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
      kind = .strips
      placer = RowPlacer(pageHeight: nil)
      sink = try TallSink(path: path, shop: shop, emptyPage: emptyPage)
    case .standardOutput:
      kind = .strips
      placer = RowPlacer(pageHeight: nil)
      sink = try TallSink(path: "-", shop: shop, emptyPage: emptyPage)
    case .pages(let height, let pattern):
      let pixels = height * template.scale
      guard (1...65_536).contains(pixels), pixels == pixels.rounded() else {
        throw RenderError.unsupportedPageHeight(height, scale: template.scale)
      }
      guarded.keepImages()
      kind = shop.profile == .small ? .pixels : .strips
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

  /// What workers do with a batch.
  var steps: Steps {
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

  /// Draws a row; where that fails, its place in a tall picture or a page is left blank.
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
      // The next row's warnings must not name the images of this one.
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

  /// Gives a batch of rows their places.
  mutating func place(_ batch: [Measured]) -> [Placed] {
    batch.map { measured in
      measured.map { ($0, placer.place(height: $0.layout.pixelSize.height)) }
    }
  }

  /// Writes a batch of rows.
  mutating func consume(
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
  mutating func finish() throws -> RenderSummary {
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

extension RenderedRow {
  init(_ finished: FinishedRow, files: [String]) {
    let layout = finished.row.layout
    let item = finished.row.item
    let texts = layout.parts.compactMap(\.text)
    var fonts: [String] = []
    for font in texts.flatMap(\.fonts) where !fonts.contains(font.name) { fonts.append(font.name) }
    self.init(
      index: item.index, id: item.id, y: Double(finished.place.top) / layout.scale,
      width: layout.size.width, height: layout.size.height,
      pixelWidth: layout.pixelSize.width, pixelHeight: layout.pixelSize.height,
      lineCount: texts.reduce(0) { $0 + $1.lines.count },
      isTruncated: layout.isTruncated || !item.cutFields.isEmpty,
      repairCount: item.repairCount + layout.repairCount,
      missingGlyphCount: layout.missingGlyphCount, fonts: fonts,
      warnings: finished.row.warnings, files: files)
  }
}
