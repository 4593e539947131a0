package import Galley
package import GalleyCells
package import GalleyFeed
package import GalleyFrames
import GalleyLayout
package import GalleyPrimitives
package import GalleyRowHeights
import GalleyTable

/// A table that does all on the main queue, as `UITableView` with FDTemplateLayoutCell does: what the
/// asynchronous pipeline is measured against.
///
/// At a load and after an edit each row's height is asked for, before any row is shown; with an
/// estimate, those only that are about to be shown, and the others move when they are known. Scrolling
/// shows the rows that come into the viewport: each gets a cell from the reuse pool, is asked for its
/// height once more, rendered, laid out and drawn, there and then.
///
/// Two axes of a bench are options: how heights are asked for (`HeightCaching`), and who says them
/// (`CellSizing`). Pixels depend on neither.
@MainActor
package final class SyncTable {
  /// What a table is like.
  package struct Options: Sendable {
    /// How heights are asked for; by key means the item's own name, or its content if it has none.
    package var caching = HeightCaching.indexPath
    /// Who says them.
    package var sizing = CellSizing.template
    /// The viewport's height, in layout units.
    package var viewportHeight = 667.0
    /// What a row counts that was never asked for, in layout units, separator included; `nil` to ask
    /// for all of them at once.
    package var estimatedHeight: Double?
    /// Whether a line of a device pixel separates rows.
    package var hasSeparator = false
    /// What stands at the right of each cell.
    package var accessory: @Sendable (RowPath) -> CellAccessory = { _ in .none }
    /// How much may be kept.
    package var limits = RowHeightLimits()

    /// The defaults.
    package init() {}
  }

  /// What a table has done.
  package struct Counts: Hashable, Sendable {
    /// Heights that were asked for.
    package var askedCount = 0
    /// Heights that were measured.
    package var measuredCount = 0
    /// Rows that were shown: rendered, laid out, drawn.
    package var shownCount = 0
    /// Cells that were laid out, to be measured or shown.
    package var layoutCount = 0
    /// Pixels that were drawn.
    package var pixelCount = 0
  }

  /// What the table is like.
  package let options: Options
  /// What was done so far.
  package internal(set) var counts = Counts()
  /// How heights were found; ``TableHeights/isLogging`` is on where a log is wanted.
  package var heights = TableHeights<String>()
  /// The heights.
  package private(set) var cache: RowHeightCache<CellContent>
  /// Whether the user tracks.
  package var isTracking = false
  /// What is left of the frame.
  package var timeLeft: Duration?

  let probe: StageProbe
  let rendering: RenderOptions
  var pool = ReusePool<String, CellObject>()
  /// Cells on the screen.
  var cells: [RowPath: CellObject] = [:]
  /// Cells of reloaded rows that are still to be seen while their successors are too.
  var leavingCells: [CellObject] = []
  private(set) var items: [[FeedItem]] = []
  private(set) var offsets = RowOffsetTree()
  var offset = 0
  /// With an estimate, the rows that no longer count it.
  var asked: Set<RowPath> = []
  private let sizer: CellSizer
  private var frames = KeptFrames()

  /// An empty table.
  ///
  /// - Throws: As ``FeedRenderer/init(_:)``.
  package init(_ rendering: RenderOptions, _ options: Options = Options()) throws {
    self.rendering = rendering
    self.options = options
    probe = try StageProbe(rendering)
    sizer = CellSizer(options.sizing)
    cache = RowHeightCache(limits: options.limits)
    pool.register(
      CellSizer.identifier, make: { CellObject(identifier: CellSizer.identifier) },
      prepareForReuse: { $0.prepareForReuse() })
  }

  /// How cells were reused.
  package var poolStatistics: ReusePool<String, CellObject>.Statistics { pool.statistics }

  /// The rows, section by section.
  package var rows: [[FeedItem]] { items }

  /// The height of all rows, in device pixels.
  package var contentHeight: Int { offsets.totalHeight }

  /// The rows of a feed, in one section; elements that are no items are passed over.
  ///
  /// - Throws: ``FeedError``.
  package func load(_ feed: FeedInput) throws { try load([probe.readItems(of: feed)]) }

  /// Loads other rows, as `reloadData` does: all heights are asked for, and all cells made anew.
  ///
  /// - Throws: What setting a row throws.
  package func load(_ sections: [[FeedItem]]) throws {
    for cell in shownRows.compactMap({ cells.removeValue(forKey: $0) }) {
      pool.enqueue(cell, for: cell.identifier)
    }
    try apply(
      .reloaded(rowCounts: sections.map(\.count), replacing: heights.rowCounts), sections)
  }

  /// Loads rows whose places are known already, though no height of theirs is: nothing is asked for
  /// until a row is shown.
  ///
  /// So all tables that are compared show the same rows at the same offsets.
  package func load(_ items: [FeedItem], heights pixels: [Int]) {
    self.items = [items]
    heights.apply(.reloaded(rowCounts: [items.count], replacing: heights.rowCounts))
    offsets = RowOffsetTree(pixels)
  }

  /// Edits the rows: heights and cells follow their rows, a reloaded row gets a fresh cell.
  ///
  /// Cells of rows that are reloaded or gone stay until ``endAnimations()``.
  ///
  /// - Parameters:
  ///   - map: Where the rows were before.
  ///   - sections: The rows after the edit.
  /// - Throws: What setting a row throws.
  package func apply(_ map: RowPathMap, _ sections: [[FeedItem]]) throws {
    items = sections
    heights.apply(map)
    asked = []
    try askHeights()
    try showRows(origin: { map.origin(of: $0) }, isReload: true) { _, _ in }
  }

  /// Asks for the height of each row, unless an estimate will do for it, without showing any.
  private func askHeights() throws {
    var pixels: [Int] = []
    pixels.reserveCapacity(items.reduce(0) { $0 + $1.count })
    for (section, rows) in items.enumerated() {
      for row in rows.indices {
        let path = RowPath(section: section, row: row)
        if let estimate = options.estimatedHeight, !isHeightCached(at: path) {
          pixels.append(self.pixels(estimate))
        } else {
          pixels.append(self.pixels(try height(at: path)))
        }
      }
    }
    offsets = RowOffsetTree(pixels)
  }

  private func pixels(_ height: Double) -> Int {
    Int((height * rendering.template.scale).rounded(.up))
  }

  /// Asks for the height of a row that had an estimate's.
  func askHeight(at path: RowPath) throws {
    let row = items[..<path.section].reduce(path.row) { $0 + $1.count }
    offsets.setHeight(pixels(try height(at: path)), ofRow: row)
  }

  /// The height of a row with its separator, in layout units.
  ///
  /// - Throws: What setting the row throws.
  package func height(at path: RowPath) throws -> Double {
    let item = items[path.section][path.row]
    let fitting = fitting(at: path)
    counts.askedCount += 1
    let hadTemplate = sizer.template != nil
    var key = ContentKey(high: 0, low: 0)
    // While these run, heights and cache are lent: all else of the table may be used.
    let answer = try heights.height(
      question(path, item), width: fitting.contentWidth, scale: fitting.scale, in: &cache,
      content: {
        let keyed = probe.content(of: item)
        key = keyed.key
        return keyed
      },
      measure: { try measure($0, key, fitting) })
    if !hadTemplate, sizer.template != nil {
      heights.logCreated(identifier: CellSizer.identifier)
    }
    return answer.height + fitting.separatorHeight
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

  /// The cell of a row as it is laid out to be shown: by kept frames, or anew.
  func layoutToShow(_ content: KeyedContent<CellContent>, width: Double) throws -> CellLayout {
    try frames.layout(of: content.content, content.key, width: width)
      ?? layOut(content.content, width: width)
  }

  private func layOut(_ content: CellContent, width: Double) throws -> CellLayout {
    counts.layoutCount += 1
    return try probe.layout(content, width: width)
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

/// Frames that were computed for heights, kept until rows are shown.
///
/// A hit compares the content. When there are too many, all are forgotten.
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
