#if GALLEY_INVARIANTS
  import GalleyPrimitives
  import GalleyTable

  extension LiveTable {
    /// Checks that the index finds each pending row, and that each row has a content whose layout is counted.
    ///
    /// - Complexity: O(rows × log² rows).
    func checkInvariants() {
      rows.pending.forEachRow { (entry: TableRows.Entry) in
        precondition(pendingPath(of: entry.id) == entry.path, "the index finds each row")
        precondition(pendingContent(entry.id) != nil, "a pending row has a content")
        return true
      }
      rows.visible.forEachRow { (entry: TableRows.Entry) in
        let content = contents[entry.id]
        precondition(content != nil, "a visible row has a content")
        if let cell = content?.cell, !cell.isFailed {
          precondition(model(cell.key) != nil, "a layout in use is counted")
        }
        return true
      }
    }
  }
#endif
