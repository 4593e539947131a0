import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import GalleyTable
import GalleyTrials

/// Changes of the rows at times of a simulation.
extension SimulationRun {
  /// Applies the edits that are due at `instant`; the topmost visible row that stays keeps its place on the screen.
  ///
  /// - Complexity: O(rows) for each edit.
  mutating func applyEdits(until instant: Duration) {
    while let edit = simulation.edits.first, edit.time <= instant {
      simulation.edits.removeFirst()
      keepPlace(over: edit, at: instant)
      noteOlder(before: edit)
      let rows = simulation.rows
      // A row with another content has no known height at its place.
      let kept = zip(edit.origins, edit.rows).map { origin, row in
        origin.flatMap { rows[$0].key == row.key ? $0 : nil }
      }
      heightDemand?.follow(kept, isAnew: edit.isAnew)
      if edit.isAnew { workers.startAnew() }
      simulation.rows = edit.rows
      simulation.size = edit.size
      table = TableRows(heights: [edit.rows.map(\.height)])
      compositor.size = edit.size
      demand.width = edit.size.width
    }
  }

  private mutating func keepPlace(over edit: SimulatedEdit, at instant: Duration) {
    var places: [Int: Int] = [:]
    for (row, origin) in edit.origins.enumerated() { if let origin { places[origin] = row } }
    let visible = viewport(at: instant).visibleRows(of: table).rows
    guard let anchor = visible.first(where: { places[$0] != nil }), let row = places[anchor]
    else { return }
    let y = edit.rows[..<row].reduce(0) { $0 + $1.height }
    let distance = y - table.offset(ofRow: anchor)
    shift += distance
    ranges.move(by: distance)
  }

  private mutating func noteOlder(before edit: SimulatedEdit) {
    let (last, rows) = (older, simulation.rows)
    older = [:]
    guard !edit.isAnew else { return }
    for (row, origin) in edit.origins.enumerated() {
      guard let origin else { continue }
      if let known = last[origin] {
        older[row] = known
      } else if rows[origin].key != edit.rows[row].key {
        older[row] = DemandInput.Older(key: rows[origin].key, height: rows[origin].height)
      }
    }
  }

  /// Releases the older pictures of rows that a frame shows as they are now.
  mutating func releaseOlder(in plan: FramePlan) {
    guard !older.isEmpty else { return }
    for segment in plan.segments where segment.isCurrent {
      if let row = segment.row { older[row] = nil }
    }
  }

  /// The older picture of a row, if all of it that is visible is there.
  func olderPicture(of placement: Placement, at offset: Int) -> DemandInput.Older? {
    guard let old = older[placement.row] else { return nil }
    let isThere = seenPictures(of: old.key, y: placement.y, height: old.height, at: offset)
      .allSatisfy { workers.has($0) }
    return isThere ? old : nil
  }
}
