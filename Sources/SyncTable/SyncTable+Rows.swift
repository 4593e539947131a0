import Galley
import GalleyFrames
import GalleyHandles
import GalleyPictures
package import GalleyPrimitives
package import GalleyStageBenches
import GalleyTable
import GalleyTrials

extension SyncTable {
  /// The shown rows, from the top.
  package var shownRows: [RowPath] { cells.keys.sorted() }

  /// The cell of a shown row.
  package func cell(at path: RowPath) -> CellObject? { cells[path] }

  /// Scrolls, and shows the rows that enter the viewport.
  ///
  /// - Parameters:
  ///   - offset: The y of the viewport's top, in device pixels, limited to the table.
  ///   - body: Lent the pixels of each row that was drawn.
  /// - Throws: The errors of laying out and drawing a row.
  package func scroll(
    to offset: Int, body: (RowPath, UnsafeRawBufferPointer) -> Void = { _, _ in }
  ) throws {
    self.offset = offset
    try showRows(origin: { $0 }, isReload: false, body)
  }

  /// Scrolls as ``scroll(to:body:)`` does, in two steps.
  ///
  /// The call finds heights, and prepares cells and layouts; the returned closure draws.
  ///
  /// - Throws: The error of laying out a row; the closure throws that of drawing one.
  package func beginScroll(to offset: Int) throws -> () throws -> Void {
    self.offset = offset
    let new = try prepareRows(origin: { $0 }, isReload: false)
    return {
      for path in new { try self.record(.raster, of: path) { try self.draw(path) { _, _ in } } }
    }
  }

  /// Ends the animations of reloaded rows: their old cells go to the pool.
  package func endAnimations() {
    for cell in leavingCells { pool.enqueue(cell, for: cell.identifier) }
    leavingCells = []
  }

  /// The visible pixels, row upon row, with the page's colour below the end of the table.
  package func shownPixels() -> [UInt32] {
    let size = viewport.size
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size.width * size.height)
    for row in visibleRows {
      var top = row.y
      for picture in cells[row.path]?.pictures ?? [] {
        let seen = viewport.band.clamped(to: top..<top + picture.size.height)
        picture.append(seen.lowerBound - top..<seen.upperBound - top, to: &pixels)
        top += picture.size.height
      }
    }
    let missing = max(0, size.width * size.height - pixels.count)
    return pixels + Array(repeating: probe.pagePixel, count: missing)
  }

  var viewport: Viewport {
    Viewport(
      offset: offset,
      size: PixelSize(
        width: Int((rendering.template.width * rendering.template.scale).rounded()),
        height: Int((options.viewportHeight * rendering.template.scale).rounded())))
  }

  /// Gives each row in the viewport a cell, and draws it.
  ///
  /// - Parameters:
  ///   - origin: The old path of a row; a row that was shown there keeps its cell.
  ///   - isReload: Whether the cells of rows that are gone stay visible.
  ///   - body: Lent the pixels of each row that was drawn.
  /// - Throws: The errors of laying out and drawing a row.
  func showRows(
    origin: (RowPath) -> RowPath?, isReload: Bool,
    _ body: (RowPath, UnsafeRawBufferPointer) -> Void
  ) throws {
    for path in try prepareRows(origin: origin, isReload: isReload) { try draw(path, body) }
  }

  /// Gives each row in the viewport a cell that is laid out.
  ///
  /// - Returns: The cells to draw.
  private func prepareRows(
    origin: (RowPath) -> RowPath?, isReload: Bool
  ) throws -> [RowPath] {
    let wanted = try settleRows()
    var kept: [RowPath: CellObject] = [:]
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
    let new = wanted.filter { cells[$0] == nil }
    for path in new { try record(.layout, of: path) { try prepare(path) } }
    return new
  }

  /// The rows in the viewport, after all of them have their final heights.
  private func settleRows() throws -> [RowPath] {
    while true {
      offset = max(0, min(offset, contentHeight - viewport.size.height))
      let wanted = visibleRows.map(\.path)
      // Without an estimate all heights are known. With an estimate, each iteration measures more
      // rows, and rows that it moves out of the viewport were measured unnecessarily.
      guard options.estimatedHeight != nil, case let new = wanted.filter({ !asked.contains($0) }),
        !new.isEmpty
      else { return wanted }
      for path in new {
        try askHeight(at: path)
        asked.insert(path)
      }
    }
  }

  /// Gives a row a cell, and lays it out.
  private func prepare(_ path: RowPath) throws {
    // UITableView requests the height of every row that enters.
    _ = try height(at: path)
    let cell = pool.dequeue(CellSizer.identifier)
    cells[path] = cell
    let content = try probe.content(of: items[path.section][path.row])
    cell.accessory = options.accessory(path)
    cell.render(content.content)
    cell.layout = try layoutToShow(content, width: fitting(at: path).contentWidth)
  }

  /// Records a stage of a row, if stages are recorded.
  private func record(
    _ stage: CostStage, of path: RowPath, _ body: () throws -> Void
  ) rethrows {
    guard stages != nil else { return try body() }
    let start = ThreadTime.now
    try body()
    stages?.append(RowStage(stage: stage, path: path, start: start, end: ThreadTime.now))
  }

  /// Draws a row's cell.
  private func draw(
    _ path: RowPath, _ body: (RowPath, UnsafeRawBufferPointer) -> Void
  ) throws {
    guard let cell = cells[path], let layout = cell.layout else { return }
    cell.pictures = try probe.pictures(of: layout)
    counts.shownCount += 1
    for picture in cell.pictures {
      counts.pixelCount += picture.size.width * picture.size.height
      picture.withPixels { bytes, _ in bytes.withUnsafeBytes { body(path, $0) } }
    }
  }

  /// The rows in the viewport.
  private var visibleRows: [TableRows.Entry] {
    var entries: [TableRows.Entry] = []
    let rows = table.rows(in: viewport.band)
    guard !rows.isEmpty else { return [] }
    table.forEachRow(from: rows.lowerBound) { (entry: TableRows.Entry) in
      entries.append(entry)
      return entries.count < rows.count
    }
    return entries
  }
}

extension SyncTable: PrecachingTable {
  /// The number of rows of each section.
  package var rowCounts: [Int] { items.map(\.count) }

  /// Whether the height of a row is known by its path; `false` without a cache.
  package func isHeightKnown(at path: RowPath) -> Bool {
    options.caching == .none || isHeightCached(at: path)
  }

  /// Measures the height of a row; if the row cannot be laid out, its height stays unknown.
  package func measureHeight(at path: RowPath) {
    // Without an estimate the row has its height already, and only the cache needs it again.
    if (try? askHeight(at: path)) != nil { asked.insert(path) }
  }
}
