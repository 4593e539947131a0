import GalleyCellRendering
public import GalleyPrimitives
public import GalleyTable

extension TableView {
  /// Applies changes together, and shows them.
  ///
  /// - Parameters:
  ///   - changes: The changes. An empty set changes nothing.
  ///   - announced: The number of rows in each section afterwards, if the caller knows it.
  ///   - row: Returns the model of an inserted or reloaded row, by its path after the changes.
  ///   - header: Returns the header of an inserted or reloaded section, by its index after the changes; `nil`
  ///     for none.
  ///   - footer: Returns its footer.
  /// - Throws: ``/GalleyTable/ChangeSetError`` if the changes contradict the table, each other or the
  ///   announced counts; then the table does not change.
  /// - Complexity: O(changes × log rows + new rows).
  public func perform(
    _ changes: ChangeSet, announced: [Int]? = nil, row: (RowPath) -> Model,
    header: (Int) -> Model? = { _ in nil }, footer: (Int) -> Model? = { _ in nil }
  ) throws(ChangeSetError) {
    try perform(
      changes, announced: announced, commits: true, row: row, header: header, footer: footer)
  }

  /// Applies changes as ``perform(_:announced:row:header:footer:)`` does; they are shown now, or by
  /// ``LiveView/showChanges()``.
  package func perform(
    _ changes: ChangeSet, announced: [Int]?, commits: Bool, row: (RowPath) -> Model,
    header: (Int) -> Model? = { _ in nil }, footer: (Int) -> Model? = { _ in nil }
  ) throws(ChangeSetError) {
    try checkNotUpdating()
    try perform(changes, announced: announced, commits: commits) {
      model(at: $0, row: row, header: header, footer: footer)
    }
  }

  /// Ends updates; the outermost end applies all gathered changes together, and shows them.
  ///
  /// - Parameters:
  ///   - announced: The number of rows in each section afterwards, if the caller knows it.
  ///   - row: Returns the model of an inserted or reloaded row, by its path after the changes.
  ///   - header: Returns the header of an inserted or reloaded section, by its index after the changes; `nil`
  ///     for none.
  ///   - footer: Returns its footer.
  /// - Throws: ``/GalleyTable/ChangeSetError``. Refused changes are dropped, and the table is as it was
  ///   before them.
  public func endUpdates(
    announced: [Int]? = nil, row: (RowPath) -> Model, header: (Int) -> Model? = { _ in nil },
    footer: (Int) -> Model? = { _ in nil }
  ) throws(ChangeSetError) {
    guard let changes = try endUpdates() else { return }
    try perform(changes, announced: announced, row: row, header: header, footer: footer)
  }

  /// Replaces all sections and rows; no row keeps its identity.
  ///
  /// - Parameters:
  ///   - rowCounts: The number of rows of each section.
  ///   - row: Returns the model of a row.
  ///   - header: Returns the header of a section; `nil` for none.
  ///   - footer: Returns its footer.
  /// - Throws: ``/GalleyTable/ChangeSetError/reloadWithinUpdates``, and
  ///   ``/GalleyTable/ChangeSetError/negativeRowCount(section:_:)``; then the table does not change.
  /// - Complexity: O(rows).
  public func reloadData(
    rowCounts: [Int], row: (RowPath) -> Model, header: (Int) -> Model? = { _ in nil },
    footer: (Int) -> Model? = { _ in nil }
  ) throws(ChangeSetError) {
    try reload(rowCounts: rowCounts) { model(at: $0, row: row, header: header, footer: footer) }
  }

  /// Shows the sections and rows of a snapshot, by its difference from the snapshot before.
  ///
  /// Rows of both snapshots keep their identities; those with another content are reloaded. After other edits
  /// than this method's, and with another type of IDs, all rows are replaced.
  ///
  /// - Parameters:
  ///   - snapshot: The sections and rows.
  ///   - row: Returns the model of a row.
  ///   - header: Returns the header of a section; `nil` for none. It is called for new sections.
  ///   - footer: Returns its footer.
  /// - Throws: ``/GalleyTable/ChangeSetError/reloadWithinUpdates``.
  /// - Complexity: O(n log n) for n rows, O(n) if all stay in order.
  public func apply<ID>(
    _ snapshot: TableSnapshot<ID>, row: (ID) -> Model, header: (ID) -> Model? = { _ in nil },
    footer: (ID) -> Model? = { _ in nil }
  ) throws(ChangeSetError) {
    guard !isUpdating else { throw .reloadWithinUpdates }
    let source: RowSource = { [makeCell] place in
      let model: Model? =
        switch place {
        case .header(let section): header(snapshot.sections[section].id)
        case .row(let path): row(snapshot[path].id)
        case .footer(let section): footer(snapshot.sections[section].id)
        }
      return model.map { ModelRow($0, makeCell: makeCell) }
    }
    if let last = lastSnapshot, last.editCount == table.changeCount,
      let old = last.snapshot as? TableSnapshot<ID>
    {
      let difference = snapshot.difference(from: old)
      if !difference.changes.isEmpty {
        try perform(
          difference.changes, announced: snapshot.rowCounts,
          commits: difference.reloadsAfterMoves.isEmpty, source)
      }
      if !difference.reloadsAfterMoves.isEmpty {
        try perform(difference.reloadsAfterMoves, announced: nil, commits: true, source)
      }
    } else {
      try reload(rowCounts: snapshot.rowCounts, source)
    }
    lastSnapshot = (snapshot, table.changeCount)
  }

  /// Sets, replaces or removes the header of a section.
  ///
  /// - Throws: ``/GalleyTable/ChangeSetError/noSection(_:_:count:)``; then the table does not change.
  public func setHeader(_ model: Model?, ofSection section: Int) throws(ChangeSetError) {
    try setModel(model.map(row), at: .header(section: section))
  }

  /// Sets, replaces or removes the footer of a section.
  ///
  /// - Throws: ``/GalleyTable/ChangeSetError/noSection(_:_:count:)``; then the table does not change.
  public func setFooter(_ model: Model?, ofSection section: Int) throws(ChangeSetError) {
    try setModel(model.map(row), at: .footer(section: section))
  }

  /// Replaces the content of a row, which keeps its identity.
  ///
  /// - Returns: Whether the row is in the table.
  /// - Complexity: O(log² rows).
  @discardableResult public func reload(_ row: RowID, with model: Model) -> Bool {
    guard let path = table.pendingPath(of: row) else { return false }
    let new = self.row(model)
    edit { table in
      // The row was found in this very table.
      try? table.perform([.reloadRow(path)]) { _ in new }
      commit(&table)
    }
    return true
  }

  /// Returns the model of a row, header or footer; `nil` if the row is not in the table.
  ///
  /// - Complexity: O(1).
  public func model(of row: RowID) -> Model? {
    (table.pendingContent(row)?.model as? ModelRow<Model>)?.model
  }

  private func model(
    at place: TablePlace, row: (RowPath) -> Model, header: (Int) -> Model?, footer: (Int) -> Model?
  ) -> (any RowModel)? {
    switch place {
    case .header(let section): header(section).map(self.row)
    case .row(let path): self.row(row(path))
    case .footer(let section): footer(section).map(self.row)
    }
  }
}
