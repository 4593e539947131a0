import Galley
package import GalleyPrimitives
import GalleyTable

extension SyncTable {
  /// Rows that are shown at the moment, from the top.
  package var shownRows: [RowPath] { cells.keys.sorted() }

  /// The cell of a row that is shown.
  package func cell(at path: RowPath) -> SyncCell? { cells[path] }

  /// Scrolls, and shows the rows that came into the viewport.
  ///
  /// - Parameters:
  ///   - offset: The y of the viewport's top, in device pixels; clamped to the table.
  ///   - body: Lent the pixels of each row that was drawn.
  /// - Throws: What setting or drawing a row throws.
  package func scroll(
    to offset: Int, body: (RowPath, UnsafeRawBufferPointer) -> Void = { _, _ in }
  ) throws {
    self.offset = offset
    try showRows(origin: { $0 }, isReload: false, body)
  }

  /// Ends what is to be seen of reloaded rows: their former cells go to the pool.
  package func endAnimations() {
    for cell in leavingCells { pool.enqueue(cell, for: cell.identifier) }
    leavingCells = []
  }

  private var viewport: Viewport {
    Viewport(
      offset: offset,
      size: PixelSize(
        width: Int((rendering.template.width * rendering.template.scale).rounded()),
        height: Int((options.viewportHeight * rendering.template.scale).rounded())))
  }

  /// Gives each row in the viewport a cell.
  ///
  /// - Parameters:
  ///   - origin: Where a row was before; one that was shown there keeps its cell.
  ///   - isReload: Whether cells whose rows are gone are still to be seen.
  ///   - body: Lent the pixels of each row that was drawn.
  /// - Throws: What setting or drawing a row throws.
  func showRows(
    origin: (RowPath) -> RowPath?, isReload: Bool,
    _ body: (RowPath, UnsafeRawBufferPointer) -> Void
  ) throws {
    let wanted = try settleRows()
    var kept: [RowPath: SyncCell] = [:]
    for path in wanted {
      guard let cell = origin(path).flatMap({ cells.removeValue(forKey: $0) }) else { continue }
      kept[path] = cell
    }
    let left = cells.keys.sorted().compactMap { cells[$0] }
    cells = kept
    if isReload {
      leavingCells += left
    } else {
      for cell in left { pool.enqueue(cell, for: cell.identifier) }
    }
    for path in wanted where cells[path] == nil { try show(path, body) }
  }

  /// The rows in the viewport, once all of them have the heights that they will be shown with.
  private func settleRows() throws -> [RowPath] {
    while true {
      offset = max(0, min(offset, contentHeight - viewport.size.height))
      let wanted = paths(of: viewport.visibleRows(of: offsets).rows)
      // Without an estimate all heights are known. With one, each round knows more of them, and rows
      // that a round moves out of the viewport have been asked for in vain.
      guard options.estimatedHeight != nil, case let new = wanted.filter({ !asked.contains($0) }),
        !new.isEmpty
      else { return wanted }
      for path in new {
        try askHeight(at: path)
        asked.insert(path)
      }
    }
  }

  /// Gives a row a cell, and draws it.
  private func show(
    _ path: RowPath, _ body: (RowPath, UnsafeRawBufferPointer) -> Void
  ) throws {
    // As UITableView does, with every row that comes.
    _ = try height(at: path)
    let cell = pool.dequeue(Self.identifier)
    cells[path] = cell
    let content = probe.content(of: items[path.section][path.row])
    cell.accessory = options.accessory(path)
    cell.render(content.content)
    let layout = try layoutToShow(content, width: fitting(at: path).contentWidth)
    cell.layout = layout
    counts.shownCount += 1
    try probe.rasterize(layout) { pixels, stride, rowCount in
      counts.pixelCount += stride / 4 * rowCount
      body(path, pixels)
    }
  }

  /// The paths of rows that are counted over all sections.
  private func paths(of rows: Range<Int>) -> [RowPath] {
    var paths: [RowPath] = []
    var first = 0
    for (section, items) in items.enumerated() {
      let range = (first..<first + items.count).clamped(to: rows)
      paths += range.map { RowPath(section: section, row: $0 - first) }
      first += items.count
    }
    return paths
  }
}

extension SyncTable: PrecachingTable {
  /// The number of rows of each section.
  package var rowCounts: [Int] { items.map(\.count) }

  /// Whether the height of a row is known at its place; never without a cache.
  package func isHeightKnown(at path: RowPath) -> Bool {
    options.caching == .none || isHeightCached(at: path)
  }

  /// Measures the height of a row that there is; one that cannot be set stays unknown.
  package func measureHeight(at path: RowPath) {
    // Without an estimate the row has its height, and only the cache is to know it again.
    if (try? askHeight(at: path)) != nil { asked.insert(path) }
  }
}
