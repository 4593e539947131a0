package import Galley
package import GalleyCells
package import GalleyFeed
package import GalleyFeedItems
import GalleyFrames
package import GalleyHandles
import GalleyLayout
import GalleyPictures
package import GalleyPrimitives
package import GalleyRowHeights
package import GalleyStageBenches
import GalleyTable
package import GalleyTrials

/// A table with all work on the main queue, as `UITableView` with FDTemplateLayoutCell.
///
/// It is the baseline of the asynchronous pipeline. At a load and after an edit it requests the
/// height of each row before it shows any. With an estimate it requests only the heights of rows
/// that it is about to show, and other rows move when their heights become known. Scrolling shows
/// the rows that enter the viewport. Each of them gets a cell from the reuse pool, is asked for its
/// height once more, rendered, laid out and drawn at once.
///
/// `HeightCaching` and `CellSizing` are options that a bench compares. Pixels depend on neither.
@MainActor
package final class SyncTable {
  /// The options of a table.
  package struct Options: Sendable {
    /// The key under which heights are remembered; the key of an item is its identifier, or else
    /// its content.
    package var caching = HeightCaching.indexPath
    /// The method that finds heights.
    package var sizing = CellSizing.template
    /// The viewport's height, in layout units.
    package var viewportHeight = 667.0
    /// The estimated height of a row, in layout units, separator included; `nil` to request all
    /// heights at once.
    package var estimatedHeight: Double?
    /// Whether a line of one device pixel separates rows.
    package var hasSeparator = false
    /// The accessory at the right of each cell.
    package var accessory: @Sendable (RowPath) -> CellAccessory = { _ in .none }
    /// The faults of a bench.
    package var faults = PlantedFaults()
    /// The limits of the height cache.
    package var limits = RowHeightLimits()

    /// The default options.
    package init() {}
  }

  /// The operations of a table so far.
  package struct Counts: Hashable, Sendable {
    /// Requested heights.
    package var askedCount = 0
    /// Rows whose content was needed to find their heights.
    package var configuredCount = 0
    /// Requested heights that were known, though a fault of a bench may have forgotten them.
    package var knownCount = 0
    /// Known heights that a fault of a bench forgot.
    package var forgottenCount = 0
    /// Measured heights.
    package var measuredCount = 0
    /// Shown rows: rendered, laid out, drawn.
    package var shownCount = 0
    /// Cells that were laid out, to be measured or shown.
    package var layoutCount = 0
    /// Drawn pixels.
    package var pixelCount = 0
  }

  /// The options of the table.
  package let options: Options
  /// The operations so far.
  package internal(set) var counts = Counts()
  /// Finds heights; with ``TableHeights/isLogging`` it keeps a log.
  package var heights = TableHeights<String>()
  /// The heights.
  package private(set) var cache: RowHeightCache<CellContent>
  /// Whether the user drags the table.
  package var isTracking = false
  /// The stages of rows, in order; `nil` if they are not recorded.
  var stages: [RowStage]?

  /// A stage of a row that was shown, from start to end by the processor time of the thread.
  struct RowStage {
    var stage: CostStage
    var path: RowPath
    var start: Duration
    var end: Duration
  }

  /// The time that is left in the frame.
  package var timeLeft: Duration?

  private(set) var probe: StageProbe
  private(set) var rendering: RenderOptions
  var pool = ReusePool<String, CellObject>()
  /// Cells on the screen.
  var cells: [RowPath: CellObject] = [:]
  /// Cells of reloaded rows that stay visible during an animation.
  var leavingCells: [CellObject] = []
  private(set) var items: [[FeedItem]] = []
  private(set) var table = TableRows(estimatedHeight: 1)
  var offset = 0
  /// With an estimate, the rows whose heights have replaced it.
  var asked: Set<RowPath> = []
  private let sizer: CellSizer
  /// Slows down layouts by the faults of a bench.
  private let slowness: Throttle
  private var frames = KeptFrames()

  /// An empty table.
  ///
  /// - Throws: As ``FeedRenderer/init(_:)``.
  package init(_ rendering: RenderOptions, _ options: Options = Options()) throws {
    self.rendering = rendering
    self.options = options
    probe = try StageProbe(rendering)
    sizer = CellSizer(options.sizing)
    slowness = Throttle(factor: 1 + options.faults.layoutGrowth)
    cache = RowHeightCache(limits: options.limits)
    pool.register(
      CellSizer.identifier, make: { CellObject(identifier: CellSizer.identifier) },
      prepareForReuse: { $0.prepareForReuse() })
  }

  /// The counts of the reuse pool.
  package var poolStatistics: ReusePool<String, CellObject>.Statistics { pool.statistics }

  /// The rows, section by section.
  package var rows: [[FeedItem]] { items }

  /// The height of all rows, in device pixels.
  package var contentHeight: Int { table.totalHeight }

  /// Loads the rows of a feed as one section, and skips bad elements.
  ///
  /// - Throws: ``FeedError``.
  package func load(_ feed: FeedInput) throws { try load([probe.readItems(of: feed)]) }

  /// Loads other rows, as `reloadData` does: requests all heights, and makes all cells again.
  ///
  /// - Throws: The error of laying out a row.
  package func load(_ sections: [[FeedItem]]) throws {
    for cell in shownRows.compactMap({ cells.removeValue(forKey: $0) }) {
      pool.enqueue(cell, for: cell.identifier)
    }
    try apply(
      .reloaded(rowCounts: sections.map(\.count), replacing: heights.rowCounts), sections)
  }

  /// Loads rows with known offsets and unknown heights; a height is requested when its row is
  /// shown.
  ///
  /// So all compared tables show the same rows at the same offsets.
  package func load(_ items: [FeedItem], heights pixels: [Int]) {
    self.items = [items]
    heights.apply(.reloaded(rowCounts: [items.count], replacing: heights.rowCounts))
    table = TableRows(heights: [pixels])
  }

  /// Edits the rows: heights and cells follow their rows, and a reloaded row gets a fresh cell.
  ///
  /// Cells of reloaded and deleted rows stay until ``endAnimations()``.
  ///
  /// - Parameters:
  ///   - map: The old paths of the rows.
  ///   - sections: The rows after the edit.
  /// - Throws: The error of laying out a row.
  package func apply(_ map: RowPathMap, _ sections: [[FeedItem]]) throws {
    items = sections
    heights.apply(map)
    asked = []
    try askHeights()
    try showRows(origin: { map.origin(of: $0) }, isReload: true) { _, _ in }
  }

  /// Gives all cells another width or another theme, as a rotation or another font size does.
  ///
  /// All heights are requested again. Heights of an earlier width are still known, those of an earlier theme
  /// are not.
  ///
  /// - Throws: The errors of opening fonts, and of laying out a row.
  package func setTemplate(_ template: CellTemplate) throws {
    if template.theme != rendering.template.theme {
      heights.invalidateAll(in: &cache)
      frames = KeptFrames()
      rendering.template = template
      probe = try StageProbe(rendering)
    }
    rendering.template = template
    for cell in shownRows.compactMap({ cells.removeValue(forKey: $0) }) {
      pool.enqueue(cell, for: cell.identifier)
    }
    asked = []
    try askHeights()
    try showRows(origin: { $0 }, isReload: false) { _, _ in }
  }

  /// The numbers of measured heights by the reason for which they were not known.
  package var missCounts: [RowHeightMiss: Int] {
    var counts: [RowHeightMiss: Int] = [:]
    for cause in RowHeightMiss.allCases { counts[cause] = cache.statistics.missCount(cause) }
    return counts
  }

  /// Requests the height of each row that has no estimate, without showing a row.
  private func askHeights() throws {
    table = TableRows(
      heights: try items.enumerated().map { section, rows in
        try rows.indices.map { row in
          let path = RowPath(section: section, row: row)
          if let estimate = options.estimatedHeight, !isHeightCached(at: path) {
            return pixels(estimate)
          }
          return pixels(try height(at: path))
        }
      })
  }

  private func pixels(_ height: Double) -> Int {
    Int((height * rendering.template.scale).rounded(.up))
  }

  /// Requests the height of a row that had an estimate.
  func askHeight(at path: RowPath) throws {
    table.setHeight(pixels(try height(at: path)), at: path)
  }

  /// The height of a row with its separator, in layout units.
  ///
  /// - Throws: The error of laying out the row.
  package func height(at path: RowPath) throws -> Double {
    let item = items[path.section][path.row]
    let fitting = fitting(at: path)
    counts.askedCount += 1
    let hadTemplate = sizer.template != nil
    var key = ContentKey(high: 0, low: 0)
    // During this call `heights` and `cache` are taken out of the table, which is otherwise usable.
    let isForgotten = forgetsHeight(at: path)
    let answer = try heights.height(
      isForgotten ? .uncached : question(path, item), width: fitting.contentWidth,
      scale: fitting.scale, in: &cache,
      content: {
        counts.configuredCount += 1
        let keyed = try probe.content(of: item)
        key = keyed.key
        return keyed
      },
      measure: { try measure($0, key, fitting) })
    if !hadTemplate, sizer.template != nil {
      heights.logCreated(identifier: CellSizer.identifier)
    }
    return answer.height + fitting.separatorHeight
  }

  /// Whether a fault of a bench forgets the height of a row, if it is known.
  private func forgetsHeight(at path: RowPath) -> Bool {
    guard options.faults.forgottenShare > 0, options.caching != .none, isHeightCached(at: path)
    else { return false }
    defer { counts.knownCount += 1 }
    guard options.faults.forgets(counts.knownCount) else { return false }
    counts.forgottenCount += 1
    return true
  }

  /// The height of a content by the fitting chain, without a separator.
  private func measure(
    _ content: CellContent, _ key: ContentKey, _ fitting: CellFitting
  ) throws -> Double {
    counts.measuredCount += 1
    let fitted = try sizer.fit(content, fitting) { try layOut($0, width: $1) }
    if let layout = fitted.frames { frames.keep(layout, of: content, key) }
    return fitted.height
  }

  /// The layout of a row's cell for showing it: from kept frames, or new.
  func layoutToShow(_ content: KeyedContent<CellContent>, width: Double) throws -> CellLayout {
    try frames.layout(of: content.content, content.key, width: width)
      ?? layOut(content.content, width: width)
  }

  private func layOut(_ content: CellContent, width: Double) throws -> CellLayout {
    counts.layoutCount += 1
    return try slowness.run { try probe.layout(content, width: width) }
  }

  /// Whether the height of a row is known without its content.
  func isHeightCached(at path: RowPath) -> Bool {
    let fitting = fitting(at: path)
    return heights.knows(
      question(path, items[path.section][path.row]), width: fitting.contentWidth,
      scale: fitting.scale, in: cache)
  }

  func fitting(at path: RowPath) -> CellFitting {
    var fitting = CellFitting(
      tableWidth: rendering.template.width, scale: rendering.template.scale)
    fitting.accessory = options.accessory(path)
    fitting.hasSeparator = options.hasSeparator
    return fitting
  }

  private func question(_ path: RowPath, _ item: FeedItem) -> HeightQuestion<String> {
    switch options.caching {
    case .none: .uncached
    case .indexPath: .place(.row(path))
    case .key: item.id.map { .key($0) } ?? .content
    }
  }
}

/// Frames that were computed for heights, and kept until their rows are shown.
///
/// A hit compares the content. When the limit is reached, all are removed.
private struct KeptFrames {
  private static let limit = 1024
  private var layouts: [ContentKey: (content: CellContent, layout: CellLayout)] = [:]

  mutating func keep(_ layout: CellLayout, of content: CellContent, _ key: ContentKey) {
    if layouts.count >= Self.limit { layouts.removeAll(keepingCapacity: true) }
    layouts[key] = (content, layout)
  }

  func layout(of content: CellContent, _ key: ContentKey, width: Double) -> CellLayout? {
    guard let known = layouts[key], known.layout.size.width == width, known.content == content
    else { return nil }
    return known.layout
  }
}
