import GalleyFeed
public import GalleyLayout
import GalleyRowHeights
import GalleyWorkers
import Logging

/// Measures feeds: the height of each row and the boxes of its lines, without drawing any.
///
/// Rows are set by workers, a batch at a time, and told of in order; memory is bounded however long
/// the feed is. What is told depends on the feed and the options alone.
public struct FeedMeasurer: Sendable {
  /// What feeds are measured with; what concerns pictures only has no effect.
  public let options: RenderOptions
  private let shop: CellShop
  /// What of the fonts is not as it was asked for; counted among the warnings of each run.
  public var fontWarnings: [FontWarning] { shop.fontWarnings }

  /// A measurer with `options`.
  ///
  /// - Throws: ``RenderError`` where an option is out of bounds, ``GalleyLayout/FontError`` where there are no
  ///   fonts, ``GalleyHandles/ImageError`` where the assets folder cannot be opened.
  public init(_ options: RenderOptions = RenderOptions()) throws {
    try options.validate()
    self.options = options
    shop = try CellShop(options)
  }

  /// Measures `feed`, and tells `onElement` of each element, in order.
  ///
  /// Where the feed breaks off, what was read before has been told of.
  ///
  /// - Throws: ``GalleyFeed/FeedError``, what `onElement` throws, or `CancellationError`.
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

  /// Measures the heights of `feed`'s rows, and tells `onElement` of each element, in order.
  ///
  /// Rows are told of without their lines. A row whose height `file` knows is not set; the others
  /// are added to it, for you to save.
  ///
  /// - Throws: ``GalleyFeed/FeedError``, what `onElement` throws, or `CancellationError`.
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

/// Takes batches of elements through workers, or through the caller's own thread.
struct MeasureRun<Resources, Element: Sendable>: Sendable {
  typealias Steps = BatchSteps<
    Resources, [Element], [MeasuredElement], [MeasuredElement], [MeasuredElement]
  >

  private let steps: Steps

  /// A run that makes of each element what `measure` returns.
  init(_ measure: @escaping @Sendable (Element, Resources) -> MeasuredElement) {
    steps = Steps(
      measure: { batch, resources in batch.map { measure($0, resources) } },
      finish: { batch, _ in batch })
  }

  /// Measures what `next` delivers, and tells `onElement` of it in order.
  func run(
    _ mode: RenderMode, workerCount: Int,
    makeResources: @escaping @Sendable () throws -> Resources,
    isolation: isolated (any Actor)? = #isolation,
    next: sending @escaping () throws -> [Element]?,
    onElement: (MeasuredElement) throws -> Void
  ) async throws -> MeasureSummary {
    var summary = MeasureSummary()
    func consume(_ batch: [MeasuredElement]) throws {
      for element in batch {
        summary.count(element)
        try onElement(element)
      }
    }
    switch mode {
    case .sync:
      try steps.mapOrdered(
        with: try makeResources(), next: next, place: { $0 }, consume: consume)
    case .async:
      let pool = try WorkerPool(count: workerCount, name: "galley", makeResources: makeResources)
      try await pool.mapOrdered(steps, next: next, place: { $0 }, consume: consume)
    }
    return summary
  }
}
