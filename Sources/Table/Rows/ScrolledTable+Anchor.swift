import GalleyPrimitives

/// The row that keeps its place on the screen.
extension ScrolledTable {
  /// Scrolls so that the anchor keeps its place on the screen.
  ///
  /// - Parameters:
  ///   - anchor: The row; `nil` to stay at the offset.
  ///   - y: The y of its top, if it is known.
  mutating func hold(_ anchor: ScrollAnchor?, y: Int? = nil) {
    let offset =
      anchor.map { (y ?? visible.offset(at: $0.path)) - $0.screenY } ?? viewport.offset
    scroll(to: offset)
    if viewport.offset != offset { stoppedCount += 1 }
    held = anchor.map { HeldAnchor(id: $0.id, path: $0.path, isKept: isKept($0.id)) }
  }

  /// Whether a visible row stays the anchor though its height is an estimate, because all heights were forgotten.
  package var keepsAnchor: Bool { heldRow.map { isKept($0.id) } ?? false }

  private func isKept(_ row: RowID) -> Bool { held.map { $0.isKept && $0.id == row } ?? false }

  /// The row that was the anchor last, if it is still at its path, known and visible below the table's top.
  ///
  /// - Complexity: O(log rows): the other visible rows are not looked at.
  private var heldRow: TableRows.Entry? {
    guard viewport.offset > 0, !viewport.band.isEmpty, let held,
      let row = visible.entry(at: held.path),
      row.id == held.id, row.isKnown || held.isKept, row.y < viewport.band.upperBound,
      row.y + row.height > viewport.band.lowerBound
    else { return nil }
    return row
  }

  /// Returns the anchor among the visible rows for which `place` returns a path; a row without known height, or
  /// that is reloaded, only if all are.
  func firstVisible(
    _ place: (RowPath) -> (path: RowPath, isReloaded: Bool)?
  ) -> ScrollAnchor? {
    // A known row that enters at the top does not take over: rows between them may still be measured, and
    // would move the text in view.
    if let row = heldRow, let (path, isReloaded) = place(row.path), !isReloaded {
      return ScrollAnchor(path: path, id: row.id, screenY: row.y - viewport.offset)
    }
    var first: ScrollAnchor?
    var known: ScrollAnchor?
    let rows = visible.rows(in: viewport.band)
    var left = rows.count
    visible.forEachRow(from: rows.lowerBound) { row in
      guard left > 0 else { return false }
      left -= 1
      guard let (path, isReloaded) = place(row.path) else { return true }
      let anchor = ScrollAnchor(path: path, id: row.id, screenY: row.y - viewport.offset)
      first = first ?? anchor
      // At the top of the table, the top row is the anchor.
      guard viewport.offset > 0 else { return false }
      guard row.isKnown || isKept(row.id), !isReloaded else { return true }
      known = anchor
      return false
    }
    return known ?? first
  }

  /// Returns the anchor that survives changes, with its path after them.
  func anchor(through maps: [ChangeMap]) -> ScrollAnchor? {
    func place(_ path: RowPath) -> (path: RowPath, isReloaded: Bool)? {
      var (path, isReloaded) = (path, false)
      // By index, because a loop over the maps would copy each of them.
      for index in maps.indices {
        isReloaded = isReloaded || maps[index].reloadedRows.contains(path)
        guard let next = maps[index].newPath(ofUnmoved: path) else { return nil }
        path = next
      }
      return (path, isReloaded)
    }
    if let anchor = firstVisible(place) { return anchor }
    let rows = visible.rows(in: viewport.band)
    guard !rows.isEmpty, !maps.contains(where: \.replacesAll) else { return nil }
    let top = visible.offset(at: visible.path(ofRow: rows.lowerBound))
    var below: ScrollAnchor?
    visible.forEachRow(from: rows.upperBound) { row in
      below = place(row.path).map {
        ScrollAnchor(path: $0.path, id: row.id, screenY: top - viewport.offset)
      }
      return below == nil
    }
    return below
  }
}

/// The row that was the anchor last.
struct HeldAnchor: Sendable {
  var id: RowID
  /// Its path then.
  var path: RowPath
  /// Whether its height was known when all heights were forgotten; then it needs no known height.
  var isKept: Bool
}
