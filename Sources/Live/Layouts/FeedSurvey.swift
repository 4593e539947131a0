package import GalleyCellRendering
import GalleyCells
package import GalleyFeed
package import GalleyFeedItems
import GalleyFrames
package import GalleyPictures
import GalleyTable
package import GalleyWorkers

/// Reads and lays out the rows that a scroll can reach.
package struct FeedSurvey {
  /// A row that is laid out, with its index in the feed, or its failure.
  typealias Element = Result<(index: Int, row: SurveyedRow), RowFailure>

  /// A finding of the survey, in the order of the feed.
  package enum Event {
    /// An element that is not an item, or an item that cannot be laid out.
    case failure(RowFailure)
    /// A warning about the row of the item at `index` in the feed.
    case warning(index: Int, RowWarning)
  }

  /// The rows so far.
  package private(set) var rows: [SurveyedRow] = []
  package private(set) var failureCount = 0
  package private(set) var warningCount = 0
  package private(set) var missingGlyphCount = 0
  /// The sum of heights after which rows can be neither visible nor prepared; `nil` to read the whole feed.
  private let reach: Int?

  /// The sum of the rows' heights, in device pixels.
  private var height = 0

  /// Thrown to stop reading when all reachable rows are laid out.
  private struct HasReached: Error {}

  /// The items of the rows, and their heights in device pixels.
  package var placedItems: [(item: FeedItem, height: Int)] {
    rows.compactMap { row in row.cell.item.map { ($0, row.height) } }
  }

  /// Makes a survey of a whole feed.
  package init() { reach = nil }

  /// Makes a survey of the rows that a scroll can reach.
  package init(_ options: ScrollOptions) {
    if case .constant(let speed) = options.script, speed < 0 {
      reach = nil
      return
    }
    // No table is higher than this, and the following sums cannot overflow.
    let limit = 1 << 60
    let last = options.budget.vsync(options.vsyncLimit - 1)
    let viewport = Viewport(
      offset: options.script.farthestOffset(
        until: last.start, scale: options.rendering.template.scale, limit: limit),
      size: options.frameSize)
    reach =
      ScreenRange.preload.band(around: viewport, isForward: true, totalHeight: limit).upperBound
  }

  /// Reads the feed to its end, or as far as the scroll can reach.
  ///
  /// - Parameters:
  ///   - batches: The feed.
  ///   - worker: The worker that lays out rows in line; `nil` to use the pool.
  ///   - pool: The workers that lay out rows if `worker` is `nil`.
  ///   - isolation: The isolation of the caller, where rows are gathered.
  ///   - onEvent: Called for failures and warnings, in order.
  /// - Throws: `FeedError`, an error of `onEvent`, or `CancellationError`.
  package mutating func read(
    _ batches: BatchReader, with worker: ScrollWorker?, or pool: WorkerPool<ScrollWorker>,
    isolation: isolated (any Actor)? = #isolation, onEvent: (Event) throws -> Void
  ) async throws {
    try await layOut(
      next: batches.next, with: worker, or: pool,
      row: { element, worker in
        switch element {
        case .bad(let error): .failure(RowFailure(error))
        case .item(let item):
          attempt(item) { (item.index, try worker.survey(RowCell(item))) }
        }
      }, onEvent: onEvent)
  }

  /// Lays out the rows of cells, to the last one or as far as the scroll can reach.
  ///
  /// - Parameters:
  ///   - rowCount: The number of rows.
  ///   - cell: Returns the cell of the row at an index; called where rows are laid out.
  ///   - worker: The worker that lays out rows in line; `nil` to use the pool.
  ///   - pool: The workers that lay out rows if `worker` is `nil`.
  ///   - isolation: The isolation of the caller, where rows are gathered.
  ///   - onEvent: Called for failures and warnings, in order.
  /// - Throws: An error of `onEvent`, or `CancellationError`.
  package mutating func read(
    rowCount: Int, cell: @escaping @Sendable (Int) -> RowCell,
    with worker: ScrollWorker?, or pool: WorkerPool<ScrollWorker>,
    isolation: isolated (any Actor)? = #isolation, onEvent: (Event) throws -> Void
  ) async throws {
    let batches = IndexBatches(count: rowCount)
    try await layOut(
      next: batches.next, with: worker, or: pool,
      row: { index, worker in
        let cell = cell(index)
        return attempt(cell) { (index, try worker.survey(cell)) }.mapError {
          RowFailure(index: index, byteOffset: 0, message: $0.message)
        }
      }, onEvent: onEvent)
  }

  private mutating func layOut<Source: Sendable>(
    next: sending @escaping () throws -> [Source]?, with worker: ScrollWorker?,
    or pool: WorkerPool<ScrollWorker>, isolation: isolated (any Actor)? = #isolation,
    row: @escaping @Sendable (Source, ScrollWorker) -> Element, onEvent: (Event) throws -> Void
  ) async throws {
    let steps = BatchSteps<ScrollWorker, [Source], [Element], [Element], [Element]>(
      measure: { batch, worker in batch.map { row($0, worker) } }, finish: { batch, _ in batch })
    do {
      if let worker {
        try steps.mapOrdered(
          with: worker, next: next, place: { $0 },
          consume: { try append($0, onEvent: onEvent) })
      } else {
        try await pool.mapOrdered(
          steps, next: next, place: { $0 },
          consume: { try append($0, onEvent: onEvent) })
      }
    } catch is HasReached {
      // An error ends reading in the turn of its batch, however far other batches are.
    }
  }

  private mutating func append(
    _ batch: [Element], onEvent: (Event) throws -> Void
  ) throws {
    for element in batch {
      switch element {
      case .failure(let failure):
        failureCount += 1
        try onEvent(.failure(failure))
      case .success(let (index, row)):
        rows.append(row)
        height += row.height
        warningCount += row.warnings.count
        missingGlyphCount += row.missingGlyphCount
        for warning in row.warnings {
          try onEvent(.warning(index: index, warning))
        }
        if let reach, height >= reach { throw HasReached() }
      }
    }
  }
}

/// The indices of rows, in batches.
private final class IndexBatches {
  private let count: Int
  private var position = 0

  init(count: Int) { self.count = count }

  /// Returns the next indices; `nil` at the end.
  func next() -> [Int]? {
    guard position < count else { return nil }
    defer { position = min(position + 16, count) }
    return Array(position..<min(position + 16, count))
  }
}
