public import GalleyCellRendering
public import GalleyElements
public import GalleyFeedItems
public import GalleyFiles
import GalleyHandles
import GalleyPNG
public import GalleyPrimitives
import GalleyRendering
import GalleyWorkers

/// A cell as a picture, in the order of its sequence.
public struct RenderedCell: Sendable {
  /// The place in the sequence, from 0.
  public var index: Int
  /// The size in device pixels.
  public var pixelSize: PixelSize
  /// The file, in the format of ``/GalleyCellRendering/RenderOptions/picture``.
  public var bytes: [UInt8]
  /// The parts that the picture does not show.
  public var warnings: [RowWarning]
  /// The images among the assets that the cell shows.
  let imageNames: [String]
}

extension FeedRenderer {
  /// Returns the pictures of cells, in their order, as workers make them.
  ///
  /// At most two batches of eight cells for each worker are under way or finished ahead of the reader, so
  /// memory does not grow with the number of cells. The bytes depend on the cells and the options alone.
  public func pictures<Cells: Sequence>(of cells: Cells) -> CellPictures<Cells>
  where Cells: Sendable, Cells.Element: GalleyElements.Element {
    CellPictures(cells: cells, options: options, shop: shop) { cell in
      (cell as? any Cell).map { RowCell($0) } ?? RowCell(cell.tree)
    }
  }

  /// Returns the pictures of items, in their order: built-in cards, or cells of
  /// ``/GalleyCellRendering/RenderOptions/cell``.
  ///
  /// The number of pictures that are ready is limited as it is for cells.
  public func pictures<Items: Sequence>(of items: Items) -> CellPictures<Items>
  where Items: Sendable, Items.Element == FeedItem {
    CellPictures(cells: items, options: options, shop: shop) { RowCell($0) }
  }

  /// Writes a picture of each cell; a cell's file has the number of its place in `pattern`.
  ///
  /// Each file appears as a whole or not at all; files that are complete stay after an error.
  ///
  /// - Parameters:
  ///   - cells: The cells.
  ///   - pattern: The files, with a placeholder for the index, such as `out/{index:04}.png`.
  /// - Returns: The number of files.
  /// - Throws: ``/GalleyCellRendering/RowFailure`` for a cell that cannot be drawn, ``/GalleyPNG/PNGError`` for a file
  ///   that cannot be written, ``/GalleyCellRendering/RenderError/replacesInput(path:)`` for one that is an image of
  ///   its cell or of an earlier one, `CancellationError`.
  @discardableResult
  public func render<Cells: Sequence>(
    cells: Cells, to pattern: PathPattern
  ) async throws -> Int where Cells: Sendable, Cells.Element: GalleyElements.Element {
    try await write(pictures(of: cells), to: pattern)
  }

  /// Writes a picture of each item; an item's file has the number of its place in `pattern`.
  ///
  /// Each file appears as a whole or not at all; files that are complete stay after an error.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - pattern: The files, with a placeholder for the index, such as `out/{index:04}.png`.
  /// - Returns: The number of files.
  /// - Throws: As ``render(cells:to:)``.
  @discardableResult
  public func render<Items: Sequence>(
    items: Items, to pattern: PathPattern
  ) async throws -> Int where Items: Sendable, Items.Element == FeedItem {
    try await write(pictures(of: items), to: pattern)
  }

  private func write<Cells>(
    _ pictures: CellPictures<Cells>, to pattern: PathPattern
  ) async throws -> Int {
    // A folder that cannot be written is an error before any cell is drawn.
    try checkPlace(ofFile: pattern.path(0))
    let guarded = GuardedInputs(options, feed: .bytes([]), assets: shop.source.assets)
    guarded.keepImages()
    var count = 0
    for try await cell in pictures {
      try Task.checkCancellation()
      let path = pattern.path(cell.index)
      try guarded.check(images: cell.imageNames)
      try guarded.check(path)
      do throws(FileError) { try checkNoStream(at: path) } catch { throw PNGError(error) }
      try writePicture(cell.bytes, to: path, durable: options.isDurable)
      count += 1
    }
    return count
  }
}

/// The pictures of cells, in their order; `FeedRenderer.pictures(of:)` makes it.
public struct CellPictures<Cells: Sequence & Sendable>: AsyncSequence, Sendable
where Cells.Element: Sendable {
  let cells: Cells
  let options: RenderOptions
  let shop: CellShop
  /// Returns the cell of an element of the sequence.
  let row: @Sendable (Cells.Element) -> RowCell

  /// Makes an iterator, with workers of its own.
  public func makeAsyncIterator() -> Iterator {
    Iterator(cells: cells.makeIterator(), options: options, shop: shop, row: row)
  }

  /// Takes the pictures in order, and keeps the workers busy.
  public struct Iterator: AsyncIteratorProtocol {
    private var cells: Cells.Iterator
    private let options: RenderOptions
    private let shop: CellShop
    private let row: @Sendable (Cells.Element) -> RowCell
    private var pool: WorkerPool<CellRenderer>?
    private var count = 0
    private var tasks: [Task<[RenderedCell], any Error>] = []
    private var finished: ArraySlice<RenderedCell> = []

    private static var batchSize: Int { 8 }

    fileprivate init(
      cells: Cells.Iterator, options: RenderOptions, shop: CellShop,
      row: @escaping @Sendable (Cells.Element) -> RowCell
    ) {
      self.row = row
      self.cells = cells
      self.options = options
      self.shop = shop
    }

    /// Returns the next picture; `nil` at the end.
    ///
    /// - Throws: ``/GalleyCellRendering/RowFailure`` for a cell that cannot be drawn.
    public mutating func next() async throws -> RenderedCell? {
      while finished.isEmpty {
        try begin()
        guard !tasks.isEmpty else { return nil }
        finished = try await tasks.removeFirst().value[...]
      }
      return finished.removeFirst()
    }

    /// Begins batches until enough are under way.
    private mutating func begin() throws {
      let shop = shop
      let workerCount = options.mode == .sync ? 1 : options.effectiveWorkerCount
      let pool =
        try pool ?? WorkerPool(count: workerCount, name: "galley") { try shop.makeRenderer() }
      self.pool = pool
      while tasks.count < 2 * pool.count {
        var batch: [(index: Int, cell: Cells.Element)] = []
        while batch.count < Self.batchSize, let cell = cells.next() {
          batch.append((count, cell))
          count += 1
        }
        guard !batch.isEmpty else { return }
        let (cells, row) = (batch, row)
        tasks.append(
          Task {
            try await pool.run { renderer in
              try cells.map { try renderer.rendered(row($0.cell), index: $0.index) }
            }
          })
      }
    }
  }
}

extension CellRenderer {
  /// Draws a cell at the template's width, as a file.
  fileprivate func rendered(_ cell: RowCell, index: Int) throws -> RenderedCell {
    try attempt(cell) {
      let row = try measure(cell)
      let bytes = try picture(of: row)
      return RenderedCell(
        index: index, pixelSize: row.layout.pixelSize, bytes: bytes,
        warnings: row.warnings + takeImageFailures().map { RowWarning($0, field: nil) },
        imageNames: row.content.imageNames)
    }.mapError { RowFailure(index: index, byteOffset: 0, message: $0.message) }.get()
  }
}
