import GalleyCellRendering
import GalleyFeed
import GalleyFeedItems
public import GalleyFonts
import GalleyMeasuring
import GalleyRowHeights
import GalleyWorkers
import Logging

/// Measures feeds without drawing: the height of each row, and the boxes of its lines.
///
/// Workers lay out rows in batches; the results arrive in order, and memory is bounded for a feed of any
/// length. The results depend on the feed and the options alone.
public struct FeedMeasurer: Sendable {
  /// The settings; those of pictures have no effect.
  public let options: RenderOptions
  private let shop: CellShop
  /// The differences between the fonts and the request; each run counts them as warnings.
  public var fontWarnings: [FontWarning] { shop.fontWarnings }

  /// Makes a measurer with `options`.
  ///
  /// - Throws: ``/GalleyCellRendering/RenderError`` where an option is out of bounds, ``GalleyFonts/FontError`` where there are no
  ///   fonts, ``GalleyImages/ImageError`` where the assets folder cannot be opened.
  public init(_ options: RenderOptions = RenderOptions()) throws {
    try options.validate()
    self.options = options
    shop = try CellShop(options)
  }

  /// Measures `feed`, and calls `onElement` for each element, in order.
  ///
  /// If the feed breaks off, `onElement` is called for all elements before the fault.
  ///
  /// - Throws: ``/GalleyFeedItems/FeedError``, an error of `onElement`, or `CancellationError`.
  /// - Complexity: O(feed).
  @discardableResult
  public func measure(
    _ feed: FeedInput,
    isolation: isolated (any Actor)? = #isolation,
    onElement: (MeasuredElement) throws -> Void = { _ in }
  ) async throws -> MeasureSummary {
    try await measure(feed, isolation: isolation, onElement: onElement) { item, renderer in
      RowMeasurement(try renderer.measure(item))
    }
  }

  /// Measures the heights of `feed`'s rows, and calls `onElement` for each element, in order.
  ///
  /// The measurements have no lines. A row whose height is in `file` is not laid out; the heights of the
  /// other rows are added to `file`, which the caller saves.
  ///
  /// - Throws: ``/GalleyFeedItems/FeedError``, an error of `onElement`, or `CancellationError`.
  /// - Complexity: O(feed).
  @discardableResult
  public func measureHeights(
    _ feed: FeedInput, keptIn file: HeightFile? = nil,
    isolation: isolated (any Actor)? = #isolation,
    onElement: (MeasuredElement) throws -> Void = { _ in }
  ) async throws -> MeasureSummary {
    let keys = file.map { _ in HeightFile.Keys(library: shop.library) }
    return try await measure(feed, isolation: isolation, onElement: onElement) { item, renderer in
      if let file, let keys { return try renderer.measureHeight(item, keptIn: file, keys) }
      var row = RowMeasurement(try renderer.measure(item))
      row.lines = []
      return row
    }
  }

  private func measure(
    _ feed: FeedInput, isolation: isolated (any Actor)?,
    onElement: (MeasuredElement) throws -> Void,
    row: @escaping @Sendable (FeedItem, CellRenderer) throws -> RowMeasurement
  ) async throws -> MeasureSummary {
    let batches = BatchReader(
      try feed.reader(format: options.format, limits: options.limits), rows: options.rows,
      batchSize: 16)
    let run = MeasureRun<CellRenderer, FeedElement> { element, renderer in
      switch element {
      case .bad(let error): .failure(RowFailure(error))
      case .item(let item):
        switch attempt(item, { try row(item, renderer) }) {
        case .success(let row): .row(row)
        case .failure(let failure): .failure(failure)
        }
      }
    }
    let shop = shop
    let before = shop.heights.statistics
    var summary = try await run.run(
      options.mode, workerCount: options.effectiveWorkerCount,
      makeResources: { try shop.makeRenderer() }, next: batches.next, onElement: onElement)
    summary.heights = shop.heights.statistics.since(before)
    summary.warningCount += shop.fontWarnings.count
    options.logger.debug(
      "measured",
      metadata: ["rows": "\(summary.rowCount)", "failures": "\(summary.failureCount)"])
    return summary
  }
}
