public import GalleyCellRendering
public import GalleyFeed
public import GalleyFeedItems
import GalleyFrames
import GalleyPictures
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

/// A table of a feed's rows that scrolls on the main queue, while workers lay out the rows and make their
/// pictures.
///
/// ```swift
/// let view = try await FeedView(ScrollOptions())
/// try await view.append(.path("feed.jsonl"))
/// view.offset = 300
/// let frame = try await view.settle()
/// try frame.png().write(to: "frame.png")
/// ```
public typealias FeedView = TableView<FeedItem>

extension TableView<FeedItem> {
  /// Makes a table of one section without rows.
  ///
  /// - Throws: As ``TableView/init(_:cell:)``.
  public convenience init(_ options: ScrollOptions) async throws {
    try await self.init(options) { RowCell($0) }
  }

  /// Adds the rows of a feed to the end of the last section.
  ///
  /// Rows are visible as soon as they are read, with estimated heights.
  ///
  /// - Returns: The elements that are not items; they are left out. Items that cannot be laid out are found
  ///   later, and listed in ``LiveViewStatistics/failures``.
  /// - Throws: ``/GalleyFeedItems/FeedError``, or `CancellationError` if the task is cancelled or the view is closed; rows
  ///   that were read before stay.
  @discardableResult public func append(_ feed: FeedInput) async throws -> [RowFailure] {
    let batches = BatchReader(
      try feed.reader(format: options.rendering.format, limits: options.rendering.limits),
      rows: options.rendering.rows, batchSize: 16)
    var failures: [RowFailure] = []
    let steps = BatchSteps<
      ScrollWorker, [FeedElement], [FeedElement], [FeedElement], [FeedElement]
    >(
      measure: { batch, _ in batch }, finish: { batch, _ in batch })
    try await pool.mapOrdered(
      steps, next: batches.next, place: { $0 },
      consume: { batch in
        var items: [FeedItem] = []
        for element in batch {
          switch element {
          case .item(let item): items.append(item)
          case .bad(let error): failures.append(RowFailure(error))
          }
        }
        guard !isClosed else { throw CancellationError() }
        appendToEnd(items.map(row))
        signal.fire()
      })
    return failures
  }
}
