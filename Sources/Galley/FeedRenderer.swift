import Foundation
import GalleyCellRendering
import GalleyFeed
public import GalleyFonts
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
package import GalleyRendering
import GalleyWorkers
import Logging

/// Renders feeds to pictures.
///
/// Workers lay out and draw rows in batches; the caller writes them in order, and memory is bounded for a
/// feed of any length. The written bytes depend on the feed and the options alone, and not on the mode, the
/// number of workers, or earlier runs.
public struct FeedRenderer: Sendable {
  /// The settings.
  public let options: RenderOptions
  let shop: CellShop
  /// The differences between the fonts and the request; each run counts them as warnings.
  public var fontWarnings: [FontWarning] { shop.fontWarnings }

  /// Makes a renderer with `options`.
  ///
  /// - Throws: ``/GalleyCellRendering/RenderError`` where an option is out of bounds, ``GalleyFonts/FontError`` where there are no
  ///   fonts, ``GalleyImages/ImageError`` where the assets folder cannot be opened.
  public init(_ options: RenderOptions = RenderOptions()) throws {
    try options.validate()
    self.options = options
    shop = try CellShop(options, surfaces: SurfacePool(isForPassing: true))
  }

  /// Renders `feed` to `output`, and calls `onElement` for each element, in order.
  ///
  /// A file appears as a whole or not at all, except for an archive, which has the suffix `.part` until it is
  /// complete. If the feed breaks off, or a file cannot be written, files
  /// that are complete stay, and a single output does not appear.
  ///
  /// With a manifest, `bulk` lets a later call continue a run that was interrupted; `onElement` is then called
  /// for the other rows only.
  ///
  /// - Throws: ``/GalleyRendering/BulkError``, ``/GalleyFeedItems/FeedError``, ``/GalleyPNG/PNGError``,
  ///   ``/GalleyEncoders/PictureError``, ``/GalleyCellRendering/RenderError``, an
  ///   error of `onElement`, or `CancellationError`.
  /// - Complexity: O(feed).
  @discardableResult
  public func render(
    _ feed: FeedInput, to output: RenderOutput, bulk: BulkOptions = BulkOptions(),
    isolation: isolated (any Actor)? = #isolation,
    onElement: (RenderedElement) throws -> Void = { _ in }
  ) async throws -> RenderSummary {
    let part = try bulk.part(of: feed, options)
    let reader = try feed.reader(format: options.format, limits: options.limits)
    let batches = BatchReader(
      reader, rows: options.rows, bytes: part, batchSize: shop.encodesWhole ? 4 : 16,
      includes: bulk.includes(shop))
    options.logger.debug(
      "rendering",
      metadata: [
        "output": "\(output)", "mode": "\(options.mode)",
        "workers": "\(options.mode == .sync ? 0 : options.effectiveWorkerCount)",
        "picture": "\(options.picture)", "profile": "\(options.profile)",
      ])
    var run = try RenderRun(options: options, bulk: bulk, feed: feed, output: output, shop: shop)
    let length = (byteCount: reader.byteCount, part: part)
    guard
      try run.begin(bulk, output: output, options: options, feed: length, batches: batches)
    else { return run.completedSummary() }
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

  /// The record of a run of this renderer, to which the run's rows are added.
  ///
  /// - Complexity: O(fonts): the head of each font file is read.
  package func makeRecord() -> RenderRecord { RenderRecord(of: shop) }
}
