public import GalleyCellRendering
public import GalleyFeed
import GalleyFrames
import GalleyPictures
import GalleyPrimitives
public import GalleyTable
import GalleyWorkers

extension FeedView {
  /// Adds the rows of a feed at the end.
  ///
  /// - Returns: The failures; their rows are left out.
  /// - Throws: ``/GalleyFeed/FeedError``, or `CancellationError`.
  @discardableResult public func append(_ feed: FeedInput) async throws -> [RowFailure] {
    var survey = FeedSurvey()
    var failures: [RowFailure] = []
    let batches = BatchReader(
      try feed.reader(format: options.rendering.format, limits: options.rendering.limits),
      rows: options.rendering.rows, batchSize: 16)
    try await survey.read(batches, with: painter, or: pool) { event in
      if case .failure(let failure) = event { failures.append(failure) }
    }
    take(survey.rows, at: rowCount)
    return failures
  }

  /// Lays out rows and inserts them before `row`, or at the end if the table has become shorter meanwhile.
  ///
  /// - Returns: The failures, in the order of `items`; these items are left out. Without fonts, all items
  ///   fail.
  /// - Throws: ``/GalleyTable/ChangeSetError/rowBeyondEnd(_:_:count:)`` if the place does not exist at the
  ///   call; then nothing is laid out, and the table does not change.
  @discardableResult public func insert(
    _ items: [FeedItem], at row: Int
  ) async throws(ChangeSetError) -> [RowFailure] {
    guard row >= 0, row <= rowCount else {
      let count = rowCount + items.count
      throw .rowBeyondEnd(RowPath(section: 0, row: row), .inserted, count: count)
    }
    let (rows, failures) = await layOut(items)
    take(rows, at: min(row, rowCount))
    return failures
  }

  /// Lays out an item, and replaces the content of a row by it.
  ///
  /// - Returns: Whether the row still exists then.
  /// - Throws: ``/GalleyTable/ChangeSetError/noRow(_:_:count:)`` if the row does not exist at the call, or the
  ///   ``/GalleyCellRendering/RowFailure`` of the item; then the table does not change.
  @discardableResult public func reload(_ row: Int, with item: FeedItem) async throws -> Bool {
    guard row >= 0, row < rowCount else { throw noRow(row, .reloaded) }
    let (rows, failures) = await layOut([item])
    if let failure = failures.first { throw failure }
    guard let surveyed = rows.first, row < rowCount else { return false }
    replace(row, with: surveyed)
    return true
  }

  /// Removes rows.
  ///
  /// - Throws: ``/GalleyTable/ChangeSetError/noRow(_:_:count:)`` with the first of `rows` that does not
  ///   exist; then the table does not change.
  public func remove(_ rows: Range<Int>) throws(ChangeSetError) {
    guard rows.lowerBound >= 0, rows.upperBound <= rowCount else {
      throw noRow(rows.lowerBound < 0 ? rows.lowerBound : max(rows.lowerBound, rowCount), .deleted)
    }
    offsets.remove(rows)
    table.remove(rows)
    older.removeSubrange(rows)
    editCount += 1
  }

  /// Moves a row to another place.
  ///
  /// - Parameters:
  ///   - row: The row's place.
  ///   - target: Its new place, in the table without the row.
  /// - Throws: ``/GalleyTable/ChangeSetError/noRow(_:_:count:)`` if the row does not exist, and
  ///   ``/GalleyTable/ChangeSetError/rowBeyondEnd(_:_:count:)`` if the target does not exist; then the table
  ///   does not change.
  public func move(_ row: Int, to target: Int) throws(ChangeSetError) {
    guard row >= 0, row < rowCount else { throw noRow(row, .moved) }
    guard target >= 0, target < rowCount else {
      throw .rowBeyondEnd(RowPath(section: 0, row: target), .moved, count: rowCount)
    }
    let height = offsets.height(ofRow: row)
    offsets.remove(row..<row + 1)
    offsets.insert([height], at: target)
    table.move(row, to: target)
    older.insert(older.remove(at: row), at: target)
    editCount += 1
  }

  private func noRow(_ row: Int, _ action: ChangeSetError.Action) -> ChangeSetError {
    .noRow(RowPath(section: 0, row: row), action, count: rowCount)
  }

  /// Lays out items for their heights.
  private func layOut(
    _ items: [FeedItem]
  ) async -> (rows: [SurveyedRow], failures: [RowFailure]) {
    let results: [FeedSurvey.Element]
    if let painter {
      results = items.map { item in attempt(item) { try painter.survey(item) } }
    } else {
      do {
        results = try await pool.run { worker in
          items.map { item in attempt(item) { try worker.survey(item) } }
        }
      } catch {
        // Without a worker, each item fails.
        results = items.map { item in attempt(item) { throw error } }
      }
    }
    var (rows, failures): ([SurveyedRow], [RowFailure]) = ([], [])
    for result in results {
      switch result {
      case .success(let row): rows.append(row)
      case .failure(let failure): failures.append(failure)
      }
    }
    return (rows, failures)
  }

  /// Adds rows of a survey; their pictures are made from their items.
  package func append(_ survey: FeedSurvey) { take(survey.rows, at: rowCount) }

  /// Inserts rows of a survey.
  func take(_ rows: [SurveyedRow], at row: Int) {
    table.insert(rows, at: row)
    offsets.insert(rows.map(\.height), at: row)
    older.insert(contentsOf: Array(repeating: nil, count: rows.count), at: row)
    editCount += 1
  }

  /// Replaces a row by one of a survey; its older picture may be kept until the new one is drawn.
  func replace(_ row: Int, with surveyed: SurveyedRow) {
    let old = table.rows[row]
    table.remove(row..<row + 1)
    table.insert([surveyed], at: row)
    offsets.setHeight(surveyed.height, ofRow: row)
    older[row] =
      old.key == table.rows[row].key
      ? older[row] : OlderPicture(key: old.key, height: old.height)
    editCount += 1
  }
}
