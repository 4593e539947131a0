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

/// Why a feed could not be rendered as asked.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Width or scale is out of bounds.
  case unsupportedSize(width: Double, scale: Double)
  /// A page's height is not a whole number of device pixels, or is out of bounds.
  case unsupportedPageHeight(Double, scale: Double)
  /// An output is a file that the run reads: the feed, or an image that a row shows.
  case replacesInput(path: String)

  /// One line that names the limit.
  public var description: String {
    switch self {
    case .unsupportedSize(let width, let scale):
      """
      width \(width) at scale \(scale) is out of bounds: width 16 to 8192, scale 0.5 to 4, \
      together a whole number of at most 16384 device pixels
      """
    case .unsupportedPageHeight(let height, let scale):
      """
      page height \(height) at scale \(scale) is out of bounds: a whole number of 1 to 65536 \
      device pixels
      """
    case .replacesInput(let path):
      "\(path) is read by this run, which would replace it: choose another output"
    }
  }
}

extension RenderOptions {
  /// The number of workers, one each core unless it was given.
  var effectiveWorkerCount: Int {
    workerCount > 0 ? workerCount : ProcessInfo.processInfo.activeProcessorCount
  }

  func validate() throws(RenderError) {
    let pixels = template.width * template.scale
    guard (16...8192).contains(template.width), (0.5...4).contains(template.scale),
      pixels <= 16_384, pixels == pixels.rounded()
    else { throw .unsupportedSize(width: template.width, scale: template.scale) }
  }
}

/// Reads a feed in batches, skipping rows that are not asked for.
final class BatchReader {
  private let reader: FeedReader
  private let rows: Range<Int>
  private let batchSize: Int
  private var position = 0
  private var failure: (any Error)?

  init(_ reader: FeedReader, rows: Range<Int>?, batchSize: Int) {
    self.reader = reader
    self.rows = rows ?? 0..<Int.max
    self.batchSize = batchSize
  }

  /// The next batch; `nil` at the end.
  ///
  /// Where the feed breaks off within a batch, what was read before comes first.
  func next() throws -> [FeedElement]? {
    if let failure { throw failure }
    var batch: [FeedElement] = []
    do {
      while batch.count < batchSize, position < rows.upperBound, let element = try reader.next() {
        if rows.contains(position) { batch.append(element) }
        position += 1
      }
    } catch {
      guard !batch.isEmpty else { throw error }
      failure = error
    }
    return batch.isEmpty ? nil : batch
  }
}
