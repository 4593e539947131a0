public import GalleyCellRendering
public import GalleyFeedItems
import GalleyFrames
public import GalleyPrimitives
public import GalleyTable

/// A table that scrolls on the main queue, whose rows are made from values of `Model`.
///
/// Each model has a cell: the built-in card of an item, or a cell of a type of its own. Cells of several types
/// can be in one table.
///
/// ```swift
/// let view = try await TableView<Entry>(ScrollOptions()) { entry in
///   switch entry {
///   case .post(let post): RowCell(PostCell(post))
///   case .item(let item): RowCell(item)
///   }
/// }
/// ```
@MainActor
public final class TableView<Model: Sendable>: LiveView {
  @usableFromInline let makeCell: @Sendable (Model) -> RowCell
  /// The last snapshot, and the number of changes of the table's rows by then.
  var lastSnapshot: (snapshot: any Sendable, editCount: Int)?

  /// Makes a table of one section without rows.
  ///
  /// Fonts are read and workers are started on another thread than the main queue's.
  ///
  /// - Parameters:
  ///   - options: The settings.
  ///   - cell: Returns the cell of a model. Workers call it, and in mode sync the main queue, so it has to be
  ///     quick; equal models need equal cells.
  /// - Throws: ``ScrollError`` and ``/GalleyCellRendering/RenderError`` if an option is out of bounds,
  ///   ``/GalleyFonts/FontError`` if there are no fonts, ``/GalleyImages/ImageError`` if the assets folder
  ///   cannot be opened.
  public init(
    _ options: ScrollOptions, cell: @escaping @Sendable (Model) -> RowCell
  ) async throws {
    makeCell = cell
    try super.init(try await LiveKit.make(options))
  }

  /// Makes a table of one section without rows, whose rows are built-in cards.
  ///
  /// - Parameters:
  ///   - options: The settings.
  ///   - item: Returns the item of a model's card, as ``init(_:cell:)`` returns a cell.
  /// - Throws: As ``init(_:cell:)``.
  public convenience init(
    _ options: ScrollOptions, item: @escaping @Sendable (Model) -> FeedItem
  ) async throws {
    try await self.init(options, cell: { RowCell(item($0)) })
  }

  /// Makes a source of rows when the viewport comes within two screenfuls of the end.
  ///
  /// The view calls it, if no earlier call is under way, until it returns ``FetchedRows/end``. Rows are
  /// appended to the last section. After an error it is not called before ``LiveView/retryFetch()``. It is
  /// kept by the view, so it should refer to the view weakly. A new source begins anew, and the answer of the former one
  /// is dropped.
  public var fetchRows: (@MainActor () async throws -> FetchedRows)? {
    didSet {
      guard let fetchRows else { return setFetch(nil) }
      setFetch { [makeCell] in
        switch try await fetchRows() {
        case .end: nil
        case .rows(let models): models.map { ModelRow($0, makeCell: makeCell) }
        }
      }
    }
  }

  /// Inserts rows before the row at `path`, or at the end of a section.
  ///
  /// They are visible at once with estimated heights, and laid out when the viewport comes near.
  ///
  /// - Returns: The identities of the rows, in their order.
  /// - Throws: ``/GalleyTable/ChangeSetError/rowBeyondEnd(_:_:count:)``, and
  ///   ``/GalleyTable/ChangeSetError/editWithinUpdates``; then the table does not change.
  /// - Complexity: O(log rows + inserted rows).
  @inlinable @discardableResult public func insert(
    _ models: [Model], at path: RowPath
  ) throws(ChangeSetError) -> [RowID] {
    if isUpdating { throw .editWithinUpdates }
    var rows: [any RowModel] = []
    rows.reserveCapacity(models.count)
    for model in models { rows.append(row(model)) }
    return try insert(rows, at: path)
  }

  /// Inserts rows into the first section, before its row `row` or at its end.
  ///
  /// - Returns: The identities of the rows, in their order.
  /// - Throws: ``/GalleyTable/ChangeSetError/rowBeyondEnd(_:_:count:)``, and
  ///   ``/GalleyTable/ChangeSetError/editWithinUpdates``; then the table does not change.
  /// - Complexity: O(log rows + inserted rows).
  @inlinable @discardableResult public func insert(
    _ models: [Model], at row: Int
  ) throws(ChangeSetError) -> [RowID] {
    try insert(models, at: RowPath(section: 0, row: row))
  }

  /// Replaces the content of the row at `path`, which keeps its identity.
  ///
  /// With the policy `keep`, its older picture is visible until the new one is drawn.
  ///
  /// - Throws: ``/GalleyTable/ChangeSetError/noRow(_:_:count:)``; then the table does not change.
  /// - Complexity: O(log rows).
  public func reload(_ path: RowPath, with model: Model) throws(ChangeSetError) {
    try reload(path, with: row(model))
  }

  /// Replaces the content of a row of the first section, which keeps its identity.
  ///
  /// - Throws: ``/GalleyTable/ChangeSetError/noRow(_:_:count:)``; then the table does not change.
  /// - Complexity: O(log rows).
  public func reload(_ row: Int, with model: Model) throws(ChangeSetError) {
    try reload(RowPath(section: 0, row: row), with: model)
  }

  @inlinable func row(_ model: Model) -> any RowModel { ModelRow(model, makeCell: makeCell) }
}

extension TableView {
  /// The answer to a request for more rows.
  public enum FetchedRows: Sendable {
    /// More rows; none if there are none at the moment, so that the view asks again later.
    case rows([Model])
    /// There are no more rows, and the view stops asking.
    case end
  }
}
