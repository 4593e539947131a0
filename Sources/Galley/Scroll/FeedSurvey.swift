package import GalleyFeed
import GalleyFrames
import GalleyTable
import GalleyWorkers

/// Reads and sets the rows that a scroll can reach.
package struct FeedSurvey {
  typealias Steps = BatchSteps<ScrollWorker, [FeedElement], [Element], [Element], [Element]>

  /// A row that was set, or why there is none.
  typealias Element = Result<SurveyedRow, RowFailure>

  /// The rows so far.
  private(set) var rows: [SurveyedRow] = []
  private(set) var failureCount = 0
  private(set) var warningCount = 0
  private(set) var missingGlyphCount = 0
  /// The sum of heights at which no more rows can be seen or prepared; `nil` to read all of the feed.
  private let reach: Int?

  /// The sum of the rows' heights, in device pixels.
  private var height = 0

  /// All rows that can be reached are there.
  private struct HasReached: Error {}

  /// The items of the rows, and their heights in device pixels.
  package var placedItems: [(item: FeedItem, height: Int)] { rows.map { ($0.item, $0.height) } }

  /// A survey of a whole feed.
  init() { reach = nil }

  /// A survey of the rows that a scroll can reach.
  init(_ options: ScrollOptions) {
    if case .constant(let speed) = options.script, speed < 0 {
      reach = nil
      return
    }
    // No table is higher than this, and the sums below cannot overflow.
    let limit = 1 << 60
    let last = options.budget.vsync(options.vsyncLimit - 1)
    let viewport = Viewport(
      offset: options.script.farthestOffset(
        until: last.start, scale: options.rendering.template.scale, limit: limit),
      size: options.frameSize)
    reach =
      ScreenRange.preload.band(around: viewport, isForward: true, totalHeight: limit).upperBound
  }

  /// Reads the feed until its end, or as far as the scroll can reach.
  ///
  /// - Parameters:
  ///   - batches: The feed.
  ///   - worker: Who sets the rows, here and now; `nil` to have the pool do it.
  ///   - pool: Who sets them where there is no `worker`.
  ///   - isolation: Where rows are gathered: the caller's.
  ///   - onEvent: Told of bad elements and of warnings, in order.
  /// - Throws: ``GalleyFeed/FeedError``, what `onEvent` throws, or `CancellationError`.
  mutating func read(
    _ batches: BatchReader, with worker: ScrollWorker?, or pool: WorkerPool<ScrollWorker>,
    isolation: isolated (any Actor)? = #isolation, onEvent: (ScrollEvent) throws -> Void
  ) async throws {
    let steps = Steps(
      measure: { batch, worker in
        batch.map { element in
          switch element {
          case .bad(let error): .failure(RowFailure(error))
          case .item(let item): attempt(item) { try worker.survey(item) }
          }
        }
      }, finish: { batch, _ in batch })
    do {
      if let worker {
        try steps.mapOrdered(
          with: worker, next: batches.next, place: { $0 },
          consume: { try append($0, onEvent: onEvent) })
      } else {
        try await pool.mapOrdered(
          steps, next: batches.next, place: { $0 },
          consume: { try append($0, onEvent: onEvent) })
      }
    } catch is HasReached {
      // An error ends reading in its batch's turn, so it does not matter how far others were.
    }
  }

  private mutating func append(
    _ batch: [Element], onEvent: (ScrollEvent) throws -> Void
  ) throws {
    for element in batch {
      switch element {
      case .failure(let failure):
        failureCount += 1
        try onEvent(.failure(failure))
      case .success(let row):
        rows.append(row)
        height += row.height
        warningCount += row.warnings.count
        missingGlyphCount += row.missingGlyphCount
        for warning in row.warnings { try onEvent(.warning(index: row.item.index, warning)) }
        if let reach, height >= reach { throw HasReached() }
      }
    }
  }
}
