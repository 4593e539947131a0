import Foundation
import GalleyFeed
import GalleyHandles
public import GalleyLayout
import GalleyPNG
import GalleyPrimitives
import GalleyWorkers
import Logging

/// Renders feeds to PNG.
///
/// Rows are set and drawn by workers, a batch at a time, and written in order; memory is bounded
/// however long the feed is. The bytes that are written depend on the feed and the options alone:
/// not on the mode, the number of workers, or what was rendered before.
public struct FeedRenderer: Sendable {
  /// What feeds are rendered with.
  public let options: RenderOptions
  private let shop: CellShop
  /// What of the fonts is not as it was asked for; counted among the warnings of each run.
  public var fontWarnings: [FontWarning] { shop.fontWarnings }

  /// A renderer with `options`.
  ///
  /// - Throws: ``RenderError`` where an option is out of bounds, ``GalleyLayout/FontError`` where there are no
  ///   fonts, ``GalleyHandles/ImageError`` where the assets folder cannot be opened.
  public init(_ options: RenderOptions = RenderOptions()) throws {
    try options.validate()
    self.options = options
    shop = try CellShop(options, surfaces: SurfacePool(isForPassing: true))
  }

  /// Renders `feed` to `output`, and tells `onElement` of each element, in order.
  ///
  /// Files appear whole or not at all. Where the feed breaks off, or a file cannot be written,
  /// what was finished before stays and a single output is not left.
  ///
  /// - Throws: ``GalleyFeed/FeedError``, ``GalleyPNG/PNGError``, ``RenderError``, what `onElement` throws, or
  ///   `CancellationError`.
  /// - Complexity: O(feed).
  @discardableResult
  public func render(
    _ feed: FeedInput, to output: RenderOutput,
    isolation: isolated (any Actor)? = #isolation,
    onElement: (RenderedElement) throws -> Void = { _ in }
  ) async throws -> RenderSummary {
    let batches = BatchReader(
      try feed.reader(format: options.format, limits: options.limits), rows: options.rows,
      batchSize: options.profile == .small ? 4 : 16)
    options.logger.debug(
      "rendering",
      metadata: [
        "output": "\(output)", "mode": "\(options.mode)",
        "workers": "\(options.mode == .sync ? 0 : options.effectiveWorkerCount)",
        "profile": "\(options.profile)",
      ])
    var run = try RenderRun(options: options, feed: feed, output: output, shop: shop)
    let steps = run.steps
    switch options.mode {
    case .sync:
      try steps.mapOrdered(
        with: try shop.makeRenderer(), next: batches.next, place: { run.place($0) },
        consume: { try run.consume($0, onElement: onElement) })
    case .async:
      let shop = shop
      let pool = try WorkerPool(count: options.effectiveWorkerCount, name: "galley") {
        try shop.makeRenderer()
      }
      try await pool.mapOrdered(
        steps, next: batches.next, place: { run.place($0) },
        consume: { try run.consume($0, onElement: onElement) })
    }
    return try run.finish()
  }
}
