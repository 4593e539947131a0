public import GalleyFeed
import GalleyPrimitives
import GalleyTable

extension FeedView {
  /// Adds the rows of a feed at the end.
  ///
  /// - Returns: What could not be read or set; those rows are left out.
  /// - Throws: ``GalleyFeed/FeedError``, or `CancellationError`.
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

  /// Inserts rows before `row`, once workers have set them; at the end if there is no such row then.
  ///
  /// - Returns: What could not be set; those items are left out.
  /// - Throws: `CancellationError`, or ``GalleyLayout/FontError`` where there are no fonts.
  @discardableResult public func insert(
    _ items: [FeedItem], at row: Int
  ) async throws -> [RowFailure] {
    let (rows, failures) = try await set(items)
    take(rows, at: min(max(row, 0), rowCount))
    return failures
  }

  /// Gives a row another content, once a worker has set it.
  ///
  /// - Returns: Whether it could be set, and there still was such a row.
  /// - Throws: As ``insert(_:at:)``.
  @discardableResult public func reload(_ row: Int, with item: FeedItem) async throws -> Bool {
    guard let surveyed = try await set([item]).rows.first, row >= 0, row < rowCount else {
      return false
    }
    replace(row, with: surveyed)
    return true
  }

  /// Removes rows.
  ///
  /// - Precondition: There are such rows.
  public func remove(_ rows: Range<Int>) {
    offsets.remove(rows)
    table.remove(rows)
    older.removeSubrange(rows)
    editCount += 1
  }

  /// Moves a row to another place.
  ///
  /// - Parameters:
  ///   - row: Where it is.
  ///   - target: Where it will be, once it is gone from where it was.
  /// - Precondition: There are such rows.
  public func move(_ row: Int, to target: Int) {
    let height = offsets.height(ofRow: row)
    offsets.remove(row..<row + 1)
    offsets.insert([height], at: target)
    table.move(row, to: target)
    older.insert(older.remove(at: row), at: target)
    editCount += 1
  }

  private func set(
    _ items: [FeedItem]
  ) async throws -> (rows: [SurveyedRow], failures: [RowFailure]) {
    let results: [FeedSurvey.Element]
    if let painter {
      results = items.map { item in attempt(item) { try painter.survey(item) } }
    } else {
      results = try await pool.run { worker in
        items.map { item in attempt(item) { try worker.survey(item) } }
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

  /// Adds rows that have been set, for their places alone: their pictures are made from their items.
  package func append(_ survey: FeedSurvey) { take(survey.rows, at: rowCount) }

  /// Inserts rows that have been set.
  func take(_ rows: [SurveyedRow], at row: Int) {
    table.insert(rows, at: row)
    offsets.insert(rows.map(\.height), at: row)
    older.insert(contentsOf: Array(repeating: nil, count: rows.count), at: row)
    editCount += 1
  }

  /// Gives a row a content that has been set; what it showed may be kept until it is drawn.
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
