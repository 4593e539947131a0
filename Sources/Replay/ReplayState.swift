import GalleyPrimitives
import GalleyRowHeights
import GalleyTable

/// A replayed table after a step, in layout units.
package struct ReplayState: Hashable, Sendable, Encodable {
  /// The row that keeps its position on the screen; `nil` if no row is visible.
  package var anchor: Anchor?
  /// The number of measured heights, and the number of requests for heights.
  package var computed: Int
  package var questions: Int
  /// The sum of all rows' heights, estimates included.
  package var height: Double
  /// The y of the viewport's top, and its height.
  package var offset: Double
  package var viewport: Double
  /// The rows, from top to bottom.
  package var rows: [Row]
  /// The number of rows of each section.
  package var sections: [Int]
  /// Whether changes wait to be shown.
  package var isWaiting: Bool
  /// The width of rows.
  package var width: Double

  package struct Anchor: Hashable, Sendable, Encodable {
    package var id: UInt64
    package var row: String
    package var screenY: Double
  }

  package struct Row: Hashable, Sendable, Encodable {
    /// The reason of the last measurement; `nil` if the height was known, or not requested.
    package var cause: String?
    /// The height, or its estimate.
    package var height: Double
    package var id: UInt64
    /// Whether the height is known.
    package var isKnown: Bool
    package var row: String
    package var title: String?
    package var y: Double
  }
}

/// The rows that a record of a replay lists.
package enum ReplayRows: String, Sendable, CaseIterable {
  /// All rows.
  case all
  /// The rows in the viewport.
  case visible
  /// No row.
  case none
}

extension ReplayRun {
  /// Returns the table as it is on the screen now, with the given rows.
  ///
  /// - Complexity: O(listed rows + log rows).
  package func state(_ listed: ReplayRows) -> ReplayState {
    func length(_ pixels: Int) -> Double { Double(pixels) / heights.scale }
    var rows: [ReplayState.Row] = []
    let numbers =
      switch listed {
      case .all: 0..<table.visible.rowCount
      case .visible: table.visible.rows(in: table.viewport.band)
      case .none: 0..<0
      }
    if !numbers.isEmpty {
      table.visible.forEachRow(from: numbers.lowerBound) { row in
        var title: String?
        if case .item(let item)? = heights.contents[row.id] { title = item.title }
        rows.append(
          ReplayState.Row(
            cause: heights.cause(of: row.id)?.rawValue, height: length(row.height),
            id: row.id.number, isKnown: row.isKnown, row: "\(row.path)", title: title,
            y: length(row.y)))
        return rows.count < numbers.count
      }
    }
    return ReplayState(
      anchor: table.anchor.map {
        ReplayState.Anchor(id: $0.id.number, row: "\($0.path)", screenY: length($0.screenY))
      },
      computed: heights.computedCount, questions: table.questionCount,
      height: length(table.visible.totalHeight), offset: length(table.viewport.offset),
      viewport: length(table.viewport.size.height), rows: rows,
      sections: table.visible.rowCounts, isWaiting: table.hasPendingChanges, width: heights.width)
  }
}

extension ReplayStep {
  /// The word for the action.
  package var name: String {
    switch action {
    case .load: "load"
    case .change(let batch):
      {
        let names = Set(
          batch.members.map { if case .change(let change) = $0 { change.name } else { "batch" } })
        return names.first.flatMap { names.count == 1 ? $0 : nil } ?? "batch"
      }()
    case .commit: "commit"
    case .scroll: "scroll"
    case .scrollTo: "scrollTo"
    case .rotate: "rotate"
    case .fontSize: "fontSize"
    case .invalidate: "invalidate"
    }
  }
}

extension ChangeSet.Change {
  fileprivate var name: String {
    switch self {
    case .insertRow: "insert"
    case .deleteRow: "delete"
    case .moveRow: "move"
    case .reloadRow: "reload"
    case .insertSection: "insertSection"
    case .deleteSection: "deleteSections"
    case .moveSection: "moveSection"
    case .reloadSection: "reloadSection"
    }
  }
}
